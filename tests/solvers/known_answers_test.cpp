// SPDX-License-Identifier: Apache-2.0
// Problems whose solution is known by hand, through every solver that accepts them.
#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

// direct methods and Newton end at rounding; sweeps and first-order methods, with their default of
// 1e-8, at their tolerance times the condition of M
void expect_solution(const Problem& problem, const Vector& expected, std::string_view except = "") {
  for (const Solver& solver : solvers_for(problem)) {
    if (!except.empty() && except.find(name(solver)) != std::string_view::npos) continue;
    const Solution solution = solve(problem, solver);
    EXPECT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
    const double tolerance = std::visit([](const auto& s) { return s.tolerance; }, solver);
    const double allowed = tolerance >= 1e-8 ? 1e-6 : 1e-9;
    EXPECT_LE((solution.r - expected).norm(), allowed)
        << name(solver) << " found " << solution.r.transpose();
  }
}

TEST(KnownAnswers, SymmetricLcp) {
  expect_solution(lcp(Matrix{{2, 1}, {1, 2}}, Vector{{-5, -6}}), Vector{{4.0 / 3, 7.0 / 3}});
}

TEST(KnownAnswers, CyclicLcpThatNaivePivotingLoopsOn) {
  expect_solution(lcp(Matrix{{1, 2, 0}, {0, 1, 2}, {2, 0, 1}}, Vector{{-1, -1, -1}}),
                  Vector{{1.0 / 3, 1.0 / 3, 1.0 / 3}},
                  "nsgs");  // W + W^T is indefinite: sweeps may diverge
}

TEST(KnownAnswers, MurtyTriangularLcp) {
  for (const int n : {3, 5, 8}) {
    Matrix M = Matrix::Identity(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < j; ++i) M(i, j) = 2.0;
    Vector expected = Vector::Zero(n);
    expected[n - 1] = 1.0;
    const Problem problem = lcp(M, -Vector::Ones(n));
    expect_solution(problem, expected, "semismooth_newton interior_point");
    // from z = 0 Murty's rule visits all but one of the 2^n active sets: 2^n - 1 exchanges, and the
    // visit that finds nothing to exchange
    Workspace workspace;
    Solution solution;
    solve(problem, PrincipalPivoting{.rule = PivotRule::least_index}, workspace, solution);
    EXPECT_TRUE(solution.success());
  }
}

TEST(KnownAnswers, ScalarLcpWithTwoSolutions) {
  const SolutionSet set = enumerate(lcp(Matrix{{-1.0}}, Vector{{1.0}}));
  ASSERT_EQ(set.solutions.size(), 2u);
  EXPECT_TRUE(set.complete);
  EXPECT_DOUBLE_EQ(set.solutions[0].r[0] + set.solutions[1].r[0], 1.0);
}

TEST(KnownAnswers, ScalarLcpWithoutSolutionIsReportedAsSuch) {
  for (const Solver& solver : solvers_for(lcp(Matrix{{-1.0}}, Vector{{-1.0}}))) {
    const Solution solution = solve(lcp(Matrix{{-1.0}}, Vector{{-1.0}}), solver);
    EXPECT_FALSE(solution.success()) << name(solver);
  }
  EXPECT_EQ(solve(lcp(Matrix{{-1.0}}, Vector{{-1.0}})).status, Status::infeasible);
}

TEST(KnownAnswers, Relay) {
  const auto answer = [](double q) {
    return solve(relay(Matrix{{1.0}}, Vector{{q}}, Vector{{-1.0}}, Vector{{1.0}}));
  };
  EXPECT_DOUBLE_EQ(answer(-3.0).r[0], 1.0);
  EXPECT_DOUBLE_EQ(answer(-3.0).u[0], -2.0);
  EXPECT_DOUBLE_EQ(answer(0.5).r[0], -0.5);
  EXPECT_DOUBLE_EQ(answer(0.5).u[0], 0.0);
  expect_solution(relay(Matrix{{1.0}}, Vector{{-3.0}}, Vector{{-1.0}}, Vector{{1.0}}),
                  Vector{{1.0}});
}

