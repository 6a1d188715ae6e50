// SPDX-License-Identifier: Apache-2.0
// Controlled steps that end at switching instants, against closed forms.
#include "bench/circuits.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ns = nonsmooth;

namespace {

constexpr double pi = std::numbers::pi;

struct Recorded {
  ns::CircuitModel lowered;
  ns::Trajectory trajectory;
  ns::Matrix rows;

  double last(const char* signal) const { return rows(rows.rows() - 1, lowered.signal(signal)); }
};

Recorded simulate(const ns::Circuit& circuit, double end, double tolerance, int dense_limit = 400) {
  Recorded run{circuit.model({.dense_limit = dense_limit}), {}, {}};
  run.trajectory = ns::simulate(run.lowered.model,
                                ns::SwitchedLinear{.step = 1e-3 * end,
                                                   .tolerance = tolerance,
                                                   .breakpoints = run.lowered.breakpoints(0, end)},
                                {.end = end});
  EXPECT_TRUE(run.trajectory.success()) << run.trajectory.message;
  EXPECT_EQ(run.trajectory.t()[run.trajectory.size() - 1], end);
  run.rows = run.lowered.observe(run.trajectory.t(), run.trajectory.group(ns::Quantity::x),
                                 run.trajectory.group(ns::Quantity::lambda));
  return run;
}

// 10 V at 50 Hz through a diode into 10 ohm and 50 mH
ns::Circuit rectifier() {
  ns::Circuit c;
  const auto in = c.node("in"), k = c.node("k"), mid = c.node("mid");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 10, .frequency = 50});
  c.diode(in, k);
  c.inductor(k, mid, 50e-3, {.i0 = {}, .name = "l"});
  c.resistor(mid, c.ground(), 10.0);
  return c;
}

double rectified_current(double t) {
  const double w = 100 * pi, R = 10, L = 50e-3, Z = std::hypot(R, w * L),
               phi = std::atan2(w * L, R);
  t = std::fmod(t, 0.02);  // the current ends before the period does
  const double i = 10 / Z * (std::sin(w * t - phi) + std::sin(phi) * std::exp(-t * R / L));
  return i > 0 ? i : 0;
}

TEST(LocatedSwitching, IsolatedSwitchesKeepOrderTwo) {
  const double end = 0.046;  // conducts for the third time
  std::vector<double> errors, steps;
  for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8}) {
    const Recorded run = simulate(rectifier(), end, tolerance);
    double worst = 0.0;
    for (int k = 1; k < run.trajectory.size(); ++k)
      worst = std::max(worst, std::abs(run.rows(k, run.lowered.signal("i(l)")) -
                                       rectified_current(run.trajectory.t()[k])));
    errors.push_back(worst);
    steps.push_back(static_cast<double>(run.trajectory.steps));
    // every step may err by the tolerance, and the circuit amplifies nothing
    EXPECT_LT(worst, tolerance * steps.back());
  }
  const double order = std::log(errors.front() / errors.back()) / std::log(steps.back() / steps[0]);
  std::printf("order %.2f: errors %.1e to %.1e in %.0f to %.0f steps\n", order, errors.front(),
              errors.back(), steps.front(), steps.back());
  EXPECT_GT(order, 1.9);
}

TEST(LocatedSwitching, FixedStepsHaveOrderOneThere) {
  // what there is to gain: the same circuit by implicit Euler
  const ns::CircuitModel lowered = rectifier().model();
  const auto error = [&](double h) {
    const ns::Trajectory run =
        ns::simulate(lowered.model, ns::EulerMoreau{.step = h}, {.end = 0.046});
    double worst = 0.0;
    for (int k = 1; k < run.size(); ++k)
      worst = std::max(worst, std::abs(run.x({0})(k, 0) - rectified_current(run.t()[k])));
    return worst;
  };
  EXPECT_NEAR(std::log2(error(2e-5) / error(1e-5)), 1.0, 0.15);
}

// An ideal diode between source and capacitor: the voltage is the largest the source has had.
class PeakDetector : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(DenseAndSparse, PeakDetector, testing::Values(1 << 20, 0));

TEST_P(PeakDetector, HoldsTheMaximum) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 5, .frequency = 1e3});
  c.diode(in, out);
  c.capacitor(out, c.ground(), 1e-6);
  const Recorded run = simulate(c, 1.1e-3, 1e-6, GetParam());
  double peak = 0.0;
  for (int k = 1; k < run.trajectory.size(); ++k) {
    const double t = run.trajectory.t()[k];
    peak = t < 0.25e-3 ? 5 * std::sin(2 * pi * 1e3 * t) : 5.0;
    ASSERT_NEAR(run.rows(k, run.lowered.signal("v(out)")), peak, 1e-4) << t;
  }
}

