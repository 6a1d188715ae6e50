// SPDX-License-Identifier: Apache-2.0
// Set-valued passivity-based tracking of Lagrangian systems: disturbed, with dry friction, against
// a stop, and with a mass matrix that depends on the configuration.
#include "nonsmooth/control/tracking.hpp"
#include "nonsmooth/control/loop.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

constexpr double h = 2e-3;

nc::Device controller(const nc::TrackingOptions& options) {
  return {
      .name = "force",
      .period = h,
      .inputs = 2 * options.freedoms,
      .outputs = options.freedoms,
      .measure = [](const nc::LoopView& now, ns::VectorOut in) { in << now.state.q, now.state.v; },
      .block = nc::PassivityTracking(options),
      .drives = 0};
}

// unit mass after sin t
nc::TrackingOptions after_sine(double gamma, nc::Form form = nc::Form::implicit) {
  return {.mass = [](ns::VectorIn) { return 1.0; },
          .position = [](double t) { return std::sin(t); },
          .velocity = [](double t) { return std::cos(t); },
          .acceleration = [](double t) { return -std::sin(t); },
          .Lambda = ns::Matrix{{3.0}},
          .K = ns::Matrix{{1.0}},
          .gamma = ns::Vector{{gamma}},
          .period = h,
          .form = form};
}

struct Measured {
  double error = 0, increment = 0;
};
Measured late(const nc::LoopRun& run) {
  Measured m;
  for (int k = run.plant.size() / 2; k < run.plant.size(); ++k) {
    m.error = std::max(m.error, std::abs(run.plant.q({0})(k, 0) - std::sin(run.plant.t()[k])));
    m.increment = std::max(m.increment, std::abs(run.signals(k, 0) - run.signals(k - 1, 0)));
  }
  return m;
}

nc::LoopRun track(const nc::TrackingOptions& options, const ns::Force& force, double friction) {
  nc::SampledLoop loop(
      {.model =
           [&](nc::Held u) {
             ns::Model model;
             const auto mass =
                 model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                          .q0 = ns::Vector{{0.5}},
                                          .force = ns::of_time([u](double) { return u[0]; }),
                                          .internal = force});
             if (friction > 0)
               model.add(ns::Interaction{
                   .on = {mass},
                   .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                   .law = ns::Box{ns::Vector{{-friction}}, ns::Vector{{friction}}}});
             return model;
           },
       .scheme = ns::MoreauJean{.step = h}});
  loop.add(controller(options));
  const nc::LoopRun run = loop.run(12.0);
  EXPECT_TRUE(run.plant.success()) << run.plant.message;
  return run;
}

TEST(PassivityTracking, PendulumUnderAnUnknownTorque) {
  const ns::Force weight = ns::of_state([](double t, ns::VectorIn q, ns::VectorIn) {
    return 9.81 * std::sin(q[0]) - 0.5 * std::sin(3 * t);
  });
  nc::TrackingOptions options = after_sine(2.0);
  options.bias = [](ns::VectorIn q, ns::VectorIn, ns::VectorIn) { return 9.81 * std::sin(q[0]); };
  const Measured implicit = late(track(options, weight, 0));
  EXPECT_LT(implicit.error, h);
  // rates: disturbance 1.5, weight along the path below 10, acceleration 1
  EXPECT_LT(implicit.increment, 13 * h);
  options.form = nc::Form::explicit_euler;
  EXPECT_GT(late(track(options, weight, 0)).increment, 3.0);
}

// an oscillator with dry friction that the controller does not know: gamma above it is enough. The
// force jumps only where the friction does, at the turning points.
TEST(PassivityTracking, FrictionalOscillator) {
  const ns::Force spring = ns::of_state([](double, ns::VectorIn q, ns::VectorIn) { return q[0]; });
  nc::TrackingOptions options = after_sine(2.5);
  options.bias = [](ns::VectorIn q, ns::VectorIn, ns::VectorIn) { return q[0]; };
  EXPECT_LT(late(track(options, spring, 1.0)).error, 3 * h);
  // without the set-valued part the error is that of K and Lambda: friction / (K Lambda)
  options.gamma = ns::Vector{{0.0}};
  EXPECT_GT(late(track(options, spring, 1.0)).error, 0.1);
}

