// SPDX-License-Identifier: Apache-2.0
// Projected gradients, fixed points, alternating directions and the convex fixed point: known
// answers, agreement with Gauss-Seidel, and what their step rules promise.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/accelerated_steps.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <string>
#include <utility>

namespace nonsmooth {
namespace {

using testing::random_matrix;
using testing::random_vector;
using testing::stored_by_blocks;

// Every method and variant, with the given limits.
std::vector<Solver> first_order(double tolerance, int most = 100000) {
  return {ProjectedGradient{.tolerance = tolerance, .max_iterations = most},
          ProjectedGradient{.tolerance = tolerance,
                            .max_iterations = most,
                            .acceleration = Acceleration::barzilai_borwein},
          FixedPoint{.tolerance = tolerance, .max_iterations = most},
          FixedPoint{.tolerance = tolerance, .max_iterations = most, .extragradient = true},
          Admm{.tolerance = tolerance, .max_iterations = most},
          Admm{.tolerance = tolerance, .max_iterations = most, .balance = false, .momentum = false},
          ConvexFixedPoint{.tolerance = tolerance, .max_iterations = most}};
}

Problem random_friction(int contacts, int dimension, Random& random) {
  const int n = contacts * dimension;
  const Matrix A = random_matrix(random, n, n);
  std::vector<AnyLaw> laws;
  for (int i = 0; i < contacts; ++i)
    laws.emplace_back(coulomb(random.uniform(0.1, 0.9), dimension));
  return {A * A.transpose() / n + 0.2 * Matrix::Identity(n, n), random_vector(random, n), laws};
}

// One law of every round and scalar kind; with the diagonal this strong its solution is unique.
Problem every_law(Random& random) {
  const std::vector<AnyLaw> laws{coulomb(0.4),
                                 coulomb(0.6, 2),
                                 Disk{2, 0.3},
                                 RollingCone{5, 0.5, 0.1},
                                 NonNegative{2},
                                 SecondOrderCone{3, 0.5, 0.0},
                                 RollingCone{3, 0.4, 0.2},
                                 Free{2},
                                 Box{Vector::Constant(2, -0.1), Vector::Constant(2, 0.2)}};
  int n = 0;
  for (const AnyLaw& law : laws) n += law.size();
  const Matrix A = random_matrix(random, n, n);
  return {A * A.transpose() / n + 0.5 * Matrix::Identity(n, n), random_vector(random, n), laws};
}

// A chain of contacts, each coupled to its neighbours: large enough for sparse factors.
Problem chain(int contacts, double skew, Random& random) {
  const int n = 3 * contacts;
  Matrix W = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    W(i, i) = random.uniform(1.0, 2.0);
    if (i + 3 >= n) continue;
    const double coupling = random.uniform(-0.4, 0.4);
    W(i, i + 3) = coupling + skew;
    W(i + 3, i) = coupling - skew;
  }
  return stored_by_blocks({W, random_vector(random, n),
                           std::vector<AnyLaw>(static_cast<std::size_t>(contacts), coulomb(0.4))});
}

TEST(FirstOrder, OneContactThatSlipsAndOneThatSticks) {
  const Matrix W{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}};
  const Vector q{{-1, 0.9, -0.4}};
  const Vector slip{{1.05163635, -0.30267891, 0.08899432}};
  const Vector stick{{1.23575419, -1.47039106, 0.58324022}};
  for (const Solver& solver : first_order(1e-11)) {
    const Solution slipping = solve(Problem{W, q, {coulomb(0.3)}}, solver);
    ASSERT_TRUE(slipping.success()) << name(solver) << ": " << slipping.summary();
    EXPECT_LE((slipping.r - slip).norm(), 1e-8) << name(solver);  // digits of the reference
    const Solution sticking = solve(Problem{W, q, {coulomb(1.5)}}, solver);
    ASSERT_TRUE(sticking.success()) << name(solver) << ": " << sticking.summary();
    EXPECT_LE((sticking.r - stick).norm(), 1e-8) << name(solver);
  }
}

