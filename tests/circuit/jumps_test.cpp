// SPDX-License-Identifier: Apache-2.0
// Charge and flux where states jump: known amounts, and what cancels.
#include "nonsmooth/circuit/jumps.hpp"
#include "nonsmooth/simulate.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

std::vector<ns::StateJump> jumps(const ns::Circuit& circuit, const ns::Scheme& scheme, double end,
                                 int dense_limit = 400) {
  const ns::CircuitModel lowered = circuit.model({.dense_limit = dense_limit});
  const ns::Trajectory run = ns::simulate(lowered.model, scheme, {.end = end});
  EXPECT_TRUE(run.success()) << run.message;
  const ns::Matrix rows =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  return ns::state_jumps(circuit, lowered, run.t(), rows);
}

// 1 uF at 10 V and 3 uF at none behind a diode: 7.5 uC pass at once, and 2.5 V are left
TEST(StateJumps, CapacitorsBehindADiode) {
  ns::Circuit c;
  const auto a = c.node("a"), b = c.node("b");
  c.capacitor(a, c.ground(), 1e-6, {.v0 = 10.0, .name = "c1"});
  c.capacitor(b, c.ground(), 3e-6, {.v0 = 0.0, .name = "c2"});
  c.diode(a, b);
  c.resistor(b, c.ground(), 1e3);
  for (const int dense_limit : {400, 0}) {
    const auto found = jumps(c, ns::EulerMoreau{.step = 1e-6}, 1e-4, dense_limit);
    ASSERT_EQ(found.size(), 2u) << dense_limit;
    EXPECT_EQ(found[0].element, "c1");
    EXPECT_TRUE(found[0].charge);
    EXPECT_EQ(found[0].t, 1e-6);
    // the resistor takes 2.5 mA in the microsecond of the step
    EXPECT_NEAR(found[0].amount, -7.5e-6, 5e-9);
    EXPECT_NEAR(found[1].amount, 7.5e-6, 5e-9);
    EXPECT_NEAR(found[1].after, 2.5, 2e-3);
  }
  const auto located = jumps(c, ns::SwitchedLinear{.step = 1e-6, .tolerance = 1e-6}, 1e-4);
  ASSERT_EQ(located.size(), 2u);
  EXPECT_NEAR(located[0].amount + located[1].amount, 0.0, 1e-12);
  EXPECT_NEAR(located[1].amount, 7.5e-6, 1e-10);
}

// 1 H at rest and 3 H with 2 A meet at a diode that lets current out only: 1.5 A flow in both
TEST(StateJumps, InductorsAtADiode) {
  ns::Circuit c;
  const auto in = c.node("in"), mid = c.node("mid");
  c.resistor(in, c.ground(), 1.0);
  c.inductor(in, mid, 1.0, {.i0 = 0.0, .name = "l1"});
  c.inductor(mid, c.ground(), 3.0, {.i0 = 2.0, .name = "l2"});
  c.diode(mid, c.ground());
  const auto found = jumps(c, ns::EulerMoreau{.step = 1e-6}, 1e-4);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].charge);
  EXPECT_NEAR(found[0].amount, 1.5, 1e-5);
  EXPECT_NEAR(found[1].amount, -1.5, 1e-5);
  EXPECT_NEAR(found[1].after, 1.5, 1e-5);
}

TEST(StateJumps, NoneInASmoothRunAndNoneMadeUp) {
  ns::Circuit c;
  const auto a = c.node("a"), in = c.node("in");
  c.voltage_source(in, c.ground(), ns::Sine{.amplitude = 10, .frequency = 1e3});
  c.diode(in, a);
  c.resistor(a, c.ground(), 1e3);
  c.capacitor(a, c.ground(), 1e-6);
  EXPECT_TRUE(jumps(c, ns::EulerMoreau{.step = 1e-6}, 2e-3).empty());
  const ns::CircuitModel lowered = c.model();
  const std::string message = ns::testing::message_of(
      [&] { (void)ns::state_jumps(c, lowered, ns::Vector::Zero(3), ns::Matrix::Zero(2, 1)); });
  EXPECT_NE(message.find("3 instants"), std::string::npos) << message;
}

}  // namespace
