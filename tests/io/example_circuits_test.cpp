// SPDX-License-Identifier: Apache-2.0
// The netlists of examples/circuits, run as they say, against what is known of their circuits.
#include "bench/circuits.hpp"
#include "nonsmooth/circuit/operating_point.hpp"
#include "nonsmooth/io/netlist.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace ns = nonsmooth;

namespace {

std::map<std::string, double> measures(const std::string& name) {
  const ns::io::Netlist netlist =
      ns::io::read_netlist(std::filesystem::path(NS_EXAMPLE_CIRCUITS) / (name + ".cir"));
  const ns::io::TransientCommand& tran = *netlist.transient;
  const ns::CircuitModel lowered =
      (tran.use_initial_values ? netlist.circuit : ns::begun_at_rest(netlist.circuit)).model();
  const double step = tran.fixed_step();
  const ns::Scheme scheme =
      netlist.tolerance
          ? ns::Scheme(ns::SwitchedLinear{.step = step,
                                          .tolerance = *netlist.tolerance,
                                          .breakpoints = lowered.breakpoints(0, tran.end)})
          : ns::Scheme(ns::EulerMoreau{.step = step, .theta = 0.5});
  const ns::Trajectory run = ns::simulate(lowered.model, scheme, {.end = tran.end});
  EXPECT_TRUE(run.success()) << name << ": " << run.message;
  const ns::Matrix rows =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  std::map<std::string, double> found;
  for (const ns::io::Measure& measure : netlist.measures)
    found[measure.name] = ns::io::evaluate(measure, lowered, run.t(), rows).value_or(std::nan(""));
  return found;
}

// Amplifiers, comparators and transistors are not passive: what lowers and factorises large
// circuits has to treat them all the same.
TEST(ExampleCircuits, ManyConvertersAtOnceAreManyTimesOne) {
  const std::string one = ns::models::buck_netlist(false, "1n");
  const auto converters = [&](int count) {
    std::string text = one.substr(0, one.find(".tran"));
    text.insert(text.find('\n') + 1, ".subckt converter\n");
    text += ".ends\n";
    for (int k = 1; k <= count; ++k) text += "X" + std::to_string(k) + " converter\n";
    return ns::io::read_netlist_text(text + ".end\n", "converters.cir").circuit;
  };
  const auto simulate = [](const ns::Circuit& circuit, int dense_limit) {
    const ns::CircuitModel lowered = circuit.model({.dense_limit = dense_limit});
    const ns::Trajectory run =
        ns::simulate(lowered.model, ns::EulerMoreau{.step = 1e-9}, {.end = 4e-6});
    EXPECT_TRUE(run.success()) << run.message;
    const ns::Matrix rows =
        lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
    return ns::Matrix(rows(Eigen::all, {lowered.signal("v(x1.out)"), lowered.signal("i(x1.l1)"),
                                        lowered.signal("v(x1.err)")}));
  };
  const ns::Matrix dense = simulate(converters(1), 1000), sparse = simulate(converters(5), 0);
  EXPECT_GT(dense.col(1).maxCoeff(), 0.01);  // it has begun to switch
  // steps are the same but for rounding, which a gain of 1e4 in the loop lets grow
  EXPECT_LT((dense - sparse).bottomRows(dense.rows() - 1).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(ExampleCircuits, Inverter) {
  auto found = measures("inverter");
  // fundamental of 0.8 400 V over 10 ohm and 20 mH; the ripple adds its square, a tenth of a
  // percent
  EXPECT_NEAR(found["i_rms"], 320 / std::hypot(10.0, 100 * std::numbers::pi * 20e-3) / std::sqrt(2),
              0.02);
  EXPECT_NEAR(found["i_mean"], 0.0, 1e-3);
}

TEST(ExampleCircuits, ResonantConverter) {
  auto found = measures("resonant");
  // at resonance the output is the amplitude of the square wave; the current of a full-wave
  // rectifier has the peak pi/2 of its mean, up to the ripple of the output and harmonics
  EXPECT_NEAR(found["v_out"], 24.0, 0.05);
  EXPECT_NEAR(found["i_peak"], std::numbers::pi / 2 * 24.0 / 20.0, 0.02);
}

TEST(ExampleCircuits, BoostConverter) {
  auto found = measures("boost_closed_loop");
  // an integrator leaves no error but what has not settled; power in and out agree but for the
  // conduction loss of the transistor
  EXPECT_NEAR(found["v_out"], 12.0, 0.01);
  EXPECT_NEAR(found["i_in"], 12.0 * 12.0 / 24.0 / 5.0, 0.02);
}

TEST(ExampleCircuits, DeltaSigmaModulator) {
  auto found = measures("delta_sigma");
  // the integrator stays within two steps of its clock, so that 400 of them leave at most 2/400
  EXPECT_NEAR(found["mean"], 0.3, 2.0 / 400);
  EXPECT_LT(found["largest"], 2.0);
}

TEST(ExampleCircuits, RelayFeedback) {
  auto found = measures("relay_feedback");
  // the describing function gives 2 pi / sqrt 3 = 3.628 and 4 / (8 pi) = 0.159; harmonics add a
  // few percent
  EXPECT_NEAR(found["period"], 2 * std::numbers::pi / std::sqrt(3.0), 0.08);
  EXPECT_NEAR(found["amplitude"], 0.5 / std::numbers::pi, 0.006);
}

TEST(ExampleCircuits, PhaseLockedLoop) {
  auto found = measures("pll");
  // 10.5 kHz is half a volt above 10 kHz; what the product leaves at 21 kHz has no mean
  EXPECT_NEAR(found["control"], 0.5, 0.01);
}

TEST(ExampleCircuits, Colpitts) {
  auto found = measures("colpitts");
  // capacitors carry no current in the mean: what leaves at 400 ohm enters by the coil, but for the
  // base; the end of a chaotic run leaves at most some volts times 54 nF over 2 ms
  EXPECT_NEAR(found["i_mean"], 200.0 / 201 * (found["mean"] + 5) / 400, 3 * 54e-9 * 5 / 2e-3);
  // chaos around the resonance of 98.5 uH and 27 nF
  EXPECT_NEAR(found["ten_periods"] / 10, 2 * std::numbers::pi * std::sqrt(98.5e-6 * 27e-9), 1.5e-6);
  // the transistor cuts off and conducts by turns
  EXPECT_GT(found["top"], 5.0);
  EXPECT_LT(found["lowest"], -0.75);
}

TEST(ExampleCircuits, Chua) {
  auto found = measures("chua");
  // equilibria of the outer pieces, between which the double scroll goes to and fro:
  // v (1/R - 0.409 mS) = 0.348 mS, so +-2.37 V; orbits reach beyond both and stay bounded
  EXPECT_GT(found["top"], 2.37);
  EXPECT_LT(found["bottom"], -2.37);
  EXPECT_LT(found["top"] - found["bottom"], 12.0);
}

}  // namespace