TEST(FirstOrder, OpenContactHasNoReaction) {
  for (const Solver& solver : first_order(1e-12)) {
    const Solution solution =
        solve(Problem{Matrix::Identity(3, 3), Vector{{0.5, 1, -2}}, {coulomb(0.7)}}, solver);
    ASSERT_TRUE(solution.success()) << name(solver);
    EXPECT_LE(solution.r.norm(), 1e-12) << name(solver);
  }
}

TEST(FirstOrder, AgreesWithSweepsOnFriction) {
  for (int seed = 1; seed <= 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = random_friction(1 + random.below(8), seed % 2 == 0 ? 2 : 3, random);
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success()) << "seed " << seed;
    for (const Solver& solver : first_order(1e-10)) {
      for (const Problem& stored : {problem, stored_by_blocks(problem)}) {
        const Solution solution = solve(stored, solver);
        ASSERT_TRUE(solution.success())
            << name(solver) << ", seed " << seed << ": " << solution.summary();
        // W is conditioned below 20
        EXPECT_LE((solution.r - reference.r).norm(), 1e-7 * (1.0 + reference.r.norm()))
            << name(solver) << ", seed " << seed;
      }
    }
  }
}

TEST(FirstOrder, TakesEveryMixOfLaws) {
  for (int seed = 1; seed <= 5; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = every_law(random);
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success()) << "seed " << seed;
    for (const Solver& solver : first_order(1e-10)) {
      const Solution solution = solve(problem, solver);
      ASSERT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
      EXPECT_LE((solution.r - reference.r).norm(), 1e-7 * (1.0 + reference.r.norm()))
          << name(solver) << ", seed " << seed;
    }
  }
}

// A law of one's own: sign-restricted reaction that costs half its square, r = max(0, z) / (1 +
// rho)
struct Cushion {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double rho, const Vec<1>&, const Vec<1>& z) const {
    return z.cwiseMax(0.0) / (1.0 + rho);
  }
};

TEST(FirstOrder, TakesLawsOfOnesOwn) {
  // r >= 0, u + r >= 0, orthogonal, u = 2 r - 3: r = 1
  const Problem problem{Matrix{{2.0}}, Vector{{-3.0}}, {AnyLaw(Cushion{})}};
  for (const Solver& solver : first_order(1e-12)) {
    const Solution solution = solve(problem, solver);
    ASSERT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
    EXPECT_NEAR(solution.r[0], 1.0, 1e-11) << name(solver);
  }
}

TEST(FirstOrder, UnitsChangeNothing) {
  Random random(3);
  const Problem problem = random_friction(6, 3, random);
  const Matrix W = problem.W.to_dense();
  const Vector q = problem.q;
  // tolerance zero: all steps are taken, and the standard measure, which knows units, has no say
  for (const Solver& solver : first_order(0.0, 23)) {
    const Vector r = solve(problem, solver).r;
    // even powers of two: their roots are exact, so not a bit may differ
    for (const double unit : {0x1.0p20, 0x1.0p-20}) {
      EXPECT_TRUE(solve(Problem{unit * W, unit * q, problem.laws}, solver).r == r) << name(solver);
      const Vector other = solve(Problem{unit * W, q, problem.laws}, solver).r;
      EXPECT_TRUE(unit * other == r) << name(solver);
    }
    for (const double unit : {1e6, 1e-6})
      EXPECT_LE((solve(Problem{unit * W, unit * q, problem.laws}, solver).r - r).norm(),
                1e-12 * r.norm())
          << name(solver);
  }
}

TEST(FirstOrder, UnitsOfOneContactChangeNothing) {
  Random random(4);
  const Problem problem = random_friction(5, 3, random);
  Vector unit = Vector::Ones(problem.size());
  unit.segment(3, 3).setConstant(0x1.0p12);
  unit.segment(9, 3).setConstant(0x1.0p-8);
  const Matrix W = unit.asDiagonal() * problem.W.to_dense() * unit.asDiagonal();
  const Vector q = unit.cwiseProduct(problem.q);
  for (const Solver& solver : first_order(0.0, 23)) {
    const Vector r = solve(problem, solver).r;
    const Vector other = unit.cwiseProduct(solve(Problem{W, q, problem.laws}, solver).r);
    // sums over blocks of different size are rounded differently
    EXPECT_LE((other - r).norm(), 1e-12 * r.norm()) << name(solver);
  }
}

