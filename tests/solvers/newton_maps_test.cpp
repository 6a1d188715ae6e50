// SPDX-License-Identifier: Apache-2.0
// The equations Newton's method solves on cones: they vanish exactly at the law, their derivatives
// are right, and the method finds known answers with each of them.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/cone_maps.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nonsmooth {
namespace {

using testing::random_matrix;
using testing::random_vector;

constexpr NewtonMap cone_maps[] = {NewtonMap::alart_curnier, NewtonMap::jean_moreau,
                                   NewtonMap::fischer_burmeister};

std::string_view map_name(NewtonMap map) { return enum_names(map)[static_cast<std::size_t>(map)]; }

Vector evaluate(NewtonMap map, const SecondOrderCone& cone, double rho, const Vector& u,
                const Vector& r) {
  Arena scratch;
  Vector F(r.size());
  evaluate_cone_map(map, cone, rho, u, r, F, scratch);
  return F;
}

TEST(ConeMaps, VanishExactlyAtTheLaw) {
  const SecondOrderCone cone = coulomb(0.5);
  struct Pair {
    const char* what;
    Vector u, r;
    bool holds;
  };
  const Pair pairs[] = {{"open", Vector{{0.2, 3, -1}}, Vector{{0, 0, 0}}, true},
                        {"at rest", Vector{{0, 0, 0}}, Vector{{0, 0, 0}}, true},
                        {"sticks", Vector{{0, 0, 0}}, Vector{{2, 0.3, -0.4}}, true},
                        {"sticks on the boundary", Vector{{0, 0, 0}}, Vector{{2, 0.6, 0.8}}, true},
                        {"slips", Vector{{0, -1.2, -1.6}}, Vector{{2, 0.6, 0.8}}, true},
                        {"pushed forward", Vector{{0, 1.2, 1.6}}, Vector{{2, 0.6, 0.8}}, false},
                        {"pulls", Vector{{0, 0, 0}}, Vector{{-1, 0, 0}}, false},
                        {"penetrates", Vector{{-1, 0, 0}}, Vector{{0, 0, 0}}, false},
                        {"outside the cone", Vector{{0, 0, 0}}, Vector{{1, 0.5, 0.5}}, false}};
  for (const NewtonMap map : cone_maps)
    for (const auto& [what, u, r, holds] : pairs)
      for (const double rho : {0.1, 3.0}) {
        const double size = evaluate(map, cone, rho, u, r).norm();
        if (holds)
          EXPECT_LE(size, 1e-15 * (1.0 + u.norm() + r.norm())) << map_name(map) << ", " << what;
        else
          EXPECT_GT(size, 1e-2) << map_name(map) << ", " << what;
      }
}

TEST(ConeMaps, DerivativesAgreeWithDifferences) {
  Random random(1);
  Arena scratch;
  for (const NewtonMap map : cone_maps)
    for (const int n : {2, 3, 4})
      for (int sample = 0; sample < 60; ++sample) {
        const double mu = sample % 10 == 0 ? 0.0 : random.uniform(0.1, 1.5);
        const bool coulomb_only = map != NewtonMap::fischer_burmeister;
        const SecondOrderCone cone{n, mu, coulomb_only ? mu : random.uniform(0.0, 1.0)};
        const double rho = random.uniform(0.3, 3.0), step = 1e-6;
        const Vector u = random_vector(random, n), r = random_vector(random, n);
        Matrix dr(n, n), du(n, n);
        derive_cone_map(map, cone, rho, u, r, dr, du, scratch);
        for (int j = 0; j < n; ++j) {
          const Vector e = step * Vector::Unit(n, j);
          const Vector by_r =
              (evaluate(map, cone, rho, u, r + e) - evaluate(map, cone, rho, u, r - e)) /
              (2.0 * step);
          const Vector by_u =
              (evaluate(map, cone, rho, u + e, r) - evaluate(map, cone, rho, u - e, r)) /
              (2.0 * step);
          // second derivatives grow like 1 / distance from a kink; none is nearer than 1e-3 here
          EXPECT_LE((by_r - dr.col(j)).norm(), 1e-5) << map_name(map) << ", sample " << sample;
          EXPECT_LE((by_u - du.col(j)).norm(), 1e-5) << map_name(map) << ", sample " << sample;
        }
      }
}

TEST(ConeMaps, DerivativesAreFiniteWhereThereIsNone) {
  Arena scratch;
  for (const NewtonMap map : cone_maps)
    for (const Vector& r : {Vector{{0, 0, 0}}, Vector{{2, 0.6, 0.8}}, Vector{{-1, 0, 0}}}) {
      Matrix dr(3, 3), du(3, 3);
      derive_cone_map(map, coulomb(0.5), 1.0, Vector::Zero(3), r, dr, du, scratch);
      EXPECT_TRUE(dr.allFinite() && du.allFinite()) << map_name(map);
      EXPECT_GT(dr.norm() + du.norm(), 0.1) << map_name(map);
    }
}

TEST(NewtonMaps, EveryMapSolvesFriction) {
  for (int seed = 1; seed <= 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int contacts = 1 + random.below(6), d = seed % 3 == 0 ? 2 : 3, n = contacts * d;
    const Matrix A = random_matrix(random, n, n);
    std::vector<AnyLaw> laws;
    for (int i = 0; i < contacts; ++i) laws.emplace_back(coulomb(random.uniform(0.1, 0.6), d));
    const Problem problem{A * A.transpose() / n + 0.2 * Matrix::Identity(n, n),
                          random_vector(random, n), laws};
    const Solution reference = solve(problem, Nsgs{.tolerance = 1e-12});
    ASSERT_TRUE(reference.success());
    for (const NewtonMap map : cone_maps) {
      // the hybrid: far from the solution Newton alone promises nothing
      const Solution solution = solve(problem, SemismoothNewton{.map = map, .first_sweeps = 10});
      ASSERT_TRUE(solution.success())
          << map_name(map) << ", seed " << seed << ": " << solution.summary();
      EXPECT_LE((solution.r - reference.r).norm(), 1e-8) << map_name(map) << ", seed " << seed;
    }
  }
}

TEST(NewtonMaps, RegularisationSolvesASingularStack) {
  Matrix H(3, 6);
  H << Matrix::Identity(3, 3), Matrix::Identity(3, 3);
  const Problem problem{
      H.transpose() * H, Vector{{-1, 0.8, 0, -1, 0.8, 0}}, {coulomb(0.5), coulomb(0.5)}};
  for (const NewtonMap map : cone_maps) {
    const Solution solution = solve(problem, SemismoothNewton{.map = map, .regularisation = 1e-2});
    ASSERT_TRUE(solution.success()) << map_name(map) << ": " << solution.summary();
    EXPECT_NEAR(solution.r[0] + solution.r[3], 1.0, 1e-9);
    EXPECT_NEAR(solution.r[1] + solution.r[4], -0.5, 1e-9);
  }
}

TEST(NewtonMaps, RegularisedStepsShrinkTowardsTheCentre) {
  // inside the disk u = 2 r - 1 = 0 is linear: the proximal step with W + alpha D is 1/(2 + 2
  // alpha)
  const Problem disk{Matrix::Identity(2, 2) * 2.0, Vector{{-1.0, 0.0}}, {Disk{2, 100.0}}};
  for (const double alpha : {0.0, 1.0, 3.0}) {
    const Solution solution = solve(disk, SemismoothNewton{.max_iterations = 1,
                                                           .map = NewtonMap::natural,
                                                           .line_search = false,
                                                           .regularisation = alpha});
    EXPECT_NEAR(solution.r[0], 1.0 / (2.0 + 2.0 * alpha), 1e-12) << alpha;
  }
}

TEST(NewtonMaps, SweepsBeforeNewtonAreCounted) {
  Random random(2);
  const Problem problem =
      testing::random_problem(testing::RandomClass::positive_definite, 20, random);
  const Solution solution =
      solve(problem, SemismoothNewton{.max_iterations = 50, .first_sweeps = 7});
  ASSERT_TRUE(solution.success());
  EXPECT_GT(solution.iterations, 7);
}

}  // namespace
}  // namespace nonsmooth
