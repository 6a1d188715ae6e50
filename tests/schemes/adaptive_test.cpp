// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean with controlled error.
#include "bench/mechanical_models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

struct Outcome {
  double error;
  int steps;
};

Outcome run(const ns::Scheme& scheme, double end) {
  const auto [model, mass] = ns::models::oscillator(0.8);
  ns::Simulator simulator(model, scheme);
  Outcome outcome{0.0, 0};
  while (simulator.state().t < end - 1e-12) {
    EXPECT_TRUE(simulator.step(end).ok());
    ++outcome.steps;
  }
  EXPECT_NEAR(simulator.state().t, end, 1e-12);
  outcome.error = std::abs(simulator.state().q[0] - ns::models::oscillator_exact(0.8, end)[0]);
  return outcome;
}

TEST(Adaptive, ErrorFollowsTheTolerance) {
  // after three impacts, away from them; two decades of tolerance are beyond the chance of one run
  double last = 1.0;
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const Outcome found = run(
        ns::Adaptive{.scheme = {.step = 0.02}, .tolerance = tolerance, .smallest_step = 1e-9}, 9.0);
    // an error per step: smooth phases of order 2 collect tolerance^(2/3)
    EXPECT_LT(found.error, 5.0 * std::pow(tolerance, 2.0 / 3.0));
    EXPECT_LT(found.error, last);
    last = found.error;
  }
}

TEST(Adaptive, FewerStepsThanFixedOnesAtEqualError) {
  const Outcome adaptive =
      run(ns::Adaptive{.scheme = {.step = 0.02}, .tolerance = 1e-6, .smallest_step = 1e-9}, 9.0);
  // three sub-steps per step, rejected ones not counted
  const Outcome fixed = run(ns::MoreauJean{.step = 9.0 / (5.0 * 3.0 * adaptive.steps)}, 9.0);
  EXPECT_GT(fixed.error, adaptive.error);
}

TEST(Adaptive, PassesTheAccumulationOfImpacts) {
  const auto [model, ball, floor] = ns::models::bouncing_ball(0.5);
  ns::Simulator simulator(
      model, ns::Adaptive{.scheme = {.step = 1e-2}, .tolerance = 1e-5, .smallest_step = 1e-6});
  int steps = 0;
  while (simulator.state().t < 3.0 - 1e-12) {
    ASSERT_TRUE(simulator.step(3.0).ok());
    ASSERT_LT(++steps, 100000);
  }
  // every impact may leave as much as the tolerance, and as much as a smallest step at its end
  EXPECT_NEAR(simulator.state().q[0], 0.0, 1e-4);
  EXPECT_NEAR(simulator.state().v[0], 0.0, 1e-6);
}

}  // namespace
