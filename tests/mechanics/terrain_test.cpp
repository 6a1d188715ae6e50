// SPDX-License-Identifier: Apache-2.0
// Rocks on terrain: nothing leaks through, whatever the step, and nothing gains energy.
#include "tests/support/terrain.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/mechanics.hpp"
#include "tests/support/sinking.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

using nonsmooth::testing::mesh_of;

constexpr int side = 40;

Matrix hills(std::uint64_t seed) {
  Random random(seed);
  Matrix heights(side, side);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      heights(i, j) =
          0.5 * i + 0.6 * random.uniform() + 1.5 * std::sin(0.7 * j) * std::cos(0.5 * i);
  return heights;
}

struct Rocks {
  Scene scene;
  std::vector<ConvexHull> hulls;
};

Rocks rocks_above(const Shape& ground, const HeightField& field, int count, double speed,
                  std::uint64_t seed) {
  Rocks rocks;
  rocks.scene.contact_law = {.restitution = 0.3, .friction = 0.6};
  rocks.scene.add(Body{.shape = ground, .motion = Motion::fixed});
  Random random(seed);
  for (int k = 0; k < count; ++k) {
    std::vector<Vec<3>> corners;
    for (int i = 0; i < 20; ++i) {
      const Vec<3> d(random.normal(), random.normal(), random.normal());
      corners.push_back(0.4 * d.normalized().cwiseProduct(Vec<3>(1.0, 0.8, 0.6)));
    }
    const double x = random.uniform(8, side - 9), y = random.uniform(8, side - 9);
    rocks.scene.add(Body{
        .shape = rocks.hulls.emplace_back(corners),
        .density = 2600,
        .position = {x, y, *field.height(x, y) + random.uniform(3, 5)},
        .velocity = Vec<3>(-0.3 * speed * random.uniform(), 0.2 * speed * random.normal(), -speed),
        .angular_velocity = 3.0 * Vec<3>(random.normal(), random.normal(), random.normal()),
        .group = 2,
        .collides_with = 1});
  }
  return rocks;
}

// how deep the worst of the rocks is in the ground
testing::Sinking deepest(const SceneSimulator& simulator, const Rocks& rocks,
                         const HeightField& field) {
  testing::Sinking worst;
  for (std::size_t k = 0; k < rocks.hulls.size(); ++k) {
    const BodyState body = simulator.body(BodyId{static_cast<int>(k) + 1});
    const testing::Sinking now =
        testing::sinking(rocks.hulls[k], {body.position, rotation_matrix(body.orientation)},
                         simulator.state().centre[k + 1], field);
    worst = worse_of(worst, now);
  }
  return worst;
}

struct Drop {
  bool mesh;
  double step, speed;
};

class Terrain : public ::testing::TestWithParam<Drop> {};

