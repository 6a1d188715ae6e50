// SPDX-License-Identifier: Apache-2.0
// Networks of many diodes: both ways of lowering agree, and large ones run.
#include "bench/circuits.hpp"
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

namespace ns = nonsmooth;

namespace {

using ns::models::bridge_ladder;
using ns::models::diode_mesh;

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
  EXPECT_LT(
      difference(simulate(diode_mesh(5), 1000, 1e-7, 200), simulate(diode_mesh(5), 0, 1e-7, 200)),
      1e-7);
}

TEST(Networks, LadderOfTenBridges) {
  const Signals dense = simulate(bridge_ladder(10), 1000, 1e-6, 1000);
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
  const Signals s = simulate(bridge_ladder(250), 400, 1e-6, 20);
  std::printf("ladder of 1000 diodes: %.2f ms per step\n", 1e3 * s.seconds_per_step);
  const Signals dense = simulate(bridge_ladder(10), 1000, 1e-6, 20),
                sparse = simulate(bridge_ladder(10), 0, 1e-6, 20);
  EXPECT_LT(difference(dense, sparse), 1e-7);
}

// Kirchhoff's laws at every node of every step are in the certificate of the step; what is looked
// at here is that a size which needs sparse factors ends, and that diodes do conduct.
TEST(Networks, MeshOfTenThousandNodesRuns) {
  const Signals s = simulate(diode_mesh(100), 400, 1e-6, 5);
  std::printf("mesh of 10 000 nodes: %.0f ms per step\n", 1e3 * s.seconds_per_step);
  ASSERT_TRUE(s.rows.allFinite());
  const double in = s.rows(5, s.lowered.signal("v(n1)")),
               next = s.rows(5, s.lowered.signal("v(n102)"));
  EXPECT_GT(in, 0.0);
  EXPECT_NEAR(in, next, 1e-9);  // an ideal diode joins them
}

}  // namespace
