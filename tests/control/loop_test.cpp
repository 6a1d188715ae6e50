// SPDX-License-Identifier: Apache-2.0
// Clocks, channels and the order of devices.
#include "nonsmooth/control.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

// x' = u from 0, so that the state is the integral of what was held
nc::Plant integrator(double step, int inputs = 1) {
  return nc::linear_plant(ns::Matrix::Zero(inputs, inputs), ns::Matrix::Identity(inputs, inputs),
                          ns::Vector::Zero(inputs), ns::ZeroOrderHold{.step = step});
}

void measure_time(const nc::LoopView& now, ns::VectorOut in) { in[0] = now.state.t; }
void pass(double, ns::VectorIn in, ns::VectorOut out) { out = in; }

TEST(Loop, TwoClocksAndAnOffset) {
  nc::SampledLoop loop(integrator(0.1, 2));
  loop.add({.name = "slow", .period = 0.5, .measure = measure_time, .block = pass, .drives = 0});
  loop.add({.name = "late",
            .period = 0.2,
            .offset = 0.3,
            .measure = measure_time,
            .block = pass,
            .drives = 1});
  const nc::LoopRun run = loop.run(1.0);
  const ns::Vector slow = run.signal("slow"), late = run.signal("late");
  ASSERT_EQ(slow.size(), 11);
  for (int k = 0; k <= 10; ++k) {
    EXPECT_NEAR(slow[k], 0.5 * (k / 5), 1e-12) << k;
    EXPECT_NEAR(late[k], k < 3 ? 0.0 : 0.3 + 0.2 * ((k - 3) / 2), 1e-12) << k;
  }
  EXPECT_NEAR(run.plant.end.x[0], 0.5 * 0.5, 1e-12);
  EXPECT_NEAR(run.plant.end.x[1], 0.2 * (0.3 + 0.5 + 0.7) + 0.1 * 0.9, 1e-12);
}

TEST(Loop, ChannelsDelayQuantiseAndSaturate) {
  nc::SampledLoop loop(integrator(0.1));
  loop.add({.name = "u",
            .period = 0.1,
            .measure = measure_time,
            .block = pass,
            .drives = 0,
            .sensor = {.quantum = 0.25},
            .actuator = {.upper = 0.6, .delay = 2}});
  const ns::Vector u = loop.run(1.2).signal("u");
  for (int k = 0; k <= 12; ++k) {
    const double rounded = 0.25 * std::round(0.1 * (k - 2) / 0.25);
    // ties of rounding are a matter of bits of the time
    if (std::abs(std::remainder(0.1 * (k - 2), 0.25)) > 0.124) continue;
    EXPECT_NEAR(u[k], k < 2 ? 0.0 : std::min(0.6, rounded), 1e-12) << k;
  }
}

TEST(Loop, NoiseIsSeeded) {
  const auto noisy = [](std::uint64_t seed) {
    nc::SampledLoop loop(integrator(0.01), seed);
    loop.add({.name = "u",
              .period = 0.01,
              .measure = [](const nc::LoopView&, ns::VectorOut in) { in[0] = 1.0; },
              .block = pass,
              .drives = 0,
              .sensor = {.noise = 0.1}});
    return loop.run(100.0).signal("u");
  };
  const ns::Vector a = noisy(7), b = noisy(7), c = noisy(8);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  // 10^4 samples: the mean within 4 of its standard deviations, the deviation within 4 of its own
  EXPECT_NEAR(a.mean(), 1.0, 4 * 0.1 / 100);
  EXPECT_NEAR(std::sqrt((a.array() - a.mean()).square().mean()), 0.1, 4 * 0.1 / std::sqrt(2e4));
}

TEST(Loop, DevicesSeeThoseBeforeThem) {
  nc::SampledLoop loop(integrator(0.1));
  const nc::DeviceId clock =
      loop.add({.name = "clock", .period = 0.1, .measure = measure_time, .block = pass});
  loop.add({.name = "u",
            .period = 0.1,
            .measure = [clock](const nc::LoopView& now,
                               ns::VectorOut in) { in[0] = 2 * now.output(clock)[0]; },
            .block = pass,
            .drives = 0});
  const nc::LoopRun run = loop.run(1.0);
  for (int k = 0; k <= 10; ++k) EXPECT_NEAR(run.signal("u")[k], 0.2 * k, 1e-12);
}

