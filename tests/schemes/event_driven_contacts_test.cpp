// SPDX-License-Identifier: Apache-2.0
// Event-driven integration of joints, many contacts, moving obstacles and friction, against closed
// forms and published numbers.
#include "bench/models.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ns = nonsmooth;

namespace {

using ns::models::gravity;
using std::numbers::pi;

// --- Joints
// ---------------------------------------------------------------------------------------

struct Pendulum {
  ns::Model model;
  ns::SystemId bob;
  ns::InteractionId rod;
};

// a point mass on a circle, gravity along y, from 60 degrees at rest
Pendulum pendulum() {
  Pendulum p;
  p.bob = p.model.add(ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)),
                                     .q0 = ns::Vector{{std::sin(pi / 3), std::cos(pi / 3)}},
                                     .force = ns::constant(ns::Vector{{0, gravity}})});
  p.rod = p.model.add(ns::Interaction{
      .on = {p.bob},
      .relation = ns::Holonomic{.gap = [](double, ns::VectorIn q) { return 1 - q.squaredNorm(); },
                                .jacobian =
                                    [](double, ns::VectorIn q, ns::MatrixOut J) {
                                      J(0, 0) = -2 * q[0];
                                      J(0, 1) = -2 * q[1];
                                    }},
      .law = ns::Free{1}});
  return p;
}

TEST(EventDrivenJoints, PendulumOnItsConstraint) {
  const auto [model, bob, rod] = pendulum();
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 0.01}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end.q[0], -0.6066684959, 5e-10);
  EXPECT_NEAR(run.end.q[1], 0.7949549271, 5e-10);
  EXPECT_LT(run.gap(rod).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(run.output(rod).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

TEST(EventDrivenJoints, PendulumRestartsWithTheSameBits) {
  const auto [model, bob, rod] = pendulum();
  ns::Simulator straight(model, ns::EventDriven{.step = 0.01});
  for (int k = 0; k < 333; ++k) (void)straight.step();
  const ns::State checkpoint = straight.state();
  for (int k = 0; k < 200; ++k) (void)straight.step();
  ns::Simulator copy(model, ns::EventDriven{.step = 0.01});
  copy.restart(checkpoint);
  for (int k = 0; k < 200; ++k) (void)copy.step();
  EXPECT_EQ(copy.state().q, straight.state().q);
  EXPECT_EQ(copy.state().v, straight.state().v);
}

TEST(EventDrivenJoints, StepsDoNotAllocate) {
  const auto [model, bob, rod] = pendulum();
  ns::Simulator simulator(model, ns::EventDriven{.step = 0.01});
  for (int k = 0; k < 20; ++k) (void)simulator.step();
  const ns::test::AllocationCounter counter;
  for (int k = 0; k < 1000; ++k) (void)simulator.step();
  EXPECT_EQ(counter.count(), 0);
}

TEST(EventDrivenJoints, BouncingPendulumSharesItsImpact) {
  ns::Model model;
  const auto bar =
      model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1, 1.0 / 12}}),
                               .q0 = ns::Vector{{std::cos(pi / 12), std::sin(pi / 12), pi / 12}},
                               .force = ns::constant(ns::Vector{{0, -gravity, 0}})});
  const auto hinge = model.add(
      ns::Interaction{.on = {bar},
                      .relation = ns::Holonomic{.dimension = 2,
                                                .gap =
                                                    [](double, ns::VectorIn q) {
                                                      return ns::Vec<2>(q[0] - std::cos(q[2]),
                                                                        q[1] - std::sin(q[2]));
                                                    }},
                      .law = ns::Free{2}});
  model.add(ns::Interaction{.on = {bar},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0, 0}},
                                                           .b = ns::Vector{{-std::sqrt(0.5)}}},
                            .law = ns::NewtonImpact{.e = 0.8}});
  ns::Simulator simulator(model, ns::EventDriven{.step = 1e-3});
  for (int k = 0; k < 600 && simulator.state().v[2] <= 0.0; ++k) ASSERT_TRUE(simulator.step().ok());
  EXPECT_NEAR(simulator.state().t, 0.488, 1e-12);  // the impact is at 0.487064
  // back to the instant of the impact with the acceleration of the pendulum
  const double t = 0.487064, back = simulator.state().t - t;
  const double acceleration = -gravity * std::cos(pi / 4) / (13.0 / 12);
  EXPECT_NEAR(simulator.state().v[2] - acceleration * back, 3.346034, 2e-5);
  for (int k = 0; k < 100; ++k) (void)simulator.step();
  EXPECT_LT(simulator.state().output.segment(0, 2).norm(), 1e-9);
  EXPECT_LT(std::abs(simulator.state().energy.closure()), 1e-7);
  (void)hinge;
}

