// SPDX-License-Identifier: Apache-2.0
// Where energy goes: Tellegen's theorem at every instant, no element but sources gives any.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
using namespace nonsmooth::circuit;

namespace {

void check_power(const ns::Circuit& circuit, double step, double end, const std::string& what) {
  const ns::CircuitModel lowered = circuit.model();
  const ns::Trajectory run = ns::simulate(lowered.model, ns::EulerMoreau{.step = step},
                                          {.end = end});
  ASSERT_TRUE(run.success()) << what << ": " << run.message;
  const ns::Matrix rows = lowered.observe(run.t(), run.group(ns::Quantity::x),
                                          run.group(ns::Quantity::lambda));
  const ns::Matrix powers = lowered.powers(rows);
  const double rounding = 1e-13;  // W: of volts and milliamperes
  double largest = 0.0;
  for (int k = 1; k < run.size(); ++k)
    largest = std::max(largest, powers.row(k).cwiseAbs().maxCoeff());
  for (int k = 1; k < run.size(); ++k) {
    // the powers of all branches cancel
    EXPECT_NEAR(powers.row(k).sum(), 0.0, 1e-9 * largest + rounding) << what << ", row " << k;
    for (std::size_t b = 0; b < lowered.branches.size(); ++b)
      if (!lowered.branches[b].stores && !lowered.branches[b].source) {
        EXPECT_GE(powers(k, static_cast<Eigen::Index>(b)), -1e-9 * largest - rounding)
            << what << ", " << lowered.branches[b].name << ", row " << k;
      }
  }
}

TEST(Power, BridgeWithFilter) {
  ns::Circuit c;
  const auto in = c.node("in"), plus = c.node("plus"), minus = c.node("minus");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 10, .frequency = 1e3});
  for (const auto node : {in, c.ground()}) {
    c.diode(node, plus);
    c.diode(minus, node);
  }
  c.resistor(plus, minus, 1e3);
  c.add(Diode{.a = plus, .b = minus, .forward = 8.0, .on = 100.0});
  // a source of no resistance charges it at once: the ideal loop is an equation
  c.capacitor(plus, minus, 300e-9);
  check_power(c, 1e-6, 2e-3, "bridge");
}

// chains of random passive elements between random nodes
TEST(Power, RandomPassiveCircuits) {
  for (int sample = 0; sample < 60; ++sample) {
    ns::Random random(static_cast<std::uint64_t>(sample) + 1);
    ns::Circuit c;
    std::vector<ns::NodeId> nodes{c.ground()};
    for (int k = 0; k < 5; ++k) nodes.push_back(c.node());
    // behind a resistor: an ideal diode across an ideal source has no solution
    const auto source = c.node("source");
    c.voltage_source(source, nodes[0], ns::Sine{.amplitude = 5, .frequency = 50});
    c.resistor(source, nodes[1], 50.0);
    // a tree of resistors keeps every node at a voltage
    for (std::size_t k = 2; k < nodes.size(); ++k)
      c.resistor(nodes[k], nodes[static_cast<std::size_t>(random.below(static_cast<int>(k)))],
                 std::pow(10.0, random.uniform(0.0, 4.0)));
    for (int k = 0; k < 8; ++k) {
      const auto a = nodes[static_cast<std::size_t>(random.below(6))],
                 b = nodes[static_cast<std::size_t>(random.below(6))];
      if (a == b) continue;
      switch (random.below(4)) {
        case 0: c.capacitor(a, b, std::pow(10.0, random.uniform(-8.0, -4.0))); break;
        case 1: c.inductor(a, b, std::pow(10.0, random.uniform(-4.0, 0.0))); break;
        case 2: c.add(Diode{.a = a, .b = b, .forward = random.uniform(0.0, 1.0)}); break;
        default: c.diode(a, b);
      }
    }
    check_power(c, 1e-5, 1e-3, "seed " + std::to_string(sample + 1));
  }
}

}  // namespace
