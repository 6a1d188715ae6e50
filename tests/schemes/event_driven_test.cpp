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
  const auto ceiling = model.add(ns::Interaction{
      .on = {ball},
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

TEST(EventDrivenBall, GrazesACeiling) {
  for (const double excess : {1e-6, -1e-6}) {
    // thrown up to 1 m and a millionth more or less; one internal step could pass both roots
    auto [model, ball, floor] =
        ns::models::bouncing_ball(0.5, 0.0, std::sqrt(2.0 * gravity * (1.0 + excess)));
    const auto ceiling = model.add(ns::Interaction{
        .on = {ball},
        .relation = ns::LinearRelation{.H = ns::Matrix{{-1.0}}, .b = ns::Vector{{1.0}}},
        .law = ns::NewtonImpact{.e = 0.5}});
    const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 0.1}, {.end = 0.8});
    ASSERT_TRUE(run.success()) << run.message;
    const double known = excess > 0.0 ? 1.5 * std::sqrt(2.0 * gravity * excess) : 0.0;
    EXPECT_NEAR(run.impulse(ceiling).maxCoeff(), known, 1e-9);
  }
}

TEST(EventDrivenOscillator, ImpactsAtKnownInstants) {
  ns::Model model;
  const auto mass = model.add(ns::Lagrangian{
      .mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{1.0}}, .stiffness = ns::Matrix{{1.0}}});
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

TEST(EventDrivenOscillator, ErrorFollowsTheTolerance) {
  double last = 1.0;
  for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
    ns::Model model;
    const auto mass = model.add(ns::Lagrangian{
        .mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{1.0}}, .stiffness = ns::Matrix{{1.0}}});
    model.add(ns::Interaction{.on = {mass},
                              .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                              .law = ns::NewtonImpact{.e = 0.8}});
    const ns::Trajectory run = ns::simulate(
        model,
        ns::EventDriven{.relative_tolerance = tolerance, .absolute_tolerance = 0.01 * tolerance},
        {.end = 10.0});
    ASSERT_TRUE(run.success()) << run.message;
    // after three impacts
    const double known = std::pow(0.8, 3) * std::sin(10.0 - 2.5 * std::numbers::pi);
    const double error = std::abs(run.end.q[0] - known);
    EXPECT_LT(error, 30.0 * tolerance);
    EXPECT_LT(error, 0.1 * last);
    last = error;
  }
}

TEST(EventDrivenState, ACopyGoesOnWithTheSameBits) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::EventDriven scheme{.step = 5e-3};
  ns::Simulator straight(model, scheme);
  std::vector<ns::State> states{straight.state()};
  for (int k = 0; k < 2000; ++k) {
    (void)straight.step();
    states.push_back(straight.state());
  }
  // across impacts, the accumulation point and rest
  for (std::size_t k = 0; k + 150 < states.size(); k += 61) {
    ns::Simulator copy(model, scheme);
    copy.restart(states[k]);
    for (int j = 0; j < 150; ++j) (void)copy.step();
    const ns::State &a = copy.state(), &b = states[k + 150];
    ASSERT_EQ(a.t, b.t);
    ASSERT_EQ(a.q[0], b.q[0]) << "from step " << k;
    ASSERT_EQ(a.v[0], b.v[0]) << "from step " << k;
    ASSERT_EQ(a.lambda[0], b.lambda[0]) << "from step " << k;
    ASSERT_EQ(a.energy.closure(), b.energy.closure()) << "from step " << k;
  }
}

TEST(EventDrivenState, TheStiffMethodDoesTheSame) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::EventDriven scheme{.step = 5e-3, .stiff = true};
  ns::Simulator straight(model, scheme);
  ns::State checkpoint;
  for (int k = 0; k < 400; ++k) {
    ASSERT_TRUE(straight.step().ok());
    if (k == 217) checkpoint = straight.state();
  }
  // BDF of order five at a tolerance of 1e-10 per step
  EXPECT_NEAR(straight.state().q[0], bounced(1.0, 0.9, 2.0).q, 1e-7);
  ns::Simulator copy(model, scheme);
  copy.restart(checkpoint);
  for (int k = 218; k < 400; ++k) (void)copy.step();
  EXPECT_EQ(copy.state().q[0], straight.state().q[0]);
}

TEST(EventDrivenState, AStateOfAnotherSchemeIsTakenAsItIs) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  ns::Simulator simulator(model, ns::EventDriven{.step = 5e-3});
  for (int k = 0; k < 50; ++k) (void)simulator.step();
  simulator.use(ns::MoreauJean{.step = 5e-3});
  for (int k = 0; k < 20; ++k) (void)simulator.step();
  const double q = simulator.state().q[0], v = simulator.state().v[0];
  simulator.use(ns::EventDriven{.step = 1e-3});
  (void)simulator.step();
  EXPECT_NEAR(simulator.state().q[0], q + 1e-3 * v - 0.5e-6 * gravity, 1e-12);
}

TEST(EventDrivenState, AContactMayAppearAndVanish) {
  auto [model, ball, floor] = ns::models::bouncing_ball(0.5, 0.0);
  ns::Simulator simulator(model, ns::EventDriven{.step = 1e-2});
  for (int k = 0; k < 10; ++k) (void)simulator.step();
  EXPECT_NEAR(simulator.state().lambda[0], gravity * 1e-2, 1e-11);
  simulator.set_present(floor, false);
  for (int k = 0; k < 10; ++k) (void)simulator.step();
  EXPECT_NEAR(simulator.state().q[0], -0.5 * gravity * 0.01, 1e-11);
  simulator.set_present(floor, true);  // found violated, hence hit
  (void)simulator.step();
  EXPECT_NEAR(simulator.state().lambda[0], 1.5 * gravity * 0.1, 1e-10);
}

TEST(EventDrivenState, TooManyEventsHandOver) {
  const auto [model, ball, floor] = ns::models::bouncing_ball(0.5);
  ns::Simulator simulator(model, ns::EventDriven{.step = 0.5, .max_events = 3});
  bool handed_over = false;
  for (int k = 0; k < 8; ++k) {
    const ns::StepReport report = simulator.step();
    ASSERT_TRUE(report.ok()) << report.message;
    EXPECT_LE(report.events, 3);
    handed_over = handed_over || report.message.find("Moreau-Jean") != std::string_view::npos;
  }
  EXPECT_TRUE(handed_over);
  EXPECT_EQ(simulator.state().t, 4.0);
  EXPECT_LT(std::abs(simulator.state().q[0]), 0.1);
}

TEST(EventDrivenModels, RefusesWhatItCannotTreat) {
  const auto message = [](const ns::Model& model, ns::EventDriven scheme = {}) {
    return ns::testing::message_of([&] { (void)ns::make_stepper(scheme, model); });
  };
  ns::Model space;
  const auto body = space.add(ns::RigidBody{});
  space.add(ns::Interaction{
      .on = {body},
      .relation =
          ns::Holonomic{.dimension = 3,
                        .gap = [](double, ns::VectorIn q) { return ns::Vec<3>(q.head<3>()); }},
      .law = ns::NewtonImpactFriction{.mu = 0.3},
      .name = "floor"});
  EXPECT_NE(message(space).find("floor"), std::string::npos);
  EXPECT_NE(message(space).find("moreau_jean"), std::string::npos);
  EXPECT_NE(message(ns::models::two_relays().model).find("euler_moreau"), std::string::npos);
  EXPECT_NE(message(ns::models::bouncing_ball().model, {.gap_tolerance = -1}).find("gap_tolerance"),
            std::string::npos);
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
