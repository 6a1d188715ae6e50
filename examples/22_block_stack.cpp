// SPDX-License-Identifier: Apache-2.0
// A ball knocks over a stack of blocks.
#include <nonsmooth/mechanics.hpp>

int main() {
  ns::Scene scene;
  scene.contact_law = {.restitution = 0.1, .friction = 0.5};
  scene.add(ns::Body{.shape = ns::HalfSpace{}, .motion = ns::Motion::fixed});
  for (int i = 0; i < 5; ++i)
    scene.add(ns::Body{.shape = ns::Cuboid{{0.1, 0.1, 0.05}}, .position = {0, 0, 0.06 + 0.11 * i}});
  scene.add(ns::Body{.shape = ns::Sphere{0.05}, .position = {-1, 0, 0.3}, .velocity = {8, 0, 0}});
  const ns::SceneRun run = ns::simulate(scene, {.step = 1e-3}, {.end = 1.0});
  return run.success() && run.deepest_gap > -1e-3 ? 0 : 1;
}
