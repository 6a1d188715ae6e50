// SPDX-License-Identifier: Apache-2.0
// Every joint: what it forbids stays forbidden, what it allows follows its equation.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/mechanics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace nonsmooth {
namespace {

constexpr double pi = std::numbers::pi;
std::size_t at(BodyId id) { return static_cast<std::size_t>(id.index); }
const Solver tight = Auto{.tolerance = 1e-12};

Body cube(const Vec<3>& position) {
  return Body{.shape = Cuboid{Vec<3>(0.1, 0.15, 0.2)},
              .position = position,
              .group = 2,
              .collides_with = 0};
}

class EveryJoint : public ::testing::TestWithParam<JointKind> {};

TEST_P(EveryJoint, HoldsUnderGravityAndSpin) {
  Scene scene;
  const BodyId a = scene.add([] {
    Body body = cube({0.3, 0, 0});
    body.angular_velocity = Vec<3>(1.0, 2.0, 3.0);
    return body;
  }());
  const BodyId b = scene.add(cube({-0.3, 0, 0.1}));
  scene.add(Joint{.name = "pivot", .kind = JointKind::ball, .a = b, .anchor = {-0.6, 0, 0}});
  Joint joint{.kind = GetParam(), .a = a, .b = b, .axis = Vec<3>(0.0, 1.0, 0.0)};
  if (joint.kind == JointKind::universal) joint.axis_b = Vec<3>::UnitZ();
  if (joint.kind == JointKind::distance || joint.kind == JointKind::cable)
    joint.anchor_b = Vec<3>(-0.2, 0.05, 0.1);
  if (joint.kind == JointKind::screw) joint.pitch = 0.1;
  scene.add(joint);
  SceneSimulator simulator(scene, {.step = 1e-3, .solver = tight});
  double worst = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const SceneReport report = simulator.step();
    ASSERT_TRUE(report.ok()) << report.message;
    worst = std::max(worst, report.joint_error);
  }
  EXPECT_LT(worst, 2e-8);
  const SceneEnergy& energy = simulator.state().energy;
  // the first step makes the given velocities consistent, which costs energy; after it nothing
  EXPECT_LE(energy.kinetic + energy.potential, energy.initial + 1e-3 * std::abs(energy.initial));
  EXPECT_LT(std::abs(energy.closure()), 2e-2 * std::abs(energy.initial) + 0.1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryJoint,
                         ::testing::Values(JointKind::ball, JointKind::hinge, JointKind::slider,
                                           JointKind::cylindrical, JointKind::universal,
                                           JointKind::screw, JointKind::fixed, JointKind::distance,
                                           JointKind::cable),
                         [](const auto& kind) {
                           return std::string(
                               enum_names(JointKind{})[static_cast<std::size_t>(kind.param)]);
                         });

Scene sliding_mass(Joint joint, double speed = 0.0) {
  Scene scene;
  scene.gravity.setZero();
  Body body = cube(Vec<3>::Zero());
  body.mass = 2.0;
  body.velocity = Vec<3>(speed, 0.0, 0.0);
  joint.kind = JointKind::slider;
  joint.a = scene.add(body);
  joint.axis = Vec<3>::UnitX();
  scene.add(joint);
  return scene;
}

TEST(Slider, SpringSwingsAtItsFrequency) {
  const Scene scene = sliding_mass({.stiffness = 200.0}, 1.0);
  const SceneRun run = simulate(scene, {.step = 1e-4, .solver = tight}, {.end = 0.3});
  // x = sin(10 t) / 10; the implicit midpoint rule lags by (omega h)^2 / 12 of the phase
  EXPECT_NEAR(run.end.centre[0][0], std::sin(3.0) / 10.0, 1e-6);
}

TEST(Slider, DryFrictionStopsIt) {
  const Scene scene = sliding_mass({.friction = 4.0}, 3.0);
  const SceneRun run = simulate(scene, {.step = 1e-3, .solver = tight}, {.end = 2.0});
  EXPECT_NEAR(run.end.centre[0][0], 9.0 / (2.0 * 2.0), 3e-3);  // a step at 3 m/s
  EXPECT_EQ(run.end.velocity[0][0], 0.0);
}

TEST(Slider, StopGivesItBack) {
  const Scene scene = sliding_mass({.upper = 0.5, .restitution = 0.5}, 2.0);
  const SceneRun run = simulate(scene, {.step = 1e-3, .solver = tight}, {.end = 1.0});
  EXPECT_NEAR(run.end.velocity[0][0], -1.0, 1e-12);
  EXPECT_NEAR(run.end.centre[0][0], 0.5 - 0.75, 4e-3);  // two steps at 2 m/s
}

TEST(Slider, MotorReachesItsSpeedWithItsForce) {
  Joint motor{.motor_limit = 6.0};
  motor.motor_speed = [](double) { return 1.5; };
  const Scene scene = sliding_mass(motor);
  const SceneRun run = simulate(scene, {.step = 1e-3, .solver = tight}, {.end = 1.0});
  // 3 m/s^2 for 0.5 s, then 1.5 m/s
  EXPECT_NEAR(run.end.velocity[0][0], 1.5, 1e-12);
  EXPECT_NEAR(run.end.centre[0][0], 0.375 + 0.75, 1e-6);
}

TEST(Gear, CouplesTwoWheels) {
  Scene scene;
  scene.gravity.setZero();
  Body wheel = cube(Vec<3>::Zero());
  wheel.angular_velocity = Vec<3>(0.0, 0.0, 6.0);
  const BodyId a = scene.add(wheel);
  wheel.position = Vec<3>(1.0, 0.0, 0.0);
  wheel.angular_velocity.setZero();
  const BodyId b = scene.add(wheel);
  scene.add(Joint{.kind = JointKind::hinge, .a = a});
  scene.add(Joint{.kind = JointKind::hinge, .a = b, .anchor = {1, 0, 0}});
  scene.add(Joint{.kind = JointKind::gear, .a = a, .b = b, .ratio = 2.0});
  const SceneRun run = simulate(scene, {.step = 1e-3, .solver = tight}, {.end = 0.5});
  const double turn_a = run.end.angular_velocity[at(a)][2],
               turn_b = run.end.angular_velocity[at(b)][2];
  EXPECT_NEAR(turn_b, -2.0 * turn_a, 1e-10);
  // equal inertia J, impulses P on a and P / ratio on b: J (6 - turn_a) = 2 P, J turn_b = -P
  EXPECT_NEAR(turn_a, 6.0 / 5.0, 1e-9);
}

TEST(Hinge, CountsItsTurns) {
  Scene scene;
  scene.gravity.setZero();
  Body wheel = cube(Vec<3>::Zero());
  wheel.angular_velocity = Vec<3>(0.0, 0.0, 10.0);
  const BodyId a = scene.add(wheel);
  scene.add(Joint{.kind = JointKind::hinge, .a = a, .upper = 6.0 * pi});
  const SceneRun run = simulate(scene, {.step = 1e-3, .solver = tight}, {.end = 3.0});
  EXPECT_NEAR(run.end.joint_memory[0], 6.0 * pi, 1e-2);
  EXPECT_NEAR(run.end.angular_velocity[0][2], 0.0, 1e-9);
}

TEST(Clearance, PinStaysInItsHole) {
  Scene scene;
  const BodyId rod = scene.add(cube({0.3, 0, 0}));
  scene.add(Joint{.kind = JointKind::hinge,
                  .a = rod,
                  .axis = Vec<3>::UnitY(),
                  .clearance = 1e-3,
                  .clearance_law = {.restitution = 0.3, .friction = 0.05}});
  SceneSimulator simulator(scene, {.step = 1e-4, .solver = tight});
  double far = 0.0, before = simulator.state().energy.initial;
  const double scale = simulator.mass(rod) * 9.81 * 0.3;
  for (int i = 0; i < 10000; ++i) {
    ASSERT_TRUE(simulator.step().ok());
    const BodyState body = simulator.body(rod);
    const Vec<3> pin = body.position + rotation_matrix(body.orientation) * Vec<3>(-0.3, 0, 0);
    far = std::max(far, std::hypot(pin[0], pin[2]));
    const SceneEnergy& energy = simulator.state().energy;
    EXPECT_LE(energy.kinetic + energy.potential, before + 1e-5 * scale);
    before = energy.kinetic + energy.potential;
  }
  EXPECT_GT(far, 0.99e-3);
  EXPECT_LT(far, 1.0001e-3);
}

TEST(Joint, BadOnesAreRefused) {
  Scene scene;
  const BodyId a = scene.add(cube(Vec<3>::Zero()));
  const auto message = [&](Joint joint) {
    try {
      scene.add(joint);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(message({.name = "pin"}).find("pin: body a does not exist"), std::string::npos);
  EXPECT_NE(message({.a = a, .b = a}).find("same body"), std::string::npos);
  EXPECT_NE(message({.kind = JointKind::cable, .a = a}).find("anchor_b"), std::string::npos);
  EXPECT_NE(message({.kind = JointKind::ball, .a = a, .friction = 1.0}).find("hinge"),
            std::string::npos);
  EXPECT_NE(message({.kind = JointKind::hinge, .a = a, .lower = 1.0, .upper = 0.0}).find("above"),
            std::string::npos);
}

}  // namespace
}  // namespace nonsmooth
