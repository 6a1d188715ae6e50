// SPDX-License-Identifier: Apache-2.0
// What every scheme promises: the same bits from a checkpoint, and messages that say which scheme
// can do what this one cannot.
#include "bench/convergence.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

std::vector<std::pair<std::string, ns::Scheme>> all_schemes() {
  auto schemes = ns::convergence::schemes();
  schemes.emplace_back("adaptive", ns::Adaptive{.tolerance = 1e-4, .smallest_step = 1e-5});
  schemes.emplace_back(
      "adaptive generalized-alpha",
      ns::Adaptive{.scheme = ns::GeneralizedAlpha{}, .tolerance = 1e-4, .smallest_step = 1e-5});
  schemes.emplace_back(
      "adaptive D1-minus",
      ns::Adaptive{.scheme = ns::D1Minus{}, .tolerance = 1e-4, .smallest_step = 1e-5});
  return schemes;
}

TEST(EveryScheme, SameBitsFromACheckpoint) {
  for (const auto& [label, scheme] : all_schemes())
    for (const ns::Model& model : {ns::models::bead_column(5, 0.1, 0.3, 0.21, 0.7).model,
                                   ns::models::stopped_pendulum().model}) {
      ns::Simulator whole(model, scheme);
      ns::State checkpoint;
      for (int k = 0; k < 1000; ++k) {
        if (k == 400) checkpoint = whole.state();
        (void)whole.step();
      }
      ns::Simulator again(model, scheme);
      again.restart(checkpoint);
      for (int k = 400; k < 1000; ++k) (void)again.step();
      EXPECT_EQ(whole.state().t, again.state().t) << label;
      EXPECT_TRUE(whole.state().q == again.state().q) << label;
      EXPECT_TRUE(whole.state().v == again.state().v) << label;
      EXPECT_TRUE(whole.state().lambda == again.state().lambda) << label;
      EXPECT_TRUE(whole.state().memory == again.state().memory) << label;
      EXPECT_EQ(whole.state().energy.numerical, again.state().energy.numerical) << label;
    }
}

TEST(EveryScheme, ClosesTheLedgerOfLinearSystems) {
  for (const auto& [label, scheme] : all_schemes()) {
    const auto [model, balls] = ns::models::two_balls();
    ns::Simulator simulator(model, scheme);
    for (int k = 0; k < 1500; ++k) ASSERT_TRUE(simulator.step().ok()) << label << k;
    // energies are about 30 J
    EXPECT_LT(std::abs(simulator.state().energy.closure()), 1e-10) << label;
    // theta = 1 counts the work of impacts at the velocity after them, which is away from the wall
    if (label != "Moreau-Jean 1") {
      EXPECT_LT(simulator.state().energy.normal, 0.0) << label;
    }
  }
}

TEST(EveryScheme, RefusesWhatItCannotTreat) {
  const auto message = [](const ns::Model& model, const ns::Scheme& scheme) {
    return ns::testing::message_of([&] { (void)ns::make_stepper(scheme, model); });
  };
  ns::Model first;
  first.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{1.0}}});
  for (const ns::Scheme& scheme : {ns::Scheme{ns::GeneralizedAlpha{}},
                                   ns::Scheme{ns::SchatzmanPaoli{}}, ns::Scheme{ns::D1Minus{}}}) {
    EXPECT_NE(message(first, scheme).find("euler_moreau"), std::string::npos);
    EXPECT_NE(message(first, scheme).find("system 0"), std::string::npos);
  }
  ns::Model friction;
  const auto mass = friction.add(
      ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)), .q0 = ns::Vector{{1, 0}}});
  friction.add(ns::Interaction{.on = {mass},
                               .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0}, {0, 1}}},
                               .law = ns::NewtonImpactFriction{.mu = 0.5, .dimension = 2},
                               .name = "rough"});
  EXPECT_NE(message(friction, ns::D1Minus{}).find("rough"), std::string::npos);
  EXPECT_NE(message(friction, ns::SchatzmanPaoli{}).find("moreau_jean"), std::string::npos);
  EXPECT_NO_THROW((void)ns::make_stepper(ns::GeneralizedAlpha{}, friction));
  ns::Model body;
  body.add(ns::RigidBody{});
  EXPECT_NE(message(body, ns::SchatzmanPaoli{}).find("rigid body"), std::string::npos);
  EXPECT_NE(message(body, ns::GeneralizedAlpha{.rho = 1.5}).find("rho"), std::string::npos);
  EXPECT_NE(message(body, ns::newmark(0.5, 0.0)).find("beta"), std::string::npos);
}

TEST(GeneralizedAlpha, FrictionStopsASlidingBlock) {
  // v = 1, mu g = 2: at rest after 1/2 s and 1/4 m
  ns::Model model;
  const auto block = model.add(ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)),
                                              .q0 = ns::Vector{{0, 0}},
                                              .v0 = ns::Vector{{0, 1}},
                                              .force = ns::constant(ns::Vector{{-10, 0}})});
  model.add(ns::Interaction{.on = {block},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0}, {0, 1}}},
                            .law = ns::NewtonImpactFriction{.mu = 0.2, .dimension = 2}});
  ns::Simulator simulator(model, ns::GeneralizedAlpha{.step = 1e-3});
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(simulator.step().ok());
  EXPECT_NEAR(simulator.state().v[1], 0.0, 1e-9);
  EXPECT_NEAR(simulator.state().q[1], 0.25, 1e-3);
  EXPECT_NEAR(simulator.state().energy.tangential, -0.5, 2e-3);
}

TEST(GeneralizedAlpha, TorqueFreeBodyTurnsAsItShould) {
  ns::Model model;
  model.add(
      ns::RigidBody{.inertia = ns::Vec<3>(1, 1, 2).asDiagonal(), .angular_velocity = {0.1, 0, 1}});
  const auto error = [&](double h) {
    ns::Simulator simulator(model, ns::GeneralizedAlpha{.step = h});
    const int steps = static_cast<int>(std::lround(std::numbers::pi / 2 / h));
    for (int k = 0; k < steps; ++k) (void)simulator.step();
    const double t = simulator.state().t;
    return (simulator.state().v.tail<3>() - ns::Vec<3>(0.1 * std::cos(t), 0.1 * std::sin(t), 1))
        .norm();
  };
  const double coarse = error(0.02), fine = error(0.01);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.2);
}

}  // namespace