// --- Many contacts
// --------------------------------------------------------------------------------

TEST(EventDrivenImpacts, TwoBallsOnASpring) {
  ns::Model model;
  ns::Matrix K(2, 2);
  K << 1e3, -1e3, -1e3, 1e3;
  // the second coordinate is counted from the length of the spring
  const auto balls = model.add(ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)),
                                              .q0 = ns::Vector{{1, 1}},
                                              .force = ns::constant(ns::Vector{{-10, -10}}),
                                              .stiffness = K});
  const auto floor =
      model.add(ns::Interaction{.on = {balls},
                                .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0}}},
                                .law = ns::NewtonImpact{.e = 0.8}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 2e-3}, {.end = 1.2});
  ASSERT_TRUE(run.success()) << run.message;
  const struct {
    double t, v;
  } known[] = {{0.44721360, -4.47213595}, {0.50612521, -4.55496600}, {1.10641405, -4.95661556}};
  int found = 0;
  for (int k = 1; k < run.size(); ++k) {
    if (run.impulse(floor)(k, 0) == 0.0) continue;
    ASSERT_LT(found, 3);
    EXPECT_GE(run.t()[k], known[found].t);
    EXPECT_LE(run.t()[k - 1], known[found].t);
    EXPECT_NEAR(run.impulse(floor)(k, 0), -1.8 * known[found].v, 2e-8);
    ++found;
  }
  EXPECT_EQ(found, 3);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-7);
}

// balls on a line without gravity: the first comes with speed 1 from a distance, the others touch
ns::Model cradle(int count, double radius, double density, double stiffness, double e) {
  ns::Model model;
  std::vector<ns::SystemId> balls;
  const double mass = 4.0 / 3 * 3.14159265 * std::pow(radius, 3) * density;
  for (int i = 0; i < count; ++i)
    balls.push_back(model.add(
        ns::Lagrangian{.mass = ns::Matrix{{mass}},
                       .q0 = ns::Vector{{i == 0 ? -0.2 : 0.0}},  // from where they all touch
                       .v0 = ns::Vector{{i == 0 ? 1.0 : 0.0}}}));
  for (std::size_t i = 0; i + 1 < balls.size(); ++i)
    model.add(ns::Interaction{.on = {balls[i], balls[i + 1]},
                              .relation = ns::LinearRelation{.H = ns::Matrix{{-1, 1}}},
                              .law = ns::NewtonImpact{.e = e, .stiffness = stiffness}});
  return model;
}

ns::Vector after(const ns::Model& model, const ns::ImpactRule& rule) {
  const ns::Trajectory run =
      ns::simulate(model, ns::EventDriven{.step = 0.05, .impact = rule}, {.end = 0.3});
  EXPECT_TRUE(run.success()) << run.message;
  return run.end.v;
}

void expect_near(const ns::Vector& a, const ns::Vector& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_LT((a - b).lpNorm<Eigen::Infinity>(), tolerance) << a.transpose();
}

