// SPDX-License-Identifier: Apache-2.0
// One contact with plane friction, solved by its modes: known answers, and the law itself on random
// contacts, alone and eight at a time.
#include "nonsmooth/laws/plane_coulomb.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

TEST(PlaneCoulomb, EveryModeByHand) {
  const PlaneCoulomb<double> contact(0.5, 2.5, -1.5, -1.5, 2.5);
  const auto open = contact.solve(0.1, 3.0);
  EXPECT_TRUE(open.exact);
  EXPECT_EQ(open.r0, 0.0);
  EXPECT_EQ(open.r1, 0.0);
  // slip: 2.5 r_N - 1.5 r_T = 2 with r_T = r_N / 2
  const auto slip = contact.solve(-2.0, 0.2);
  EXPECT_TRUE(slip.exact);
  EXPECT_NEAR(slip.r0, 8.0 / 7, 1e-15);
  EXPECT_NEAR(slip.r1, 4.0 / 7, 1e-15);
  // stick: the inverse is [2.5 1.5; 1.5 2.5] / 4
  const auto stick = contact.solve(-2.0, 1.4);
  EXPECT_TRUE(stick.exact);
  EXPECT_NEAR(stick.r0, (2.5 * 2.0 - 1.5 * 1.4) / 4, 1e-15);
  EXPECT_NEAR(stick.r1, (1.5 * 2.0 - 2.5 * 1.4) / 4, 1e-15);
  // without friction the tangent has no say
  EXPECT_NEAR(PlaneCoulomb<double>(0.0, 2.0, 0.3, 0.3, 1.0).solve(-1.0, 7.0).r0, 0.5, 1e-15);
}

TEST(PlaneCoulomb, ASingularContactSlips) {
  // both rows are the same: stick is undetermined, and slip solves it
  const auto answer = PlaneCoulomb<double>(0.3, 1.0, 1.0, 1.0, 1.0).solve(-1.0, -1.0);
  EXPECT_TRUE(answer.exact);
  EXPECT_NEAR(answer.r0 + answer.r1, 1.0, 1e-15);
}

TEST(PlaneCoulomb, RandomContactsKeepTheLawAloneAndInLanes) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (int trial = 0; trial < 500; ++trial) {
    Lanes all[7];  // mu, w, a, c, t, q0, q1
    PlaneCoulomb<double> single[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      const double w = random.uniform(0.5, 2.0), t = random.uniform(0.5, 2.0),
                   a = random.uniform(-0.9, 0.9) * std::sqrt(w * t);
      // mu |a| < w: the law has exactly one answer
      const double mu = random.uniform(0.0, 0.99) * w / (std::abs(a) + 0.1);
      const double values[] = {mu, w, a, a, t, random.uniform(-1.0, 0.3), random.uniform(-1, 1)};
      for (int k = 0; k < 7; ++k) all[k].set(lane, values[k]);
      single[lane] = {mu, w, a, a, t};
    }
    const auto together =
        PlaneCoulomb<Lanes>(all[0], all[1], all[2], all[3], all[4]).solve(all[5], all[6]);
    for (int lane = 0; lane < lane_count; ++lane) {
      const double mu = all[0][lane], q0 = all[5][lane], q1 = all[6][lane];
      const auto alone = single[lane].solve(q0, q1);
      EXPECT_EQ(alone.r0, together.r0[lane]);
      EXPECT_EQ(alone.r1, together.r1[lane]);
      ASSERT_TRUE(alone.exact && together.exact[lane]);
      const double u0 = all[1][lane] * alone.r0 + all[2][lane] * alone.r1 + q0;
      const double u1 = all[3][lane] * alone.r0 + all[4][lane] * alone.r1 + q1;
      const double rounding = 1e-13 * (1.0 + alone.r0);
      EXPECT_GE(alone.r0, 0.0);
      EXPECT_GE(u0, -rounding);
      EXPECT_LE(std::abs(u0 * alone.r0), rounding * (1.0 + alone.r0));
      EXPECT_LE(std::abs(alone.r1), mu * alone.r0 + rounding);
      // what slides is braked with all friction has
      EXPECT_LE(u1 * alone.r1 + mu * alone.r0 * std::abs(u1), rounding * (1.0 + alone.r0));
    }
  }
}

}  // namespace
}  // namespace nonsmooth