TEST_P(PeakDetector, JumpsWithItsSource) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Pulse{.high = 5, .delay = 1e-6, .width = 1e-6});
  c.diode(in, out);
  c.capacitor(out, c.ground(), 1e-6);
  c.resistor(out, c.ground(), 1.0);
  const Recorded run = simulate(c, 3e-6, 1e-6, GetParam());
  for (int k = 1; k < run.trajectory.size(); ++k) {
    const double t = run.trajectory.t()[k], v = run.rows(k, run.lowered.signal("v(out)"));
    if (t <= 1e-6) {
      ASSERT_EQ(v, 0.0) << t;
    }
    if (t > 1.00001e-6 && t <= 2e-6) {
      ASSERT_NEAR(v, 5.0, 1e-9) << t;
    }
  }
  EXPECT_NEAR(run.last("v(out)"), 5 * std::exp(-1.0), 1e-4);
}

// x' = -sgn(x) + sin(t)/2 from 1: reaches zero, and slides there with the multiplier of the
// disturbance
TEST(LocatedSwitching, SlidesWithoutChattering) {
  ns::Model model;
  const ns::SystemId id = model.add(
      ns::FirstOrder{.A = ns::Matrix{{0.0}}, .x0 = ns::Vector{{1.0}}, .b_of_t = [](double t) {
                       return 0.5 * std::sin(t);
                     }});
  model.add(ns::Interaction{
      .on = {id},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{-1.0}}, .B = ns::Matrix{{-1.0}}},
      .law = ns::Box{ns::Vector{{-1.0}}, ns::Vector{{1.0}}}});
  const ns::Trajectory run =
      ns::simulate(model, ns::SwitchedLinear{.step = 0.01, .tolerance = 1e-7}, {.end = 6.0});
  ASSERT_TRUE(run.success()) << run.message;
  bool slides = false;
  for (int k = 1; k < run.size(); ++k) {
    const double t = run.t()[k], free = 1 - t + 0.5 * (1 - std::cos(t));
    if (free > 1e-3) {
      EXPECT_NEAR(run.x(id)(k, 0), free, 1e-5);
    }
    if (free > -1e-2) continue;
    slides = true;
    EXPECT_NEAR(run.x(id)(k, 0), 0.0, 1e-9);
    EXPECT_NEAR(run.lambda({0})(k, 0), 0.5 * std::sin(t), 1e-6);
  }
  EXPECT_TRUE(slides);
  EXPECT_LT(run.steps, 1000);
}

// A switch that time opens and closes: ends of its steps are located too.
TEST(LocatedSwitching, SwitchesOfTime) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out"), tri = c.node("tri");
  c.voltage_source(in, c.ground(), 1.0);
  // closed while the sine is above a half: from 1/12 to 5/12 of every ms
  c.voltage_source(tri, c.ground(), ns::Sine{.amplitude = 1, .frequency = 1e3});
  c.add(ns::circuit::Switch{
      .a = in, .b = out, .c = tri, .d = c.ground(), .threshold = 0.5, .on = 1e3, .off = 1e12});
  c.capacitor(out, c.ground(), 1e-6);
  const Recorded run = simulate(c, 1e-3, 1e-7);
  // a third of a ms of charging with 1 ms
  EXPECT_NEAR(run.last("v(out)"), 1 - std::exp(-1.0 / 3.0), 3e-6);
}

TEST(LocatedSwitching, RefusesWhatIsNotPiecewiseLinear) {
  ns::Circuit c;
  const auto in = c.node("in");
  c.voltage_source(in, c.ground(), 1.0);
  c.add(ns::circuit::Behavioural{
      .name = "square",
      .a = in,
      .b = c.ground(),
      .voltage = false,
      .probes = {{.a = in}},
      .value = [](double, std::span<const double> v) { return v[0] * v[0]; }});
  try {
    ns::Simulator simulator(c.model().model, ns::SwitchedLinear{});
    FAIL();
  } catch (const ns::Error& error) {
    EXPECT_NE(std::string(error.what()).find("nonlinear relation"), std::string::npos)
        << error.what();
  }
}

}  // namespace