TEST(EventDrivenImpacts, ThreeBallsUnderTheRules) {
  const ns::Model model = cradle(3, 0.01, 7780, 1.0, 1.0);
  const ns::Vector together{{-1.0 / 3, 2.0 / 3, 2.0 / 3}};
  expect_near(after(model, ns::NewtonRule{}), together, 1e-10);
  expect_near(after(model, ns::PoissonRule{}), together, 1e-10);
  expect_near(after(model, ns::BinaryCollisions{}), ns::Vector{{0, 0, 1}}, 1e-10);
  expect_near(after(model, ns::EnergeticRule{}), ns::Vector{{-0.07095, 0.07640, 0.99455}}, 6e-6);
}

TEST(EventDrivenImpacts, ChainOfTenBallsAsPublished) {
  const ns::Model model = cradle(10, 0.01, 7780, 2.0 / 3 * 203e9 / 0.91 * std::sqrt(0.005), 1.0);
  expect_near(after(model, ns::EnergeticRule{.impulse_step = 1e-6}),
              ns::Vector{{-0.07105929, -0.03018624, -0.01574960, -0.00880806, -0.00506234,
                          -0.00293663, -0.00170186, 0.00262452, 0.14692339, 0.98595612}},
              6e-9);
}

struct Beads {
  ns::Model model;
  std::vector<ns::SystemId> beads;
};
Beads steel_column(double drop) {
  Beads c;
  const double radius = 0.005, mass = 4.0 / 3 * pi * std::pow(radius, 3) * 7780;
  for (int i = 0; i < 10; ++i)
    c.beads.push_back(
        c.model.add(ns::Lagrangian{.mass = ns::Matrix{{mass}},
                                   .q0 = ns::Vector{{radius + drop + 2 * radius * i}},
                                   .force = ns::constant(ns::Vector{{-gravity * mass}})}));
  for (std::size_t i = 0; i < 10; ++i) {
    const bool ground = i == 0;
    c.model.add(ns::Interaction{
        .on = ground ? std::vector{c.beads[0]} : std::vector{c.beads[i - 1], c.beads[i]},
        .relation = ns::LinearRelation{.H = ground ? ns::Matrix{{1}} : ns::Matrix{{-1, 1}},
                                       .b = ns::Vector{{ground ? -radius : -2 * radius}}},
        .law = ns::NewtonImpact{.e = 1.0, .stiffness = ground ? std::sqrt(2.0) : 1.0}});
  }
  return c;
}

TEST(EventDrivenImpacts, ColumnReboundsAsOneUnderNewton) {
  const auto [model, beads] = steel_column(0.05);
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-3}, {.end = 0.5});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.v(beads[9]).maxCoeff(), 0.990454, 0.01);  // at an output after the impact
  EXPECT_NEAR(run.energy("kinetic").maxCoeff(), 10 * 0.5 * 0.990454 * 0.990454 * 0.00407, 4e-4);
  // all beads move alike, and the column keeps its energy: back at the top after twice the fall
  const double fall = std::sqrt(0.1 / gravity);
  const double since = std::fmod(0.5 - fall, 2.0 * fall);
  const double height = 0.990454 * since - 0.5 * gravity * since * since;
  for (int i = 0; i < 10; ++i)
    EXPECT_NEAR(run.end.q[i], 0.005 + 0.01 * i + height, 1e-6) << "bead " << i;
}

TEST(EventDrivenImpacts, ColumnSpreadsUnderTheEnergeticRule) {
  const Beads column = steel_column(0.05);
  const auto run_with = [&](double impulse_step) {
    const ns::EnergeticRule rule{.impulse_step = impulse_step};
    return ns::simulate(column.model, ns::EventDriven{.step = 1e-3, .impact = rule}, {.end = 0.5});
  };
  const ns::Trajectory run = run_with(0.0);
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-9);
  for (std::size_t i = 1; i < 10; ++i)
    EXPECT_GT((run.q(column.beads[i]) - run.q(column.beads[i - 1])).minCoeff(), 0.01 - 1e-9);
  // the published run steps through impacts with 1e-6 N s; in the limit the bead is 0.13 mm lower
  EXPECT_NEAR(run_with(1e-6).q(column.beads[9])(499, 0), 0.1889915658, 5e-9);
  EXPECT_NEAR(run.q(column.beads[9])(499, 0), 0.1888629267, 1e-7);
}

