// SPDX-License-Identifier: Apache-2.0
// The interior-point method on cones: its algebra, known answers, agreement with Gauss-Seidel, and
// what an interior point promises (few steps at any size, any rank of W, no dependence on units).
#include "solvers/cone_interior_point.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/cone_algebra.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nonsmooth {
namespace {

using testing::random_matrix;
using testing::random_vector;
using testing::stored_by_blocks;

Vector inside_cone(Random& random, int size) {
  Vector x = random_vector(random, size);
  x[0] = x.tail(size - 1).norm() + random.uniform(0.01, 1.0);
  return x;
}

TEST(ConeAlgebra, ScalingMakesBothPointsOne) {
  Random random(3);
  for (int size = 1; size <= 5; ++size)
    for (int sample = 0; sample < 20; ++sample) {
      const Vector x = inside_cone(random, size), z = inside_cone(random, size);
      Vector w(size), forward(size), backward(size), twice(size);
      const NtScaling N(x, z, w);
      N.apply(z, forward);
      N.apply_inverse(x, backward);
      EXPECT_LE((forward - backward).norm(), 1e-12 * forward.norm()) << size;
      Matrix full(size, size), inverse_square(size, size);
      N.copy(full);
      EXPECT_LE((full * z - forward).norm(), 1e-12 * forward.norm()) << size;
      for (int j = 0; j < size; ++j)
        for (int i = 0; i < size; ++i) inverse_square(i, j) = N.inverse_square(i, j);
      EXPECT_LE((inverse_square * x - z).norm(), 1e-10 * z.norm()) << size;
    }
}

TEST(ConeAlgebra, DivisionUndoesTheProduct) {
  Random random(4);
  for (int size = 1; size <= 5; ++size) {
    const Vector a = inside_cone(random, size), b = random_vector(random, size);
    Vector product(size);
    jordan_product(a, b, product);
    jordan_divide(a, product);
    EXPECT_LE((product - b).norm(), 1e-10 * (1.0 + b.norm())) << size;
  }
}

TEST(ConeAlgebra, LongestStepEndsOnTheBoundary) {
  Random random(5);
  int bounded = 0;
  for (int sample = 0; sample < 100; ++sample) {
    const int size = 1 + sample % 4;
    const Vector x = inside_cone(random, size), dx = random_vector(random, size);
    const double length = longest_cone_step(x, dx);
    const auto gap = [&](double t) {
      const Vector y = x + t * dx;
      return y[0] - y.tail(size - 1).norm();
    };
    if (length < infinity) {
      ++bounded;
      EXPECT_NEAR(gap(length), 0.0, 1e-10 * (1.0 + length));
      EXPECT_GT(gap(0.99 * length), 0.0);
    } else {
      EXPECT_GE(gap(1e6), 0.0);
    }
  }
  EXPECT_GT(bounded, 20);
}

Problem random_friction(int contacts, int dimension, bool associated, Random& random) {
  const int n = contacts * dimension;
  const Matrix A = random_matrix(random, n, n);
  std::vector<AnyLaw> laws;
  for (int i = 0; i < contacts; ++i) {
    const double mu = random.uniform(0.1, 0.9);
    laws.emplace_back(SecondOrderCone{dimension, mu, associated ? 0.0 : mu});
  }
  return {A * A.transpose() / n + 0.2 * Matrix::Identity(n, n), random_vector(random, n), laws};
}

// Contacts in a row, each coupled to the next: W stays sparse.
Problem chain(int contacts, bool associated, Random& random) {
  const int n = 3 * contacts;
  Matrix W = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    W(i, i) = random.uniform(1.0, 2.0);
    if (i + 3 < n) W(i, i + 3) = W(i + 3, i) = random.uniform(-0.4, 0.4);
  }
  const SecondOrderCone law{3, 0.4, associated ? 0.0 : 0.4};
  return stored_by_blocks(
      {W, random_vector(random, n), std::vector<AnyLaw>(static_cast<std::size_t>(contacts), law)});
}

// r in K, u in K*, r.u = 0 for associated cones, without the library's residual
double kkt_violation(const Problem& problem, const Vector& r) {
  const Vector u = problem.W.to_dense() * r + problem.q;
  double worst = 0.0;
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const auto& cone = *law.get_if<SecondOrderCone>();
    const int m = cone.dimension;
    worst = std::max(worst, r.segment(row + 1, m - 1).norm() - cone.mu * r[row]);
    worst = std::max(worst, cone.mu * u.segment(row + 1, m - 1).norm() - u[row]);
    worst = std::max(worst, std::abs(r.segment(row, m).dot(u.segment(row, m))));
    row += m;
  }
  return worst;
}

