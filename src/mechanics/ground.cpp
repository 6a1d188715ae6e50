// SPDX-License-Identifier: Apache-2.0
// Meshes and height fields are surfaces: what has passed through one far enough is lost. Hence no
// body ends a step deeper in one than `deep` of its size, or than it was when the step began, and
// no centre of mass passes through one:
//
//   1. more projections of bodies that are too deep, for contacts that the first one brought;
//   2. what these cannot free (two slopes that push against each other) goes back on its way
//      through the step, to the last place found that is no worse than its start.
//
// Velocities are not touched: the contacts of that place act in the next step. Bodies of joints do
// not go back.
#include "mechanics/stepper.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr double deep = 0.02;     // of half the smallest side of a body
constexpr int most_rounds = 4;    // of projections
constexpr int most_halvings = 6;  // of the way back

bool has_surface(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape))
    return std::any_of(compound->parts.begin(), compound->parts.end(), has_surface);
  return std::holds_alternative<TriangleMesh>(shape) || std::holds_alternative<HeightField>(shape);
}

}  // namespace

void SceneSimulator::Stepper::find_surfaces() {
  surfaces_.clear();
  joined_.assign(at(bodies.count()), 0);
  for (const Joint& joint : scene.joints())
    for (const BodyId id : {joint.a, joint.b})
      if (id.valid()) joined_[at(id.index)] = 1;
  for (int i = 0; i < bodies.count(); ++i)
    if (!bodies.dynamic(i) && has_surface(scene.bodies()[at(i)].shape)) surfaces_.push_back(i);
}

// Marks the bodies that are too deep in a surface.
bool SceneSimulator::Stepper::find_sunken() {
  sunken_.assign(at(bodies.count()), 0);
  bool any = false;
  int last = -1;
  for (const SceneContact& contact : state.contacts) {
    const bool a_moves = bodies.dynamic(contact.a);
    if (a_moves && bodies.dynamic(contact.b)) continue;
    const int body = a_moves ? contact.a : contact.b, other = a_moves ? contact.b : contact.a;
    if (!std::binary_search(surfaces_.begin(), surfaces_.end(), other)) continue;
    const bool too_deep = contact.gap < -deep * bodies.extent[at(body)];
    if (!too_deep && (body == last || !has_entered(last = body))) continue;
    sunken_[at(body)] = 1;
    any = true;
  }
  return any;
}

bool SceneSimulator::Stepper::has_entered(int body) const {
  return state.at_rest[at(body)] == 0 &&
         detector_.has_entered(scene, bodies, state, body, start_centre_[at(body)], surfaces_);
}

void SceneSimulator::Stepper::lift_sunken(SceneReport& report) {
  if (surfaces_.empty() || scheme.projections == 0) return;
  for (int round = 0; round < most_rounds && find_sunken(); ++round) {
    project(report, sunken_);
    detect(moved_);
  }
  if (!find_sunken()) return;
  const double before = potential_energy(bodies, state, scene.gravity);
  for (int i = 0; i < bodies.count(); ++i)
    if (sunken_[at(i)] != 0 && joined_[at(i)] == 0) go_back(i);
  state.energy.projection += potential_energy(bodies, state, scene.gravity) - before;
  detect(sunken_);
}

void SceneSimulator::Stepper::go_back(int body) {
  const std::size_t i = at(body);
  const Vec<3> centre = state.centre[i];
  const Vec<4> orientation = state.orientation[i];
  const Vec<4> start = start_orientation_[i].dot(orientation) < 0.0 ? Vec<4>(-start_orientation_[i])
                                                                    : start_orientation_[i];
  const auto depth_at = [&](double share) {
    state.centre[i] = start_centre_[i] + share * (centre - start_centre_[i]);
    state.orientation[i] = (start + share * (orientation - start)).normalized();
    return has_entered(body) ? infinity : detector_.depth(scene, bodies, state, body, surfaces_);
  };
  const double allowed = std::max(deep * bodies.extent[i], depth_at(0.0));
  double low = 0.0, high = 1.0;
  for (int k = 0; k < most_halvings; ++k) {
    const double middle = 0.5 * (low + high);
    (depth_at(middle) <= allowed ? low : high) = middle;
  }
  static_cast<void>(depth_at(low));
  state.at_rest[i] = 0;
}

}  // namespace nonsmooth
