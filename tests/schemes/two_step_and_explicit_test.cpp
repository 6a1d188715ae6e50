// SPDX-License-Identifier: Apache-2.0
// Schatzman-Paoli and D1-minus against reference trajectories and closed forms.
#include "bench/mechanical_models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

TEST(SchatzmanPaoli, BouncingBallOfTheReference) {
  // the reference begins with two equal positions, one step apart: an initial velocity of -g h/2
  const double h = 0.005;
  const auto [model, ball, floor] = ns::models::bouncing_ball(0.9, 1.0, -0.5 * 9.81 * h);
  const ns::Trajectory run = ns::simulate(model, ns::SchatzmanPaoli{.step = h}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(200, 0), 0.705774375, 5e-10);
  EXPECT_NEAR(run.q(ball)(1000, 0), 0.1394543305, 5e-11);
  EXPECT_NEAR(run.q(ball)(2000, 0), 0.0, 1e-10);  // rounding of the first metre, kept by the rule
  std::vector<int> active;
  for (int k = 0; k < run.size() && active.size() < 3; ++k)
    if (run.impulse(floor)(k, 0) > 0.0) active.push_back(k);
  EXPECT_EQ(active, (std::vector<int>{91, 92, 255}));
  EXPECT_NEAR(run.impulse(floor)(2000, 0), 9.81 * h, 1e-6);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-10);
}

TEST(SchatzmanPaoli, HoldsJointsAtPositions) {
  const auto pendulum = ns::models::stopped_pendulum();
  ns::Simulator simulator(pendulum.model, ns::SchatzmanPaoli{.step = 1e-3});
  double joint = 0.0, gap = 1.0;
  for (int k = 0; k < 1000; ++k) {
    const ns::StepReport report = simulator.step();
    ASSERT_TRUE(report.ok()) << k << ": " << report.message;
    const ns::State& s = simulator.state();
    joint =
        std::max({joint, std::abs(s.q[0] - std::cos(s.q[2])), std::abs(s.q[1] - std::sin(s.q[2]))});
    gap = std::min(gap, s.q[0] - std::sqrt(0.5));
  }
  EXPECT_LT(joint, 1e-11);
  EXPECT_GT(gap, -4.2 * 1e-3);  // a step at the speed of impact, 4.18 sin(pi/4)
  EXPECT_NEAR(simulator.state().q[2], ns::models::pendulum_exact(0.8, 1e-3, 1000).back()[0], 0.02);
}

TEST(D1Minus, BouncingBallOfTheReference) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(model, ns::D1Minus{.step = 5e-4}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(2000, 0), 0.711805744, 5e-10);
  EXPECT_NEAR(run.v(ball)(2000, 0), -1.385172, 5e-7);
  EXPECT_NEAR(run.q(ball)(10000, 0), 0.1217567451, 5e-11);
  EXPECT_NEAR(run.v(ball)(10000, 0), -1.112268079, 5e-10);
  // at rest with the force of its weight
  EXPECT_NEAR(run.impulse(floor)(20000, 0) / 5e-4, 9.81, 1e-8);
  EXPECT_EQ(run.v(ball)(20000, 0), 0.0);
  EXPECT_GT(run.deepest_gap, -4.43 * 5e-4);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-11);
}

TEST(D1Minus, BeadsComeToRestOnOneAnother) {
  const auto column = ns::models::bead_column(4, 0.1, 0.3, 0.25, 0.3);
  ns::Simulator simulator(column.model, ns::D1Minus{.step = 1e-3});
  for (int k = 0; k < 3000; ++k) ASSERT_TRUE(simulator.step().ok());
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(simulator.state().v[i], 0.0, 1e-8);
    // the lower contact carries all beads above
    EXPECT_NEAR(simulator.state().lambda[i] / 1e-3, 9.81 * (4 - i), 1e-6);
  }
}

TEST(D1Minus, PendulumWithJointAndStop) {
  const auto pendulum = ns::models::stopped_pendulum();
  ns::Simulator simulator(pendulum.model, ns::D1Minus{.step = 5e-4});
  for (int k = 0; k < 2000; ++k) ASSERT_TRUE(simulator.step().ok());
  const ns::State& s = simulator.state();
  EXPECT_NEAR(s.q[2], ns::models::pendulum_exact(0.8, 1e-3, 1000).back()[0], 0.01);
  EXPECT_NEAR(s.v[0] + std::sin(s.q[2]) * s.v[2], 0.0, 1e-9);  // the joint's velocity
}

}  // namespace