TEST(EventDrivenContacts, BeadsAtRestCarryTheWeightAbove) {
  const auto column = ns::models::bead_column(5, 0.1, 0.1, 0.2, 0.5);
  ns::Simulator simulator(column.model, ns::EventDriven{.step = 1e-2});
  for (int k = 0; k < 50; ++k) ASSERT_TRUE(simulator.step().ok());
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(simulator.state().lambda[i] / 1e-2, (5 - i) * gravity, 1e-7);
  EXPECT_LT(simulator.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
}

// a bar on two supports at its ends, and a third one in the middle
TEST(EventDrivenContacts, SupportsShareAndMayVanish) {
  ns::Model model;
  const auto bar = model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1.0 / 12}}),
                                            .q0 = ns::Vector{{0, 0}},
                                            .force = ns::constant(ns::Vector{{-gravity, 0}})});
  std::vector<ns::InteractionId> supports;
  for (const double arm : {-0.5, 0.5, 0.0})
    supports.push_back(model.add(
        ns::Interaction{.on = {bar}, .relation = ns::LinearRelation{.H = ns::Matrix{{1, arm}}}}));
  ns::Simulator simulator(model, ns::EventDriven{.step = 1e-2});
  (void)simulator.step();
  // hyperstatic: the solution without a part that does nothing
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(simulator.state().lambda[i] / 1e-2, gravity / 3, 1e-6);
  simulator.set_present(supports[2], false);
  (void)simulator.step();
  (void)simulator.step();
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(simulator.state().lambda[i] / 1e-2, gravity / 2, 1e-8);
  // with one support left the bar turns about it: angular acceleration -(g / 2) / (1 / 3)
  simulator.set_present(supports[1], false);
  (void)simulator.step();
  EXPECT_NEAR(simulator.state().lambda[0] / 1e-2, gravity / 4, 1e-8);
  EXPECT_NEAR(simulator.state().v[1], -1.5 * gravity * 1e-2, 1e-9);
}

// --- Taking off
// -----------------------------------------------------------------------------------

TEST(EventDrivenContacts, LiftsOffWhenTheForceVanishes) {
  ns::Model model;
  const auto ball =
      model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                               .q0 = ns::Vector{{0.0}},
                               .force = ns::of_time([](double t) { return ns::Vec<1>(t - 1.0); })});
  model.add(ns::Interaction{.on = {ball}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 0.03}, {.end = 2.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end.t, 2.0, 1e-12);
  EXPECT_NEAR(run.end.q[0], 1.0 / 6, 1e-9);
  EXPECT_NEAR(run.end.v[0], 0.5, 1e-9);
}

TEST(EventDrivenContacts, BallOnAShakingTable) {
  ns::Model model;
  const double A = 0.1, w = std::sqrt(2.0 * gravity / A);
  const auto ball = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{0.0}},
                                             .v0 = ns::Vector{{A * w}},
                                             .force = ns::constant(ns::Vector{{-gravity}})});
  model.add(ns::Interaction{
      .on = {ball},
      .relation =
          ns::Holonomic{.gap = [=](double t, ns::VectorIn q) { return q[0] - A * std::sin(w * t); },
                        .jacobian = [](double, ns::VectorIn, ns::MatrixOut J) { J(0, 0) = 1.0; },
                        .drift = [=](double t, ns::VectorIn) { return -A * w * std::cos(w * t); }},
      .law = ns::NewtonImpact{.e = 0.5}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-3}, {.end = 0.15});
  ASSERT_TRUE(run.success()) << run.message;
  // leaves where the table falls back with g: sin(w t) = 1/2
  const double leave = pi / 6 / w, q0 = 0.5 * A, v0 = A * w * std::cos(pi / 6);
  for (int k = 0; k < run.size(); ++k) {
    const double t = run.t()[k], s = t - leave;
    const double known = s < 0 ? A * std::sin(w * t) : q0 + v0 * s - 0.5 * gravity * s * s;
    ASSERT_NEAR(run.q(ball)(k, 0), known, 1e-8) << "t = " << t;
  }
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