// a stop at 0.6 in the way: pressed against it with a bounded force, and away again in time
TEST(PassivityTracking, WithAUnilateralConstraint) {
  nc::SampledLoop loop(
      {.model =
           [](nc::Held u) {
             ns::Model model;
             const auto mass =
                 model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                          .q0 = ns::Vector{{0.0}},
                                          .v0 = ns::Vector{{1.0}},
                                          .force = ns::of_time([u](double) { return u[0]; })});
             model.add(ns::Interaction{
                 .on = {mass},
                 .relation = ns::LinearRelation{.H = ns::Matrix{{-1.0}}, .b = ns::Vector{{0.6}}},
                 .law = ns::NewtonImpact{.e = 0.2}});
             return model;
           },
       .scheme = ns::MoreauJean{.step = h}});
  loop.add(controller(after_sine(2.0)));
  const nc::LoopRun run = loop.run(6 * 3.14159265358979);
  ASSERT_TRUE(run.plant.success());
  int pressed = 0;
  for (int k = 1; k < run.plant.size(); ++k) {
    const double t = run.plant.t()[k], q = run.plant.q({0})(k, 0), wanted = std::sin(t);
    EXPECT_LT(q, 0.6 + 2 * h);
    if (run.plant.lambda({0})(k, 0) > 0) ++pressed;
    // on the way back below 0.2, well after it has left the stop
    if (wanted < 0.2 && std::cos(t) < 0 && wanted > -0.9) {
      EXPECT_NEAR(q, wanted, 0.05) << t;
    }
  }
  EXPECT_GT(pressed * h, 3.0);  // sin t > 0.6 lasts 1.85 s in each of three periods
}

// two links in a plane without weight: M(q) with the coupling cos q2, and C v by its derivatives
TEST(PassivityTracking, TwoLinks) {
  const auto mass = [](ns::VectorIn q) {
    const double c = std::cos(q[1]);
    return ns::Mat<2>{{3 + 2 * c, 1 + c}, {1 + c, 1}};
  };
  // C(q, v) w with M' - 2 C skew
  const auto coriolis = [](ns::VectorIn q, ns::VectorIn v, ns::VectorIn w) {
    const double s = std::sin(q[1]);
    return ns::Vec<2>(-s * v[1] * w[0] - s * (v[0] + v[1]) * w[1], s * v[0] * w[0]);
  };
  nc::SampledLoop loop(
      {.model =
           [&](nc::Held u) {
             ns::Model model;
             model.add(ns::Lagrangian{
                 .q0 = ns::Vector{{0.3, -0.2}},
                 .force = ns::of_time([u](double t) {
                   return ns::Vec<2>(u[0] + 0.5 * std::sin(4 * t), u[1] - 0.3);
                 }),
                 .gyroscopic = ns::of_state([coriolis](double, ns::VectorIn q, ns::VectorIn v) {
                   return coriolis(q, v, v);
                 }),
                 .mass_of_q = mass});
             return model;
           },
       .inputs = 2,
       .scheme = ns::MoreauJean{.step = h}});
  const auto wanted = [](double t) { return ns::Vec<2>(std::sin(t), std::cos(t)); };
  loop.add(controller({.freedoms = 2,
                       .mass = mass,
                       .bias = coriolis,
                       .position = wanted,
                       .velocity = [](double t) { return ns::Vec<2>(std::cos(t), -std::sin(t)); },
                       .acceleration = [wanted](double t) { return ns::Vec<2>(-wanted(t)); },
                       .Lambda = 3 * ns::Matrix::Identity(2, 2),
                       .K = ns::Matrix::Identity(2, 2),
                       .gamma = ns::Vector{{1, 1}},
                       .period = h}));
  const nc::LoopRun run = loop.run(12.0);
  ASSERT_TRUE(run.plant.success()) << run.plant.message;
  for (int k = run.plant.size() / 2; k < run.plant.size(); ++k)
    ASSERT_LT((run.plant.q({0}).row(k).transpose() - wanted(run.plant.t()[k])).norm(), 3 * h) << k;
}

}  // namespace
