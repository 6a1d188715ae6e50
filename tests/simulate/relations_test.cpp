// SPDX-License-Identifier: Apache-2.0
// Relations, laws and boundary conditions that the reference trajectories do not touch, each
// against a closed form.
#include "bench/mechanical_models.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double g = 9.81;

ns::SystemId add_particle(ns::Model& model, double q, double v, double force = 0.0) {
  return model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                  .q0 = ns::Vector{{q}},
                                  .v0 = ns::Vector{{v}},
                                  .force = ns::constant(ns::Vector{{force}})});
}

// m x1'' + k (x1 - x0) = 0 with x0' = sin t given: x1 = a sin(w t) + ..., resonance apart.
TEST(PrescribedVelocity, DrivesAnOscillator) {
  const double k = 4.0, w = 2.0;
  ns::Model model;
  const auto pair = model.add(
      ns::Lagrangian{.mass = ns::Matrix{{1.0, 0.0}, {0.0, 1.0}},
                     .q0 = ns::Vector{{0.0, 0.0}},
                     .stiffness = ns::Matrix{{k, -k}, {-k, k}},
                     .prescribed = {{.dof = 0, .velocity = [](double t) { return std::sin(t); }}}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 5.0});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  const double t = run.t()[last];
  EXPECT_NEAR(run.q(pair)(last, 0), 1.0 - std::cos(t), 1e-6);
  // x1'' + 4 x1 = 4 (1 - cos t): x1 = 1 - (4/3) cos t + (1/3) cos 2t
  EXPECT_NEAR(run.q(pair)(last, 1), 1.0 - 4.0 / 3 * std::cos(t) + std::cos(w * t) / 3, 1e-5);
  // the boundary's work is the energy that is there now
  EXPECT_NEAR(run.energy("boundary")[last],
              run.energy("total")[last] - run.energy("numerical")[last], 1e-12);
}

// A ball on a table that moves gently stays on it, and is carried.
TEST(MovingObstacle, CarriesABallThatRests) {
  const double a = 0.01, w = 5.0;  // a w^2 < g
  ns::Model model;
  const auto ball = add_particle(model, 0.0, a * w, -g);
  const auto table = model.add(ns::Interaction{
      .on = {ball},
      .relation = ns::Holonomic{.gap = [=](double t, ns::VectorIn q,
                                           ns::VectorOut y) { y[0] = q[0] - a * std::sin(w * t); }},
      .law = ns::NewtonImpact{.e = 0.0}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 3.0});
  ASSERT_TRUE(run.success()) << run.message;
  for (int k = 0; k < run.size(); ++k)
    ASSERT_NEAR(run.q(ball)(k, 0), a * std::sin(w * run.t()[k]), 2e-4) << "t = " << run.t()[k];
  EXPECT_GT(run.impulse(table).bottomRows(1000).minCoeff(), 0.0);
}

// The same table shaken hard throws the ball.
TEST(MovingObstacle, ThrowsABallWhenItFallsFaster) {
  const double a = 0.05, w = 20.0;  // a w^2 = 20 > g
  ns::Model model;
  const auto ball = add_particle(model, 0.0, a * w, -g);
  const auto table = model.add(ns::Interaction{
      .on = {ball},
      .relation = ns::Holonomic{.gap = [=](double t, ns::VectorIn q,
                                           ns::VectorOut y) { y[0] = q[0] - a * std::sin(w * t); }},
      .law = ns::NewtonImpact{.e = 0.0}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-4}, {.end = 0.08});
  ASSERT_TRUE(run.success()) << run.message;
  // it leaves when a w^2 sin(w t) = g and flies
  const double leaves = std::asin(g / (a * w * w)) / w;
  int k = 0;
  while (run.t()[k] < leaves + 2e-3) ++k;
  EXPECT_EQ(run.impulse(table)(k, 0), 0.0);
  const double flight = run.t()[k] - leaves;
  const double height =
      a * std::sin(w * leaves) + a * w * std::cos(w * leaves) * flight - 0.5 * g * flight * flight;
  EXPECT_NEAR(run.q(ball)(k, 0), height, 2e-4);
}

