// SPDX-License-Identifier: Apache-2.0
// Spheres packed in a box until they are certified to be at rest, at a rough tolerance: then every
// sphere must be in equilibrium with its weight to 1e-8, and none may move in 10 000 steps.
//
//   pile_stress <spheres> [seed = 1]
#include "bench/scenes.hpp"
#include "nonsmooth/mechanics.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace nonsmooth {
namespace {

constexpr double step = 5e-3, g = 9.81, accuracy = 1e-8;

// of the weight of the sphere
double imbalance(const SceneSimulator& simulator) {
  const SceneState& state = simulator.state();
  std::vector<Vec<3>> force(state.centre.size(), Vec<3>::Zero());
  for (const SceneContact& contact : state.contacts) {
    force[static_cast<std::size_t>(contact.a)] += contact.impulse / step;
    force[static_cast<std::size_t>(contact.b)] -= contact.impulse / step;
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    const double mass = simulator.mass(BodyId{static_cast<int>(i)});
    if (mass > 0.0 && mass < infinity)
      worst = std::max(worst, (force[i] - Vec<3>(0, 0, mass * g)).norm() / (mass * g));
  }
  return worst;
}

bool holds(int spheres, std::uint64_t seed) {
  constexpr int longest = 10000;
  SceneSimulator simulator(scenes::sphere_box(spheres, seed),
                           {.step = step,
                            .solver = Nsgs{.tolerance = 1e-4,
                                           .max_iterations = 1000,
                                           .order = SweepOrder::coloured,
                                           .momentum = true}});
  int steps = 1;
  for (; steps < longest; ++steps) {
    const SceneReport report = simulator.step();
    if (report.islands > 0 && report.islands_at_rest == report.islands) break;
  }
  const SceneState rest = simulator.state();
  const double apart = imbalance(simulator);
  double drift = 0.0;
  for (int i = 0; i < 10000; ++i) static_cast<void>(simulator.step());
  for (std::size_t i = 0; i < rest.centre.size(); ++i)
    drift = std::max(drift, (simulator.state().centre[i] - rest.centre[i]).norm());
  std::printf(
      "%d spheres, seed %llu: at rest after %d steps, imbalance %.1e of a weight, "
      "drift %.1e m in 10 000 steps\n",
      spheres, static_cast<unsigned long long>(seed), steps, apart, drift);
  return steps < longest && apart <= accuracy && drift <= accuracy;
}

}  // namespace
}  // namespace nonsmooth

int main(int argc, char** argv) {
  const int spheres = argc > 1 ? std::atoi(argv[1]) : 100;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  return nonsmooth::holds(spheres, seed) ? 0 : 1;
}
