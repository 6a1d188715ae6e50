// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean with projection of positions.
#include "bench/mechanical_models.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace ns = nonsmooth;

namespace {

TEST(Projection, DirectOnTheBouncingBall) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(
      model, ns::MoreauJean{.step = 0.005, .projection = ns::Projection::direct}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(1000, 0), 0.1588003366, 5e-11);
  EXPECT_NEAR(run.q(ball)(2000, 0), 0.000365102, 5e-10);
  EXPECT_GE(run.q(ball).minCoeff(), -1e-15);
}

TEST(Projection, CombinedOnTheBouncingBall) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(
      model, ns::MoreauJean{.step = 0.005, .projection = ns::Projection::combined}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(200, 0), 0.708404625, 5e-10);
  EXPECT_NEAR(run.v(ball)(200, 0), -1.3734, 5e-9);
  EXPECT_NEAR(run.q(ball)(500, 0), 0.36517725, 5e-9);
  EXPECT_GE(run.q(ball).minCoeff(), -1e-15);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Projection, DirectOnTheNewtonEulerBall) {
  const auto [model, ball] = ns::models::thrown_ball(ns::NewtonImpactFriction{.e = 0.9, .mu = 0.6});
  const ns::Trajectory run = ns::simulate(
      model, ns::MoreauJean{.step = 0.005, .projection = ns::Projection::direct}, {.end = 5.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(200, 0), 0.937473175, 5e-10);
  EXPECT_NEAR(run.q(ball)(1000, 0), 0.3456585365, 5e-11);
}

// a corner of the slider: y and x of the point (along, across) of a block at the end of the rod
ns::Interaction corner(ns::SystemId crank, double along, double across, double e, double mu) {
  const double l1 = 0.153, l2 = 0.306, half = 0.026, side = across > 0.0 ? -1.0 : 1.0;
  return {.on = {crank},
          .relation = ns::Holonomic{
              .dimension = 2,
              .gap =
                  [=](double, ns::VectorIn q, ns::VectorOut y) {
                    y[0] = half + side * (l1 * std::sin(q[0]) + l2 * std::sin(q[1]) +
                                          along * std::sin(q[2]) + across * std::cos(q[2]));
                  },
              .jacobian =
                  [=](double, ns::VectorIn q, ns::MatrixOut J) {
                    J(0, 0) = side * l1 * std::cos(q[0]);
                    J(0, 1) = side * l2 * std::cos(q[1]);
                    J(0, 2) = side * (along * std::cos(q[2]) - across * std::sin(q[2]));
                    J(1, 0) = -l1 * std::sin(q[0]);
                    J(1, 1) = -l2 * std::sin(q[1]);
                    J(1, 2) = -along * std::sin(q[2]) - across * std::cos(q[2]);
                  }},
          .law = ns::NewtonImpactFriction{.e = e, .mu = mu, .dimension = 2}};
}

ns::Model slider_crank(double e = 0.4, double mu = 0.01) {
  const double l1 = 0.153, l2 = 0.306, m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4,
               J3 = 2.7e-6, g = 9.81;
  ns::Model model;
  ns::Lagrangian system;
  system.q0 = ns::Vector::Zero(3);
  system.v0 = ns::Vector{{150.0, -75.0, 0.0}};
  system.mass_of_q = [=](ns::VectorIn q, ns::MatrixOut M) {
    M(0, 0) = J1 + (m1 / 4 + m2 + m3) * l1 * l1;
    M(0, 1) = M(1, 0) = (m2 / 2 + m3) * l1 * l2 * std::cos(q[1] - q[0]);
    M(1, 1) = J2 + (m2 / 4 + m3) * l2 * l2;
    M(2, 2) = J3;
  };
  system.gyroscopic = ns::of_state([=](double, ns::VectorIn q, ns::VectorIn v) {
    const double c = (m2 / 2 + m3) * l1 * l2 * std::sin(q[0] - q[1]);
    return ns::Vec<3>(c * v[1] * v[1], -c * v[0] * v[0], 0.0);
  });
  system.internal = ns::of_state([=](double, ns::VectorIn q, ns::VectorIn) {
    return ns::Vec<3>((m1 / 2 + m2 + m3) * g * l1 * std::cos(q[0]),
                      (m2 / 2 + m3) * g * l2 * std::cos(q[1]), 0.0);
  });
  const auto crank = model.add(system);
  for (const double across : {0.025, -0.025})
    for (const double along : {-0.05, 0.05}) model.add(corner(crank, along, across, e, mu));
  return model;
}

// The published angles (1.490871453, -0.0319358571) at 0.1 s and (3.049719172, -0.1551745007) at
// 0.2 s are turns of the crank and radians of the rod: so read, the slider touches its guide, 1 mm
// off the middle. But no choice of e and mu reaches them: conserving impacts without friction give
// 1.4533 turns. The published crank has 5 % more energy than its data give.
TEST(Projection, SliderCrankStaysInItsGuide) {
  const double turn = 2.0 * std::numbers::pi;
  const double offset = 0.153 * std::sin(turn * 1.490871453) + 0.306 * std::sin(-0.0319358571);
  EXPECT_NEAR(offset, -0.001, 1e-8);
  const auto turns = [&](double e, double mu, ns::Projection projection, double h) {
    ns::Simulator simulator(slider_crank(e, mu),
                            ns::MoreauJean{.step = h, .projection = projection});
    while (simulator.state().t < 0.1 - 0.5 * h) EXPECT_TRUE(simulator.step().ok());
    return simulator.state().q[0] / turn;
  };
  EXPECT_NEAR(turns(1.0, 0.0, ns::Projection::direct, 1e-4), 1.4533, 5e-4);
  // what smaller steps converge to: 1.43263 with h = 1e-5
  EXPECT_NEAR(turns(0.4, 0.01, ns::Projection::combined, 1e-4), 1.4326, 2e-3);
  EXPECT_NEAR(turns(0.4, 0.01, ns::Projection::direct, 1e-4), 1.4326, 2e-3);
  for (const ns::Projection projection : {ns::Projection::combined, ns::Projection::direct}) {
    const ns::Model model = slider_crank();
    ns::Simulator simulator(model, ns::MoreauJean{.step = 1e-4, .projection = projection});
    double deepest = 0.0;
    for (int k = 1; k <= 2000; ++k) {
      const ns::StepReport report = simulator.step();
      ASSERT_TRUE(report.ok()) << k << ": " << report.message;
      deepest = std::min(deepest, report.deepest_gap);
    }
    EXPECT_GT(deepest, -1e-11);
  }
}

// Three beams in a chain of spherical joints that falls on a floor.
TEST(Projection, HoldsJointsOfRigidBodies) {
  const auto violation = [](ns::Projection projection) {
    ns::Model model;
    std::vector<ns::SystemId> beams;
    for (int i = 0; i < 3; ++i)
      beams.push_back(
          model.add(ns::RigidBody{.inertia = ns::Vec<3>(0.1, 1.0, 1.0).asDiagonal(),
                                  .position = {0.5 + i, 0, 0},
                                  .force = ns::constant(ns::Vector{{0, 0, -9.81, 0, 0, 0}})}));
    const auto end_of = [](ns::VectorIn q, int at, double side) -> ns::Vec<3> {
      const Eigen::Quaterniond p(q[at + 3], q[at + 4], q[at + 5], q[at + 6]);
      return q.segment<3>(at) + p * ns::Vec<3>(0.5 * side, 0, 0);
    };
    model.add(ns::Interaction{
        .on = {beams[0]},
        .relation = ns::Holonomic{.dimension = 3,
                                  .gap = [=](double, ns::VectorIn q) { return end_of(q, 0, -1); }},
        .law = ns::Free{3}});
    for (int i = 0; i < 2; ++i)
      model.add(ns::Interaction{
          .on = {beams[static_cast<std::size_t>(i)], beams[static_cast<std::size_t>(i) + 1]},
          .relation = ns::Holonomic{.dimension = 3,
                                    .gap =
                                        [=](double, ns::VectorIn q) {
                                          return ns::Vec<3>(end_of(q, 0, 1) - end_of(q, 7, -1));
                                        }},
          .law = ns::Free{3}});
    model.add(ns::Interaction{
        .on = {beams[2]},
        .relation =
            ns::Holonomic{.dimension = 1,
                          .gap = [=](double, ns::VectorIn q) { return end_of(q, 0, 1)[2] + 2.3; }},
        .law = ns::NewtonImpact{.e = 0.9}});
    ns::Simulator simulator(model,
                            ns::MoreauJean{.step = 0.01, .theta = 1.0, .projection = projection});
    double worst = 0.0;
    for (int k = 0; k < 300; ++k) {
      const ns::StepReport report = simulator.step();
      EXPECT_TRUE(report.ok()) << k << ": " << report.message;
      if (!report.ok()) break;
      const ns::Vector& q = simulator.state().q;
      worst = std::max({worst, end_of(q, 0, -1).norm(), (end_of(q, 0, 1) - end_of(q, 7, -1)).norm(),
                        (end_of(q, 7, 1) - end_of(q, 14, -1)).norm(), -end_of(q, 14, 1)[2] - 2.3});
    }
    return worst;
  };
  EXPECT_LT(violation(ns::Projection::combined), 1e-10);
  EXPECT_LT(violation(ns::Projection::direct), 1e-10);
  EXPECT_GT(violation(ns::Projection::none), 1e-3);  // it drifts: the projection does something
}

TEST(MoreauJean, SpinningDiskEndsRolling) {
  // R = 1/2, I = 0.4 m R^2: sliding friction leaves spin 4/7 and speed 2/7, whatever the step
  for (const double h : {5e-3, 1e-3}) {
    ns::Model model;
    const double R = 0.5;
    const auto disk = model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1, 0.1}}),
                                               .q0 = ns::Vector{{1.0, 0.0, 0.0}},
                                               .v0 = ns::Vector{{0.0, 0.0, 2.0}},
                                               .force = ns::constant(ns::Vector{{-9.81, 0, 0}})});
    model.add(ns::Interaction{
        .on = {disk},
        .relation =
            ns::LinearRelation{.H = ns::Matrix{{1, 0, 0}, {0, 1, -R}}, .b = ns::Vector{{-R, 0}}},
        .law = ns::NewtonImpactFriction{.e = 0.9, .mu = 0.1, .dimension = 2}});
    ns::Simulator simulator(model, ns::MoreauJean{.step = h});
    while (simulator.state().t < 10.0) ASSERT_TRUE(simulator.step().ok());
    EXPECT_NEAR(simulator.state().v[2], 4.0 / 7.0, 1e-9);
    EXPECT_NEAR(simulator.state().v[1], 2.0 / 7.0, 1e-9);
  }
}

}  // namespace
