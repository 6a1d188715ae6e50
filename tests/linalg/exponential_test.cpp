// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/exponential.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

Matrix random_matrix(int n, double size, Random& random) {
  Matrix A(n, n);
  for (double& value : A.reshaped()) value = size * random.uniform(-1.0, 1.0);
  return A;
}

TEST(Exponential, OfADiagonalIsThatOfItsEntries) {
  const Vec<4> d(-30.0, -1e-9, 0.5, 3.0);
  const Matrix E = exponential(Matrix(d.asDiagonal()));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(E(i, i) / std::exp(d[i]), 1.0, 1e-13);
  EXPECT_EQ((E - Matrix(E.diagonal().asDiagonal())).cwiseAbs().maxCoeff(), 0.0);
}

// squared 0, 4 and 10 times
TEST(Exponential, OfARotationIsItsAngle) {
  for (const double angle : {0.3, 50.0, 3000.0}) {
    const Matrix E = exponential(Matrix{{0, -angle}, {angle, 0}});
    EXPECT_NEAR(E(0, 0), std::cos(angle), 1e-15 * std::max(10.0, angle * 10));
    EXPECT_NEAR(E(1, 0), std::sin(angle), 1e-15 * std::max(10.0, angle * 10));
  }
}

TEST(Exponential, OfANilpotentMatrixIsItsShortSeries) {
  const Matrix N{{0, 2, 3}, {0, 0, 5}, {0, 0, 0}};
  const Matrix exact = Matrix::Identity(3, 3) + N + 0.5 * N * N;
  EXPECT_LT((exponential(N) - exact).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Exponential, OfTheNegativeIsTheInverse) {
  Random random(7);
  for (const double size : {1e-8, 0.1, 2.0})
    for (int n = 1; n <= 8; ++n) {
      const Matrix A = random_matrix(n, size, random);
      const Matrix both = exponential(A) * exponential(-A);
      EXPECT_LT((both - Matrix::Identity(n, n)).norm(), 1e-10) << n << " of size " << size;
    }
}

TEST(Exponential, IsNotFiniteWhereTheMatrixIsNot) {
  EXPECT_EQ(exponential(Matrix(0, 0)).size(), 0);
  EXPECT_FALSE(exponential(Matrix{{std::nan("")}}).allFinite());
}

}  // namespace
}  // namespace nonsmooth
