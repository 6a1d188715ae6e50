// SPDX-License-Identifier: Apache-2.0
// Repeated solves with one workspace allocate nothing, for every built-in solver.
#include "bench/friction_problems.hpp"
#include "nonsmooth/solvers.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using test::AllocationCounter;
using testing::random_problem;
using testing::RandomClass;

void expect_no_allocation(const Problem& problem, Solver solver) {
  // it copies W once per solve, as its header says
  if (std::holds_alternative<ProximalNewton>(solver)) return;
  // many steps allocate no more than some, and most problems here are beyond first-order methods
  std::visit(
      []<class Options>(Options& options) {
        if constexpr (requires { options.max_iterations; })
          options.max_iterations = std::min(options.max_iterations, 300);
        if constexpr (requires { options.inner_iterations; })
          options.inner_iterations = std::min(options.inner_iterations, 20);
      },
      solver);
  Workspace workspace;
  Solution solution;
  // the first solve grows the memory, the second merges its pieces
  for (int warm_up = 0; warm_up < 3; ++warm_up) {
    solution.r.setZero(problem.size());
    solve(problem, solver, workspace, solution);
  }
  solution.r.setZero();
  const AllocationCounter counter;
  solve(problem, solver, workspace, solution);
  EXPECT_EQ(counter.count(), 0) << name(solver) << " at size " << problem.size();
}

TEST(SolveAllocation, EverySolverOnEveryClassItTakes) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (int which = 0; which < 11; ++which)
    for (const int n : {3, 8, 30, 120}) {
      Random random(static_cast<std::uint64_t>(n));
      const Problem problem = random_problem(static_cast<RandomClass>(which), n, random);
      for (const Solver& solver : solvers_for(problem)) {
        // the hard classes climb the whole ladder, enumeration included: small sizes tell as much
        const bool hard = which == 4 || which == 5 || which == 7;
        if (hard && n > 8) continue;
        expect_no_allocation(problem, solver);
      }
    }
}

TEST(SolveAllocation, PolytopesAndCones) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const Problem triangle = avi(Matrix{{2, 1}, {-1, 2}}, Vector{{-3, -1}},
                               Matrix{{1, 1}, {-1, 0}, {0, -1}}, Vector{{1, 0, 0}});
  for (const Solver& solver : solvers_for(triangle)) expect_no_allocation(triangle, solver);
  const Problem friction{Matrix{{1, 0.2, 0.1}, {0.2, 0.8, 0.05}, {0.1, 0.05, 0.6}},
                         Vector{{-1, 0.9, -0.4}},
                         {coulomb(0.3)}};
  for (const Solver& solver : solvers_for(friction)) expect_no_allocation(friction, solver);
}

TEST(SolveAllocation, EveryOptionOnEveryRoundLaw) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const std::vector<AnyLaw> laws{coulomb(0.4),
                                 coulomb(0.4, 2),
                                 SecondOrderCone{4, 0.7, 0.2},
                                 Disk{2, 0.3},
                                 Free{2},
                                 RollingCone{5, 0.5, 0.1},
                                 NonNegative{2},
                                 SecondOrderCone{3, 0.5, 0.0}};
  int size = 0;
  std::vector<int> sizes;
  for (const AnyLaw& law : laws) {
    sizes.push_back(law.size());
    size += law.size();
  }
  Random random(5);
  const Matrix A = testing::random_matrix(random, size, size);
  const Matrix W = A * A.transpose() / size + 0.2 * Matrix::Identity(size, size);
  const Vector q = testing::random_vector(random, size);
  const BlockSparse blocks(sizes, sizes, SparseMatrix(W.sparseView()));
  for (const Nsgs& options :
       {Nsgs{}, Nsgs{.order = SweepOrder::symmetric}, Nsgs{.order = SweepOrder::random},
        Nsgs{.relaxation = 1.2}, Nsgs{.freeze_after = 3}, Nsgs{.anderson = 5},
        Nsgs{.momentum = true}}) {
    expect_no_allocation(Problem{W, q, laws}, options);
    expect_no_allocation(Problem{blocks, q, laws}, options);
  }
  using enum NewtonMap;
  for (const Solver& options :
       {Solver{ProjectedGradient{}},
        Solver{ProjectedGradient{.acceleration = Acceleration::barzilai_borwein}},
        Solver{FixedPoint{}}, Solver{FixedPoint{.extragradient = true}}, Solver{Admm{}},
        Solver{ConvexFixedPoint{}}, Solver{InteriorPoint{}},
        Solver{InteriorPoint{.lagged_steps = 3}},
        Solver{SemismoothNewton{.map = fischer_burmeister}},
        Solver{SemismoothNewton{.map = jean_moreau, .first_sweeps = 3, .regularisation = 1e-3}}}) {
    expect_no_allocation(Problem{W, q, laws}, options);
    expect_no_allocation(Problem{blocks, q, laws}, options);
  }
}

TEST(SolveAllocation, SweepsOverGroups) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const Problem tower =
      reduce(bench::friction_problem({.family = bench::Family::tower, .contacts = 300}));
  for (const Nsgs& options :
       {Nsgs{.order = SweepOrder::coloured}, Nsgs{.order = SweepOrder::coloured, .anderson = 5}})
    expect_no_allocation(tower, options);
}

TEST(SolveAllocation, PivotingOfPlaneFriction) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const Problem problem{Matrix{{2.5, -1.5}, {-1.5, 2.5}}, Vector{{-2, 0.2}}, {coulomb(0.5, 2)}};
  for (const Solver& solver : solvers_for(problem)) expect_no_allocation(problem, solver);
}

TEST(SolveAllocation, AChainThatChangesItsActiveSet) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const int n = 400;
  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.push_back({i, i, Matrix{{2.0}}});
    if (i > 0) triplets.push_back({i, i - 1, Matrix{{-1.0}}});
    if (i > 0) triplets.push_back({i - 1, i, Matrix{{-1.0}}});
  }
  const std::vector<int> sizes(static_cast<std::size_t>(n), 1);
  Problem problem{BlockSparse(sizes, sizes, triplets), Vector(n),
                  std::vector<AnyLaw>(static_cast<std::size_t>(n), NonNegative{1})};
  const Solver solver = Auto{};
  Workspace workspace;
  Solution solution;
  const auto step = [&](int k) {
    for (int i = 0; i < n; ++i) problem.q[i] = std::sin(0.1 * (i + k)) + 0.1;
    solve(problem, solver, workspace, solution);
    EXPECT_TRUE(solution.success());
  };
  for (int k = 0; k < 3; ++k) step(k);
  const AllocationCounter counter;
  for (int k = 3; k < 20; ++k) step(k);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace nonsmooth