TEST(ConeInteriorPoint, OneContactThatSlipsSticksAndOpens) {
  const Matrix W{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}};
  const Vector q{{-1, 0.9, -0.4}};
  const Solution slipping = solve(Problem{W, q, {coulomb(0.3)}}, InteriorPoint{});
  ASSERT_TRUE(slipping.success()) << slipping.summary();
  // digits of the reference
  EXPECT_LE((slipping.r - Vector{{1.05163635, -0.30267891, 0.08899432}}).norm(), 1e-8);
  const Solution sticking = solve(Problem{W, q, {coulomb(1.5)}}, InteriorPoint{});
  ASSERT_TRUE(sticking.success()) << sticking.summary();
  EXPECT_LE((sticking.r - Vector{{1.23575419, -1.47039106, 0.58324022}}).norm(), 1e-8);
  const Solution open =
      solve(Problem{Matrix::Identity(3, 3), Vector{{0.5, 1, -2}}, {coulomb(0.7)}}, InteriorPoint{});
  ASSERT_TRUE(open.success()) << open.summary();
  EXPECT_LE(open.r.norm(), 1e-12);
}

TEST(ConeInteriorPoint, AgreesWithSweepsOnFriction) {
  for (int seed = 1; seed <= 40; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem =
        random_friction(1 + random.below(8), seed % 2 == 0 ? 2 : 3, seed % 3 == 0, random);
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success()) << "seed " << seed;
    for (const InteriorPoint& options :
         {InteriorPoint{}, InteriorPoint{.smoothing = 0.0}, InteriorPoint{.lagged_steps = 5}})
      for (const Problem& stored : {problem, stored_by_blocks(problem)}) {
        const Solution solution = solve(stored, options);
        ASSERT_TRUE(solution.success()) << "seed " << seed << ": " << solution.summary();
        // W is conditioned below 20
        EXPECT_LE((solution.r - reference.r).norm(), 1e-7 * (1.0 + reference.r.norm()))
            << "seed " << seed;
      }
  }
}

TEST(ConeInteriorPoint, TakesEveryMixOfLaws) {
  const std::vector<AnyLaw> laws{
      coulomb(0.4),
      coulomb(0.6, 2),
      Disk{2, 0.3},
      RollingCone{5, 0.5, 0.1},
      NonNegative{2},
      SecondOrderCone{3, 0.5, 0.0},
      SecondOrderCone{4, 0.7, 0.2},
      RollingCone{3, 0.4, 0.2},
      Free{2},
      Box{Vector::Constant(2, -0.1), Vector::Constant(2, 0.2)},
      Box{Vector{{-infinity, 0.1}}, Vector{{0.1, infinity}}, Vector{{0.3, 0.0}}}};
  int n = 0;
  for (const AnyLaw& law : laws) n += law.size();
  for (int seed = 1; seed <= 10; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Matrix A = random_matrix(random, n, n);
    const Problem problem{A * A.transpose() / n + 0.5 * Matrix::Identity(n, n),
                          random_vector(random, n), laws};
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success()) << "seed " << seed;
    const Solution solution = solve(problem, InteriorPoint{});
    ASSERT_TRUE(solution.success()) << "seed " << seed << ": " << solution.summary();
    EXPECT_LE((solution.r - reference.r).norm(), 1e-7 * (1.0 + reference.r.norm()));
  }
}

TEST(ConeInteriorPoint, NeedsFewStepsAtAnySize) {
  for (const bool associated : {true, false})
    for (const int contacts : {4, 40, 400}) {
      Random random(11);
      const Problem problem = chain(contacts, associated, random);
      const Solution solution = solve(problem, InteriorPoint{});
      ASSERT_TRUE(solution.success()) << contacts << ": " << solution.summary();
      EXPECT_LE(solution.iterations, 25) << contacts;
      if (associated) {
        EXPECT_LE(kkt_violation(problem, solution.r), 1e-9) << contacts;
      }
    }
}

