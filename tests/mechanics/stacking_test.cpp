// SPDX-License-Identifier: Apache-2.0
// Stacks come to rest, stay where they are, and carry their weight. Hashes of whole runs.
#include "bench/scenes.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

struct Standing {
  double drift = 0.0, imbalance = 0.0;
  long at_rest = 0;
};

Standing stand(const Scene& scene, int steps) {
  SceneSimulator simulator(scene, {.step = 1e-3, .solver = Auto{.tolerance = 1e-10}});
  const SceneState start = simulator.state();
  Standing result;
  for (int i = 0; i < steps; ++i) {
    const SceneReport report = simulator.step();
    EXPECT_TRUE(report.ok()) << "step " << i << ": " << report.message;
    result.at_rest += report.islands_at_rest == report.islands ? 1 : 0;
  }
  double push = 0.0, weight = 0.0;
  for (const SceneContact& contact : simulator.state().contacts)
    if (contact.a == 0) push -= contact.impulse[2];
  for (std::size_t i = 0; i < start.centre.size(); ++i) {
    result.drift = std::max(result.drift, (simulator.state().centre[i] - start.centre[i]).norm());
    weight += simulator.mass(BodyId{static_cast<int>(i)}) * 9.81 * 1e-3;
  }
  result.imbalance = std::abs(push / weight - 1.0);
  return result;
}

TEST(Stacking, WallOfAHundredBricksStands) {
  const Standing wall = stand(scenes::cube_wall(10, 10), 10000);
  EXPECT_LT(wall.drift, 1e-8);
  EXPECT_LT(wall.imbalance, 1e-8);
  EXPECT_GT(wall.at_rest, 9900);
}

TEST(Stacking, TowerOfFiftyCubesStands) {
  const Standing tower = stand(scenes::cube_tower(50), 10000);
  EXPECT_LT(tower.drift, 1e-8);
  EXPECT_LT(tower.imbalance, 1e-8);
  EXPECT_GT(tower.at_rest, 9900);
}

// A pile is brought to rest roughly, then asked for its reactions: what the rough tolerance had put
// to rest too early goes on moving until it is certified again.
TEST(Stacking, APileOfSpheresCarriesItsWeight) {
  const double h = 5e-3;
  // a seed for which no ball rolls on the floor by itself for long: nothing would stop it
  const Scene scene = scenes::sphere_box(100, 2);
  const auto run_to_rest = [](SceneSimulator& simulator, int most) {
    for (int i = 0; i < most; ++i) {
      const SceneReport report = simulator.step();
      if (report.islands > 0 && report.islands_at_rest == report.islands) return true;
    }
    return false;
  };
  SceneSimulator rough(scene, {.step = h,
                               .solver = Nsgs{.tolerance = 1e-4,
                                              .max_iterations = 300,
                                              .order = SweepOrder::coloured,
                                              .momentum = true}});
  for (int i = 0; i < 100; ++i) static_cast<void>(rough.step());
  ASSERT_TRUE(run_to_rest(rough, 3000));
  SceneSimulator fine(scene, {.step = h, .penetration = 1e-4, .solver = Auto{.tolerance = 1e-10}});
  fine.restart(rough.state());
  fine.set_velocity(BodyId{5}, Vec<3>::Zero(), Vec<3>::Zero());  // wakes all
  ASSERT_TRUE(run_to_rest(fine, 3000));
  const SceneState rest = fine.state();
  std::vector<Vec<3>> force(scene.bodies().size(), Vec<3>::Zero());
  for (const SceneContact& contact : rest.contacts) {
    force[static_cast<std::size_t>(contact.a)] += contact.impulse / h;
    force[static_cast<std::size_t>(contact.b)] -= contact.impulse / h;
  }
  Vec<3> walls = Vec<3>::Zero();
  double weight = 0.0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    const double own = fine.mass(BodyId{static_cast<int>(i)}) * 9.81;
    if (scene.bodies()[i].motion == Motion::fixed) {
      walls += force[i];
    } else {
      weight += own;
      // what is certified to be at rest is in equilibrium body by body
      EXPECT_LT((force[i] - Vec<3>(0, 0, own)).norm(), 1e-8 * own) << "sphere " << i;
    }
  }
  EXPECT_LT((walls + Vec<3>(0, 0, weight)).norm(), 1e-8 * weight);
  for (int i = 0; i < 10000; ++i) static_cast<void>(fine.step());
  for (std::size_t i = 0; i < force.size(); ++i) EXPECT_EQ(fine.state().centre[i], rest.centre[i]);
}

// On a gentle slope nothing holds a ball: however rough the tolerance, it is never put to rest.
TEST(Stacking, ABallOnAGentleSlopeRollsAtAnyTolerance) {
  const double h = 5e-3, slope = 0.05, g = 9.81;
  Scene scene;
  scene.contact_law = {.restitution = 0.0, .friction = 0.5};
  scene.gravity = {g * std::sin(slope), 0, -g * std::cos(slope)};
  scene.add(Body{.shape = HalfSpace{}, .motion = Motion::fixed});
  const BodyId ball = scene.add(Body{.shape = Sphere{0.1}, .position = {0, 0, 0.1}});
  for (const double tolerance : {1e-3, 1e-4, 1e-8}) {
    SceneSimulator simulator(scene, {.step = h, .solver = Auto{.tolerance = tolerance}});
    for (int i = 0; i < 200; ++i) static_cast<void>(simulator.step());
    // a = 5/7 g sin(slope), exact for a constant force; to what the tolerance leaves
    EXPECT_NEAR(simulator.body(ball).velocity[0], 5.0 / 7.0 * g * std::sin(slope),
                std::max(10.0 * tolerance, 1e-9))
        << tolerance;
  }
}

TEST(Stacking, RestIsOptionalAndChangesNothing) {
  const Scene scene = scenes::cube_tower(5);
  for (const bool rest : {false, true}) {
    SceneSimulator simulator(scene,
                             {.step = 1e-3, .rest = rest, .solver = Auto{.tolerance = 1e-12}});
    for (int i = 0; i < 1000; ++i) static_cast<void>(simulator.step());
    for (int i = 1; i <= 5; ++i)
      EXPECT_NEAR(simulator.state().centre[static_cast<std::size_t>(i)][2], i - 0.5, 1e-9);
  }
}

TEST(Stacking, ABallWakesAWall) {
  Scene scene = scenes::cube_wall(3, 3);
  scene.add(Body{.shape = Sphere{0.4},
                 .density = 8000,
                 .position = {0.0, -4.0, 1.5},
                 .velocity = Vec<3>(0.0, 20.0, 0.0)});
  SceneSimulator simulator(scene, {.step = 1e-3});
  for (int i = 0; i < 100; ++i) static_cast<void>(simulator.step());
  EXPECT_NE(simulator.state().at_rest[1], 0) << "before the ball arrives";
  for (int i = 0; i < 300; ++i) static_cast<void>(simulator.step());
  EXPECT_GT(simulator.state().velocity[5].norm() + simulator.state().centre[5][1], 0.5);
}

}  // namespace
}  // namespace nonsmooth
