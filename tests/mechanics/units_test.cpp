// SPDX-License-Identifier: Apache-2.0
// A scene does not know whether its numbers are kilograms or grams, metres or millimetres: what
// happens is the same, bit for bit where the factors are powers of two.
#include "bench/scenes.hpp"
#include "nonsmooth/mechanics.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

SceneScheme rough(double step) {
  return {.step = step,
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

TEST(Units, OfMassChangeNothing) {
  const Scene kilograms = scenes::sphere_box(200);
  const Happened expected = watch(kilograms, rough(5e-3), 150);
  ASSERT_GT(expected.iterations, 1000);
  for (const double factor : {0x1p10, 0x1p-20}) {
    Scene scene;
    scene.contact_law = kilograms.contact_law;
    for (Body body : kilograms.bodies()) {
      body.density *= factor;
      scene.add(body);
    }
    const Happened same = watch(scene, rough(5e-3), 150);
    EXPECT_EQ(same.iterations, expected.iterations) << factor;
    EXPECT_EQ(same.unsolved, expected.unsolved) << factor;
    for (std::size_t i = 0; i < expected.centre.size(); ++i)
      ASSERT_EQ(same.centre[i], expected.centre[i]) << factor << ", body " << i;
  }
}

}  // namespace
}  // namespace nonsmooth
