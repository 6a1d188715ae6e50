// SPDX-License-Identifier: Apache-2.0
// Every solver on every class of random problem it must handle, judged from outside the library.
#include "nonsmooth/solvers.hpp"
#include "tests/support/checker.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace nonsmooth {
namespace {

using testing::random_class_names;
using testing::random_problem;
using testing::RandomClass;
using testing::violation;

struct Case {
  Solver solver;
  RandomClass which;
};

// what theory promises: Lemke for positive semidefinite matrices, principal pivoting for
// P-matrices, sweeps for symmetric positive definite ones, Newton and interior point for monotone
// problems
std::vector<Case> promises() {
  using enum RandomClass;
  std::vector<Case> cases;
  for (const RandomClass which :
       {positive_definite, nonsymmetric, p_matrix, semidefinite, mixed, mixed_singular, boxed})
    for (const Solver& solver : {Solver{Auto{}}, Solver{Lemke{}}}) cases.push_back({solver, which});
  for (const RandomClass which : {positive_definite, nonsymmetric, p_matrix})
    for (const PivotRule rule : {PivotRule::block, PivotRule::least_index})
      cases.push_back({PrincipalPivoting{.max_iterations = 100000, .rule = rule}, which});
  for (const RandomClass which : {positive_definite, nonsymmetric, mixed, boxed}) {
    cases.push_back({InteriorPoint{}, which});
    cases.push_back({SemismoothNewton{}, which});
  }
  cases.push_back({Nsgs{.max_iterations = 100000}, positive_definite});
  // first-order methods: projected gradients for symmetric matrices, extragradient and alternating
  // directions for every monotone problem
  cases.push_back({ProjectedGradient{}, positive_definite});
  cases.push_back(
      {ProjectedGradient{.acceleration = Acceleration::barzilai_borwein}, positive_definite});
  cases.push_back({FixedPoint{}, positive_definite});
  cases.push_back({ConvexFixedPoint{}, positive_definite});
  for (const RandomClass which : {positive_definite, nonsymmetric, mixed, boxed}) {
    cases.push_back({FixedPoint{.extragradient = true}, which});
    cases.push_back({Admm{.relaxation = 1.0, .momentum = false}, which});
  }
  cases.push_back({Admm{}, positive_definite});
  cases.push_back({Enumeration{}, p_matrix});
  cases.push_back({Enumeration{}, mixed_singular});
  cases.push_back({Enumeration{}, indefinite});
  return cases;
}

class Conformance : public ::testing::TestWithParam<Case> {};

TEST_P(Conformance, SolvesItsClass) {
  const auto& [solver, which] = GetParam();
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 1);
    const int most = std::holds_alternative<Enumeration>(solver)         ? 7
                     : std::holds_alternative<PrincipalPivoting>(solver) ? 14
                                                                         : 40;
    const Problem problem = random_problem(which, 1 + random.below(most), random);
    const Solution solution = solve(problem, solver);
    ASSERT_TRUE(solution.success()) << "seed " << seed << ", size " << problem.size() << ": "
                                    << solution.message << ", " << solution.summary();
    // the checker divides by max(1, |q|), the library by |q|: allow the factor
    const double tolerance = std::visit([](const auto& s) { return s.tolerance; }, solver);
    EXPECT_LE(violation(problem, solution.r), 10.0 * tolerance) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllSolvers, Conformance, ::testing::ValuesIn(promises()), [](const auto& each) {
      return std::string(name(each.param.solver)) + "_on_" +
             std::string(random_class_names[static_cast<std::size_t>(each.param.which)]) + "_" +
             std::to_string(each.index);
    });

TEST(Auto, ProvesInfeasibilityOfEveryInfeasibleProblem) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 1);
    const Problem problem = random_problem(RandomClass::infeasible, 1 + random.below(40), random);
    EXPECT_EQ(solve(problem).status, Status::infeasible) << "seed " << seed;
  }
}

TEST(Auto, AgreesWithEnumerationOnWhetherThereIsASolution) {
  // Small arbitrary problems: half have no solution. Enumeration tries every active set.
  int without = 0;
  for (int seed = 0; seed < 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 1);
    const Problem problem = random_problem(RandomClass::arbitrary, 1 + random.below(6), random);
    const bool solvable = !enumerate(problem).solutions.empty();
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.success(), solvable) << "seed " << seed << ": " << solution.summary();
    without += !solvable;
  }
  EXPECT_GT(without, 30);  // the test would be empty otherwise
}

TEST(Auto, WarmStartAtTheSolutionCostsNoIteration) {
  Random random(7);
  const Problem problem = random_problem(RandomClass::nonsymmetric, 30, random);
  Workspace workspace;
  Solution solution = solve(problem);
  ASSERT_TRUE(solution.success());
  solve(problem, Auto{}, workspace, solution);
  EXPECT_TRUE(solution.success());
  EXPECT_EQ(solution.iterations, 0);
}

TEST(Auto, IsDeterministic) {
  for (int which = 0; which < 11; ++which) {
    Random first(5), second(5);
    const Solution a = solve(random_problem(static_cast<RandomClass>(which), 25, first));
    const Solution b = solve(random_problem(static_cast<RandomClass>(which), 25, second));
    EXPECT_TRUE(a.r == b.r) << random_class_names[static_cast<std::size_t>(which)];
  }
}

TEST(Solve, NeverClaimsSuccessAboveTheTolerance) {
  // a custom solver that lies
  const CustomSolver liar{.name = "liar",
                          .run = [](const Problem&, Workspace&, Solution& solution) {
                            solution.r.setConstant(3.0);
                            return Status::solved;
                          }};
  const Solution solution = solve(lcp(Matrix{{2, 1}, {1, 2}}, Vector{{-5, -6}}), liar);
  EXPECT_EQ(solution.status, Status::numerical_failure);
  EXPECT_GT(solution.residual, 0.1);
}

TEST(Solve, UnsupportedProblemsSayWhy) {
  const Problem friction{Matrix::Identity(3, 3), Vector{{-1, 0, 0}}, {coulomb(0.5)}};
  const Solution solution = solve(friction, Lemke{});
  EXPECT_EQ(solution.status, Status::unsupported);
  EXPECT_NE(solution.message.find("scalar"), std::string_view::npos) << solution.message;
}

TEST(Solve, RefusesDataThatIsNoProblem) {
  EXPECT_THROW(
      static_cast<void>(solve(Problem{Matrix::Identity(2, 2), Vector::Zero(3), {Free{3}}})), Error);
  EXPECT_THROW(static_cast<void>(lcp(Matrix{{NAN}}, Vector{{1.0}})), Error);
  EXPECT_THROW(static_cast<void>(solve(lcp(Matrix{{1.0}}, Vector{{1.0}}), Lemke{.tolerance = -1})),
               Error);
}

TEST(Solve, EmptyProblemIsSolved) { EXPECT_TRUE(solve(lcp(Matrix(0, 0), Vector(0))).success()); }

TEST(Solve, UnknownSolverNameSuggestsTheNearest) {
  try {
    solver_by_name("lemk");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'lemke'"), std::string::npos);
  }
}

}  // namespace
}  // namespace nonsmooth
