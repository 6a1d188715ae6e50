// SPDX-License-Identifier: Apache-2.0
// Every kind of element in a small circuit whose answer is known.
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ns = nonsmooth;
using namespace nonsmooth::circuit;

namespace {

struct Recording {
  ns::CircuitModel lowered;
  ns::Trajectory run;
  ns::Matrix signals;
  Eigen::VectorXd operator[](const std::string& name) const {
    return signals.col(lowered.signal(name));
  }
  double last(const std::string& name) const {
    return signals(signals.rows() - 1, lowered.signal(name));
  }
};

Recording simulate(const ns::Circuit& circuit, double step, double end, double theta = 1.0) {
  Recording r{circuit.model(), {}, {}};
  r.run =
      ns::simulate(r.lowered.model, ns::EulerMoreau{.step = step, .theta = theta}, {.end = end});
  r.signals =
      r.lowered.observe(r.run.t(), r.run.group(ns::Quantity::x), r.run.group(ns::Quantity::lambda));
  return r;
}

// --- Linear elements
// -------------------------------------------------------------------------------------------

TEST(Linear, DividerWithoutStates) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), 6.0, "v1");
  c.resistor(in, out, 2e3);
  c.resistor(out, c.ground(), 1e3);
  const Recording r = simulate(c, 1.0, 1.0);
  EXPECT_NEAR(r.last("v(out)"), 2.0, 1e-12);
  EXPECT_NEAR(r.last("i(v1)"), -2e-3, 1e-15);
}

TEST(Linear, ControlledSources) {
  ns::Circuit c;
  const auto in = c.node("in"), e = c.node("e"), g = c.node("g"), h = c.node("h"), f = c.node("f");
  c.voltage_source(in, c.ground(), 2.0, "v1");
  const auto load = c.resistor(in, c.ground(), 4.0);
  c.add(VoltageControlledVoltage{"e1", e, c.ground(), in, c.ground(), 3.0});
  c.resistor(e, c.ground(), 1.0);
  c.add(VoltageControlledCurrent{"g1", g, c.ground(), in, c.ground(), 0.5});
  c.resistor(g, c.ground(), 10.0);
  c.add(CurrentControlledVoltage{"h1", h, c.ground(), load, 8.0});
  c.resistor(h, c.ground(), 1.0);
  c.add(CurrentControlledCurrent{"f1", f, c.ground(), load, 2.0});
  c.resistor(f, c.ground(), 10.0);
  const Recording r = simulate(c, 1.0, 1.0);
  EXPECT_NEAR(r.last("v(e)"), 6.0, 1e-12);
  EXPECT_NEAR(r.last("v(g)"), -10.0, 1e-12);  // the current leaves the node through the source
  EXPECT_NEAR(r.last("v(h)"), 4.0, 1e-12);
  EXPECT_NEAR(r.last("v(f)"), -10.0, 1e-12);
}

TEST(Linear, ResistorsOfTwentyDecades) {
  ns::Circuit c;
  const auto in = c.node("in"), a = c.node("a"), out = c.node("out");
  c.voltage_source(in, c.ground(), 1.0);
  c.resistor(in, a, 1e-9, {.name = "wire"});
  c.resistor(a, out, 1e11);
  c.resistor(out, c.ground(), 1e11, {.name = "leak"});
  const Recording r = simulate(c, 1.0, 1.0);
  EXPECT_NEAR(r.last("v(out)"), 0.5, 1e-12);
  EXPECT_NEAR(r.last("i(leak)"), 0.5e-11, 1e-22);
  EXPECT_NEAR(r.last("i(wire)"), 0.5e-11, 1e-18);
}

TEST(Linear, CoupledInductorsAreATransformer) {
  // open secondary: v2 = k sqrt(L2 / L1) v1
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.frequency = 50});
  const auto l1 = c.inductor(in, c.ground(), 1.0), l2 = c.inductor(out, c.ground(), 4.0);
  c.couple(l1, l2, 0.9);
  c.resistor(out, c.ground(), 1e9);
  const Recording r = simulate(c, 1e-5, 5e-3);
  EXPECT_NEAR(r.last("v(out)"), 1.8 * r.last("v(in)"), 1e-6);
}