// --- Friction in the plane
// ------------------------------------------------------------------------

struct Block {
  ns::Model model;
  ns::SystemId block;
  ns::InteractionId floor;
};
Block block(ns::Vector v0, ns::Vector force, double mu, double k = 0.0, double belt = 0.0) {
  Block b;
  b.block = b.model.add(ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)),
                                       .q0 = ns::Vector{{0, 0}},
                                       .v0 = std::move(v0),
                                       .force = ns::constant(std::move(force)),
                                       .stiffness = ns::diagonal(ns::Vector{{k, 0}})});
  b.floor = b.model.add(ns::Interaction{
      .on = {b.block},
      .relation = ns::Holonomic{
          .dimension = 2,
          .gap = [=](double t, ns::VectorIn q) { return ns::Vec<2>(q[1], q[0] - belt * t); },
          .jacobian =
              [](double, ns::VectorIn, ns::MatrixOut J) {
                J(0, 1) = 1.0;
                J(1, 0) = 1.0;
              },
          .drift = [=](double, ns::VectorIn) { return ns::Vec<2>(0.0, -belt); }},
      .law = ns::NewtonImpactFriction{.mu = mu, .dimension = 2}});
  return b;
}

TEST(EventDrivenFriction, BlockSlidesAndStops) {
  const auto [model, body, floor] = block(ns::Vector{{1, 0}}, ns::Vector{{0, -gravity}}, 0.3);
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 1.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end.q[0], 1.0 / (2 * 0.3 * gravity), 1e-9);
  EXPECT_NEAR(run.end.v[0], 0.0, 1e-12);
  EXPECT_NEAR(run.impulse(floor)(10, 1) / 1e-2, -0.3 * gravity, 1e-8);
  EXPECT_NEAR(run.impulse(floor)(90, 1), 0.0, 1e-12);
  EXPECT_NEAR(run.end.energy.tangential, -0.5, 1e-9);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-9);
}

TEST(EventDrivenFriction, InclineHoldsUpToItsAngle) {
  for (const double mu : {0.5, 0.7}) {
    const double angle = std::atan(0.6), along = gravity * std::sin(angle),
                 across = gravity * std::cos(angle);
    const auto [model, body, floor] = block(ns::Vector{{0, 0}}, ns::Vector{{along, -across}}, mu);
    const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 1.0});
    ASSERT_TRUE(run.success()) << run.message;
    const double a = mu > 0.6 ? 0.0 : along - mu * across;
    EXPECT_NEAR(run.end.q[0], 0.5 * a, 1e-9);
    EXPECT_NEAR(run.end.v[0], a, 1e-9);
  }
}

TEST(EventDrivenFriction, OscillatorOnABelt) {
  // slips from rest, is caught by the belt, carried until the spring pulls it off again
  const double mu = 0.2, k = 4.0, w = 2.0, V = 0.3, rest = mu * gravity / k;
  const auto [model, body, floor] = block(ns::Vector{{0, 0}}, ns::Vector{{0, -gravity}}, mu, k, V);
  const double caught = std::asin(V / (rest * w)) / w, at = rest * (1 - std::cos(w * caught));
  const double freed = caught + (rest - at) / V;
  const ns::Trajectory run =
      ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = freed + 1.5});
  ASSERT_TRUE(run.success()) << run.message;
  for (int i = 0; i < run.size(); ++i) {
    const double t = run.t()[i];
    const double known = t < caught  ? rest * (1 - std::cos(w * t))
                         : t < freed ? at + V * (t - caught)
                                     : rest + V / w * std::sin(w * (t - freed));
    ASSERT_NEAR(run.q(body)(i, 0), known, 1e-7) << "t = " << t;
  }
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