TEST(KnownAnswers, SaturationAndDeadZone) {
  // u = q fixed (W = 0): saturation of slope 2 and limits 1 at u = -0.3 and -0.9; dead zone of
  // width 1 and slope 10 at u = -1.25 and 0.5
  Problem problem;
  problem.W = Matrix::Zero(4, 4);
  problem.q = Vector{{-0.3, -0.9, -1.25, 0.5}};
  problem.laws = {
      Box{.lower = Vector{{-1, -1}}, .upper = Vector{{1, 1}}, .compliance = Vector{{0.5, 0.5}}},
      Box{.lower = Vector{{-infinity, -infinity}},
          .upper = Vector{{infinity, infinity}},
          .compliance = Vector{{0.1, 0.1}},
          .dead_zone = Vector{{1, 1}}}};
  expect_solution(problem, Vector{{0.6, 1.0, 2.5, 0.0}}, "nsgs");  // no diagonal to sweep with
}

TEST(KnownAnswers, AffineVariationalInequality) {
  const Matrix A{{1, 1}, {-1, 0}, {0, -1}};
  const Vector b{{1, 0, 0}};
  expect_solution(avi(Matrix{{2, 1}, {-1, 2}}, Vector{{-3, -1}}, A, b), Vector{{0.75, 0.25}});
  expect_solution(avi(Matrix::Identity(2, 2), Vector{{-1, -1}}, A, b), Vector{{0.5, 0.5}});
}

TEST(KnownAnswers, AviWithZeroMatrixIsALinearProgram) {
  // -q in N_K(r): minimise q.r over the triangle; only the vertex form can start here
  const Matrix A{{1, 1}, {-1, 0}, {0, -1}};
  const Solution solution =
      solve(avi(Matrix::Zero(2, 2), Vector{{-1, -2}}, A, Vector{{1, 0, 0}}), CaoFerris{});
  EXPECT_TRUE(solution.success()) << solution.summary();
  EXPECT_NEAR(solution.r[1], 1.0, 1e-12);
}

TEST(KnownAnswers, AviOnAStripHasALine) {
  // K = { |r_1 + r_2| <= 1 } contains the line (1, -1); M = I projects (3, 0) on it
  const Problem problem =
      avi(Matrix::Identity(2, 2), Vector{{-3, 0}}, Matrix{{1, 1}, {-1, -1}}, Vector{{1, 1}});
  expect_solution(problem, Vector{{2, -1}});
}

TEST(KnownAnswers, MixedLcp) {
  expect_solution(
      mlcp(Matrix{{2}}, Matrix{{1}}, Matrix{{1}}, Matrix{{1}}, Vector{{-1}}, Vector{{-2}}),
      Vector{{-1, 3}}, "nsgs");  // sweeps converge too slowly here to ask 1e-6
}

TEST(KnownAnswers, RectangularEquationsThatAreConsistent) {
  // three equations for two free unknowns, the third the sum of the others
  const Matrix A{{1, 0}, {0, 1}, {1, 1}};
  const Solution solution = solve(mlcp(A, Matrix{{1}}, Matrix::Zero(3, 1), Matrix::Zero(1, 2),
                                       Vector{{-1, -2, -3}}, Vector{{-4}}));
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_NEAR(solution.r[0], 1.0, 1e-12);
  EXPECT_NEAR(solution.r[1], 2.0, 1e-12);
  EXPECT_NEAR(solution.r[3], 4.0, 1e-12);
}

TEST(KnownAnswers, RectangularEquationsThatContradictAreInfeasible) {
  const Matrix A{{1, 0}, {0, 1}, {1, 1}};
  const Solution solution = solve(mlcp(A, Matrix{{1}}, Matrix::Zero(3, 1), Matrix::Zero(1, 2),
                                       Vector{{-1, -2, -4}}, Vector{{-4}}));
  EXPECT_EQ(solution.status, Status::infeasible) << solution.summary();
}

