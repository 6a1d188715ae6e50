// SPDX-License-Identifier: Apache-2.0
// The first rung for scalar laws: what it must find, what it must leave alone, and that the warm
// start of a time step is used.
#include "solvers/active_set.hpp"

#include "nonsmooth/solvers.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

using testing::random_problem;
using testing::RandomClass;

// n beads on a line: W couples neighbours only, one scalar law each.
Problem chain(int n, Vector q) {
  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.push_back({i, i, Matrix{{2.0}}});
    if (i > 0) triplets.push_back({i, i - 1, Matrix{{-1.0}}});
    if (i > 0) triplets.push_back({i - 1, i, Matrix{{-1.0}}});
  }
  const std::vector<int> sizes(static_cast<std::size_t>(n), 1);
  return {BlockSparse(sizes, sizes, triplets), std::move(q),
          std::vector<AnyLaw>(static_cast<std::size_t>(n), NonNegative{1})};
}

TEST(ActiveSet, AgreesWithLemkeWhereTheSolutionIsUnique) {
  int settled = 0, tried = 0;
  for (const RandomClass which :
       {RandomClass::positive_definite, RandomClass::nonsymmetric, RandomClass::p_matrix})
    for (int n = 1; n <= small_active_set; ++n)
      for (int seed = 0; seed < 20; ++seed) {
        Random random(static_cast<std::uint64_t>(100 * n + seed));
        const Problem problem = random_problem(which, n, random);
        ASSERT_TRUE(fits_active_set(problem));
        Workspace workspace;
        Vector found(n);
        ++tried;
        if (!find_active_set(problem, Vector::Zero(n), workspace, found).settled) continue;
        ++settled;
        const Vector lemke = solve(problem, Lemke{}).r;
        // both solve the same regular linear system; its condition is below 1e4 here
        EXPECT_LE((found - lemke).norm(), 1e-10 * (1.0 + lemke.norm())) << n << " " << seed;
      }
  // it may cycle, but a first rung that mostly fails would be a waste
  EXPECT_GE(settled, tried * 9 / 10);
}

TEST(ActiveSet, KnowsTwoSidedBoundsAndCompliance) {
  // r = clip(-u / c, -1, 1) with u = 2 r + q: inside r = -q / (2 + c), else at the bound
  for (const double q : {-9.0, -1.0, 0.5, 7.0}) {
    const double c = 0.5;
    const Problem saturation{
        Matrix{{2.0}},
        Vector{{q}},
        {Box{.lower = Vector{{-1.0}}, .upper = Vector{{1.0}}, .compliance = Vector{{c}}}}};
    const Solution solution = solve(saturation);
    ASSERT_TRUE(solution.success());
    EXPECT_DOUBLE_EQ(solution.r[0], std::clamp(-q / (2.0 + c), -1.0, 1.0));
    for (const Attempt& attempt : solution.path) EXPECT_EQ(attempt.solver, "active_set");
  }
}

TEST(ActiveSet, LeavesSingularSystemsToOthers) {
  // two equal rows: elimination meets a zero pivot, Lemke takes a vertex
  const Problem twins = lcp(Matrix{{1, 1}, {1, 1}}, Vector{{-1, -1}});
  Workspace workspace;
  Vector r(2);
  EXPECT_FALSE(find_active_set(twins, Vector::Zero(2), workspace, r).settled);
  EXPECT_TRUE(solve(twins).success());
  const Problem dead_zone{
      Matrix{{1.0}},
      Vector{{-3.0}},
      {Box{.lower = Vector{{-infinity}}, .upper = Vector{{infinity}}, .dead_zone = Vector{{1.0}}}}};
  EXPECT_FALSE(fits_active_set(dead_zone));
}

TEST(ActiveSet, TheWarmStartIsReturnedAsItWas) {
  const Problem problem = lcp(Matrix{{4, -2}, {-2, 5}}, Vector{{-1, -2}});
  Workspace workspace;
  Solution solution;
  solve(problem, Auto{}, workspace, solution);
  ASSERT_TRUE(solution.success());
  // within the tolerance but not exact: nobody may touch it
  solution.r *= 1.0 + 1e-12;
  const Vector start = solution.r;
  solve(problem, Auto{}, workspace, solution);
  EXPECT_TRUE(solution.success());
  EXPECT_EQ(solution.r, start);
  EXPECT_EQ(solution.iterations, 0);
  EXPECT_TRUE(solution.path.empty());
  EXPECT_NEAR(solution.u[0], 4 * start[0] - 2 * start[1] - 1, 1e-15);
}

TEST(ActiveSet, AChainNeedsOneFactorisationPerStep) {
  // an impact on a chain at rest, then a load that grows slowly: the set stays
  const int n = 1000;
  Vector q = Vector::Constant(n, 1e-3);
  q.segment(400, 10).setConstant(-1.0);
  Problem problem = chain(n, q);
  Workspace workspace;
  Solution solution;
  for (int step = 0; step < 4; ++step) {
    problem.q = (1.0 + 0.01 * step) * q;
    solve(problem, Auto{}, workspace, solution);
    ASSERT_TRUE(solution.success()) << solution.summary();
    ASSERT_EQ(solution.path.size(), 1u);
    EXPECT_EQ(solution.path[0].solver, "active_set");
    if (step > 0) {
      EXPECT_EQ(solution.iterations, 1);
    }
  }
}

TEST(ActiveSet, EveryLawAloneIsSolvedInOneBlock) {
  for (const AnyLaw& law : {AnyLaw(coulomb(0.3)), AnyLaw(coulomb(0.3, 2)), AnyLaw(Disk{2, 0.4})}) {
    const int n = law.size();
    Matrix W = Matrix::Identity(n, n);
    W(0, n - 1) = W(n - 1, 0) = 0.2;
    const Problem problem{W, Vector{Vector::LinSpaced(n, -1.0, 0.9)}, {law}};
    const Solution solution = solve(problem);
    ASSERT_TRUE(solution.success()) << law.kind();
    EXPECT_EQ(solution.path.back().solver, "one_block") << law.kind();
  }
}

}  // namespace
}  // namespace nonsmooth