struct FadingBounce {  // restitution that falls with the speed of the impact
  static constexpr int dimension = 1;
  double e0 = 0.9, speed = 4.0;
  ns::Vec<1> bias(const ns::Vec<1>& u_before) const {
    return e0 * std::exp(-std::abs(u_before[0]) / speed) * u_before;
  }
  ns::Vec<1> resolvent(double, const ns::Vec<1>&, const ns::Vec<1>& z) const {
    return z.cwiseMax(0.0);
  }
};
static_assert(ns::ImpactLaw<FadingBounce>);

TEST(ImpactLawOfOnesOwn, SetsTheRebound) {
  ns::Model model;
  const auto ball = add_particle(model, 0.1, -3.0);
  model.add(ns::Interaction{
      .on = {ball}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}}, .law = FadingBounce{}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 0.1});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.v(ball)(run.size() - 1, 0), 3.0 * 0.9 * std::exp(-0.75), 1e-12);
}

// Dry friction of given force: stops after m v / F, having gone m v^2 / 2F.
TEST(DryFriction, StopsWhereItShould) {
  const double force = 2.0, v = 1.5;
  ns::Model model;
  const auto block = add_particle(model, 0.0, v);
  const auto friction =
      model.add(ns::Interaction{.on = {block},
                                .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                                .law = ns::Box{ns::Vector{{-force}}, ns::Vector{{force}}}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 1.0});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  EXPECT_NEAR(run.q(block)(last, 0), v * v / (2 * force), 1e-6);  // h^2 in the last step
  EXPECT_NEAR(run.v(block)(last, 0), 0.0, 1e-12);
  EXPECT_NEAR(run.impulse(friction)(1, 0), -force * 1e-3, 1e-12);
  EXPECT_NEAR(run.energy("normal")[last], -0.5 * v * v, 1e-10);
}

// 0 <= q + lambda / k _|_ lambda >= 0: half a swing on a spring, then back at the same speed.
TEST(CompliantContact, ReturnsWhatItTook) {
  const double k = 1e4, v = 1.0;
  ns::Model model;
  const auto ball = add_particle(model, 0.05, -v);
  const auto floor = model.add(ns::Interaction{
      .on = {ball},
      .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}, .compliance = ns::Matrix{{1.0 / k}}},
      .law = ns::NonNegative{1}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-4}, {.end = 0.12});
  ASSERT_TRUE(run.success()) << run.message;
  // the force of a step is that of its end, which damps half a swing by pi h w / 4
  EXPECT_NEAR(run.v(ball)(run.size() - 1, 0), v - pi * 1e-4 * std::sqrt(k) / 4, 1e-4);
  EXPECT_NEAR(run.q(ball).minCoeff(), -v / std::sqrt(k), 1e-2 * v / std::sqrt(k));
  int touching = 0;
  for (int i = 0; i < run.size(); ++i) touching += run.impulse(floor)(i, 0) > 0.0 ? 1 : 0;
  EXPECT_NEAR(touching * 1e-4, pi / std::sqrt(k), 2e-4);
}

// A disk that spins falls on a rough floor; friction turns spin into travel until both agree.
TEST(SpinningDisk, EndsRolling) {
  const double R = 0.5, mass = 1.0, spin = 2.0;
  ns::Model model;
  const auto disk =
      model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{mass, mass, 0.4 * mass * R * R}}),
                               .q0 = ns::Vector{{1.0, 0, 0}},
                               .v0 = ns::Vector{{0, 0, spin}},
                               .force = ns::constant(ns::Vector{{-g, 0, 0}})});
  // height, travel, angle; the lowest point slips at travel' - R angle'
  model.add(ns::Interaction{.on = {disk},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0, 0}, {0, 1, -R}},
                                                           .b = ns::Vector{{-R, 0}}},
                            .law = ns::NewtonImpactFriction{.e = 0.9, .mu = 0.1, .dimension = 2}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 5e-3}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  EXPECT_NEAR(run.v(disk)(last, 2), 4.0 / 7, 1e-9);
  EXPECT_NEAR(run.v(disk)(last, 1), 2.0 / 7, 1e-9);
}

