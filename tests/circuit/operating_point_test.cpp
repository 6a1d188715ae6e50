// SPDX-License-Identifier: Apache-2.0
// Circuits at rest, by both ways of lowering.
#include "nonsmooth/circuit/operating_point.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

// 10 V through a diode and `sections` coils and resistors of 1 ohm into a load of as many ohms,
// with a capacitor at every node: 5 V at the load, 10 V / (2 sections) everywhere
ns::Circuit line(int sections) {
  ns::Circuit c;
  const auto source = c.node("source"), in = c.node("in");
  c.voltage_source(source, c.ground(), 10.0);
  c.diode(source, in);
  auto left = in;
  for (int k = 1; k <= sections; ++k) {
    const std::string number = std::to_string(k);
    const auto middle = c.node("m" + number), right = c.node("n" + number);
    c.resistor(left, middle, 1.0);
    c.inductor(middle, right, 1e-6, {.i0 = {}, .name = "l" + number});
    c.capacitor(right, c.ground(), 1e-9, {.v0 = {}, .name = "c" + number});
    left = right;
  }
  c.resistor(left, c.ground(), static_cast<double>(sections));
  return c;
}

class Lowerings : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(DenseAndSparse, Lowerings, testing::Values(1 << 20, 0));

TEST_P(Lowerings, RestIsTheDividerOfResistors) {
  const ns::LoweringOptions options{.dense_limit = GetParam()};
  const ns::OperatingPoint rest = ns::operating_point(line(8), 0.0, options);
  ASSERT_TRUE(rest.found);
  for (int k = 1; k <= 8; ++k) {
    const std::string number = std::to_string(k);
    // steps of 1e6 s leave C / 1e6 s of leakage: nothing beside rounding
    EXPECT_NEAR(rest.signals[rest.lowered.signal("v(n" + number + ")")], 10.0 - k * 0.625, 1e-9);
    EXPECT_NEAR(rest.signals[rest.lowered.signal("i(l" + number + ")")], 0.625, 1e-9);
  }
}

TEST_P(Lowerings, RunsThatBeginAtRestStayThere) {
  const ns::LoweringOptions options{.dense_limit = GetParam()};
  const ns::Circuit circuit = ns::begun_at_rest(line(8), options);
  const ns::CircuitModel lowered = circuit.model(options);
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = 1e-9}, {.end = 20e-9});
  ASSERT_TRUE(run.success()) << run.message;
  const ns::Matrix rows =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  const ns::Vector load = rows.col(lowered.signal("v(n8)"));
  EXPECT_NEAR(load.tail(20).minCoeff(), 5.0, 1e-7);
  EXPECT_NEAR(load.tail(20).maxCoeff(), 5.0, 1e-7);
}

TEST(AtRest, GivenValuesStay) {
  const ns::Circuit circuit = ns::begun_at_rest(line(2).edited([](ns::circuit::Element& element) {
    if (auto* c = std::get_if<ns::circuit::Capacitor>(&element); c != nullptr && c->name == "c1")
      c->v0 = 3.0;
  }));
  EXPECT_EQ(*std::get<ns::circuit::Capacitor>(
                 circuit.elements()[static_cast<std::size_t>(circuit.element("c1").index)])
                 .v0,
            3.0);
}

}  // namespace
