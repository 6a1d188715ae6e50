// SPDX-License-Identifier: Apache-2.0
// Order across isolated switches, on relay and complementarity systems with closed forms.
#include "nonsmooth/schemes/located_switches.hpp"
#include "bench/models.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace ns = nonsmooth;

namespace {

void expect_order(double least, double h, const std::function<double(double h)>& error) {
  const double coarse = error(h), fine = error(h / 8);
  EXPECT_GT(std::log(coarse / fine) / std::log(8.0), least) << coarse << " " << fine;
}

ns::Trajectory run(const ns::Model& model, double h, double end) {
  ns::Trajectory r = ns::simulate(model, ns::located_switches({.step = h}), {.end = end});
  EXPECT_TRUE(r.success()) << r.message;
  return r;
}

// x'' + x = -Sgn(x') from (12, 6): arcs about +-1, known by rotation
double oscillator_at(double t, double* v) {
  double x = 12, speed = 6, left = t;
  double side = 1;
  for (;;) {
    // about -side: x + side = r cos, x' = -r sin(time - phase)
    const double r = std::hypot(x + side, speed);
    double phase = std::atan2(speed, x + side);  // time until x' = 0 on the way
    if (phase <= 1e-12) phase += std::acos(-1.0);
    if (left <= phase) {
      const double angle = std::atan2(speed, x + side) - left;
      *v = r * std::sin(angle);
      return -side + r * std::cos(angle);
    }
    left -= phase;
    const double angle = std::atan2(speed, x + side) - phase;
    x = -side + r * std::cos(angle);
    speed = 0;
    side = x > 0 ? -1 : 1;  // v < 0 from x > 0
  }
}

TEST(LocatedSwitches, DryFrictionIsOfOrderFour) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {-1, 0}}, ns::Vector{{12, 6}},
                                           ns::Matrix{{0}, {1}}, ns::Matrix{{0, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  expect_order(3.8, 0.2, [&](double h) {
    const ns::Trajectory r = run(s.model, h, 10);
    double v;
    const double x = oscillator_at(10, &v);
    return std::hypot(r.end.x[0] - x, r.end.x[1] - v);
  });
  // it stops for ever where |x| < 1
  const ns::Trajectory whole = run(s.model, 0.01, 30);
  EXPECT_NEAR(whole.end.x[0], 0.682179, 1e-6);
  EXPECT_EQ(whole.end.x[1], 0.0);
}

TEST(LocatedSwitches, SlidingIsOfOrderFourAndOnTheSurface) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {0, 0}}, ns::Vector{{1, 1}},
                                           ns::Matrix{{0}, {2}}, ns::Matrix{{1, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  expect_order(3.8, 0.16, [&](double h) {
    const ns::Trajectory r = run(s.model, h, 4.48);
    EXPECT_LT(std::abs(r.end.x.sum()), 1e-14);
    return std::abs(r.end.x[0] - std::exp(1 - 4.48));
  });
}

// a tank whose capacitor charges through a diode with a resistor: both sides linear
TEST(LocatedSwitches, DiodeWithFeedthroughIsOfOrderFour) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, -1}, {1, 0}}, ns::Vector{{1, 0}},
                                           ns::Matrix{{-1}, {0}}, ns::Matrix{{-1, 0}},
                                           ns::Matrix{{0.5}}, ns::NonNegative{1});
  const ns::Trajectory reference = run(s.model, 0.0005, 8);
  expect_order(3.7, 0.2,
               [&](double h) { return (run(s.model, h, 8).end.x - reference.end.x).norm(); });
  // the reference itself against an independent scheme
  const ns::Trajectory other =
      ns::simulate(s.model, ns::EulerMoreau{.step = 1e-4, .theta = 0.5}, {.end = 8});
  EXPECT_LT((other.end.x - reference.end.x).norm(), 1e-3);
}

