// SPDX-License-Identifier: Apache-2.0
// Scenes that tests, examples and benchmarks share.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/mechanics.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::scenes {

/// Equal spheres on a loose grid above the floor of an open box of cuboids, at rest: radius 5 cm,
/// 2500 kg/m^3, friction 0.5, no restitution.
inline Scene sphere_box(int count, std::uint64_t seed = 1) {
  Scene scene;
  scene.contact_law = {.restitution = 0.0, .friction = 0.5};
  const double r = 0.05, pitch = 2.2 * r, wall = 0.2;
  const int side = std::max(3, static_cast<int>(std::lround(std::cbrt(count))));
  const double width = side * pitch + 0.02, height = 4.0 * width;
  const auto add_wall = [&](const Vec<3>& size, const Vec<3>& centre) {
    scene.add(Body{.shape = Cuboid{0.5 * size}, .motion = Motion::fixed, .position = centre});
  };
  add_wall({width + 2 * wall, width + 2 * wall, wall}, {0, 0, -wall / 2});
  for (const double s : {-1.0, 1.0}) {
    add_wall({wall, width + 2 * wall, height}, {s * (width + wall) / 2, 0, height / 2});
    add_wall({width + 2 * wall, wall, height}, {0, s * (width + wall) / 2, height / 2});
  }
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Vec<3> cell(i % side - 0.5 * (side - 1), i / side % side - 0.5 * (side - 1),
                      i / side / side);
    const Vec<3> noise(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    scene.add(Body{.shape = Sphere{r},
                   .density = 2500,
                   .position = pitch * cell + 0.05 * r * noise + Vec<3>(0, 0, r + 0.015)});
  }
  return scene;
}

/// Unit cubes of 1000 kg in rows, every other row shifted by half a cube, 1 % apart in a row.
inline Scene cube_wall(int across, int rows) {
  Scene scene;
  scene.contact_law = {.restitution = 0.0, .friction = 0.5};
  scene.add(Body{.shape = Cuboid{Vec<3>(2.0 * across, 5.0, 0.5)},
                 .motion = Motion::fixed,
                 .position = {0, 0, -0.5}});
  for (int k = 0; k < rows; ++k)
    for (int i = 0; i < across; ++i)
      scene.add(Body{
          .shape = Cuboid{Vec<3>::Constant(0.5)},
          .position = {(i - 0.5 * (across - 1)) * 1.01 + (k % 2 == 1 ? 0.5 : 0.0), 0, 0.5 + k}});
  return scene;
}

/// Cubes of 1 m, one on the other.
inline Scene cube_tower(int count) {
  Scene scene;
  scene.contact_law = {.restitution = 0.0, .friction = 0.5};
  scene.add(Body{.shape = HalfSpace{}, .motion = Motion::fixed});
  for (int i = 0; i < count; ++i)
    scene.add(Body{.shape = Cuboid{Vec<3>::Constant(0.5)}, .position = {0, 0, 0.5 + i}});
  return scene;
}

}  // namespace nonsmooth::scenes
