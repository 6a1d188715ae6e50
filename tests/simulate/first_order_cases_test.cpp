// SPDX-License-Identifier: Apache-2.0
// First-order systems with known trajectories: relays, switches, circuits.
#include "bench/models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

TEST(Relay, FrictionOscillator) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {-1, 0}}, ns::Vector{{12, 6}},
                                           ns::Matrix{{0}, {1}}, ns::Matrix{{0, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 0.01, .theta = 0.5}, {.end = 100});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(s.system)(1000, 0), -7.256299752, 5e-10);
  EXPECT_NEAR(run.x(s.system)(1000, 1), 0.880172118, 5e-10);
  // it sticks for ever
  EXPECT_NEAR(run.x(s.system)(10000, 0), 0.6820441352, 5e-11);
  EXPECT_NEAR(run.x(s.system)(10000, 1), 0.0, 1e-12);
}

TEST(Relay, ThirdOrderOscillator) {
  const auto s = ns::models::linear_system(
      ns::Matrix{{0, 1, 0}, {0, 0, 1}, {0, -3, -2}},
      ns::Vector{{0, 3 * std::sqrt(2.0) / (2 * std::numbers::pi), 0}}, ns::Matrix{{0}, {0}, {1}},
      ns::Matrix{{1, 0, 0}}, ns::Matrix(), ns::models::relay_law(1));
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 0.01, .theta = 0.5}, {.end = 10});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(s.system)(1000, 0), -0.1660755484, 5e-11);
  EXPECT_NEAR(run.x(s.system)(1000, 1), -0.2374055255, 5e-11);
  EXPECT_NEAR(run.x(s.system)(1000, 2), 0.5635121702, 5e-11);
}

TEST(Relay, ChatteringSystem) {
  const auto s = ns::models::linear_system(
      ns::Matrix{{0, 1, 0, 0}, {-6, 0, 1, 0}, {-4, 0, 0, 1}, {-1, 0, 0, 0}},
      ns::Vector{{-0.01, -0.02, -1, 0.5}}, ns::Matrix{{0}, {1}, {-0.4}, {0.04}},
      ns::Matrix{{1, 0, 0, 0}}, ns::Matrix(), ns::models::relay_law(1));
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 1e-4, .theta = 0.5}, {.end = 5});
  ASSERT_TRUE(run.success()) << run.message;
  const ns::Vec<4> at1(-0.007559293, -9.23307e-5, -0.798823036, 0.54303703),
      at5(0.03812587, 0.15301189, 1.59502808, 0.52219844);
  EXPECT_LT((run.x(s.system).row(10000).transpose() - at1).norm(), 1e-8);
  EXPECT_LT((run.x(s.system).row(50000).transpose() - at5).norm(), 2e-8);
}

TEST(Relay, TwoRelaysReachZeroAndStay) {
  const auto s = ns::models::two_relays();
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 1});
  ASSERT_TRUE(run.success()) << run.message;
  // straight to 0 at t = 0.5
  for (int k = 0; k <= 1000; ++k) {
    const double exact = std::max(0.0, 1.0 - 2e-3 * k);
    EXPECT_NEAR(run.x(s.system)(k, 0), exact, 1e-12);
    EXPECT_NEAR(run.x(s.system)(k, 1), -exact, 1e-12);
  }
}

TEST(Circuit, DiodeBridge) {
  const auto s = ns::models::diode_bridge();
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 1e-6, .theta = 0.5}, {.end = 5e-3});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(s.system)(500, 0), 2.527726125, 5e-10);
  EXPECT_NEAR(run.x(s.system)(500, 1), -0.07496779277, 5e-12);
  EXPECT_NEAR(run.x(s.system)(2500, 0), 2.849724273, 5e-10);
  EXPECT_NEAR(run.x(s.system)(2500, 1), -0.004870094823, 5e-13);
}

TEST(Circuit, OneDiodeInATank) {
  const double L = 1e-2, C = 1e-6, R = 1e3;
  const auto s = ns::models::linear_system(ns::Matrix{{0, -1 / C}, {1 / L, 0}}, ns::Vector{{10, 0}},
                                           ns::Matrix{{-1 / C}, {0}}, ns::Matrix{{-1, 0}},
                                           ns::Matrix{{R}}, ns::NonNegative{1});
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 1e-5, .theta = 0.5 + 1e-13}, {.end = 5e-3});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(s.system)(50, 0), 2.928316289, 5e-10);
  EXPECT_NEAR(run.x(s.system)(50, 1), -0.08806492153, 5e-12);
  EXPECT_NEAR(run.x(s.system)(499, 0), 2.641438992, 5e-10);
  EXPECT_NEAR(run.x(s.system)(499, 1), -0.01406577463, 5e-12);
}

// Products of steps make the input nonlinear in lambda: a gene network with switches on the
// thresholds 4 and 8. Both states slide to (8, 8), where the switches are at (1, 1, 0.1, 0.7).
TEST(Switches, GeneNetworkSlidesToItsEquilibrium) {
  ns::Model model;
  const auto genes = model.add(
      ns::FirstOrder{.A = ns::diagonal(ns::Vector{{-4.5, -1.5}}), .x0 = ns::Vector{{1, 6}}});
  const auto law = model.add(ns::Interaction{
      .on = {genes},
      .relation = ns::FirstOrderGeneral{
          .dimension = 4,
          .h = [](double, ns::VectorIn x,
                  ns::VectorIn) { return ns::Vec<4>(4 - x[0], 4 - x[1], 8 - x[0], 8 - x[1]); },
          .g =
              [](double, ns::VectorIn, ns::VectorIn l) {
                return ns::Vec<2>(40 * (1 - l[2]) * l[1], 40 * l[0] * (1 - l[3]));
              }},
      .law = ns::Box{ns::Vector::Zero(4), ns::Vector::Ones(4)}});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 3});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(genes)(300, 0), 6.843775936, 5e-9);
  EXPECT_NEAR(run.x(genes)(300, 1), 8.0, 1e-9);
  EXPECT_LT((run.x(genes).row(3000).transpose() - ns::Vec<2>(8, 8)).norm(), 1e-9);
  EXPECT_LT((run.lambda(law).row(3000).transpose() - ns::Vec<4>(1, 1, 0.1, 0.7)).norm(), 1e-8);
}

}  // namespace
