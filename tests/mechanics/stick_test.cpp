// SPDX-License-Identifier: Apache-2.0
// Friction holds what it can hold: no creep far inside the cone, without help from rest detection.
#include "nonsmooth/mechanics.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

constexpr double g = 9.81;

// A capsule between two jaws on sliders: each presses with `margin` times the force that would just
// hold the weight, 2 mu N = m g.
Scene pinched_capsule(double margin, double friction) {
  Scene scene;
  scene.contact_law = {.friction = friction};
  const double radius = 0.02, mass = 0.1;
  scene.add(Body{.shape = Capsule{radius, 0.05}, .mass = mass, .group = 1});
  const double force = margin * mass * g / (2.0 * friction);
  for (const double side : {-1.0, 1.0}) {
    const BodyId jaw = scene.add(Body{.shape = Cuboid{Vec<3>(0.01, 0.05, 0.1)},
                                      .mass = 0.5,
                                      .position = {side * (radius + 0.01), 0, 0},
                                      .force = [=](double, const BodyState&) {
                                        return Wrench{.force = {-side * force, 0, 0}};
                                      }});
    scene.add(Joint{.kind = JointKind::slider,
                    .a = jaw,
                    .anchor = {side * (radius + 0.01), 0, 0},
                    .axis = Vec<3>::UnitX()});
  }
  return scene;
}

TEST(Stick, APinchedCapsuleDoesNotCreep) {
  for (const bool rest : {false, true}) {
    SceneSimulator simulator(pinched_capsule(20.0, 0.5),
                             {.step = 2e-3, .rest = rest, .solver = Auto{.tolerance = 1e-12}});
    double fastest = 0.0;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(simulator.step().ok());
      fastest = std::max(fastest, simulator.state().velocity[0].norm());
    }
    EXPECT_LT(fastest, 1e-9);
    EXPECT_LT(simulator.state().centre[0].norm(), 1e-9);
  }
}

TEST(Stick, APinchedCapsuleFallsBelowTheMargin) {
  SceneSimulator simulator(pinched_capsule(0.8, 0.5),
                           {.step = 2e-3, .solver = Auto{.tolerance = 1e-12}});
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(simulator.step().ok());
  // 20 % of its weight is not held
  EXPECT_NEAR(simulator.state().velocity[0][2], -0.2 * g * 0.1, 1e-9);
}

}  // namespace
}  // namespace nonsmooth