TEST_P(Terrain, LetsNothingThrough) {
  const Drop drop = GetParam();
  const HeightField field(hills(7), 1.0);
  const Shape ground = drop.mesh ? Shape(mesh_of(field.heights())) : Shape(field);
  const Rocks rocks = rocks_above(ground, field, 40, drop.speed, 11);
  SceneSimulator simulator(rocks.scene,
                           {.step = drop.step, .solver = Auto{.tolerance = 1e-8, .max_time = 0.2}});
  double most = simulator.state().energy.initial;
  const double scale = std::abs(most);
  const int steps = static_cast<int>(2.0 / drop.step);
  for (int i = 0; i < steps; ++i) {
    static_cast<void>(simulator.step());
    const SceneEnergy& energy = simulator.state().energy;
    const double now = energy.kinetic + energy.potential - energy.projection;
    ASSERT_LE(now, most + 1e-9 * scale) << "step " << i;
    most = now;
    // 2 % of half the smallest side, 0.24 m, are left, along normals that lean by up to 70 degrees
    const testing::Sinking worst = deepest(simulator, rocks, field);
    ASSERT_LE(worst.corner, 0.015) << "step " << i;
    ASSERT_LE(worst.edge, 0.015) << "step " << i;
    ASSERT_LE(worst.ridge, 0.005) << "step " << i;
    ASSERT_EQ(worst.centre, 0.0) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Drops, Terrain,
                         ::testing::Values(Drop{false, 1e-2, 10.0}, Drop{true, 1e-2, 10.0},
                                           Drop{false, 2e-3, 10.0}, Drop{true, 5e-3, 20.0},
                                           Drop{false, 5e-2, 20.0}));

// Two planes that lean against each other by this angle from the horizontal, in rad.
Scene groove(double lean, double restitution, double friction) {
  Scene scene;
  scene.contact_law = {.restitution = restitution, .friction = friction};
  for (const double sign : {-1.0, 1.0})
    scene.add(Body{.shape = HalfSpace{},
                   .motion = Motion::fixed,
                   .orientation = {std::cos(0.5 * lean), 0.0, sign * std::sin(0.5 * lean), 0.0}});
  return scene;
}

// A ball in a groove so narrow that friction holds it against any force. Newton's law would have it
// rebound from both sides, which no velocity that friction allows fulfils: it stays where it is.
TEST(Wedged, AnImpactInAGrooveHasNoRebound) {
  const double lean = 1.1;  // tan(pi / 2 - lean) = 0.51 is less than the friction
  Scene scene = groove(lean, 0.1, 0.9);
  const double height = 0.1 / std::cos(lean);  // of the centre where it touches both
  const BodyId ball = scene.add(Body{
      .shape = Sphere{0.1}, .position = {0, 0, height + 1e-3}, .velocity = Vec<3>(0, 0, -1.0)});
  SceneSimulator simulator(scene, {.step = 1e-2});
  for (int i = 0; i < 20; ++i) {
    const SceneReport report = simulator.step();
    EXPECT_TRUE(report.ok()) << "step " << i << ": " << report.message;
  }
  EXPECT_NEAR(simulator.body(ball).position[2], height, 1e-3);
  EXPECT_LT(simulator.body(ball).velocity.norm(), 1e-9);
}

// A rock of twelve corners that falls at 12 m/s into a groove of friction 0.9 and restitution 0.2.
Scene rock_above_groove(double lean, std::uint64_t seed) {
  Scene scene = groove(lean, 0.2, 0.9);
  Random random(seed);
  const auto unit = [&] {
    return Vec<3>(random.normal(), random.normal(), random.normal()).normalized();
  };
  std::vector<Vec<3>> corners;
  for (int i = 0; i < 12; ++i) corners.push_back(0.4 * unit());
  scene.add(Body{.shape = ConvexHull(corners),
                 .density = 2600,
                 .position = {0, 0, 1.0 / std::cos(lean)},
                 .velocity = {0, 0, -12},
                 .angular_velocity = 5.0 * unit()});
  return scene;
}

// Its reactions grow so slowly that the methods end before they are out of all proportion.
TEST(Wedged, ARockThatNoMethodLetsReboundHasNone) {
  const double lean = 0.9;  // tan(pi / 2 - lean) = 0.79
  SceneSimulator simulator(rock_above_groove(lean, 126), {.step = 1e-2});
  const double before = simulator.state().energy.kinetic;
  for (int i = 0; i < 9; ++i) {  // it is in the groove after 0.09 s
    const SceneReport report = simulator.step();
    EXPECT_TRUE(report.ok()) << "step " << i << ": " << report.message;
  }
  EXPECT_LT(simulator.state().energy.kinetic, 1e-9 * before);
}

// Reactions that ran away have closed every gap there is: they pass on no impact.
TEST(Wedged, ReactionsThatRunAwayPassOnNoImpact) {
  SceneSimulator simulator(rock_above_groove(1.3, 26), {.step = 1e-2});
  for (int i = 0; i < 40; ++i) {  // step 38 was left unsolved once
    const SceneReport report = simulator.step();
    EXPECT_TRUE(report.ok()) << "step " << i << ": " << report.message;
  }
}

}  // namespace
}  // namespace nonsmooth
