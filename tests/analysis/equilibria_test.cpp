// SPDX-License-Identifier: Apache-2.0
// Equilibria with their stability, where both are known.
#include "nonsmooth/analysis/equilibria.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace na = nonsmooth::analysis;

namespace {

const na::Equilibrium* near(const std::vector<na::Equilibrium>& all, const ns::Vector& x) {
  for (const na::Equilibrium& e : all)
    if (((e.x.size() > 0 ? e.x : e.q) - x).norm() < 1e-6) return &e;
  return nullptr;
}

ns::Model relay(double gain) {
  ns::Model model;
  const auto s = model.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{0.0}}});
  model.add(ns::Interaction{
      .on = {s},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1.0}}, .B = ns::Matrix{{gain}}},
      .law = ns::Box{ns::Vector{{-1.0}}, ns::Vector{{1.0}}}});
  return model;
}

// x' = -x + 3 sgn(x): two states that hold themselves, and a repulsive one between them
TEST(Equilibria, RelayWithPositiveFeedback) {
  const auto found = na::equilibria(relay(-3));
  ASSERT_EQ(found.size(), 3u);
  for (const double x : {-3.0, 3.0}) {
    const na::Equilibrium* e = near(found, ns::Vector{{x}});
    ASSERT_NE(e, nullptr) << x;
    EXPECT_EQ(e->stability, na::Stability::stable);
    ASSERT_EQ(e->eigenvalues.size(), 1u);
    EXPECT_NEAR(e->eigenvalues[0].real(), -1, 1e-12);
  }
  const na::Equilibrium* zero = near(found, ns::Vector{{0.0}});
  ASSERT_NE(zero, nullptr);
  EXPECT_EQ(zero->stability, na::Stability::unstable);
}

TEST(Equilibria, RelayWithNegativeFeedbackSlidesAtZero) {
  const auto found = na::equilibria(relay(3));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].x[0], 0, 1e-12);
  EXPECT_EQ(found[0].stability, na::Stability::stable);
}

// x1' = x2, x2' = -2 Sgn(x1 + x2) slides to zero with the eigenvalue -1
TEST(Equilibria, SlidingModeHasTheEigenvaluesOfItsSurface) {
  ns::Model model;
  const auto s =
      model.add(ns::FirstOrder{.A = ns::Matrix{{0, 1}, {0, 0}}, .x0 = ns::Vector{{1, 1}}});
  model.add(ns::Interaction{
      .on = {s},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, 1}}, .B = ns::Matrix{{0}, {2}}},
      .law = ns::Box{ns::Vector{{-1.0}}, ns::Vector{{1.0}}}});
  const auto found = na::equilibria(model);
  const na::Equilibrium* zero = near(found, ns::Vector{{0, 0}});
  ASSERT_NE(zero, nullptr);
  EXPECT_EQ(zero->stability, na::Stability::stable);
  ASSERT_EQ(zero->eigenvalues.size(), 1u);
  EXPECT_NEAR(zero->eigenvalues[0].real(), -1, 1e-9);
}

// 1 / (s + 1)^3 under a relay oscillates: zero is held by the relay, and does not attract
TEST(Equilibria, RelayBehindThreeLagsIsNotCalledStable) {
  ns::Model model;
  const auto s = model.add(ns::FirstOrder{.A = ns::Matrix{{-1, 0, 0}, {1, -1, 0}, {0, 1, -1}},
                                          .x0 = ns::Vector{{0.1, 0, 0}}});
  model.add(ns::Interaction{
      .on = {s},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{0, 0, 1}}, .B = ns::Matrix{{1}, {0}, {0}}},
      .law = ns::Box{ns::Vector{{-1.0}}, ns::Vector{{1.0}}}});
  const auto found = na::equilibria(model);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].x.norm(), 0.0, 1e-12);
  EXPECT_EQ(found[0].stability, na::Stability::undecided) << found[0].reason;
}

