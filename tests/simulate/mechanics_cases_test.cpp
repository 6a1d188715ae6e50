// SPDX-License-Identifier: Apache-2.0
// Mechanical systems with known trajectories. Numbers: reference trajectories of public examples,
// recomputed independently; tolerances are the digits known.
#include "bench/models.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace ns = nonsmooth;

namespace {

int row_at(const ns::Trajectory& run, double t) {
  for (int k = 0; k < run.size(); ++k)
    if (run.t()[k] > t - 1e-9) return k;
  return run.size() - 1;
}

TEST(BouncingBall, MoreauJeanReference) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 0.005}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  ASSERT_EQ(run.size(), 2001);
  const struct {
    double t, q, v;
  } known[] = {{1, 0.7140385, -1.3734},
               {2.5, 0.3956807013, -1.6289505},
               {5, 0.1513536803, -0.7522581258},
               {7.5, 0.007675139497, -0.4064282006},
               {10, -2.288618e-5, 0}};
  for (const auto& [t, q, v] : known) {
    const int k = row_at(run, t);
    EXPECT_NEAR(run.q(ball)(k, 0), q, 5e-11) << "t = " << t;
    EXPECT_NEAR(run.v(ball)(k, 0), v, 5e-11) << "t = " << t;
  }
  // a resting contact keeps its last impulse as long as that solves the step to its tolerance
  EXPECT_NEAR(run.impulse(floor)(2000, 0), 0.04905, 1e-10);
  EXPECT_NEAR(run.impulse(floor).maxCoeff(), 8.4366, 5e-5);
  // theta = 1/2: the ledger closes to rounding
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-12);
}

TEST(BouncingBall, ContactThatAppearsLate) {
  auto [model, ball, floor] = ns::models::bouncing_ball();
  ns::Simulator simulator(model, ns::MoreauJean{.step = 0.005});
  simulator.set_present(floor, false);
  for (int k = 0; k < 200; ++k) (void)simulator.step();
  EXPECT_NEAR(simulator.state().q[0], -3.905, 1e-12);
  EXPECT_NEAR(simulator.state().v[0], -9.81, 1e-12);
  simulator.set_present(floor, true);
  (void)simulator.step();
  EXPECT_NEAR(simulator.state().v[0], 8.829, 1e-12);
  // m g h more than the change of the velocity
  EXPECT_NEAR(simulator.state().lambda[0], 18.639 + 0.04905, 1e-12);
}

TEST(BeadColumn, TenBeadsLinkedWhenNear) {
  auto column = ns::models::bead_column(10, 0.1, 1.0, 0.25, 0.9);
  ns::Simulator simulator(column.model, ns::MoreauJean{.step = 5e-4});
  for (std::size_t i = 1; i < column.contacts.size(); ++i)
    simulator.set_present(column.contacts[i], false);
  const auto link = [&] {
    for (int i = 1; i < 10; ++i) {
      const double gap = simulator.state().q[i] - simulator.state().q[i - 1] - 0.2;
      if (std::abs(gap) < 0.02)
        simulator.set_present(column.contacts[static_cast<std::size_t>(i)], true);
    }
  };
  for (int k = 1; k <= 4000; ++k) {
    const ns::StepReport report = simulator.step();
    ASSERT_TRUE(report.ok()) << "step " << k << ": " << report.message;
    link();
    if (k == 1000) {
      EXPECT_NEAR(simulator.state().q[0], 0.109846023, 5e-10);
      EXPECT_NEAR(simulator.state().v[0], -3.055542675, 5e-10);
      EXPECT_NEAR(simulator.state().q[9], 2.02375, 5e-6);
    }
  }
  EXPECT_NEAR(simulator.state().q[0], 0.09999849388, 5e-12);
  EXPECT_NEAR(simulator.state().q[9], 1.899974435, 5e-10);
}

TEST(ElasticBar, ReferenceWithoutPrediction) {
  const double L = 1.0, S = 3.14e-4, E = 210e9, rho = 7800;
  const auto bar = ns::models::elastic_bar(100, L, L / 100, S, E, rho, 5e-5, -0.1, 0.0);
  ns::Simulator simulator(bar.model, ns::MoreauJean{.step = 2e-6, .gamma = 0.0});
  for (int k = 1; k <= 748; ++k) {
    ASSERT_TRUE(simulator.step().ok());
    if (k == 374) {
      EXPECT_NEAR(simulator.state().q[0], -3e-7, 1e-15);
      EXPECT_NEAR(simulator.state().v[0], 0.0, 1e-13);
      EXPECT_NEAR(simulator.state().lambda[0], 0.00254140696, 5e-12);
    }
  }
  EXPECT_NEAR(simulator.state().q[0], 6.000091123e-5, 5e-15);
  EXPECT_NEAR(simulator.state().v[0], 0.09497655627, 5e-12);
}

TEST(NewtonEulerBall, ReferenceWithFriction) {
  ns::Model model;
  const auto ball =
      model.add(ns::RigidBody{.position = {1, 0, 0},
                              .velocity = {2, 0, 0},
                              .force = ns::constant(ns::Vector{{-9.81, 0, 0, 0, 0, 0}})});
  // contact frame (x, y, z) at the lowest point; the arm is R along -x
  const double R = 0.1;
  model.add(ns::Interaction{
      .on = {ball},
      .relation =
          ns::Holonomic{.dimension = 3,
                        .gap = [R](double, ns::VectorIn q, ns::VectorOut y) { y[0] = q[0] - R; },
                        .jacobian =
                            [R](double, ns::VectorIn q, ns::MatrixOut J) {
                              const Eigen::Quaterniond p(q[3], q[4], q[5], q[6]);
                              const Eigen::Matrix3d rotation = p.toRotationMatrix();
                              const ns::Vec<3> arm = rotation.transpose() * ns::Vec<3>(-R, 0, 0);
                              ns::Mat<3> cross;
                              cross << 0, -arm[2], arm[1], arm[2], 0, -arm[0], -arm[1], arm[0], 0;
                              J.leftCols(3).setIdentity();
                              J.rightCols(3) = -rotation * cross;
                            }},
      .law = ns::NewtonImpactFriction{.e = 0.9, .mu = 0.6}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 0.005}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(200, 0), 0.928233475, 5e-10);
  EXPECT_NEAR(run.v(ball)(200, 0), 1.11357, 5e-6);
  EXPECT_NEAR(run.q(ball)(1000, 0), 0.3232744057, 5e-11);
}

TEST(Restart, SameBitsFromACheckpoint) {
  const auto column = ns::models::bead_column(5, 0.1, 0.3, 0.21, 0.7);
  ns::Simulator whole(column.model, ns::MoreauJean{.step = 1e-3});
  ns::State checkpoint;
  for (int k = 0; k < 2000; ++k) {
    if (k == 700) checkpoint = whole.state();
    (void)whole.step();
  }
  ns::Simulator again(column.model, ns::MoreauJean{.step = 1e-3});
  again.restart(checkpoint);
  for (int k = 700; k < 2000; ++k) (void)again.step();
  EXPECT_EQ(whole.state().q, again.state().q);
  EXPECT_EQ(whole.state().v, again.state().v);
  EXPECT_EQ(whole.state().lambda, again.state().lambda);
  EXPECT_EQ(whole.state().t, again.state().t);
}

}  // namespace
