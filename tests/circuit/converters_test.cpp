// SPDX-License-Identifier: Apache-2.0
// Power electronics against closed forms.
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <numbers>

namespace ns = nonsmooth;
using namespace nonsmooth::circuit;

namespace {

// Vin 3 V, duty 0.6, 10 uH, 22 uF, 600 kHz
ns::Circuit buck(double load, double i0, double v0) {
  ns::Circuit c;
  const double period = 1 / 600e3;
  const auto in = c.node("in"), sw = c.node("sw"), out = c.node("out"), gate = c.node("gate");
  c.voltage_source(in, c.ground(), 3.0);
  c.voltage_source(gate, c.ground(), ns::Pulse{.width = 0.6 * period, .period = period});
  c.add(Switch{.name = "s",
               .a = in,
               .b = sw,
               .c = gate,
               .d = c.ground(),
               .threshold = 0.5,
               .on = 0.0,
               .off = ns::infinity});
  c.diode(c.ground(), sw);
  c.inductor(sw, out, 10e-6, {.i0 = i0, .name = "choke"});
  c.capacitor(out, c.ground(), 22e-6, {.v0 = v0});
  c.resistor(out, c.ground(), load);
  return c;
}

TEST(Buck, ContinuousConduction) {
  // V = D Vin, ripple (Vin - V) D T / L
  const double T = 1 / 600e3, h = T / 1000;
  const ns::CircuitModel lowered = buck(10.0, 0.12, 1.8).model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = h, .theta = 0.5}, {.end = 300 * T});
  ASSERT_TRUE(run.success()) << run.message;
  const auto x = run.x({0}).bottomRows(10000);
  EXPECT_NEAR(x.col(1).mean(), 1.8, 0.004);
  EXPECT_NEAR(x.col(0).maxCoeff() - x.col(0).minCoeff(), 0.12, 0.002);
}

TEST(Buck, DiscontinuousConduction) {
  // K = 2 L / (R T) = 0.06: V = 2 Vin / (1 + sqrt(1 + 4 K / D^2)) = 2.618950
  const double T = 1 / 600e3, h = T / 400;
  const ns::CircuitModel lowered = buck(200.0, 0.0, 2.61895).model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = h, .theta = 0.5}, {.end = 1000 * T});
  ASSERT_TRUE(run.success()) << run.message;
  const auto x = run.x({0}).bottomRows(4000);
  EXPECT_NEAR(x.col(1).mean(), 2.618950, 0.01);
  EXPECT_GE(x.col(0).minCoeff(), -1e-9);  // the diode blocks
  EXPECT_LT(x.col(0).minCoeff(), 1e-9);
}

// A single-phase bridge of four switches with diodes, sine against triangle, inductive load: as
// many switchings as the carrier has turns, and each costs the same.
TEST(Inverter, EndsAtEveryCarrierInTimeLinearInSwitchings) {
  double first = 0.0;
  for (const double carrier : {1e3, 5e3, 9e3, 10e3, 15e3, 20e3}) {
    ns::Circuit c;
    const auto dc = c.node("dc"), a = c.node("a"), b = c.node("b"), mid = c.node("mid"),
               ref = c.node("ref"), tri = c.node("tri");
    c.voltage_source(dc, c.ground(), 400.0);
    c.voltage_source(ref, c.ground(), ns::Sine{.amplitude = 0.8, .frequency = 50});
    c.voltage_source(tri, c.ground(), ns::Waveform([=](double t) {
                       const double turns = t * carrier, phase = turns - std::floor(turns);
                       return 4 * std::abs(phase - 0.5) - 1;
                     }));
    const auto leg = [&](ns::NodeId from, ns::NodeId to, ns::NodeId plus, ns::NodeId minus) {
      c.add(Switch{.a = from, .b = to, .c = plus, .d = minus, .on = 1e-3, .off = 1e6});
      c.diode(to, from);
    };
    leg(dc, a, ref, tri);
    leg(a, c.ground(), tri, ref);
    leg(dc, b, tri, ref);
    leg(b, c.ground(), ref, tri);
    c.resistor(a, mid, 10.0);
    c.inductor(mid, b, 20e-3, {.name = "load"});
    const ns::CircuitModel lowered = c.model();
    const double h = 1 / carrier / 100;
    const std::clock_t begin = std::clock();
    const ns::Trajectory run = ns::simulate(lowered.model, ns::EulerMoreau{.step = h},
                                            {.end = 0.04});
    const double seconds =
        static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / (0.04 * carrier);
    ASSERT_TRUE(run.success()) << carrier << " Hz: " << run.message;
    // fundamental of the load current over the last period: 0.8 400 V / |10 + j w 20 mH|
    const double w = 2 * std::numbers::pi * 50;
    double sine = 0.0, cosine = 0.0;
    for (int k = run.size() / 2 + 1; k < run.size(); ++k) {
      sine += run.x({0})(k, 0) * std::sin(w * run.t()[k]) * h / 0.01;
      cosine += run.x({0})(k, 0) * std::cos(w * run.t()[k]) * h / 0.01;
    }
    EXPECT_NEAR(std::hypot(sine, cosine), 320 / std::hypot(10.0, w * 20e-3), 0.5) << carrier;
    std::printf("carrier %5.0f Hz: %.1f us per period of it\n", carrier, 1e6 * seconds);
    if (first == 0.0) first = seconds;
    EXPECT_LT(seconds, 3 * first + 1e-4) << carrier;
  }
}

}  // namespace
