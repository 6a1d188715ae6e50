// SPDX-License-Identifier: Apache-2.0
// The measures by hand, and what must not change them.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

TEST(Residual, VanishesAtKnownSolutions) {
  const Matrix M{{2, 1}, {1, 2}};
  EXPECT_LE(natural_residual(lcp(M, Vector{{-5, -6}}), Vector{{4.0 / 3, 7.0 / 3}}).worst(), 1e-15);
  EXPECT_LE(natural_residual(lcp(M, Vector{{-5, 6}}), Vector{{2.5, 0}}).worst(), 1e-15);
  const Vector one = Vector::Ones(1);
  EXPECT_EQ(natural_residual(relay(Matrix{{1.0}}, Vector{{-3}}, -one, one), one).worst(), 0.0);
  EXPECT_EQ(natural_residual(relay(Matrix{{1.0}}, Vector{{0.5}}, -one, one), -0.5 * one).worst(),
            0.0);
  const Problem triangle = avi(Matrix{{2, 1}, {-1, 2}}, Vector{{-3, -1}},
                               Matrix{{1, 1}, {-1, 0}, {0, -1}}, Vector{{1, 0, 0}});
  EXPECT_LE(natural_residual(triangle, Vector{{0.75, 0.25}}).worst(), 1e-15);
  const Problem mixed =
      mlcp(Matrix{{2.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Vector{{-1}}, Vector{{-2}});
  EXPECT_LE(natural_residual(mixed, Vector{{-1, 3}}).worst(), 1e-15);
  // a block pushed down and pulled aside by more than friction holds: it slides
  const Problem slide{Matrix(Matrix::Identity(3, 3)), Vector{{-1, 2, 0}}, {coulomb(0.5)}};
  EXPECT_LE(natural_residual(slide, Vector{{1, -0.5, 0}}).worst(), 1e-15);
}

TEST(Residual, StandardMeasureByHand) {
  const Matrix M{{2, 1}, {1, 2}};
  // |F| = |q| at r = 0
  EXPECT_DOUBLE_EQ(natural_residual(lcp(M, Vector{{-5, -6}}), Vector::Zero(2)).standard, 1.0);
  const Vector one = Vector::Ones(1);
  EXPECT_DOUBLE_EQ(
      natural_residual(relay(Matrix{{1.0}}, Vector{{-3}}, -one, one), Vector::Zero(1)).standard,
      0.25);
  const Problem contact{Matrix(Matrix::Identity(3, 3)), Vector{{-2, 0, 0}}, {coulomb(0.5)}};
  EXPECT_DOUBLE_EQ(natural_residual(contact, Vector::Zero(3)).standard, 1.0);
  const Problem plastic{
      Matrix(Matrix::Identity(3, 3)), Vector{{-2, 0, 0}}, {SecondOrderCone{3, 0.5, 0.2}}};
  EXPECT_DOUBLE_EQ(natural_residual(plastic, Vector::Zero(3)).standard, 2.0);
  const Problem mixed =
      mlcp(Matrix{{2.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Matrix{{1.0}}, Vector{{-1}}, Vector{{-2}});
  // equations 1 / (2 + 1), inequalities 2 / (2 + 2)
  EXPECT_DOUBLE_EQ(natural_residual(mixed, Vector::Zero(2)).standard, 2.0 / 4.0);
}

TEST(Residual, NotFinitePointsAreInfinitelyBad) {
  const Problem p = lcp(Matrix::Identity(2, 2), Vector::Ones(2));
  EXPECT_EQ(natural_residual(p, Vector{{0, std::nan("")}}).worst(), infinity);
  EXPECT_EQ(natural_residual(p, Vector{{0, infinity}}).worst(), infinity);
  EXPECT_EQ(natural_residual(p, Vector{{1e300, 1e300}}).standard, infinity);  // overflows
}

// every kind of law once; r in units of alpha, u in units of beta
Problem in_units(double alpha, double beta, const Matrix& W, const Vector& q) {
  const auto constant = [](int n, double value) { return Vector(Vector::Constant(n, value)); };
  std::vector<AnyLaw> laws{Free{1},
                           NonNegative{2},
                           coulomb(0.4),
                           SecondOrderCone{3, 0.7},
                           RollingCone{3, 0.3, 0.2},
                           Disk{2, 0.5 * alpha}};
  laws.emplace_back(Box{constant(2, -alpha), constant(2, 0.3 * alpha)});
  laws.emplace_back(Box{constant(1, -alpha), constant(1, alpha), constant(1, 0.1 * beta / alpha),
                        constant(1, 0.2 * beta)});
  return {Matrix(W * (beta / alpha)), Vector(q * beta), laws};
}

TEST(Residual, InvariantMeasureDoesNotKnowUnits) {
  Random random(1);
  const int n = 17;
  for (int trial = 0; trial < 20; ++trial) {
    Matrix B(n, n);
    Vector q(n), r(n);
    for (double& value : B.reshaped()) value = random.uniform(-1.0, 1.0);
    for (int i = 0; i < n; ++i) {
      q[i] = random.uniform(-1.0, 1.0);
      r[i] = random.uniform(-1.0, 1.0);
    }
    Matrix W = B * B.transpose();
    if (trial % 2 == 1) {  // rows without diagonal: a scalar one and a whole cone
      W.block(1, 1, 1, 1).setZero();
      W.block(3, 3, 3, 3).setZero();
    }
    const double reference = natural_residual(in_units(1, 1, W, q), r).invariant;
    EXPECT_GT(reference, 1e-3);
    for (const double alpha : {1e-6, 1e3})
      for (const double beta : {1e-3, 1e5}) {
        const double other =
            natural_residual(in_units(alpha, beta, W, q), Vector(r * alpha)).invariant;
        EXPECT_NEAR(other / reference, 1.0, 1e-9) << trial;
      }
  }
}

TEST(Residual, ScalesArePositiveAndOnePerCone) {
  Matrix W = Matrix::Zero(5, 5);
  W.row(0).setConstant(0.5);
  W.col(0).setConstant(0.5);
  W(0, 0) = 2.0;
  W(0, 2) = W(2, 0) = 3.0;
  Problem p{W, Vector::Ones(5), {NonNegative{1}, coulomb(0.5), NonNegative{1}}};
  Vector d(5);
  block_scales(p, d);
  EXPECT_EQ(d[0], 2.0);
  EXPECT_EQ(d[1], d[2]);
  EXPECT_EQ(d[1], d[3]);
  EXPECT_DOUBLE_EQ(d[4], 0.25 / 2.0);
  p.W = Matrix(Matrix::Zero(5, 5));
  block_scales(p, d);
  EXPECT_GT(d.minCoeff(), 0.0);
}

TEST(Residual, InfeasibilityNeedsAProof) {
  Arena scratch;
  const Vector one = Vector::Ones(1);
  const Problem impossible = lcp(Matrix{{0.0}}, Vector{{-1}});  // u = -1 whatever r
  EXPECT_TRUE(proves_infeasible(impossible, one, scratch));
  EXPECT_FALSE(proves_infeasible(impossible, -one, scratch));
  EXPECT_FALSE(proves_infeasible(impossible, Vector::Zero(1), scratch));
  EXPECT_FALSE(proves_infeasible(impossible, one * std::nan(""), scratch));
  EXPECT_FALSE(proves_infeasible(lcp(Matrix{{1.0}}, Vector{{-1}}), one, scratch));
  EXPECT_TRUE(proves_infeasible(lcp(Matrix{{-1.0}}, Vector{{-1}}), one, scratch));
  // two equations that contradict each other: x = 0 and x = 1
  const Problem equations = mlcp(Matrix{{1, 0}, {1, 0}}, Vector{{0, -1}}, 2);
  EXPECT_TRUE(proves_infeasible(equations, Vector{{-1, 1}}, scratch));
  EXPECT_FALSE(proves_infeasible(equations, Vector{{1, 1}}, scratch));
  // no proof is accepted for round laws
  const Problem contact{Matrix(Matrix::Identity(3, 3)), Vector{{-1, 0, 0}}, {coulomb(0.5)}};
  EXPECT_FALSE(proves_infeasible(contact, Vector{{1, 0, 0}}, scratch));
}

TEST(Residual, HugeReactionsDoNotHideTheRightHandSide) {
  // u = (r_1 - r_2 - 1, r_2 - r_1 - 1): no solution, but in plain arithmetic r = 1e17 (1, 1)
  // swallows both ones and looks perfect
  const Problem infeasible = lcp(Matrix{{1, -1}, {-1, 1}}, Vector{{-1, -1}});
  for (const double size : {1e8, 1e12, 1e16, 1e17, 1e24})
    EXPECT_NEAR(natural_residual(infeasible, Vector::Constant(2, size)).standard, 1.0, 1e-12)
        << size;
  // the natural map itself: r = 1e17 with u = 1 violates complementarity by 1
  const Problem single = lcp(Matrix{{0.0}}, Vector{{1.0}});
  EXPECT_DOUBLE_EQ(natural_residual(single, Vector{{1e17}}).standard, 1.0);
  const Problem saturated{Matrix{{0.0}},
                          Vector{{1.0}},
                          {Box{.lower = Vector{{-infinity}},
                               .upper = Vector{{infinity}},
                               .compliance = Vector{{1e-20}}}}};
  EXPECT_NEAR(natural_residual(saturated, Vector{{1e17}}).standard, 0.5, 1e-2);
}

TEST(Residual, ReturnsTheVelocityItJudged) {
  const Problem problem = lcp(Matrix{{2, 1}, {1, 2}}, Vector{{-5, -6}});
  Arena scratch;
  Vector u(2);
  const Vector r{{1.0, 2.0}};
  const Residuals residuals = natural_residual(problem, r, u, scratch);
  EXPECT_EQ(u, (Vector{{-1.0, -1.0}}));
  EXPECT_EQ(residuals.worst(), natural_residual(problem, r).worst());
}

TEST(Residual, InfiniteEntriesOfUncoupledRowsAreSeen) {
  // r_2 acts on nothing, not even on itself: u stays finite, and only r itself can tell
  const std::vector<int> sizes{1, 1};
  const std::vector<BlockSparse::Triplet> one{{0, 0, Matrix{{1.0}}}};
  const Problem problem{BlockSparse(sizes, sizes, one), Vector{{-1, 0}}, {NonNegative{2}}};
  EXPECT_EQ(natural_residual(problem, Vector{{1.0, 3.0}}).worst(), 0.0);
  EXPECT_EQ(natural_residual(problem, Vector{{1.0, infinity}}).worst(), infinity);
}

}  // namespace
}  // namespace nonsmooth
