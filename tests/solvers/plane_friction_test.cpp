// SPDX-License-Identifier: Apache-2.0
// Friction in the plane by pivoting: every mode, all solutions where there are several, and the
// proof where there is none.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/box_form.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace nonsmooth {
namespace {

using testing::random_matrix;
using testing::random_vector;

TEST(PlaneFriction, EveryModeOfOneContact) {
  const Matrix W{{2.5, -1.5}, {-1.5, 2.5}};
  struct Mode {
    const char* what;
    Vector q, r;
  };
  // mu = 1/2; sliding forward r_T = -r_N / 2: u_N = 3.25 r_N + q_N; back: u_N = 1.75 r_N + q_N
  for (const auto& [what, q, r] :
       {Mode{"barely slides back", Vector{{-2, 0.2}}, Vector{{8.0 / 7.0, 4.0 / 7.0}}},
        Mode{"slides forward", Vector{{-3.25, 5}}, Vector{{1, -0.5}}},
        Mode{"slides back", Vector{{-1.75, -4}}, Vector{{1, 0.5}}},
        Mode{"sticks", Vector{{-2.5, 1.5}}, Vector{{1, 0}}},
        Mode{"open, moving forward", Vector{{0.5, 3}}, Vector{{0, 0}}},
        Mode{"open, moving back", Vector{{0.5, -3}}, Vector{{0, 0}}}}) {
    const Problem problem{W, q, {coulomb(0.5, 2)}};
    for (const Solver& solver : {Solver{Lemke{}}, Solver{Enumeration{}}, Solver{Auto{}}}) {
      const Solution solution = solve(problem, solver);
      ASSERT_TRUE(solution.success()) << name(solver) << ", " << what << ": " << solution.message;
      EXPECT_LE((solution.r - r).norm(), 1e-12) << name(solver) << ", " << what;
    }
  }
}

TEST(PlaneFriction, AllThreeSolutionsOfAJammedRod) {
  // r_T = -r_N makes u_N = -2 r_N + q_N: the paradox of Painleve. Separation, sliding and sticking
  // are all possible, worked out by hand.
  const Problem problem{Matrix{{1, 3}, {3, 10}}, Vector{{1, 5}}, {coulomb(1.0, 2)}};
  const SolutionSet set = enumerate(problem);
  EXPECT_TRUE(set.complete);
  ASSERT_EQ(set.solutions.size(), 3u);
  for (const Vector& r : {Vector{{0, 0}}, Vector{{0.5, -0.5}}, Vector{{5, -2}}})
    EXPECT_TRUE(std::any_of(set.solutions.begin(), set.solutions.end(), [&](const Solution& each) {
      return (each.r - r).norm() <= 1e-12;
    })) << r.transpose();
}

TEST(PlaneFriction, ProvesThatThereIsNoSolution) {
  // the normal velocity is -1 whatever the reaction
  const Problem squeezed{Matrix{{0, 0}, {0, 1}}, Vector{{-1, 0.3}}, {coulomb(0.5, 2)}};
  EXPECT_EQ(solve(squeezed, Enumeration{}).status, Status::infeasible);
  EXPECT_EQ(solve(squeezed).status, Status::infeasible);
}

TEST(PlaneFriction, PivotingAgreesWithSweeps) {
  for (int seed = 1; seed <= 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int contacts = 1 + random.below(seed % 2 == 0 ? 3 : 10), n = 2 * contacts + 1;
    const Matrix A = random_matrix(random, n, n);
    std::vector<AnyLaw> laws{NonNegative{1}};  // beside a law of another kind
    for (int i = 0; i < contacts; ++i) {
      const double mu = random.uniform(0.1, 0.8);
      // Coulomb, associated, and in between
      laws.emplace_back(SecondOrderCone{2, mu, 0.5 * (i % 3) * mu});
    }
    const Problem problem{A * A.transpose() / n + 0.2 * Matrix::Identity(n, n),
                          random_vector(random, n), laws};
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success()) << "seed " << seed;
    const Solution pivoted = solve(problem, Lemke{});
    ASSERT_TRUE(pivoted.success()) << "seed " << seed << ": " << pivoted.message;
    EXPECT_LE((pivoted.r - reference.r).norm(), 1e-9) << "seed " << seed;
    if (contacts > 3) continue;
    const Solution tried = solve(problem, Enumeration{});
    ASSERT_TRUE(tried.success()) << "seed " << seed << ": " << tried.message;
    EXPECT_LE((tried.r - reference.r).norm(), 1e-9) << "seed " << seed;
  }
}

TEST(PlaneFriction, AutoAgreesWithEnumerationOnWhetherThereIsASolution) {
  int without = 0;
  for (int seed = 1; seed <= 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int contacts = 1 + random.below(2), n = 2 * contacts;
    const std::vector<AnyLaw> laws(static_cast<std::size_t>(contacts), coulomb(0.7, 2));
    const Problem problem{random_matrix(random, n, n), random_vector(random, n), laws};
    const bool solvable = !enumerate(problem).solutions.empty();
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.success(), solvable) << "seed " << seed << ": " << solution.summary();
    without += !solvable;
  }
  EXPECT_GT(without, 5);  // the test would be empty otherwise
}

TEST(PlaneFriction, SpaceAndDilatantConesAreRefused) {
  const Problem space{Matrix::Identity(3, 3), Vector{{-1, 0, 0}}, {coulomb(0.5)}};
  EXPECT_FALSE(unsupported_reason(Lemke{}, space).empty());
  const Problem above{Matrix::Identity(2, 2), Vector{{-1, 0}}, {SecondOrderCone{2, 0.5, 0.9}}};
  EXPECT_NE(unsupported_reason(Enumeration{}, above).find("shift"), std::string::npos);
  EXPECT_TRUE(solve(above).success());  // Auto still has other ways
}

TEST(BoxForm, ReactionsOfPlaneConesSurviveTheRoundTrip) {
  const Problem problem{Matrix::Identity(6, 6),
                        Vector::Zero(6),
                        {coulomb(0.5, 2), NonNegative{1}, coulomb(0.3, 2), Free{1}}};
  const Vector r{{2, -1, 0.4, 3, 0.5, -7}};
  Arena scratch;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  Vector z(box.size), back(6);
  from_reaction(box, r, z);
  to_reaction(box, z, back);
  EXPECT_LE((back - r).norm(), 1e-15);
}

}  // namespace
}  // namespace nonsmooth