TEST(Linear, IdealTransformer) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), 10.0, "v1");
  c.transformer(in, c.ground(), out, c.ground(), 5.0);
  c.resistor(out, c.ground(), 1.0);
  const Recording r = simulate(c, 1.0, 1.0);
  EXPECT_NEAR(r.last("v(out)"), 2.0, 1e-12);
  EXPECT_NEAR(r.last("i(v1)"), -0.4, 1e-12);  // power is conserved
}

TEST(Linear, TimeVaryingResistor) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), 1.0);
  c.resistor(in, out, 1.0);
  c.add(Resistor{.a = out, .b = c.ground(), .of_time = [](double t) { return 1.0 + t; }});
  const Recording r = simulate(c, 0.1, 2.0);
  for (int k = 1; k < r.run.size(); ++k) {
    const double t = r.run.t()[k];
    EXPECT_NEAR(r["v(out)"][k], (1 + t) / (2 + t), 1e-12);
  }
}

// --- States that are none
// -------------------------------------------------------------------------------------------

TEST(Loops, CapacitorAcrossASource) {
  ns::Circuit c;
  const auto in = c.node("in");
  c.voltage_source(in, c.ground(), ns::Sine{.frequency = 1}, "v1");
  c.capacitor(in, c.ground(), 1e-3, {.name = "c1"});
  c.resistor(in, c.ground(), 1e3);
  const double h = 1e-4;
  const Recording r = simulate(c, h, 0.3);
  const double w = 2 * std::numbers::pi, t = 0.3;
  EXPECT_NEAR(r.last("v(in)"), std::sin(w * t), 1e-12);
  EXPECT_NEAR(r.last("i(c1)"), 1e-3 * w * std::cos(w * t), 1e-3 * w * w * h);
}

TEST(Loops, ChargeIsSharedAndKept) {
  // 2 uF at 9 V meet 1 uF at 0 V through a diode that conducts at once: 18 uC on 3 uF
  ns::Circuit c;
  const auto a = c.node("a"), b = c.node("b");
  c.capacitor(a, c.ground(), 2e-6, {.v0 = 9.0});
  c.capacitor(b, c.ground(), 1e-6, {.v0 = 0.0});
  c.diode(a, b);
  const Recording r = simulate(c, 1e-9, 1e-8);
  ASSERT_TRUE(r.run.success());
  EXPECT_NEAR(r.last("v(a)"), 6.0, 1e-9);
  EXPECT_NEAR(r.last("v(b)"), 6.0, 1e-9);
}

TEST(Loops, CapacitorsInParallelAreOne) {
  ns::Circuit c;
  const auto a = c.node("a");
  for (int k = 0; k < 3; ++k) c.capacitor(a, c.ground(), 1e-6, {.v0 = 3.0});
  c.resistor(a, c.ground(), 1e3);
  const Recording r = simulate(c, 1e-6, 3e-3, 1.0);
  ASSERT_TRUE(r.run.success());
  EXPECT_NEAR(r.last("v(a)"), 3.0 * std::pow(1 + 1e-6 / 3e-3, -3000), 1e-9);
}

TEST(Loops, InductorsInSeriesWithACurrentSource) {
  ns::Circuit c;
  const auto a = c.node("a"), b = c.node("b");
  c.current_source(c.ground(), a, ns::Waveform([](double t) { return 2.0 * t; }));
  c.inductor(a, b, 3.0);
  c.inductor(b, c.ground(), 4.0, {.name = "l2"});
  const Recording r = simulate(c, 1e-3, 0.5);
  ASSERT_TRUE(r.run.success());
  EXPECT_NEAR(r.last("v(a)"), 14.0, 1e-7);
  EXPECT_NEAR(r.last("i(l2)"), 1.0, 1e-10);
}

// --- Devices
// -------------------------------------------------------------------------------------------