// the third-order loop switches for ever, transversally, with C B = 0
TEST(LocatedSwitches, RelayOscillatorIsOfOrderFour) {
  const double v0 = 3 * std::sqrt(2.0) / (2 * std::acos(-1.0));
  const auto s = ns::models::linear_system(
      ns::Matrix{{0, 1, 0}, {0, 0, 1}, {0, -3, -2}}, ns::Vector{{0, v0, 0}},
      ns::Matrix{{0}, {0}, {1}}, ns::Matrix{{1, 0, 0}}, ns::Matrix(), ns::models::relay_law(1));
  const ns::Trajectory reference = run(s.model, 0.0005, 10);
  expect_order(3.7, 0.2,
               [&](double h) { return (run(s.model, h, 10).end.x - reference.end.x).norm(); });
  // near the first-order scheme at a small step
  EXPECT_LT((reference.end.x - ns::Vec<3>(-0.1660755484, -0.2374055255, 0.5635121702)).norm(),
            0.05);
}

TEST(LocatedSwitches, TwoRelaysReachZeroAndStay) {
  const auto s = ns::models::two_relays();
  const ns::Trajectory r = run(s.model, 0.03, 0.9);
  EXPECT_LT(r.end.x.norm(), 1e-13);
  for (int k = 0; k < r.size(); ++k)
    EXPECT_NEAR(r.x(s.system)(k, 0), std::max(0.0, 1 - 2 * r.t()[k]), 1e-12);
}

// Euler-Moreau needs no events and goes through accumulations; this scheme says that it cannot
TEST(LocatedSwitches, AccumulationIsReported) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {0, 0}}, ns::Vector{{1, 1}},
                                           ns::Matrix{{0, 0}, {10, 3}}, ns::Matrix::Identity(2, 2),
                                           ns::Matrix(), ns::models::relay_law(2));
  const ns::Trajectory twisting =
      ns::simulate(s.model, ns::located_switches({.step = 0.1, .max_events = 20}), {.end = 10});
  EXPECT_FALSE(twisting.success());
  const ns::Trajectory order_one =
      ns::simulate(s.model, ns::EulerMoreau{.step = 0.01}, {.end = 10});
  EXPECT_TRUE(order_one.success());
  EXPECT_LT(order_one.end.x.norm(), 1e-12);
}

TEST(LocatedSwitches, StepsInAModeDoNotAllocate) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {0, 0}}, ns::Vector{{1, 1}},
                                           ns::Matrix{{0}, {2}}, ns::Matrix{{1, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  ns::Simulator simulator(s.model, ns::located_switches({.step = 0.01}));
  while (simulator.state().t < 1.5) (void)simulator.step();  // slides from t = 1 on
  const ns::test::AllocationCounter counter;
  for (int k = 0; k < 100; ++k) (void)simulator.step();
  EXPECT_EQ(counter.count(), 0);
}

// a checkpoint knows the mode
TEST(LocatedSwitches, SameBitsFromACheckpoint) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {-1, 0}}, ns::Vector{{12, 6}},
                                           ns::Matrix{{0}, {1}}, ns::Matrix{{0, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  ns::Simulator whole(s.model, ns::located_switches({.step = 0.05}));
  for (int k = 0; k < 200; ++k) (void)whole.step();
  const ns::State middle = whole.state();
  for (int k = 0; k < 200; ++k) (void)whole.step();
  ns::Simulator rest(s.model, ns::located_switches({.step = 0.05}));
  rest.restart(middle);
  for (int k = 0; k < 200; ++k) (void)rest.step();
  EXPECT_EQ(rest.state().x, whole.state().x);
  EXPECT_EQ(rest.state().t, whole.state().t);
}

TEST(LocatedSwitches, RefusesMechanics) {
  const auto ball = ns::models::bouncing_ball();
  EXPECT_NE(ns::testing::message_of([&] {
              (void)ns::simulate(ball.model, ns::located_switches({}), {.end = 1.0});
            }).find("mechanical"),
            std::string::npos);
}

}  // namespace
