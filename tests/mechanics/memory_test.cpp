// SPDX-License-Identifier: Apache-2.0
// Long runs keep their memory: the heap in use neither grows with a settled scene nor with one that
// is stirred, where contacts come and go for ever.
#include "bench/scenes.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <malloc.h>

#include <numbers>

namespace nonsmooth {
namespace {

const Solver sweeps = Nsgs{.tolerance = 1e-3, .max_iterations = 50, .order = SweepOrder::coloured};

double heap_megabytes() { return 1e-6 * static_cast<double>(mallinfo2().uordblks); }

// what `steps` more steps add to the heap
double growth(SceneSimulator& simulator, int steps) {
  const double before = heap_megabytes();
  for (int i = 0; i < steps; ++i) static_cast<void>(simulator.step());
  return heap_megabytes() - before;
}

TEST(Memory, ASettledSceneStaysAsItIs) {
  SceneSimulator simulator(scenes::sphere_box(50), {.step = 5e-3, .solver = sweeps});
  growth(simulator, 400);
  EXPECT_LT(growth(simulator, 4000), 0.01);
}

TEST(Memory, AStirredSceneFindsItsSize) {
  Scene scene = scenes::sphere_box(50);
  scene.add(Body{.shape = Cuboid{Vec<3>(0.15, 0.01, 0.1)},
                 .motion = Motion::driven,
                 .position = {0, 0, 0.12},
                 .drive = [](double) {
                   return std::pair(Vec<3>(Vec<3>::Zero()), Vec<3>(0, 0, std::numbers::pi));
                 }});
  SceneSimulator simulator(scene, {.step = 5e-3, .solver = sweeps});
  growth(simulator, 1000);
  const double first = growth(simulator, 1500), second = growth(simulator, 1500);
  // a new record of contacts may still make arrays a little longer
  EXPECT_LT(first, 1.0);
  EXPECT_LT(second, 0.2);
}

// one that is at rest, one that is solved in every step, and cubes that slide
TEST(Memory, AStepOfASceneThatHasFoundItsSizeAllocatesNothing) {
  if (!test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  Scene sliding;
  sliding.contact_law = {.restitution = 0.5, .friction = 0.3};
  sliding.add(Body{.shape = HalfSpace{}, .motion = Motion::fixed});
  for (int i = 0; i < 5; ++i)
    sliding.add(Body{.shape = Cuboid{Vec<3>(0.1, 0.1, 0.1)},
                     .position = {0.3 * i, 0, 0.1},
                     .velocity = {1.0 + 0.1 * i, 0, 0}});
  SceneSimulator settled(scenes::sphere_box(50), {.step = 5e-3, .solver = sweeps}),
      restless(scenes::sphere_box(50), {.step = 5e-3, .rest = false, .solver = sweeps}),
      moving(sliding, {.step = 1e-3});
  for (SceneSimulator* simulator : {&settled, &restless, &moving}) {
    growth(*simulator, simulator == &moving ? 100 : 2000);
    const test::AllocationCounter counter;
    for (int i = 0; i < 100; ++i) static_cast<void>(simulator->step());
    EXPECT_EQ(counter.count(), 0);
  }
}

TEST(Memory, AThousandSpheresFitIntoAHundredMegabytes) {
  const double before = heap_megabytes();
  SceneSimulator simulator(scenes::sphere_box(1000), {.step = 5e-3, .solver = sweeps});
  for (int i = 0; i < 60; ++i) static_cast<void>(simulator.step());
  EXPECT_GT(simulator.state().contacts.size(), 500u);
  EXPECT_LT(heap_megabytes() - before, 50.0);
}

}  // namespace
}  // namespace nonsmooth
