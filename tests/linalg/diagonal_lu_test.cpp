// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/diagonal_lu.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <utility>
#include <vector>

namespace nonsmooth {
namespace {

// A skew pattern with positive diagonals, some of them zero: what a network of sources and
// capacitors looks like.
SparseMatrix network_matrix(int size, Random& random) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < size; ++i) {
    entries.emplace_back(i, i, i % 4 == 0 ? 0.0 : random.uniform(1.0, 2.0));
    for (int k = 0; k < 2; ++k)
      if (const int j = random.below(size); j != i) {
        const double value = random.uniform(-1.0, 1.0);
        entries.emplace_back(i, j, value);
        entries.emplace_back(j, i, -value);
      }
  }
  SparseMatrix K(size, size);
  K.setFromTriplets(entries.begin(), entries.end());
  K.makeCompressed();
  return K;
}

void scale_row(SparseMatrix& K, int row, double factor) {
  for (int j = 0; j < K.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(K, j); it; ++it)
      if (it.row() == row) it.valueRef() *= factor;
}

Vector scattered(const DiagonalLu::Part& part, Eigen::Index size) {
  Vector x = Vector::Zero(size);
  for (std::size_t k = 0; k < part.place.size(); ++k) x[part.place[k]] = part.value[k];
  return x;
}

TEST(DiagonalLu, RefinementTakesTheShiftBack) {
  Random random(3);
  for (const int size : {1, 5, 60, 300}) {
    const SparseMatrix K = network_matrix(size, random);
    Vector shift = Vector::Zero(size), x0(size);
    for (int i = 0; i < size; i += 4) shift[i] = 1e-8;
    for (double& value : x0) value = random.uniform(-1.0, 1.0);
    DiagonalLu lu(K);
    ASSERT_TRUE(lu.factorize(K, shift));
    const Vector b = K * x0;
    Vector x = Vector::Zero(size);
    for (int pass = 0; pass < 6; ++pass) {
      Vector rest = b - K * x;
      lu.solve(rest);
      x += rest;
    }
    EXPECT_LE((b - K * x).norm(), 1e-12 * b.norm() + 1e-14) << size;
  }
}

TEST(DiagonalLu, ChangedRowsGiveTheBitsOfAllRows) {
  Random random(21);
  SparseMatrix K = network_matrix(200, random);
  const Vector shift = Vector::Constant(200, 1e-3);
  DiagonalLu parts(K), whole(K);
  ASSERT_TRUE(parts.factorize(K, shift));
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<int> changed;
    for (int k = 0; k <= trial % 4; ++k) changed.push_back(random.below(200));
    for (const int row : changed) scale_row(K, row, random.uniform(0.5, 1.5));
    ASSERT_TRUE(parts.refactorize(K, shift, changed));
    ASSERT_TRUE(whole.factorize(K, shift));
    Vector x = Vector::LinSpaced(200, 1.0, 2.0), y = x;
    parts.solve(x);
    whole.solve(y);
    EXPECT_EQ(x, y);
  }
}

// K + e_i d^T without new factors
TEST(DiagonalLu, PathsCompensateAChangedRow) {
  Random random(5);
  const int size = 120;
  const SparseMatrix K = network_matrix(size, random);
  const Vector shift = Vector::Constant(size, 0.1);
  DiagonalLu lu(K);
  ASSERT_TRUE(lu.factorize(K, shift));
  Matrix dense = Matrix(K);
  dense.diagonal() += shift;
  for (int row = 0; row < size; row += 7) {
    const std::vector<std::pair<int, double>> unit{{row, 1.0}};
    const std::vector<std::pair<int, double>> d{{row, 0.5}, {(row + 3) % size, -1.5}};
    DiagonalLu::Part p = lu.reserved(1), w = lu.reserved(2);
    lu.forward(unit, p);
    lu.forward_transposed(d, w);
    Vector pv = scattered(p, size), wv = scattered(w, size);
    Vector full = Vector::Unit(size, row);
    lu.forward(VectorOut(full));
    EXPECT_LE((full - pv).norm(), 1e-13 * full.norm());
    const Vector b = Vector::LinSpaced(size, -1.0, 1.0);
    Vector y = b;
    lu.forward(VectorOut(y));
    y -= wv.dot(y) / (1.0 + wv.dot(pv)) * pv;
    lu.backward(y);
    Matrix changed = dense;
    for (const auto& [column, value] : d) changed(row, column) += value;
    EXPECT_LE((changed * y - b).norm(), 1e-10 * b.norm()) << row;
  }
}

TEST(DiagonalLu, RefusesAVanishingPivot) {
  SparseMatrix K(2, 2);
  K.insert(0, 0) = 0.0;
  K.insert(1, 1) = 0.0;
  K.insert(0, 1) = 1.0;
  K.insert(1, 0) = 1.0;
  K.makeCompressed();
  DiagonalLu lu(K);
  EXPECT_FALSE(lu.factorize(K, Vector::Zero(2)));
  EXPECT_TRUE(lu.factorize(K, Vector::Constant(2, 0.5)));
  K.coeffRef(0, 1) = std::nan("");
  EXPECT_FALSE(lu.factorize(K, Vector::Constant(2, 0.5)));
}

}  // namespace
}  // namespace nonsmooth
