// SPDX-License-Identifier: Apache-2.0
// What impacts may do to energy, over random bodies: W = H^T M^-1 H of any rank, u- = H^T v.
#include "nonsmooth/base/random.hpp"
#include "tests/impacts/balls.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

using testing::random_matrix;
using testing::random_vector;

// energies relative to the kinetic energy before, given solvers at 1e-12 and some conditioning
constexpr double rounding = 1e-9;

// `regular`: at least as many degrees of freedom as rows; otherwise also down to half as many,
// where normals depend on each other and a sequence of impacts may have no end. `approaching`: no
// contact separates before the impact.
struct Kind {
  bool regular = false, approaching = false;
};

struct RandomImpact {
  Impact impact;
  double energy = 0.0;  // before

  RandomImpact(Random& random, int contacts, int dimension, Kind kind = {}) {
    const int rows = contacts * dimension;
    const int dofs = std::max(2, (kind.regular ? rows : rows / 2) + random.below(rows + 2));
    Matrix H = random_matrix(random, dofs, rows);
    Vector mass(dofs);
    for (int i = 0; i < dofs; ++i) mass[i] = random.uniform(0.2, 2.0);
    const Vector v = random_vector(random, dofs);
    if (kind.approaching)
      for (int i = 0; i < rows; i += dimension)
        if (H.col(i).dot(v) > 0.0) H.col(i) *= -1.0;
    energy = 0.5 * v.dot(mass.cwiseProduct(v));
    impact.W = H.transpose() * mass.cwiseInverse().asDiagonal() * H;
    impact.u_before = H.transpose() * v;
    for (int i = 0; i < contacts; ++i)
      impact.contacts.push_back({.e = random.uniform(),
                                 .mu = dimension > 1 ? random.uniform(0.0, 1.0) : 0.0,
                                 .dimension = dimension,
                                 .stiffness = std::exp(random.uniform(-3.0, 3.0))});
  }
};

TEST(ImpactEnergy, CommonRestitutionLosesExactlyItsShare) {
  for (int seed = 1; seed <= 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    RandomImpact any(random, 1 + random.below(8), 1);
    const double e = seed % 10 == 0 ? 1.0 : random.uniform();
    for (ImpactContact& contact : any.impact.contacts) contact.e = e;
    const ImpactResult result = resolve_impact(any.impact, NewtonRule{});
    ASSERT_TRUE(result.success()) << "seed " << seed << ": " << result.message;
    Vector WP(result.impulse.size());
    any.impact.W.multiply(result.impulse, WP);
    EXPECT_NEAR(result.energy_change, -0.5 * (1 - e) / (1 + e) * result.impulse.dot(WP),
                rounding * any.energy)
        << "seed " << seed;
    EXPECT_FALSE(result.gains_energy) << "seed " << seed;
  }
}

TEST(ImpactEnergy, NewtonWithDifferentRestitutionsCanGainAndSaysSo) {
  int gains = 0;
  for (int seed = 1; seed <= 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    RandomImpact any(random, 2, 1);
    any.impact.contacts[0].e = 0.0;
    any.impact.contacts[1].e = 1.0;
    const ImpactResult result = resolve_impact(any.impact, NewtonRule{});
    ASSERT_TRUE(result.success());
    EXPECT_EQ(result.gains_energy, result.energy_change > 1e-9 * any.energy) << "seed " << seed;
    gains += result.gains_energy;
  }
  EXPECT_GT(gains, 3);
}

// Every rule here on the same impacts, contacts with their own restitution each.
void expect_no_gain(const ImpactRule& rule, int dimension, int count, Kind kind = {}) {
  for (int seed = 1; seed <= count; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RandomImpact any(random, 1 + random.below(6), dimension, kind);
    const ImpactResult result = resolve_impact(any.impact, rule);
    ASSERT_TRUE(result.success()) << name(rule) << ", seed " << seed << ": " << result.message;
    EXPECT_LE(result.energy_change, rounding * any.energy) << name(rule) << ", seed " << seed;
    EXPECT_GE(result.energy_change, -any.energy * (1 + rounding)) << "seed " << seed;
    EXPECT_FALSE(result.gains_energy) << name(rule) << ", seed " << seed;
  }
}

TEST(ImpactEnergy, FremondNeverGains) {
  expect_no_gain(FremondRule{}, 2, 100, {.approaching = true});
  expect_no_gain(FremondRule{}, 3, 100, {.approaching = true});
}
TEST(ImpactEnergy, PoissonWithoutFrictionNeverGains) { expect_no_gain(PoissonRule{}, 1, 200); }
TEST(ImpactEnergy, BinaryCollisionsNeverGain) {
  expect_no_gain(BinaryCollisions{}, 1, 200, {.regular = true});
}
TEST(ImpactEnergy, EnergeticNeverGains) {
  expect_no_gain(EnergeticRule{}, 1, 100, {.regular = true});
  expect_no_gain(EnergeticRule{.compliance = Compliance::mono_stiffness}, 1, 100,
                 {.regular = true});
}