// what is asked to end keeps the rows it has, and goes on as if nothing had happened
TEST(Loop, EndsWhenAskedAndGoesOn) {
  const auto clocked = [] {
    nc::SampledLoop loop(integrator(0.1));
    loop.add({.name = "u", .period = 0.3, .measure = measure_time, .block = pass, .drives = 0});
    return loop;
  };
  nc::SampledLoop loop = clocked(), whole = clocked();
  const nc::LoopRun first =
      loop.run(3.0, nullptr, 4, [&](const ns::StepReport&) { return loop.state().t < 1.35; });
  ASSERT_EQ(first.plant.size(), 5);  // at 0, 0.4, 0.8, 1.2, and at 1.4, where it ended
  EXPECT_EQ(first.signals.rows(), 5);
  EXPECT_NEAR(first.plant.t()[4], 1.4, 1e-12);
  EXPECT_NEAR(first.signal("u")[4], 1.2, 1e-12);
  EXPECT_EQ(first.plant.message, "the run was ended by on_step");
  loop.run(3.0);
  whole.run(3.0);
  EXPECT_EQ(loop.state().x, whole.state().x);
}

// a held force on a ball that bounces: the integrator of events looks ahead and must forget
TEST(Loop, EventDrivenPlant) {
  nc::SampledLoop loop(
      {.model =
           [](nc::Held u) {
             ns::Model model;
             const auto ball =
                 model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                          .q0 = ns::Vector{{1.0}},
                                          .force = ns::of_time([u](double) { return u[0]; })});
             model.add(ns::Interaction{.on = {ball},
                                       .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                                       .law = ns::NewtonImpact{.e = 0.5}});
             return model;
           },
       .scheme = ns::EventDriven{.step = 0.1}});
  loop.add({.name = "force",
            .period = 0.5,
            .measure = measure_time,
            .block = [](double t, ns::VectorIn, ns::VectorOut out) { out[0] = t < 0.75 ? -1 : 3; },
            .drives = 0});
  const nc::LoopRun run = loop.run(1.5);
  ASSERT_TRUE(run.plant.success()) << run.plant.message;
  // falls for 1 s with -1: q = 0.5, v = -1; then 0.5 s with +3
  EXPECT_NEAR(run.plant.end.q[0], 0.5 - 0.5 + 1.5 * 0.25, 1e-9);
}

TEST(Loop, RefusesWhatDoesNotFit) {
  const auto message = [](const nc::Device& first, const nc::Device& second) {
    return ns::testing::message_of([&] {
      nc::SampledLoop loop(integrator(0.1));
      loop.add(first);
      loop.add(second);
    });
  };
  const nc::Device good{
      .name = "a", .period = 0.1, .measure = measure_time, .block = pass, .drives = 0};
  nc::Device odd = good, twice = good, empty = good, far = good;
  odd.period = 0.15;
  odd.drives = -1;
  empty.block = {};
  far.drives = 1;
  EXPECT_NE(message(good, odd).find("no multiple of the plant's step"), std::string::npos);
  EXPECT_NE(message(good, twice).find("drives the same input"), std::string::npos);
  EXPECT_NE(message(good, empty).find("measure and block"), std::string::npos);
  EXPECT_NE(message(good, far).find("the plant has 1"), std::string::npos);
}

TEST(Luenberger, EstimateOfAnExactModelConverges) {
  const ns::Matrix A{{0, 1}, {-2, -0.1}}, B{{0}, {1}}, C{{1, 0}};
  nc::SampledLoop loop(
      nc::linear_plant(A, B, ns::Vector{{1, -1}}, ns::ZeroOrderHold{.step = 0.05}));
  const nc::DeviceId estimate =
      loop.add({.name = "estimate",
                .period = 0.05,
                .inputs = 2,
                .outputs = 2,
                .measure = [](const nc::LoopView& now,
                              ns::VectorOut in) { in << now.state.x[0], now.input[0]; },
                .block = nc::Luenberger(
                    {.A = A, .B = B, .C = C, .L = ns::Matrix{{0.6}, {2.0}}, .period = 0.05})});
  loop.add({.name = "u",
            .period = 0.05,
            .inputs = 2,
            .measure = [estimate](const nc::LoopView& now,
                                  ns::VectorOut in) { in = now.output(estimate); },
            .block = nc::StateFeedback{.K = ns::Matrix{{1.0, 1.5}}},
            .drives = 0});
  const nc::LoopRun run = loop.run(15.0);
  EXPECT_LT((loop.output(estimate) - run.plant.end.x).norm(), 1e-10);
  EXPECT_LT(run.plant.end.x.norm(), 1e-3);
}

}  // namespace