TEST(ConeInteriorPoint, ConvexPathNeedsNoPolish) {
  // the path itself, to mu = 1e-5: gap and feasibility follow mu, in the unit of a W near one
  for (int seed = 1; seed <= 10; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = random_friction(20, 3, true, random);
    Workspace workspace;
    Vector r = Vector::Zero(problem.size());
    const Outcome outcome = run_interior_start(InteriorPoint{}, problem, workspace, r);
    EXPECT_EQ(outcome.status, Status::solved) << outcome.message;
    EXPECT_LE(outcome.iterations, 20);
    EXPECT_LE(kkt_violation(problem, r), 1e-3) << "seed " << seed;
    for (std::size_t i = 0; i < problem.laws.size(); ++i) {
      const auto block = r.segment(3 * static_cast<int>(i), 3);
      EXPECT_LT(block.tail(2).norm(), problem.laws[i].get_if<SecondOrderCone>()->mu * block[0]);
    }
  }
}

TEST(ConeInteriorPoint, SingularMatrixOfATable) {
  // One rigid body on 9 legs: W = H^T M^-1 H has rank 6 of 27. It must be held and not slip.
  Matrix H(6, 27);
  int leg = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j, ++leg) {
      const Vec<3> arm(-0.5, i, j);  // from the centre of mass; the normal is the first axis
      Mat<3> cross;
      cross << 0, -arm[2], arm[1], arm[2], 0, -arm[0], -arm[1], arm[0], 0;
      H.block(0, 3 * leg, 3, 3).setIdentity();
      H.block(3, 3 * leg, 3, 3) = cross;
    }
  const Vector load{{-9.81, 2.0, 1.0, 0.0, 0.0, 0.0}};
  const Problem table{H.transpose() * H, H.transpose() * load,
                      std::vector<AnyLaw>(9, coulomb(0.5))};
  const Solution solution = solve(table, InteriorPoint{});
  ASSERT_TRUE(solution.success()) << solution.summary();
  // |(2, 1)| < 0.5 * 9.81: everything sticks, and the legs carry the load
  EXPECT_LE((H * solution.r + load).norm(), 1e-8);
}

TEST(ConeInteriorPoint, WithoutFrictionItIsComplementarity) {
  Random random(8);
  Problem problem = random_friction(12, 3, false, random);
  problem.laws.assign(12, coulomb(0.0));
  Matrix normal(12, 12);
  Vector q(12);
  for (int i = 0; i < 12; ++i) {
    q[i] = problem.q[3 * i];
    for (int j = 0; j < 12; ++j) normal(i, j) = problem.W.dense()(3 * i, 3 * j);
  }
  const Solution reference = solve(lcp(normal, q), Lemke{});
  const Solution solution = solve(problem, InteriorPoint{});
  ASSERT_TRUE(reference.success() && solution.success()) << solution.summary();
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(solution.r[3 * i], reference.r[i], 1e-8);
    EXPECT_LE(solution.r.segment(3 * i + 1, 2).norm(), 1e-8);
  }
}

TEST(ConeInteriorPoint, UnitsDoNotChangeThePath) {
  Random random(9);
  const Problem problem = random_friction(15, 3, false, random);
  const Solution reference = solve(problem, InteriorPoint{});
  ASSERT_TRUE(reference.success());
  // powers of two are exact: r = 2^k r', u = 2^-m u', a different pair for every contact
  Vector scale(problem.size());
  for (int i = 0; i < 15; ++i)
    scale.segment(3 * i, 3).setConstant(std::ldexp(1.0, random.below(21) - 10));
  const double force = std::ldexp(1.0, 12);
  const Problem other{scale.asDiagonal() * problem.W.dense() * scale.asDiagonal(),
                      Vector(force * scale.cwiseProduct(problem.q)), problem.laws};
  const Solution solution = solve(other, InteriorPoint{});
  ASSERT_TRUE(solution.residual_invariant <= 1e-10) << solution.summary();
  EXPECT_EQ(solution.iterations, reference.iterations);
  EXPECT_LE((scale.cwiseProduct(solution.r) / force - reference.r).norm(), 1e-9);
}

TEST(ConeInteriorPoint, RefusesWhatIsNoCone) {
  const Problem mixed{Matrix::Identity(4, 4),
                      Vector{{-1, 0, 0, -1}},
                      {coulomb(0.5), Polytope{Matrix{{1.0}}, Vector{{2.0}}}}};
  const Solution solution = solve(mixed, InteriorPoint{});
  EXPECT_EQ(solution.status, Status::unsupported);
  EXPECT_NE(solution.message.find("polytopes"), std::string_view::npos) << solution.message;
}

}  // namespace
}  // namespace nonsmooth
