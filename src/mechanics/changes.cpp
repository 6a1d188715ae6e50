// SPDX-License-Identifier: Apache-2.0
// What users change between steps. Every change wakes what was at rest and keeps the energy book:
// what a change adds counts as if it had been there from the start.
#include "mechanics/stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void SceneSimulator::Stepper::wake_all() {
  std::fill(state.at_rest.begin(), state.at_rest.end(), 0);
}

void SceneSimulator::Stepper::restart(const SceneState& from) {
  if (from.centre.size() != at(bodies.count()) || from.joint_memory.size() != scene.joints().size())
    throw Error("SceneSimulator::restart: the state has " + std::to_string(from.centre.size()) +
                " bodies and " + std::to_string(from.joint_memory.size()) +
                " joints but the scene has " + std::to_string(bodies.count()) + " and " +
                std::to_string(scene.joints().size()) + "; was it saved from another scene?");
  state = from;
  detector_.place(scene, bodies, state);
}

BodyId SceneSimulator::Stepper::add(Body body) {
  const BodyId id = scene.add(std::move(body));
  bodies.add(scene, scene.bodies().back());
  const SceneState start = initial_state(scene, bodies);
  const std::size_t i = at(id.index);
  state.centre.push_back(start.centre[i]);
  state.orientation.push_back(start.orientation[i]);
  state.velocity.push_back(start.velocity[i]);
  state.angular_velocity.push_back(start.angular_velocity[i]);
  state.present.push_back(1);
  state.at_rest.push_back(0);
  compile_laws();
  detect();
  state.energy.initial += kinetic_energy(bodies, state) +
                          potential_energy(bodies, state, scene.gravity) - state.energy.kinetic -
                          state.energy.potential;
  state.energy.kinetic = kinetic_energy(bodies, state);
  state.energy.potential = potential_energy(bodies, state, scene.gravity);
  return id;
}

void SceneSimulator::Stepper::set_present(int body, bool present) {
  const double before =
      kinetic_energy(bodies, state) + potential_energy(bodies, state, scene.gravity);
  state.present[at(body)] = present ? 1 : 0;
  wake_all();
  detect();
  state.energy.kinetic = kinetic_energy(bodies, state);
  state.energy.potential = potential_energy(bodies, state, scene.gravity);
  state.energy.initial += state.energy.kinetic + state.energy.potential - before;
}

void SceneSimulator::Stepper::set_velocity(int body, const Vec<3>& velocity,
                                           const Vec<3>& angular_velocity) {
  const double before = kinetic_energy(bodies, state);
  state.velocity[at(body)] = velocity;
  state.angular_velocity[at(body)] = angular_velocity;
  wake_all();
  detect();
  state.energy.kinetic = kinetic_energy(bodies, state);
  state.energy.initial += state.energy.kinetic - before;
}

}  // namespace nonsmooth