TEST(ImpactEnergy, FremondDissipatesByTheFormula) {
  for (int seed = 1; seed <= 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RandomImpact any(random, 1 + random.below(4), 3);
    const ImpactResult result = resolve_impact(any.impact, FremondRule{});
    ASSERT_TRUE(result.success());
    double expected = 0.0;
    for (int i = 0; i < static_cast<int>(any.impact.contacts.size()); ++i) {
      const ImpactContact& contact = any.impact.contacts[static_cast<std::size_t>(i)];
      const Vector sum = any.impact.u_before.segment(3 * i, 3) + result.u_after.segment(3 * i, 3);
      expected += result.impulse[3 * i] * 0.5 *
                  ((1 - contact.e) * any.impact.u_before[3 * i] - contact.mu * sum.tail(2).norm());
    }
    EXPECT_NEAR(result.energy_change, expected, rounding * any.energy) << "seed " << seed;
  }
}

TEST(ImpactEnergy, ElasticSpringsAndCollisionsKeepAll) {
  for (int seed = 1; seed <= 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    RandomImpact any(random, 1 + random.below(5), 1, {.regular = true});
    for (ImpactContact& contact : any.impact.contacts) {
      contact.e = 1.0;
      contact.exponent = random.below(2) ? 1.5 : 1.0;
    }
    for (const ImpactRule& rule :
         std::initializer_list<ImpactRule>{BinaryCollisions{}, EnergeticRule{}}) {
      const ImpactResult result = resolve_impact(any.impact, rule);
      ASSERT_TRUE(result.success()) << name(rule) << ", seed " << seed << ": " << result.message;
      EXPECT_NEAR(result.energy_change, 0.0, rounding * any.energy) << name(rule) << ", " << seed;
    }
  }
}

TEST(ImpactEnergy, LargestGainOfTheRodByNewton) {
  // e = 1, unit approach: if it sticks, P_T = (3 - 2.5 u_T-) / 4 and the gain P_T u_T- / 2 is at
  // most 9/80, at u_T- = 0.6; sliding on gains less
  double largest = 0.0;
  ImpactWorkspace workspace;
  ImpactResult result;
  Impact impact{Matrix{{2.5, -1.5}, {-1.5, 2.5}}, Vector{{-1, 0}}, {{.e = 1, .dimension = 2}}};
  for (double mu = 0.05; mu < 2.0; mu += 0.05)
    for (double slide = -2.0; slide <= 2.0; slide += 0.05) {
      impact.u_before[1] = slide;
      impact.contacts[0].mu = mu;
      resolve_impact(impact, NewtonRule{}, workspace, result);
      ASSERT_TRUE(result.success()) << mu << ", " << slide;
      largest = std::max(largest, result.energy_change);
    }
  EXPECT_NEAR(largest, 9.0 / 80, 1e-10);
}

// The laws of both phases, checked from the impulses.
TEST(ImpactEnergy, PoissonKeepsFrictionInBothPhases) {
  ImpactWorkspace workspace;
  ImpactResult result;
  for (const int dimension : {2, 3})
    for (int seed = 1; seed <= 100; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const RandomImpact any(random, 1 + random.below(5), dimension);
      resolve_impact(any.impact, PoissonRule{}, workspace, result);
      ASSERT_TRUE(result.success()) << "seed " << seed << ": " << result.message;
      const Vector compression = workspace.first.solution.r;
      const Vector expansion = result.impulse - compression;
      const double scale = 1.0 + result.impulse.norm();
      for (int i = 0; i < static_cast<int>(any.impact.contacts.size()); ++i) {
        const ImpactContact& contact = any.impact.contacts[static_cast<std::size_t>(i)];
        const int N = dimension * i;
        const double returned = contact.e * compression[N];
        EXPECT_GE(expansion[N], returned - 1e-9 * scale);
        EXPECT_GE(result.u_after[N], -1e-9);
        EXPECT_NEAR((expansion[N] - returned) * result.u_after[N], 0.0, 1e-9 * scale);
        const Vector r_T = expansion.segment(N + 1, dimension - 1);
        const Vector u_T = result.u_after.segment(N + 1, dimension - 1);
        EXPECT_LE(r_T.norm(), contact.mu * expansion[N] + 1e-9 * scale);
        // the most dissipative of all admissible ones
        EXPECT_NEAR(r_T.dot(u_T), -contact.mu * expansion[N] * u_T.norm(), 1e-8 * scale)
            << "seed " << seed;
      }
    }
}

}  // namespace
}  // namespace nonsmooth
