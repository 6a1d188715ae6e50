// SPDX-License-Identifier: Apache-2.0
// Scenes whose motion is known in closed form.
#include "nonsmooth/mechanics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace nonsmooth {
namespace {

constexpr double g = 9.81;
std::size_t at(BodyId id) { return static_cast<std::size_t>(id.index); }

Scene floor_scene(ContactLaw law, double tilt = 0.0) {
  Scene scene;
  scene.contact_law = law;
  Body floor{.name = "floor", .shape = HalfSpace{}, .motion = Motion::fixed};
  floor.shape = HalfSpace{Vec<3>(std::sin(tilt), 0.0, std::cos(tilt))};
  scene.add(floor);
  return scene;
}

SceneRun run(const Scene& scene, double step, double end, double tolerance = 1e-11) {
  return simulate(scene, {.step = step, .solver = Auto{.tolerance = tolerance}},
                  {.end = end, .record_every = 1 << 30});
}

TEST(Analytic, FreeFallIsAParabola) {
  Scene scene = floor_scene({});
  const BodyId ball = scene.add(
      Body{.shape = Sphere{0.1}, .position = {0, 0, 10}, .velocity = Vec<3>(1.0, 0.0, 2.0)});
  const SceneRun result = run(scene, 1e-3, 1.0);
  ASSERT_TRUE(result.success()) << result.message;
  const Vec<3> exact(1.0, 0.0, 10.0 + 2.0 - 0.5 * g);
  EXPECT_NEAR((result.end.centre[at(ball)] - exact).norm(), 0.0, 1e-11);  // 1000 roundings of 10
}

TEST(Analytic, BallBouncesToTheSquareOfRestitution) {
  Scene scene = floor_scene({.restitution = 0.8, .friction = 0.0});
  const BodyId ball = scene.add(Body{.shape = Sphere{0.1}, .position = {0, 0, 1.1}});
  double last = 0.0;
  for (const double step : {1e-3, 1e-4}) {
    // apex of the first bounce
    const double fall = std::sqrt(2.0 / g);
    const SceneRun result = run(scene, step, fall * 1.8);
    const double error = std::abs(result.end.centre[at(ball)][2] - 0.1 - 0.64);
    EXPECT_LT(error, 10.0 * step);  // first order: the impact is early by up to a step at 4.4 m/s
    if (last > 0.0) {
      EXPECT_LT(error, last);
    }
    last = error;
    EXPECT_EQ(result.deepest_gap, 0.0);
  }
}

TEST(Analytic, BlockOnInclineSticksInsideTheCone) {
  const double tilt = 0.3;
  Scene scene = floor_scene({.friction = std::tan(tilt) * 1.05}, tilt);
  const double half = 0.1;
  const Vec<3> n(std::sin(tilt), 0.0, std::cos(tilt));
  const BodyId block =
      scene.add(Body{.shape = Cuboid{Vec<3>::Constant(half)},
                     .position = half * n,
                     .orientation = Vec<4>(std::cos(tilt / 2), 0.0, std::sin(tilt / 2), 0.0)});
  const SceneRun result = run(scene, 1e-3, 1.0);
  EXPECT_LT(result.end.velocity[at(block)].norm(), 1e-9);
  EXPECT_LT((result.end.centre[at(block)] - half * n).norm(), 1e-9);
}

TEST(Analytic, BlockOnInclineSlidesOutsideTheCone) {
  const double tilt = 0.5, mu = 0.3;
  Scene scene = floor_scene({.friction = mu}, tilt);
  const double half = 0.1;
  const Vec<3> n(std::sin(tilt), 0.0, std::cos(tilt)), down(std::cos(tilt), 0.0, -std::sin(tilt));
  const BodyId block =
      scene.add(Body{.shape = Cuboid{Vec<3>::Constant(half)},
                     .position = half * n,
                     .orientation = Vec<4>(std::cos(tilt / 2), 0.0, std::sin(tilt / 2), 0.0)});
  const SceneRun result = run(scene, 1e-3, 1.0);
  const double a = g * (std::sin(tilt) - mu * std::cos(tilt));
  EXPECT_NEAR(result.end.velocity[at(block)].dot(down), a, 1e-9);
  EXPECT_NEAR(result.end.centre[at(block)].dot(down), 0.5 * a, 1e-9);
  EXPECT_NEAR(result.end.centre[at(block)].dot(n), half, 1e-9);
}

TEST(Analytic, SlidingSphereEndsAtFiveSevenths) {
  Scene scene = floor_scene({.friction = 0.2});
  const BodyId ball = scene.add(
      Body{.shape = Sphere{0.1}, .position = {0, 0, 0.1}, .velocity = Vec<3>(3.0, 0.0, 0.0)});
  const SceneRun result = run(scene, 1e-3, 2.0);
  EXPECT_NEAR(result.end.velocity[at(ball)][0], 15.0 / 7.0, 1e-9);
  EXPECT_NEAR(result.end.angular_velocity[at(ball)].norm() * 0.1, 15.0 / 7.0, 1e-9);
}

TEST(Analytic, RollingResistanceStopsABall) {
  const double rolling = 2e-3, radius = 0.1, speed = 1.0;
  Scene scene = floor_scene({.friction = 0.5, .rolling = rolling});
  const BodyId ball = scene.add(Body{.shape = Sphere{radius},
                                     .position = {0, 0, radius},
                                     .velocity = Vec<3>(speed, 0.0, 0.0),
                                     .angular_velocity = Vec<3>(0.0, speed / radius, 0.0)});
  const double a = 5.0 / 7.0 * rolling / radius * g, stop = speed / a;
  const SceneRun result = run(scene, 1e-3, 1.2 * stop);
  EXPECT_NEAR(result.end.centre[at(ball)][0], 0.5 * speed * stop, 2e-3);  // speed times a step
  EXPECT_LT(result.end.velocity[at(ball)].norm(), 1e-9);
}

TEST(Analytic, SlidingCubeDoesNotLift) {
  Scene scene = floor_scene({.friction = 0.5});
  const BodyId cube = scene.add(Body{.shape = Cuboid{Vec<3>::Constant(0.1)},
                                     .position = {0, 0, 0.1},
                                     .velocity = Vec<3>(6.0, 0.0, 0.0)});
  double highest = 0.0;
  const SceneRun result =
      simulate(scene, {.step = 1e-3, .solver = Auto{.tolerance = 1e-11}},
               {.end = 2.0, .on_step = [&](SceneSimulator& simulator, const SceneReport&) {
                  highest = std::max(highest, simulator.state().centre[at(cube)][2] - 0.1);
                  return true;
                }});
  EXPECT_LT(highest, 1e-9);
  EXPECT_NEAR(result.end.centre[at(cube)][0], 36.0 / (2.0 * 0.5 * g), 6e-3);  // a step at 6 m/s
}

TEST(Analytic, FreeBodyKeepsEnergyAndAngularMomentum) {
  Scene scene;
  scene.gravity.setZero();
  const BodyId body = scene.add(
      Body{.shape = Cuboid{Vec<3>(0.1, 0.2, 0.4)}, .angular_velocity = Vec<3>(0.01, 5.0, 0.01)});
  SceneSimulator simulator(scene, {.step = 1e-3});
  const Mat<3> J = [] {
    const MassProperties unit = mass_properties(Cuboid{Vec<3>(0.1, 0.2, 0.4)});
    return Mat<3>(1000.0 * unit.inertia);
  }();
  const auto momentum = [&] {
    const SceneState& s = simulator.state();
    return Vec<3>(rotation_matrix(s.orientation[at(body)]) * (J * s.angular_velocity[at(body)]));
  };
  const Vec<3> start = momentum();
  const double energy = simulator.state().energy.kinetic;
  double lowest = 5.0;
  for (int i = 0; i < 20000; ++i) {
    ASSERT_TRUE(simulator.step().ok());
    lowest = std::min(lowest, simulator.state().angular_velocity[at(body)][1]);
  }
  // 20000 roundings of relative size 1e-16 add up
  EXPECT_NEAR((momentum() - start).norm() / start.norm(), 0.0, 1e-11);
  EXPECT_NEAR(simulator.state().energy.kinetic / energy, 1.0, 1e-11);
  EXPECT_LT(lowest, -4.5) << "rotation about the middle axis turns over";
}

TEST(Analytic, HingedRodSwingsLikeAPendulum) {
  // compound pendulum: theta'' = -g d / k^2 sin theta, k^2 = d^2 + J / m; theta = angle from below
  Scene scene;
  const double length = 0.5, width = 0.02;
  const double start = 1.0;
  const Vec<3> down(std::sin(start), 0.0, -std::cos(start));
  const BodyId rod =
      scene.add(Body{.shape = Cuboid{Vec<3>(width, width, length)},
                     .position = length * down,
                     .orientation = Vec<4>(std::cos(-start / 2), 0.0, std::sin(-start / 2), 0.0)});
  scene.add(Joint{.kind = JointKind::hinge, .a = rod, .axis = Vec<3>::UnitY()});
  const double k2 = length * length + (width * width + length * length) / 3.0;
  // reference by many small steps of the scalar equation
  double angle = start, rate = 0.0;
  const int steps = 200000;
  const double dt = 2.0 / steps;
  for (int i = 0; i < steps; ++i) {
    rate -= 0.5 * dt * g * length / k2 * std::sin(angle);
    angle += dt * rate;
    rate -= 0.5 * dt * g * length / k2 * std::sin(angle);
  }
  double last = 0.0;
  for (const double step : {4e-3, 2e-3}) {
    const SceneRun result = run(scene, step, 2.0, 1e-13);
    const Vec<3>& x = result.end.centre[at(rod)];
    const double error = std::abs(std::atan2(x[0], -x[2]) - angle);
    if (last > 0.0) {
      EXPECT_NEAR(last / error, 4.0, 1.5) << "second order";
    }
    last = error;
    EXPECT_LT(error, 20.0 * step * step);
    EXPECT_LT(result.joint_error, 1e-8);
    EXPECT_NEAR(result.end.energy.kinetic + result.end.energy.potential, result.end.energy.initial,
                1e-3 * std::abs(result.end.energy.initial));
  }
}

TEST(Analytic, CradleHandsTheVelocityOn) {
  Scene scene;
  scene.gravity.setZero();
  scene.contact_law = {.restitution = 1.0, .friction = 0.0};
  for (int i = 0; i < 5; ++i)
    scene.add(Body{.shape = Sphere{0.1},
                   .position = {0.25 * i, 0, 0},
                   .velocity = Vec<3>(i == 0 ? 1.0 : 0.0, 0.0, 0.0)});
  const SceneRun result = run(scene, 1e-3, 1.0);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(result.end.velocity[i][0], i == 4 ? 1.0 : 0.0, 1e-10);
}

TEST(Analytic, PlaneDiskEndsRolling) {
  Scene scene;
  scene.gravity = Vec<3>(0.0, -g, 0.0);
  scene.contact_law = {.friction = 0.2};
  scene.add(Body{.shape = Segment{Vec<2>(-10, 0), Vec<2>(10, 0)}, .motion = Motion::fixed});
  const BodyId disk = scene.add(
      Body{.shape = Circle{0.1}, .position = {0, 0.1, 0}, .velocity = Vec<3>(3.0, 0.0, 0.0)});
  const SceneRun result = run(scene, 1e-3, 1.0);
  EXPECT_NEAR(result.end.velocity[at(disk)][0], 2.0, 1e-9);  // 2/3 of 3
  EXPECT_NEAR(result.end.angular_velocity[at(disk)][2], -20.0, 1e-8);
}

}  // namespace
}  // namespace nonsmooth
