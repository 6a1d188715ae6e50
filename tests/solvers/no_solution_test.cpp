// SPDX-License-Identifier: Apache-2.0
// A body between two walls that close on it: no velocity respects both, so nobody may call any
// point a solution. With reactions r on both sides the normal velocities add up to the closing
// speed, whatever r is.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

struct Squeeze {
  int dimension;
  double mu;
  int others;  // bodies on the floor beside the squeezed one
};

// Bodies of different masses with a contact each; one in the middle with two opposite ones. The
// walls move with `closing` / 2 each, against a fall of speed 1 for all.
Problem squeezed(const Squeeze& squeeze, double closing, bool dense) {
  const auto [dimension, mu, others] = squeeze;
  const int contacts = others + 2, at = others / 2;
  Random random(7);
  Problem problem;
  Matrix W = Matrix::Zero(contacts * dimension, contacts * dimension);
  problem.q = Vector::Zero(contacts * dimension);
  for (int i = 0; i < contacts; ++i) {
    const double mass = random.uniform(0.5, 2.0);
    for (int k = 0; k < dimension; ++k) {
      W(dimension * i + k, dimension * i + k) = 1.0 / mass;
      if (k > 0) problem.q[dimension * i + k] = random.uniform(-0.5, 0.5);
    }
    problem.q[dimension * i] = -1.0;
    problem.laws.emplace_back(coulomb(mu, dimension));
  }
  // contacts at and at + 1 hold the same body of mass 1; the normals are opposite
  const int a = dimension * at, b = a + dimension;
  for (int k = 0; k < dimension; ++k) {
    W(a + k, a + k) = W(b + k, b + k) = 1.0;
    W(a + k, b + k) = W(b + k, a + k) = k == 0 ? -1.0 : 1.0;
    problem.q[b + k] = k == 0 ? 1.0 - closing : problem.q[a + k];
  }
  if (dense) {
    problem.W = W;
  } else {
    const std::vector<int> sizes(static_cast<std::size_t>(contacts), dimension);
    problem.W = BlockSparse(sizes, sizes, W.sparseView());
  }
  return problem;
}

std::vector<Squeeze> squeezes() {
  std::vector<Squeeze> all;
  for (const int dimension : {2, 3})
    for (const double mu : {0.0, 0.3, 1.0})
      for (const int others : {0, 5, 40}) all.push_back({dimension, mu, others});
  return all;
}

class NoSolution : public ::testing::TestWithParam<Squeeze> {};

TEST_P(NoSolution, AutoProvesIt) {
  for (const bool dense : {true, false})
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      const Problem problem = squeezed(GetParam(), 1.0, dense);
      const Solution solution = solve(problem, Auto{.tolerance = tolerance, .max_time = 5.0});
      EXPECT_EQ(solution.status, Status::infeasible) << solution.summary();
      EXPECT_LT(solution.time, 4.0);
    }
}

TEST_P(NoSolution, NoSolverCallsItSolved) {
  const Problem problem = squeezed(GetParam(), 1.0, GetParam().others == 0);
  for (const Solver& solver : solvers_for(problem)) {
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      Solver strict = solver;
      std::visit([&](auto& options) { options.tolerance = tolerance; }, strict);
      Workspace workspace;
      workspace.deadline = Workspace::after(0.02);
      Solution solution;
      solve(problem, strict, workspace, solution);
      EXPECT_FALSE(solution.success()) << name(strict) << ": " << solution.summary();
      EXPECT_FALSE(solution.message.empty());
    }
  }
}

TEST_P(NoSolution, WallsThatOpenAreSolved) {
  const Problem problem = squeezed(GetParam(), -0.5, false);
  const Solution solution = solve(problem, Auto{.tolerance = 1e-8});
  EXPECT_TRUE(solution.success()) << solution.summary();
}

std::string case_name(const ::testing::TestParamInfo<Squeeze>& each) {
  return "dimension" + std::to_string(each.param.dimension) + "_mu" +
         std::to_string(static_cast<int>(10.0 * each.param.mu)) + "_beside" +
         std::to_string(each.param.others);
}

INSTANTIATE_TEST_SUITE_P(Squeezed, NoSolution, ::testing::ValuesIn(squeezes()), case_name);

TEST(Divergence, HugeReactionsAreNoSolution) {
  // the farther out, the smaller the relative violation: the standard measure falls for it
  const Problem problem = squeezed({3, 0.3, 0}, 1.0, true);
  double standard = infinity;
  for (const double size : {1e2, 1e6, 1e10, 1e14, 1e18, 1e30, 1e100}) {
    const Vector r{{size, 0, 0, size, 0, 0}};
    const Residuals residuals = natural_residual(problem, r);
    EXPECT_GE(residuals.invariant, 1e-3) << size;
    EXPECT_LE(residuals.standard, standard) << size;
    standard = residuals.standard;
  }
  EXPECT_LE(standard, 1e-14);
}

TEST(Divergence, AJammedBodyIsNamedAsDiverging) {
  // sweeps know no proof, but say what they see
  const Problem problem = squeezed({3, 0.3, 0}, 1.0, true);
  const Solution solution = solve(problem, Nsgs{.max_iterations = 100000, .anderson = 10});
  EXPECT_FALSE(solution.success()) << solution.summary();
  EXPECT_NE(solution.message.find("grow without bound"), std::string_view::npos)
      << solution.message;
}

}  // namespace
}  // namespace nonsmooth
