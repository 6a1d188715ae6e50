// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean with all velocities in the one-step problem gives the motion of the reduced form.
#include "bench/mechanical_models.hpp"
#include "nonsmooth/base/error.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

void expect_same_motion(const ns::Model& model, double h, int steps, double tolerance) {
  ns::Simulator reduced(model, ns::MoreauJean{.step = h});
  ns::Simulator global(model, ns::MoreauJean{.step = h, .form = ns::StepForm::global});
  int active = 0;
  for (int k = 0; k < steps; ++k) {
    ASSERT_TRUE(reduced.step().ok());
    const ns::StepReport report = global.step();
    ASSERT_TRUE(report.ok()) << k << ": " << report.message;
    // the certificate of the global problem, not of its reduction
    ASSERT_LE(report.residual_invariant, 1e-8);
    active += report.active;
  }
  EXPECT_GT(active, 0);
  const double size = 1.0 + reduced.state().v.lpNorm<Eigen::Infinity>();
  EXPECT_LE((reduced.state().v - global.state().v).lpNorm<Eigen::Infinity>(), tolerance * size);
  EXPECT_LE((reduced.state().q - global.state().q).lpNorm<Eigen::Infinity>(), tolerance * size);
  EXPECT_LE((reduced.state().lambda - global.state().lambda).lpNorm<Eigen::Infinity>(),
            tolerance * (1.0 + reduced.state().lambda.lpNorm<Eigen::Infinity>()));
}

TEST(GlobalForm, BallOfTheReference) {
  const auto [model, ball, floor] = ns::models::bouncing_ball();
  const ns::Trajectory run = ns::simulate(
      model, ns::MoreauJean{.step = 0.005, .form = ns::StepForm::global}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(ball)(1000, 0), 0.1513536803, 5e-11);
  EXPECT_NEAR(run.v(ball)(1000, 0), -0.7522581258, 5e-11);
}

TEST(GlobalForm, SameAsReduced) {
  expect_same_motion(ns::models::bead_column(10, 0.1, 0.3, 0.21, 0.7).model, 1e-3, 1000, 1e-9);
  expect_same_motion(ns::models::stopped_pendulum().model, 1e-3, 1000, 1e-9);
  expect_same_motion(ns::models::two_balls().model, 1e-3, 1000, 1e-9);
  // friction in space; the tolerance of a sweep is that of the velocities
  expect_same_motion(
      ns::models::thrown_ball(ns::NewtonImpactFriction{.e = 0.5, .mu = 0.6}, 3, 1.0).model, 5e-3,
      600, 1e-7);
  expect_same_motion(
      ns::models::elastic_bar(20, 0.05, 3.14e-4, 2.1e11, 7800, 5e-5, -0.1, 0.0).model, 2e-6, 800,
      1e-9);
}

TEST(GlobalForm, PrescribedVelocitiesPushContacts) {
  // a piston at 0.3 m/s pushes a ball that rests against it
  ns::Model model;
  const auto pair =
      model.add(ns::Lagrangian{.mass = ns::Matrix{{2.0, 0.0}, {0.0, 1.0}},
                               .q0 = ns::Vector{{0.0, 0.0}},
                               .v0 = ns::Vector{{0.3, 0.0}},
                               .prescribed = {{.dof = 0, .velocity = [](double) { return 0.3; }}}});
  model.add(ns::Interaction{.on = {pair},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{-1.0, 1.0}}},
                            .law = ns::NewtonImpact{.e = 0.0}});
  expect_same_motion(model, 1e-2, 20, 1e-12);
}

TEST(GlobalForm, RefusesWhatItCannotState) {
  const auto relays = ns::models::two_relays();
  EXPECT_THROW(ns::Simulator(relays.model, ns::MoreauJean{.form = ns::StepForm::global}),
               ns::Error);
}

}  // namespace
