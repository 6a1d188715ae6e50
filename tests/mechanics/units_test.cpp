// SPDX-License-Identifier: Apache-2.0
// A scene does not know whether its numbers are kilograms or grams, metres or millimetres: what
// happens is the same, bit for bit where the factors are even powers of two (roots are taken of
// some).
#include "bench/scenes.hpp"
#include "nonsmooth/mechanics.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

SceneScheme rough(double time) {
  return {.step = 5e-3 * time,
          .solver = Nsgs{.tolerance = 1e-4,
                         .max_iterations = 1000,
                         .order = SweepOrder::coloured,
                         .momentum = true}};
}

struct Happened {
  std::vector<Vec<3>> centre;
  int iterations = 0, unsolved = 0;
};

Happened watch(const Scene& scene, const SceneScheme& scheme, int steps) {
  SceneSimulator simulator(scene, scheme);
  Happened all;
  for (int i = 0; i < steps; ++i) {
    const SceneReport report = simulator.step();
    all.iterations += report.solver_iterations;
    all.unsolved += report.ok() ? 0 : 1;
  }
  all.centre = simulator.state().centre;
  return all;
}

// The same in units of which `length` and `time` make one metre and one second.
Scene converted(const Scene& scene, double mass, double length, double time) {
  Scene other;
  other.contact_law = scene.contact_law;
  other.gravity = length / (time * time) * scene.gravity;
  for (Body body : scene.bodies()) {
    body.density *= mass / (length * length * length);
    body.position *= length;
    if (auto* sphere = std::get_if<Sphere>(&body.shape)) sphere->radius *= length;
    if (auto* box = std::get_if<Cuboid>(&body.shape)) box->half_extents *= length;
    other.add(body);
  }
  return other;
}

TEST(Units, ChangeNothing) {
  struct {
    const char* what;
    double mass, length, time;
  } constexpr units[]{{"nearly a gram", 0x1p10, 1.0, 1.0},
                      {"kilotonnes", 0x1p-20, 1.0, 1.0},
                      {"nearly a millimetre", 1.0, 0x1p10, 1.0},
                      {"nearly a millisecond", 1.0, 1.0, 0x1p10},
                      {"all three", 0x1p-10, 0x1p6, 0x1p4}};
  const Scene scene = scenes::sphere_box(200);
  const Happened expected = watch(scene, rough(1.0), 150);
  ASSERT_GT(expected.iterations, 1000);
  for (const auto& [what, mass, length, time] : units) {
    const Happened same = watch(converted(scene, mass, length, time), rough(time), 150);
    EXPECT_EQ(same.iterations, expected.iterations) << what;
    EXPECT_EQ(same.unsolved, expected.unsolved) << what;
    for (std::size_t i = 0; i < expected.centre.size(); ++i)
      ASSERT_EQ(same.centre[i], length * expected.centre[i]) << what << ", body " << i;
  }
}

}  // namespace
}  // namespace nonsmooth
