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
  for (const auto& scheme : std::initializer_list<decltype(ns::Adaptive::scheme)>{
           ns::MoreauJean{.step = 0.02}, ns::MoreauJean{.step = 0.02, .theta = 1.0},
           ns::GeneralizedAlpha{.step = 0.02}, ns::newmark(0.5, 0.25, 0.02),
           ns::D1Minus{.step = 0.02}}) {
    double last = 1.0;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const Outcome found =
          run(ns::Adaptive{.scheme = scheme, .tolerance = tolerance, .smallest_step = 1e-9}, 9.0);
      // an error per step: smooth phases of order p collect tolerance^(p/(p+1))
      const auto* theta = std::get_if<ns::MoreauJean>(&scheme);
      const double power = theta != nullptr && theta->theta == 1.0 ? 1.0 / 2.0 : 2.0 / 3.0;
      EXPECT_LT(found.error, 5.0 * std::pow(tolerance, power)) << scheme.index();
      EXPECT_LT(found.error, last) << scheme.index();
      last = found.error;
    }
  }
}

TEST(Adaptive, FirstOrderSystemsTakeTheRuleOfEulerMoreau) {
  ns::Model model;
  model.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{1.0}}});
  for (const double theta : {0.5, 1.0}) {
    int last = 0;
    for (const double tolerance : {1e-6, 1e-8}) {
      ns::Simulator simulator(model,
                              ns::Adaptive{.scheme = ns::EulerMoreau{.step = 0.01, .theta = theta},
                                           .tolerance = tolerance});
      int steps = 0;
      for (; simulator.state().t < 1.0 - 1e-12; ++steps) ASSERT_TRUE(simulator.step(1.0).ok());
      // every step adds no more than the tolerance, and none grows
      EXPECT_NEAR(simulator.state().x[0], std::exp(-1.0), steps * tolerance);
      // steps go like tolerance^-1/(p+1); rounding them to powers of two leaves a factor of two
      if (last > 0) {
        const double growth = std::pow(100.0, theta == 0.5 ? 1.0 / 3.0 : 1.0 / 2.0);
        EXPECT_GT(steps, last * growth / 2.0);
        EXPECT_LT(steps, last * growth * 2.0);
      }
      last = steps;
    }
  }
}

TEST(Adaptive, FewerStepsThanFixedOnesAtEqualError) {
  const Outcome adaptive = run(
      ns::Adaptive{
          .scheme = ns::MoreauJean{.step = 0.02}, .tolerance = 1e-6, .smallest_step = 1e-9},
      9.0);
  // three sub-steps per step, rejected ones not counted
  const Outcome fixed = run(ns::MoreauJean{.step = 9.0 / (5.0 * 3.0 * adaptive.steps)}, 9.0);
  EXPECT_GT(fixed.error, adaptive.error);
}

TEST(Adaptive, PassesTheAccumulationOfImpacts) {
  const auto [model, ball, floor] = ns::models::bouncing_ball(0.5);
  ns::Simulator simulator(
      model, ns::Adaptive{
                 .scheme = ns::MoreauJean{.step = 1e-2}, .tolerance = 1e-5, .smallest_step = 1e-6});
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