// genes that switch each other on above 4 and off above 8, signs s in place of steps (1 + s) / 2:
// (8, 8) with the upper switches at 0.1 and 0.7, (0, 0), and the threshold (4, 4) between them
TEST(Equilibria, GeneNetwork) {
  ns::Model model;
  const auto genes = model.add(
      ns::FirstOrder{.A = ns::diagonal(ns::Vector{{-4.5, -1.5}}), .x0 = ns::Vector{{5, 5}}});
  const auto on = [](double s) { return (1 + s) / 2; };
  ns::FirstOrderGeneral switches{.dimension = 4};
  switches.h = [](double, ns::VectorIn x, ns::VectorIn) {
    return ns::Vec<4>(4 - x[0], 4 - x[1], 8 - x[0], 8 - x[1]);
  };
  switches.g = [on](double, ns::VectorIn, ns::VectorIn s) {
    return ns::Vec<2>(40 * on(s[1]) * on(-s[2]), 40 * on(s[0]) * on(-s[3]));
  };
  model.add(ns::Interaction{.on = {genes},
                            .relation = switches,
                            .law = ns::Box{-ns::Vector::Ones(4), ns::Vector::Ones(4)}});
  const auto found = na::equilibria(model);
  const na::Equilibrium* high = near(found, ns::Vector{{8, 8}});
  ASSERT_NE(high, nullptr);
  EXPECT_LT((high->lambda - ns::Vec<4>(1, 1, -0.8, 0.4)).norm(), 1e-8);
  EXPECT_EQ(high->stability, na::Stability::stable);
  const na::Equilibrium* low = near(found, ns::Vector{{0, 0}});
  ASSERT_NE(low, nullptr);
  EXPECT_EQ(low->stability, na::Stability::stable);
  const na::Equilibrium* threshold = near(found, ns::Vector{{4, 4}});
  ASSERT_NE(threshold, nullptr);
  EXPECT_NE(threshold->stability, na::Stability::stable);
}

// an inverted pendulum between two stops
TEST(Equilibria, PendulumBetweenStops) {
  ns::Model model;
  const auto pendulum =
      model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                               .q0 = ns::Vector{{0.1}},
                               .force = ns::of_state([](double, ns::VectorIn q, ns::VectorIn v) {
                                 return std::sin(q[0]) - 0.1 * v[0];
                               })});
  for (const double side : {1.0, -1.0})
    model.add(ns::Interaction{
        .on = {pendulum},
        .relation = ns::LinearRelation{.H = ns::Matrix{{-side}}, .b = ns::Vector{{0.5}}},
        .law = ns::NewtonImpact{.e = 0.3}});
  const auto found = na::equilibria(model, {.spread = 1.0});
  ASSERT_EQ(found.size(), 3u);
  const na::Equilibrium* top = near(found, ns::Vector{{0.0}});
  ASSERT_NE(top, nullptr);
  EXPECT_EQ(top->stability, na::Stability::unstable);
  double fastest = -1;
  for (const auto value : top->eigenvalues) fastest = std::max(fastest, value.real());
  EXPECT_NEAR(fastest, -0.05 + std::sqrt(0.0025 + 1), 1e-6);
  for (const double side : {1.0, -1.0}) {
    const na::Equilibrium* stop = near(found, ns::Vector{{0.5 * side}});
    ASSERT_NE(stop, nullptr);
    EXPECT_NEAR(stop->lambda[side > 0 ? 0 : 1], std::sin(0.5), 1e-9);
    EXPECT_EQ(stop->stability, na::Stability::stable);
  }
}

TEST(Equilibria, RefusesFriction) {
  ns::Model model;
  const auto mass = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{0.0}}});
  model.add(ns::Interaction{.on = {mass},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                            .law = ns::Box{ns::Vector{{-1.0}}, ns::Vector{{1.0}}}});
  EXPECT_NE(ns::testing::message_of([&] { (void)na::equilibria(model); }).find("friction"),
            std::string::npos);
}

}  // namespace
