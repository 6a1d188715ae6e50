// SPDX-License-Identifier: Apache-2.0
// Rocks on terrain: nothing leaks through, whatever the step, and nothing gains energy.
#include "tests/support/terrain.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/mechanics.hpp"

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
  std::vector<std::vector<Vec<3>>> corners;
};

Rocks rocks_above(const Shape& ground, const HeightField& field, int count, double speed,
                  std::uint64_t seed) {
  Rocks rocks;
  rocks.scene.contact_law = {.restitution = 0.3, .friction = 0.6};
  rocks.scene.add(Body{.shape = ground, .motion = Motion::fixed});
  Random random(seed);
  for (int k = 0; k < count; ++k) {
    std::vector<Vec<3>>& corners = rocks.corners.emplace_back();
    for (int i = 0; i < 20; ++i) {
      const Vec<3> d(random.normal(), random.normal(), random.normal());
      corners.push_back(0.4 * d.normalized().cwiseProduct(Vec<3>(1.0, 0.8, 0.6)));
    }
    const double x = random.uniform(8, side - 9), y = random.uniform(8, side - 9);
    rocks.scene.add(Body{
        .shape = ConvexHull(corners),
        .density = 2600,
        .position = {x, y, *field.height(x, y) + random.uniform(3, 5)},
        .velocity = Vec<3>(-0.3 * speed * random.uniform(), 0.2 * speed * random.normal(), -speed),
        .angular_velocity = 3.0 * Vec<3>(random.normal(), random.normal(), random.normal()),
        .group = 2,
        .collides_with = 1});
  }
  return rocks;
}

// most negative height of a corner over the field, of rocks that are over it
double lowest_corner(const SceneSimulator& simulator, const Rocks& rocks,
                     const HeightField& field) {
  double lowest = 0.0;
  for (std::size_t k = 0; k < rocks.corners.size(); ++k) {
    const BodyState body = simulator.body(BodyId{static_cast<int>(k) + 1});
    const Mat<3> R = rotation_matrix(body.orientation);
    for (const Vec<3>& corner : rocks.corners[k]) {
      const Vec<3> x = body.position + R * corner;
      if (const std::optional<double> z = field.height(x[0], x[1]))
        lowest = std::min(lowest, x[2] - *z);
    }
  }
  return lowest;
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
    // one projection per step leaves a small share of what an impact pushed in
    ASSERT_GE(lowest_corner(simulator, rocks, field), -0.02) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Drops, Terrain,
                         ::testing::Values(Drop{false, 1e-2, 10.0}, Drop{true, 1e-2, 10.0},
                                           Drop{false, 2e-3, 10.0}, Drop{true, 5e-3, 20.0},
                                           Drop{false, 5e-2, 20.0}));

}  // namespace
}  // namespace nonsmooth