TEST(Sphere, SlidesUntilItRolls) {
  const double R = 0.1, v = 1.0, mu = 0.2, J = 0.4 * R * R;
  ns::Model model;
  const auto ball =
      model.add(ns::RigidBody{.inertia = J * ns::Mat<3>::Identity(),
                              .position = {0, 0, R},
                              .velocity = {v, 0, 0},
                              .force = ns::constant(ns::Vector{{0, 0, -g, 0, 0, 0}})});
  model.add(ns::Interaction{.on = {ball},
                            .relation = ns::models::sphere_on_plane(R, 2),
                            .law = ns::NewtonImpactFriction{.e = 0.0, .mu = mu}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-4}, {.end = 0.2});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  EXPECT_NEAR(run.v(ball)(last, 0), 5.0 / 7 * v, 1e-9);
  EXPECT_NEAR(run.v(ball)(last, 4), 5.0 / 7 * v / R, 1e-7);
  // rolls from t = 2 v / (7 mu g) = 0.145624 on, where x = 12 v^2 / (49 mu g)
  const double rolls = 2 * v / (7 * mu * g);
  EXPECT_NEAR(run.q(ball)(last, 0),
              12 * v * v / (49 * mu * g) + 5.0 / 7 * v * (run.t()[last] - rolls), 1e-4);
}

TEST(Sphere, RollingResistanceStopsIt) {
  const double R = 0.1, v = 1.0, mu_r = 0.005, J = 0.4 * R * R;
  ns::Model model;
  const auto ball =
      model.add(ns::RigidBody{.inertia = J * ns::Mat<3>::Identity(),
                              .position = {0, 0, R},
                              .velocity = {v, 0, 0},
                              .angular_velocity = {0, v / R, 0},
                              .force = ns::constant(ns::Vector{{0, 0, -g, 0, 0, 0}})});
  model.add(ns::Interaction{.on = {ball},
                            .relation = ns::models::sphere_on_plane(R, 2, 5),
                            .law = ns::RollingImpact{.mu = 0.6, .mu_r = mu_r}});
  const ns::Trajectory run =
      ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 3.0, .record_every = 10});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  EXPECT_NEAR(run.q(ball)(last, 0), 7 * R * v * v / (10 * mu_r * g), 2e-3);  // 1.427115
  EXPECT_NEAR(run.v(ball).row(last).norm(), 0.0, 1e-8);
}

TEST(Simulator, AModelMayGrowDuringARun) {
  auto [model, ball, floor] = ns::models::bouncing_ball(0.5, 0.2);
  ns::Simulator simulator(model, ns::MoreauJean{.step = 1e-3});
  for (int k = 0; k < 100; ++k) (void)simulator.step();
  const double q = simulator.state().q[0], v = simulator.state().v[0];
  const auto second = add_particle(model, 5.0, 0.0, -g);
  simulator.update(model);
  EXPECT_EQ(simulator.state().q[0], q);
  EXPECT_EQ(simulator.state().v[0], v);
  for (int k = 0; k < 100; ++k) (void)simulator.step();
  EXPECT_NEAR(simulator.state().q[second.index], 5.0 - 0.5 * g * 0.01, 1e-12);
  EXPECT_NEAR(simulator.state().t, 0.2, 1e-12);
}

// A force that the Newton loop can follow only in small steps.
TEST(Simulator, HalvesStepsThatFail) {
  ns::Model model;
  const auto body =
      model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                               .q0 = ns::Vector{{1.0}},
                               .force = ns::of_state([](double, ns::VectorIn q, ns::VectorIn) {
                                 return -400.0 * q[0] * q[0] * q[0];
                               })});
  const ns::MoreauJean coarse{.step = 0.2, .newton_iterations = 5};
  EXPECT_FALSE(ns::simulate(model, coarse, {.end = 2.0}).success());
  const ns::Trajectory run =
      ns::simulate(model, coarse, {.end = 2.0, .on_failure = ns::OnFailure::halve_step});
  EXPECT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.t()[run.size() - 1], 2.0, 1e-9);
  EXPECT_LT(run.q(body).cwiseAbs().maxCoeff(), 1.2);
}

TEST(Simulator, EndsWhenAskedAndReportsProgress) {
  const auto ball = ns::models::bouncing_ball();
  int calls = 0;
  const ns::Trajectory run =
      ns::simulate(ball.model, ns::MoreauJean{.step = 1e-3},
                   {.end = 10.0,
                    .record_every = 7,
                    .on_step = [&](ns::Simulator& simulator, const ns::StepReport&) {
                      return ++calls < 100 && simulator.state().t < 9.0;
                    }});
  EXPECT_TRUE(run.success());
  EXPECT_EQ(run.steps, 100);
  EXPECT_EQ(run.size(), 1 + 14 + 1);  // the start, every seventh, and the last
  EXPECT_NEAR(run.end.t, 0.1, 1e-12);
}

}  // namespace