TEST(Devices, DiodeWithThresholdAndResistance) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 5, .frequency = 50});
  c.add(Diode{.name = "d1", .a = in, .b = out, .forward = 0.7, .on = 10, .off = 1e6});
  c.resistor(out, c.ground(), 90.0);
  const Recording r = simulate(c, 1e-4, 0.02);
  for (int k = 1; k < r.run.size(); ++k) {
    const double v = r["v(in)"][k];
    const double leak = v / 1e6;  // nearly: the leak sees the diode's own voltage
    EXPECT_NEAR(r["i(d1)"][k], std::max(v - 0.7, 0.0) / 100 + leak, 1e-5) << v;
  }
}

TEST(Devices, ZenerClips) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 20, .frequency = 50});
  c.resistor(in, out, 100.0);
  c.zener(c.ground(), out, {.breakdown = 6.2, .forward = 0.6});
  const Recording r = simulate(c, 1e-4, 0.02);
  for (int k = 1; k < r.run.size(); ++k)
    EXPECT_NEAR(r["v(out)"][k], std::clamp(r["v(in)"][k], -0.6, 6.2), 1e-9);
}

// case 47 of the literature: the transistor as two ideal diodes with gains
TEST(Devices, ColpittsOscillator) {
  ns::Circuit c;
  const auto supply = c.node("vcc"), collector = c.node("c"), emitter = c.node("e"),
             negative = c.node("vee");
  c.voltage_source(supply, c.ground(), 10.0);
  c.voltage_source(negative, c.ground(), -20.0);
  c.capacitor(collector, emitter, 2.0, {.v0 = 0.0});
  c.capacitor(emitter, c.ground(), 0.8, {.v0 = 0.0});
  c.inductor(supply, collector, 0.1, {.i0 = 0.0});
  c.resistor(supply, collector, 10.0);
  c.resistor(emitter, negative, 20.0);
  c.bjt(collector, c.ground(), emitter, {.name = "q1", .alpha_f = 0.99, .alpha_r = 0.015});
  const Recording r = simulate(c, 1e-3, 1.0, 0.5);
  ASSERT_TRUE(r.run.success()) << r.run.message;
  EXPECT_LT((r.run.x({0}).row(1000).transpose() - ns::Vec<3>(4.68738165, 9.96012054, -17.07125361))
                .cwiseAbs()
                .maxCoeff(),
            5e-9)
      << r.run.x({0}).row(1000);
}

TEST(Devices, MosfetOnItsCorners) {
  // corners at vt, vt + 2.5 and vt + 5: there F is the parabola exactly
  for (const bool p : {false, true}) {
    const double sign = p ? -1.0 : 1.0;
    for (const double above : {0.0, 2.5, 5.0}) {
      ns::Circuit c;
      const auto d = c.node("d"), g = c.node("g");
      c.voltage_source(d, c.ground(), sign * 20.0, "vd");
      c.voltage_source(g, c.ground(), sign * (1.0 + above));
      c.mosfet(d, g, c.ground(), {.threshold = 1.0, .k = 0.2, .p_channel = p});
      const Recording r = simulate(c, 1.0, 1.0);
      EXPECT_NEAR(r.last("i(vd)"), -sign * 0.1 * above * above, 1e-12);
    }
  }
}

// nothing but the transistors holds the voltage of the output
TEST(Devices, InverterWithoutLoad) {
  ns::Circuit c;
  const auto supply = c.node("vdd"), in = c.node("in"), out = c.node("out");
  c.voltage_source(supply, c.ground(), 5.0);
  c.voltage_source(in, c.ground(), ns::Polyline{{{0.0, 0.0}, {1.0, 5.0}}});
  c.mosfet(out, in, c.ground(), {.name = "mn"});
  c.mosfet(out, in, supply, {.name = "mp", .p_channel = true});
  const Recording r = simulate(c, 0.01, 1.0);
  ASSERT_TRUE(r.run.success()) << r.run.message;
  EXPECT_NEAR(r["v(out)"][10], 5.0, 1e-9);
  EXPECT_NEAR(r["v(out)"][90], 0.0, 1e-9);
  for (int k = 2; k < r.run.size(); ++k) EXPECT_LE(r["v(out)"][k], r["v(out)"][k - 1] + 1e-9);
}

