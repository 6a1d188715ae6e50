// SPDX-License-Identifier: Apache-2.0
// Networks of many diodes: both ways of lowering agree, and large ones run.
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

namespace ns = nonsmooth;

namespace {

// side x side nodes with a capacitor each, resistors to the right and below, diodes along the
// diagonals, a sine in one corner
ns::Circuit mesh(int side) {
  ns::Circuit c;
  std::vector<ns::NodeId> nodes;
  for (int k = 0; k < side * side; ++k) nodes.push_back(c.node());
  const auto at = [&](int i, int j) { return nodes[static_cast<std::size_t>(i * side + j)]; };
  const auto in = c.node("in");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 10, .frequency = 1e3});
  c.resistor(in, at(0, 0), 10.0);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      c.capacitor(at(i, j), c.ground(), 1e-9);
      if (j + 1 < side) c.resistor(at(i, j), at(i, j + 1), 1e3);
      if (i + 1 < side) c.resistor(at(i, j), at(i + 1, j), 1e3);
      if (i + 1 < side && j + 1 < side) c.diode(at(i, j), at(i + 1, j + 1));
    }
  c.resistor(at(side - 1, side - 1), c.ground(), 1e4);
  return c;
}

// n bridges in a row, each fed by a coil and a capacitor of its own
ns::Circuit ladder(int bridges) {
  ns::Circuit c;
  auto left = c.node("in");
  c.voltage_source(left, c.ground(), ns::Sine{.amplitude = 10, .frequency = 1e3});
  for (int k = 0; k < bridges; ++k) {
    const auto top = c.node(), plus = c.node(), minus = c.node();
    c.inductor(left, top, 1e-3);
    c.capacitor(top, c.ground(), 1e-7);
    c.diode(top, plus);
    c.diode(c.ground(), plus);
    c.diode(minus, top);
    c.diode(minus, c.ground());
    c.resistor(plus, minus, 1e3);
    left = top;
  }
  return c;
}

struct Signals {
  ns::CircuitModel lowered;
  ns::Matrix rows;
  double seconds_per_step = 0;
};

Signals simulate(const ns::Circuit& circuit, int dense_limit, double step, int steps) {
  Signals s{circuit.model({.dense_limit = dense_limit}), {}};
  const std::clock_t begin = std::clock();
  const ns::Trajectory run =
      ns::simulate(s.lowered.model, ns::EulerMoreau{.step = step}, {.end = steps * step});
  s.seconds_per_step = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / steps;
  EXPECT_TRUE(run.success()) << run.message;
  s.rows = s.lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  return s;
}

double difference(const Signals& a, const Signals& b) {
  double worst = 0.0;
  for (std::size_t k = 0; k < a.lowered.signals.size(); ++k) {
    const std::string& name = a.lowered.signals[k];
    if (!name.starts_with("v(n")) continue;
    const ns::Vector other = b.rows.col(b.lowered.signal(name));
    const Eigen::Index count = other.size() - 1;  // nodes without capacitor begin anywhere
    worst =
        std::max(worst, (a.rows.col(static_cast<Eigen::Index>(k)).tail(count) - other.tail(count))
                            .cwiseAbs()
                            .maxCoeff());
  }
  return worst;
}

TEST(Networks, SparseAndDenseAgree) {
  EXPECT_LT(difference(simulate(mesh(5), 1000, 1e-7, 200), simulate(mesh(5), 0, 1e-7, 200)), 1e-7);
}

TEST(Networks, LadderOfTenBridges) {
  const Signals dense = simulate(ladder(10), 1000, 1e-6, 1000);
  std::printf("ladder of 40 diodes: %.1f us per step\n", 1e6 * dense.seconds_per_step);
  // every load sees the absolute value of its own tank
  for (int k = 0; k < 10; ++k) {
    const auto v = [&](int node) {
      return dense.rows.col(dense.lowered.signal("v(n" + std::to_string(node) + ")"));
    };
    const int top = 2 + 3 * k;
    for (int row = 1; row <= 1000; ++row)
      ASSERT_NEAR(v(top + 1)[row] - v(top + 2)[row], std::abs(v(top)[row]), 1e-7) << k;
  }
}

TEST(Networks, LadderOfAThousandDiodes) {
  const Signals s = simulate(ladder(250), 400, 1e-6, 20);
  std::printf("ladder of 1000 diodes: %.2f ms per step\n", 1e3 * s.seconds_per_step);
  const Signals dense = simulate(ladder(10), 1000, 1e-6, 20),
                sparse = simulate(ladder(10), 0, 1e-6, 20);
  EXPECT_LT(difference(dense, sparse), 1e-7);
}

// n^1.2 below 400 nodes, n^1.7 above: the bound is what a dense problem would not keep
TEST(Networks, LargeMeshesRunAndScale) {
  double before = 0.0;
  for (const int side : {10, 20, 40}) {
    const Signals s = simulate(mesh(side), 400, 1e-6, 20);
    std::printf("mesh of %d nodes: %.2f ms per step\n", side * side, 1e3 * s.seconds_per_step);
    if (before > 0.0) {
      EXPECT_LT(s.seconds_per_step, before * std::pow(4.0, 2.0));
    }
    before = s.seconds_per_step;
  }
}

}  // namespace