// a disk that drops with spin: bounces, slides, rolls in the end, whatever happens in between
TEST(EventDrivenFriction, SpinningDiskRollsInTheEnd) {
  ns::Model model;
  const double R = 0.5;
  const auto disk = model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1, 0.4 * R * R}}),
                                             .q0 = ns::Vector{{0, 1, 0}},
                                             .v0 = ns::Vector{{0, 0, 2}},
                                             .force = ns::constant(ns::Vector{{0, -gravity, 0}})});
  model.add(ns::Interaction{.on = {disk},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{0, 1, 0}, {1, 0, R}},
                                                           .b = ns::Vector{{-R, 0}}},
                            .law = ns::NewtonImpactFriction{.e = 0.9, .mu = 0.1, .dimension = 2}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 8.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end.v[0], -2.0 / 7, 1e-9);
  EXPECT_NEAR(run.end.v[2], 4.0 / 7, 1e-9);
  EXPECT_NEAR(run.end.v[1], 0.0, 1e-12);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

// A block of base a and height b on the ground by its two lower corners.
ns::Model block_on_corners(double a, double b, ns::Vector q0, double e, double mu) {
  ns::Model model;
  const auto body =
      model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1, (a * a + b * b) / 12}}),
                               .q0 = std::move(q0),
                               .force = ns::constant(ns::Vector{{0, -gravity, 0}})});
  for (const double side : {0.5 * a, -0.5 * a})
    model.add(ns::Interaction{
        .on = {body},
        .relation = ns::Holonomic{.dimension = 2,
                                  .gap =
                                      [=](double, ns::VectorIn q) {
                                        const double s = std::sin(q[2]), c = std::cos(q[2]);
                                        return ns::Vec<2>(q[1] + side * s - 0.5 * b * c,
                                                          q[0] + side * c + 0.5 * b * s);
                                      },
                                  .jacobian =
                                      [=](double, ns::VectorIn q, ns::MatrixOut J) {
                                        const double s = std::sin(q[2]), c = std::cos(q[2]);
                                        J(0, 1) = J(1, 0) = 1.0;
                                        J(0, 2) = side * c + 0.5 * b * s;
                                        J(1, 2) = -side * s + 0.5 * b * c;
                                      }},
        .law = ns::NewtonImpactFriction{.e = e, .mu = mu, .dimension = 2}});
  return model;
}