TEST(KnownAnswers, FewerEquationsThanUnknownsHaveADefinedAnswer) {
  // x + y = 3 for two free unknowns
  const Solution solution = solve(mlcp(Matrix{{1, 1}}, Matrix{{1}}, Matrix::Zero(1, 1),
                                       Matrix::Zero(1, 2), Vector{{-3}}, Vector{{-4}}));
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_NEAR(solution.r[0] + solution.r[1], 3.0, 1e-12);
}

TEST(KnownAnswers, BimatrixGameHasThreeEquilibria) {
  // Lemke ends on a ray here, which is no proof; the exact solutions are rational
  const Matrix M{{0, 0, 10, 20}, {0, 0, 30, 15}, {10, 20, 0, 0}, {30, 15, 0, 0}};
  const Problem problem = lcp(M, -Vector::Ones(4));
  const Solution lemke = solve(problem, Lemke{});
  EXPECT_NE(lemke.status, Status::infeasible);
  EXPECT_TRUE(solve(problem).success());
  EXPECT_EQ(enumerate(problem).solutions.size(), 3u);
}

TEST(KnownAnswers, BeadColumn) {
  // n beads on each other, the ground pushes: every contact carries the same impulse
  const int n = 100;
  Matrix M = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    M(i, i) = i == 0 ? 1.0 : 2.0;
    if (i > 0) M(i, i - 1) = M(i - 1, i) = -1.0;
  }
  Vector q = Vector::Zero(n);
  q[0] = -1.0;
  // W = B B^T with a chain B: z_i = n - i
  Vector expected(n);
  for (int i = 0; i < n; ++i) expected[i] = n - i;
  for (const Solver& solver : {Solver{Auto{}}, Solver{Lemke{}}, Solver{PrincipalPivoting{}},
                               Solver{SemismoothNewton{}}, Solver{InteriorPoint{}}}) {
    const Solution solution = solve(lcp(M, q), solver);
    EXPECT_TRUE(solution.success()) << name(solver) << ": " << solution.summary();
    EXPECT_LE((solution.r - expected).norm() / expected.norm(), 1e-9) << name(solver);
  }
}

TEST(KnownAnswers, OneContactWithCoulombFriction) {
  const Matrix W{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}};
  const Vector q{{-1, 0.9, -0.4}};
  const Solution slip = solve(Problem{W, q, {coulomb(0.3)}});
  ASSERT_TRUE(slip.success()) << slip.summary();
  EXPECT_LE((slip.r - Vector{{1.05163635, -0.30267891, 0.08899432}}).norm(), 2e-8);
  EXPECT_LE((slip.u - Vector{{0, 0.87263386, -0.25657372}}).norm(), 2e-8);
  const Solution stick = solve(Problem{W, q, {coulomb(1.5)}});
  ASSERT_TRUE(stick.success()) << stick.summary();
  EXPECT_LE((stick.r - Vector{{1.23575419, -1.47039106, 0.58324022}}).norm(), 2e-8);
}

TEST(KnownAnswers, ThreeContactsThatDoNotTouchEachOther) {
  // W = 1: r_N stops the approach, friction mu r_N against the sliding (1, 3)
  const double tangent = 0.1 / std::sqrt(10.0);
  Vector q(9), expected(9);
  for (int i = 0; i < 3; ++i) {
    q.segment<3>(3 * i) = Vec<3>(-1, 1, 3);
    expected.segment<3>(3 * i) = Vec<3>(1.0, -tangent, -3.0 * tangent);
  }
  const Matrix W = Matrix::Identity(9, 9);
  expect_solution(Problem{W, q, {coulomb(0.1), coulomb(0.1), coulomb(0.1)}}, expected);
}

}  // namespace
}  // namespace nonsmooth
