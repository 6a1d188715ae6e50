// SPDX-License-Identifier: Apache-2.0
// Circuits by their elements against matrices made by hand.
#include "bench/models.hpp"
#include "nonsmooth/circuit.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

TEST(Bridge, EqualsTheMatricesMadeByHand) {
  ns::Circuit c;
  const auto ground = c.ground(), top = c.node("top"), plus = c.node("plus"),
             minus = c.node("minus");
  c.capacitor(top, ground, 1e-6, {.v0 = 10.0, .name = "c1"});
  c.inductor(top, ground, 1e-2, {.name = "l1"});
  c.diode(top, plus);
  c.diode(ground, plus);
  c.diode(minus, top);
  c.diode(minus, ground);
  c.resistor(plus, minus, 1e3, {.name = "load"});
  const ns::CircuitModel lowered = c.model();
  const ns::EulerMoreau scheme{.step = 1e-6, .theta = 0.5};
  const ns::Trajectory run = ns::simulate(lowered.model, scheme, {.end = 5e-3});
  ASSERT_TRUE(run.success()) << run.message;
  const auto by_hand = ns::models::diode_bridge();
  const ns::Trajectory expected = ns::simulate(by_hand.model, scheme, {.end = 5e-3});
  ASSERT_EQ(run.size(), expected.size());
  const auto x = run.x({0}), y = expected.x(by_hand.system);
  EXPECT_LT((x.col(0) - y.col(0)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((x.col(1) - y.col(1)).cwiseAbs().maxCoeff(), 1e-10);
  // the load sees the absolute value
  const ns::Matrix signals =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  const auto load =
      signals.col(lowered.signal("v(plus)")) - signals.col(lowered.signal("v(minus)"));
  for (int k = 1; k < run.size(); ++k) EXPECT_NEAR(load[k], std::abs(x(k, 0)), 1e-9) << k;
}

TEST(Tank, EqualsTheMatricesMadeByHand) {
  ns::Circuit c;
  const auto top = c.node("top"), mid = c.node("mid");
  c.capacitor(top, c.ground(), 1e-6, {.v0 = 10.0});
  c.inductor(top, c.ground(), 1e-2);
  c.diode(top, mid);
  c.resistor(mid, c.ground(), 1e3);
  const ns::CircuitModel lowered = c.model();
  const ns::Trajectory run = ns::simulate(
      lowered.model, ns::EulerMoreau{.step = 1e-5, .theta = 0.5 + 1e-13}, {.end = 5e-3});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x({0})(50, 0), 2.928316289, 5e-10);
  EXPECT_NEAR(run.x({0})(50, 1), -0.08806492153, 5e-12);
  EXPECT_NEAR(run.x({0})(499, 0), 2.641438992, 5e-10);
  EXPECT_NEAR(run.x({0})(499, 1), -0.01406577463, 5e-12);
}

}  // namespace