TEST(EventDrivenFriction, RockingBlockLosesWhatHousnerSays) {
  // released from a small angle on one corner; the other corner hits without rebound nor slip,
  // which takes a friction of 0.26 (beyond 2.7 both corners together could stop the block)
  const double alpha = pi / 9, a = 2 * std::sin(alpha), b = 2 * std::cos(alpha), tilt = 0.1;
  const double height = std::cos(alpha - tilt);  // of the centre, half diagonal 1
  const ns::Model model = block_on_corners(a, b, ns::Vector{{0, height, tilt}}, 0.0, 0.5);
  ns::Simulator simulator(model, ns::EventDriven{.step = 1e-2});
  for (int k = 0; k < 100 && simulator.state().q[2] > 0.0; ++k) ASSERT_TRUE(simulator.step().ok());
  ASSERT_LT(simulator.state().q[2], 0.0);
  const double fallen = gravity * (height - std::cos(alpha));
  const double ratio = 1.0 - 1.5 * std::sin(alpha) * std::sin(alpha);
  const ns::EnergyLedger& energy = simulator.state().energy;
  EXPECT_NEAR(energy.normal + energy.tangential, -fallen * (1.0 - ratio * ratio), 1e-8);
  // rocks to rest through ever shorter swings, then both corners carry half the weight
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(simulator.step().ok());
  EXPECT_LT(simulator.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_NEAR(simulator.state().lambda[0] / 1e-2, 0.5 * gravity, 1e-6);
  EXPECT_NEAR(simulator.state().lambda[2] / 1e-2, 0.5 * gravity, 1e-6);
  EXPECT_LT(std::abs(simulator.state().energy.closure()), 1e-8);
}

// --- Other systems
// --------------------------------------------------------------------------------

TEST(EventDrivenSystems, RigidBodyBounces) {
  ns::Model model;
  const auto body =
      model.add(ns::RigidBody{.position = {0, 0, 1.1},
                              .angular_velocity = {1, 2, 3},
                              .force = ns::constant(ns::Vector{{0, 0, -gravity, 0, 0, 0}})});
  // a sphere of radius 0.1 whose Jacobian is left to differences
  model.add(ns::Interaction{
      .on = {body},
      .relation = ns::Holonomic{.gap = [](double, ns::VectorIn q) { return q[2] - 0.1; }},
      .law = ns::NewtonImpact{.e = 0.5}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 2.0});
  ASSERT_TRUE(run.success()) << run.message;
  const double fall = std::sqrt(2.0 / gravity), s = 0.8 - fall;
  EXPECT_NEAR(run.q(body)(80, 2), 0.1 + 0.5 * gravity * fall * s - 0.5 * gravity * s * s, 1e-8);
  EXPECT_NEAR(run.end.q[2], 0.1, 1e-12);  // at rest from three times the fall, 1.35 s
  EXPECT_LT((run.end.v.tail<3>() - ns::Vec<3>(1, 2, 3)).norm(), 1e-9);
}

TEST(EventDrivenSystems, MassThatDependsOnPosition) {
  // M = 1 + q^2, gyroscopic force q v^2: the kinetic energy stays
  ns::Model model;
  const auto mass = model.add(ns::Lagrangian{
      .q0 = ns::Vector{{-1.0}},
      .v0 = ns::Vector{{1.0}},
      .gyroscopic = ns::of_state(
          [](double, ns::VectorIn q, ns::VectorIn v) { return ns::Vec<1>(q[0] * v[0] * v[0]); }),
      .mass_of_q = [](ns::VectorIn q, ns::MatrixOut M) { M(0, 0) = 1 + q[0] * q[0]; }});
  model.add(
      ns::Interaction{.on = {mass},
                      .relation = ns::LinearRelation{.H = ns::Matrix{{-1}}, .b = ns::Vector{{1}}},
                      .law = ns::NewtonImpact{.e = 1.0}});
  const ns::Trajectory run = ns::simulate(model, ns::EventDriven{.step = 1e-2}, {.end = 3.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_LT(run.end.v[0], 0.0);  // has come back from the wall at 1
  EXPECT_NEAR(run.energy("kinetic").minCoeff(), 1.0, 1e-8);
  EXPECT_NEAR(run.energy("kinetic").maxCoeff(), 1.0, 1e-8);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-8);
}

TEST(EventDrivenSystems, FreeBodyAndFirstOrder) {
  ns::Model model;
  ns::Mat<3> J = ns::Mat<3>::Identity();
  J(2, 2) = 2;
  const auto body = model.add(ns::RigidBody{.inertia = J, .angular_velocity = {0.1, 0, 1}});
  const auto decay = model.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{1.0}}});
  const ns::Trajectory run =
      ns::simulate(model, ns::EventDriven{.step = pi / 200}, {.end = pi / 2});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_LT((run.end.v.tail<3>() - ns::Vec<3>(0, 0.1, 1)).norm(), 1e-9);
  EXPECT_NEAR(run.end.q.segment<4>(3).norm(), 1.0, 1e-15);
  EXPECT_NEAR(run.end.x[0], std::exp(-pi / 2), 1e-10);
  EXPECT_LT(run.energy("closure").cwiseAbs().maxCoeff(), 1e-9);
  (void)body;
  (void)decay;
}

}  // namespace
