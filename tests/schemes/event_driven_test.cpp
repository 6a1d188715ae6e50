// SPDX-License-Identifier: Apache-2.0
// Event-driven integration against closed forms. Tolerances: the integrator works to 1e-10 per
// step, and a rebound with restitution e carries errors on without growth.
#include "bench/models.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;

namespace {

using ns::models::gravity;

// Height and velocity of a ball dropped from `height`, by the closed form of its bounces.
struct Bounce {
  double q, v;
  int impacts;
};
Bounce bounced(double height, double e, double t) {
  const double first = std::sqrt(2.0 * height / gravity);
  if (t < first) return {height - 0.5 * gravity * t * t, -gravity * t, 0};
  double begin = first, speed = gravity * first * e;
  for (int n = 1;; ++n) {
    const double flight = 2.0 * speed / gravity;
    if (t < begin + flight) {
      const double s = t - begin;
      return {speed * s - 0.5 * gravity * s * s, speed - gravity * s, n};
    }
    begin += flight;
    speed *= e;
    if (flight < 1e-12) return {0.0, 0.0, n};
  }
}

TEST(EventDrivenBall, FollowsTheClosedForm) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 5e-3}, {.end = 8.5});
  ASSERT_TRUE(run.success()) << run.message;
  ASSERT_EQ(run.size(), 1701);
  double worst_q = 0, worst_v = 0;
  for (int k = 0; k < run.size(); ++k) {
    const Bounce known = bounced(1.0, 0.9, run.t()[k]);
    worst_q = std::max(worst_q, std::abs(run.q(ball)(k, 0) - known.q));
    worst_v = std::max(worst_v, std::abs(run.v(ball)(k, 0) - known.v));
  }
  EXPECT_LT(worst_q, 1e-9);
  EXPECT_LT(worst_v, 1e-9);
  // the first impact, at 0.4515236 s, is in the step that ends at 0.455 s
  EXPECT_NEAR(run.impulse(floor)(91, 0), 1.9 * std::sqrt(2.0 * gravity), 1e-9);
  EXPECT_EQ(run.impulse(floor)(90, 0), 0.0);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_GT(run.q(ball).minCoeff(), -1e-10);
}

TEST(EventDrivenBall, RestsAfterTheAccumulationPoint) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 5e-3}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  const double accumulation = std::sqrt(2.0 / gravity) * 1.9 / 0.1;  // 8.579 s
  for (int k = 0; k < run.size(); ++k) {
    if (run.t()[k] < accumulation + 5e-3) continue;
    EXPECT_NEAR(run.q(ball)(k, 0), 0.0, 1e-12);
    EXPECT_EQ(run.v(ball)(k, 0), 0.0);
    EXPECT_NEAR(run.impulse(floor)(k, 0) / 5e-3, gravity, 1e-9);
  }
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-9);
}

TEST(EventDrivenBall, HitsAtTheStartAndRests) {
  auto [model, ball, floor] = ns::models::bouncing_ball(0.9, 0.0, -1.0);
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 2.5});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.impulse(floor)(1, 0), 1.9, 1e-12);
  EXPECT_NEAR(run.v(ball)(1, 0), 0.9 - gravity * 1e-2, 1e-11);
  // at rest from 2 * 0.9 / (0.1 g) = 1.8349 s
  EXPECT_GT(run.q(ball).col(0).segment(175, 9).maxCoeff(), 1e-7);
  EXPECT_LT(run.q(ball).col(0).tail(65).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(EventDrivenBall, PlasticImpactThenConstantForce) {
  auto [model, ball, floor] = ns::models::bouncing_ball(0.0);
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 1.0});
  ASSERT_TRUE(run.success()) << run.message;
  const double hit = std::sqrt(2.0 / gravity);
  // the impulse of the impact, and the weight for what is left of the step
  EXPECT_NEAR(run.impulse(floor)(46, 0), std::sqrt(2.0 * gravity) + gravity * (0.46 - hit), 1e-10);
  for (int k = 47; k <= 100; ++k) EXPECT_NEAR(run.impulse(floor)(k, 0) / 1e-2, gravity, 1e-9);
}

TEST(EventDrivenBall, FloorAndCeiling) {
  auto [model, ball, floor] = ns::models::bouncing_ball(0.8, 1.0, 10.0, 10.0);
  const auto ceiling = model.add(
      ns::Interaction{.on = {ball},
                      .relation = ns::LinearRelation{.H = ns::Matrix{{-1.0}}, .b = ns::Vector{{1.5}}},
                      .law = ns::NewtonImpact{.e = 0.8}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_LT(run.q(ball).maxCoeff(), 1.5 + 1e-10);
  EXPECT_GT(run.q(ball).minCoeff(), -1e-10);
  EXPECT_GT(run.impulse(ceiling).maxCoeff(), 1.0);
  // rests by about 7.1 s
  const int rest = 720;
  EXPECT_LT(run.q(ball).col(0).tail(1001 - rest).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NEAR(run.impulse(floor)(1000, 0) / 1e-2, 10.0, 1e-9);
}

TEST(EventDrivenOscillator, ImpactsAtKnownInstants) {
  ns::Model model;
  const auto mass = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{1.0}},
                                             .stiffness = ns::Matrix{{1.0}}});
  model.add(ns::Interaction{.on = {mass},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                            .law = ns::NewtonImpact{.e = 0.8}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  for (int k = 0; k < run.size(); ++k) {
    // a half wave of amplitude 0.8^n from pi (n - 1/2) on
    const double t = run.t()[k], phase = t + 0.5 * std::numbers::pi;
    const int n = static_cast<int>(phase / std::numbers::pi);
    const double known = std::pow(0.8, n) * std::sin(phase - n * std::numbers::pi);
    ASSERT_NEAR(run.q(mass)(k, 0), known, 1e-8) << "t = " << t;
  }
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

TEST(EventDrivenState, ACopyGoesOnWithTheSameBits) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::EventDriven scheme{.step = 5e-3};
  ns::Simulator straight(model, scheme);
  for (int k = 0; k < 2000; ++k) {
    if (k % 37 == 0) {
      ns::Simulator copy(model, scheme);
      copy.restart(straight.state());
      ns::Simulator original(model, scheme);
      original.restart(straight.state());
      for (int j = 0; j < 3; ++j) (void)copy.step();
      for (int j = 0; j < 100; ++j) (void)original.step();
      // beside the one that never stopped
      ns::Simulator late(model, scheme);
      late.restart(copy.state());
      for (int j = 3; j < 100; ++j) (void)late.step();
      ASSERT_EQ(late.state().q[0], original.state().q[0]) << "step " << k;
      ASSERT_EQ(late.state().energy.external, original.state().energy.external);
    }
    (void)straight.step();
  }
}

TEST(EventDrivenState, StepsDoNotAllocate) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  ns::Simulator simulator(model, ns::EventDriven{.step = 5e-3});
  for (int k = 0; k < 600; ++k) (void)simulator.step();
  const ns::test::AllocationCounter counter;
  for (int k = 0; k < 1000; ++k) (void)simulator.step();  // some thirty impacts
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