TEST(Devices, AmplifiersFollowAndSaturate) {
  ns::Circuit c;
  const auto in = c.node("in"), x = c.node("x"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 1, .frequency = 50});
  // inverting, gain -5, rails at 3 V
  c.resistor(in, x, 1e3);
  c.resistor(x, out, 5e3);
  c.add(Amplifier{"u1", out, c.ground(), c.ground(), x, ns::infinity, -3.0, 3.0});
  const Recording r = simulate(c, 1e-4, 0.02);
  for (int k = 1; k < r.run.size(); ++k)
    EXPECT_NEAR(r["v(out)"][k], std::clamp(-5 * r["v(in)"][k], -3.0, 3.0), 1e-9);
}

TEST(Devices, SwitchByTime) {
  for (const double off : {1e6, ns::infinity})
    for (const double on : {1.0, 0.0}) {
      ns::Circuit c;
      const auto in = c.node("in"), out = c.node("out"), gate = c.node("gate");
      c.voltage_source(in, c.ground(), 10.0);
      c.voltage_source(gate, c.ground(), ns::Pulse{.high = 5, .width = 1e-3, .period = 2e-3});
      c.add(Switch{.name = "s1",
                   .a = in,
                   .b = out,
                   .c = gate,
                   .d = c.ground(),
                   .threshold = 2.5,
                   .on = on,
                   .off = off});
      c.resistor(out, c.ground(), 99.0);
      const Recording r = simulate(c, 1e-4, 4e-3);
      for (int k = 1; k < r.run.size(); ++k) {
        const double R = r["v(gate)"][k] > 2.5 ? on : off;
        EXPECT_NEAR(r["v(out)"][k], 10.0 * 99.0 / (99.0 + R), 1e-9) << k;
      }
    }
}

// case 45 of the literature: a chopper whose switch compares the load with a sawtooth
TEST(Devices, ChopperThatControlsItself) {
  const double period = 20e-6, h = 0.1e-6;
  ns::Circuit c;
  const auto in = c.node("in"), mid = c.node("mid"), out = c.node("out"), saw = c.node("saw");
  c.voltage_source(in, c.ground(), 20.0);
  c.voltage_source(saw, c.ground(), ns::Waveform([=](double t) {
                     const double turns = t / period;
                     return 7.5 - 10 * (turns - std::floor(turns - 1e-9));
                   }));
  c.add(Switch{.name = "s1", .a = in, .b = mid, .c = saw, .d = out, .on = 1e-3, .off = 1000});
  // on 1 mOhm, off 1 kOhm: what the diode has beside its leak
  c.add(Diode{.a = c.ground(), .b = mid, .on = 1 / (1 / 1e-3 - 1 / 1e3), .off = 1000});
  c.inductor(mid, out, 200e-6, {.i0 = 0.0, .name = "choke"});
  c.resistor(out, c.ground(), 1.0);
  // the matrices of the literature take all voltages at the end of the step
  const Recording r = simulate(c, h, 200e-6, 1.0);
  ASSERT_TRUE(r.run.success()) << r.run.message;
  EXPECT_NEAR(r.run.x({0})(1, 0), 0.009994987509, 5e-13);
  EXPECT_NEAR(r.run.x({0})(501, 0), 2.843770212, 5e-10);
  EXPECT_NEAR(r.run.x({0})(2000, 0), 4.417573617, 5e-10);
}

TEST(Devices, BehaviouralSquarer) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 3, .frequency = 50});
  c.add(Behavioural{.name = "b1",
                    .a = out,
                    .b = c.ground(),
                    .probes = {{.a = in}},
                    .value = [](double, std::span<const double> v) { return v[0] * v[0]; }});
  c.resistor(out, c.ground(), 1.0);
  c.capacitor(out, c.ground(), 1e-6);
  const Recording r = simulate(c, 1e-4, 0.02);
  ASSERT_TRUE(r.run.success()) << r.run.message;
  for (int k = 1; k < r.run.size(); ++k)
    EXPECT_NEAR(r["v(out)"][k], std::pow(r["v(in)"][k], 2), 1e-9);
}

}  // namespace