TEST(FirstOrder, SparseFactorsAgreeWithSweeps) {
  for (const double skew : {0.0, 0.2}) {  // Cholesky and LU
    Random random(5);
    const Problem problem = chain(90, skew, random);
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success());
    for (const Solver& solver : first_order(1e-10)) {
      const Solution solution = solve(problem, solver);
      ASSERT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
      EXPECT_LE((solution.r - reference.r).norm(), 1e-7 * reference.r.norm()) << name(solver);
    }
  }
}

TEST(FirstOrder, SingularMatrixOfAStack) {
  // two contacts with the same direction share one load in any way they like
  Matrix H(3, 6);
  H << Matrix::Identity(3, 3), Matrix::Identity(3, 3);
  const Problem problem{
      H.transpose() * H, Vector{{-1, 0.8, 0, -1, 0.8, 0}}, {coulomb(0.5), coulomb(0.5)}};
  for (const Solver& solver : first_order(1e-10)) {
    const Solution solution = solve(problem, solver);
    ASSERT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
    EXPECT_NEAR(solution.r[0] + solution.r[3], 1.0, 1e-8) << name(solver);
    EXPECT_NEAR(solution.r[1] + solution.r[4], -0.5, 1e-8) << name(solver);
  }
}

TEST(FirstOrder, ReturnsTheBestPointAndHonoursTheDeadline) {
  Random random(6);
  const Problem problem = random_friction(8, 3, random);
  const Vector start = random_vector(random, problem.size());
  const double at_start = natural_residual(problem, start).invariant;
  for (const Solver& solver : first_order(1e-14, 7)) {
    Workspace workspace;
    Solution solution;
    solution.r = start;
    solve(problem, solver, workspace, solution);
    EXPECT_LE(solution.residual_invariant, at_start) << name(solver);
    solution.r = start;
    workspace.deadline = Workspace::after(-1.0);
    solve(problem, solver, workspace, solution);
    EXPECT_EQ(solution.status, Status::max_time) << name(solver);
    EXPECT_EQ(solution.iterations, 0) << name(solver);
  }
}

TEST(FirstOrder, WarmStartAtTheSolutionCostsNoStep) {
  Random random(7);
  const Problem problem = random_friction(4, 3, random);
  const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
  for (const Solver& solver : first_order(1e-10)) {
    Workspace workspace;
    Solution solution;
    solution.r = reference.r;
    solve(problem, solver, workspace, solution);
    EXPECT_TRUE(solution.success()) << name(solver);
    EXPECT_EQ(solution.iterations, 0) << name(solver);
  }
}

TEST(AcceleratedSteps, LipschitzConstantStaysWithinTwiceTheLargestEigenvalue) {
  for (int seed = 1; seed <= 10; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Problem problem = random_friction(6, 3, random);
    Arena scratch;
    LawSteps laws(problem, scratch);
    const Vector root = laws.scales().cwiseSqrt().cwiseInverse();
    const Matrix scaled = root.asDiagonal() * problem.W.to_dense() * root.asDiagonal();
    const double largest = Eigen::SelfAdjointEigenSolver<Matrix>(scaled).eigenvalues().maxCoeff();
    AcceleratedSteps steps(laws, Vector::Zero(problem.size()), scratch);
    for (int k = 0; k < 200; ++k) {
      steps.advance();
      ASSERT_LE(steps.lipschitz(), 2.0 * largest) << "step " << k;
      ASSERT_GT(steps.lipschitz(), 0.0);
    }
  }
}

TEST(AcceleratedSteps, MomentumBeatsPlainStepsOnAnIllConditionedProblem) {
  // condition 1e4: plain steps need about 1e4 ln(1/tol), accelerated ones about its root
  const int n = 60;
  Matrix W = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    W(i, i) = 2.0;
    if (i > 0) W(i, i - 1) = W(i - 1, i) = -1.0;
  }
  const Problem problem = lcp(W, Vector::Constant(n, -1.0));
  const Solution fast = solve(problem, ProjectedGradient{.tolerance = 1e-8});
  const Solution slow = solve(problem, FixedPoint{.tolerance = 1e-8});
  ASSERT_TRUE(fast.success() && slow.success());
  EXPECT_LT(5 * fast.iterations, slow.iterations);
}

}  // namespace
}  // namespace nonsmooth
