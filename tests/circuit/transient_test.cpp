// SPDX-License-Identifier: Apache-2.0
// What the command and the Python package share: the scheme of a run, and its first row.
#include "nonsmooth/circuit/transient.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

ns::Circuit charger(const ns::Waveform& volt) {
  ns::Circuit c;
  const auto in = c.node("in"), out = c.node("out");
  c.voltage_source(in, c.ground(), volt, "v1");
  c.resistor(in, out, 1e3, {.name = "r1"});
  c.capacitor(out, c.ground(), 1e-6, {.v0 = 2.0, .name = "c1"});
  return c;
}

// the initial state is one voltage; the currents of that instant follow from the sources
TEST(Transient, FirstRowIsTheInstantAfterTheStart) {
  const ns::Circuit c = charger(5.0);
  const ns::CircuitModel lowered = c.model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::transient_scheme(lowered, {.step = 1e-5}), {.end = 1e-4});
  const ns::Matrix rows = ns::observe(c, lowered, run, 1e-5);
  ASSERT_EQ(rows.rows(), 11);
  const double late = 1e-11 / 1e-3;  // the instant, in time constants
  EXPECT_NEAR(rows(0, lowered.signal("v(out)")), 2.0, 5.0 * late);
  EXPECT_NEAR(rows(0, lowered.signal("i(r1)")), 3e-3, 5e-3 * late);
}

TEST(Transient, ControlledStepsEndAtCornersOfSources) {
  const ns::CircuitModel lowered = charger(ns::Pulse{.width = 3e-4, .period = 1e-3}).model();
  const ns::Scheme fixed = ns::transient_scheme(lowered, {.step = 1e-5, .end = 1e-3, .theta = 1.0});
  ASSERT_TRUE(std::holds_alternative<ns::EulerMoreau>(fixed));
  EXPECT_EQ(std::get<ns::EulerMoreau>(fixed).theta, 1.0);
  const ns::Scheme controlled =
      ns::transient_scheme(lowered, {.step = 1e-5, .end = 1e-3, .tolerance = 1e-6});
  ASSERT_TRUE(std::holds_alternative<ns::SwitchedLinear>(controlled));
  const auto& corners = std::get<ns::SwitchedLinear>(controlled).breakpoints;
  ASSERT_FALSE(corners.empty());
  EXPECT_NEAR(corners.front(), 3e-4, 1e-15);
}

}  // namespace
