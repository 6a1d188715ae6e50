// SPDX-License-Identifier: Apache-2.0
// The bodies of a scene in arrays: what the step reads of them. Velocities are (v of the centre of
// mass in world axes, angular velocity in body axes), so that inertia never changes.
#pragma once

#include "nonsmooth/mechanics/run.hpp"

#include <vector>

namespace nonsmooth {

struct Bodies {
  explicit Bodies(const Scene& scene) {
    for (const Body& body : scene.bodies()) add(scene, body);
  }
  void add(const Scene& scene, const Body& body);
  int count() const { return static_cast<int>(mass.size()); }
  bool dynamic(int i) const { return inverse_mass[static_cast<std::size_t>(i)] > 0.0; }

  std::vector<double> mass, inverse_mass;        // inverse 0: does not give way
  std::vector<Mat<3>> inertia, inverse_inertia;  // body axes; inverse 0 likewise
  std::vector<Vec<3>> offset;                    // centre of mass, body axes
  std::vector<double> radius;                    // of a ball about the centre that holds the body
  std::vector<double> inner;                     // of a ball about the frame inside the body
  std::vector<double> extent;                    // half the smallest side of the bounding box
  std::vector<int> material;                     // number of its material
  std::vector<std::string> materials;
};

SceneState initial_state(const Scene& scene, const Bodies& bodies);

/// The frame of a body whose centre of mass is known.
inline Pose frame_pose(const Bodies& bodies, const SceneState& state, std::size_t i) {
  Pose pose;
  pose.rotation = rotation_matrix(state.orientation[i]);
  pose.position = state.centre[i] - pose.rotation * bodies.offset[i];
  return pose;
}

/// p turned by the Cayley map of the rotation vector h Omega (body axes), normalised. Together with
/// the implicit midpoint rule for Omega it keeps energy and angular momentum of a free body.
Vec<4> turned(const Vec<4>& p, const Vec<3>& rotation);

/// Omega_1 of J (Omega_1 - Omega_0) + h Omega_m x J Omega_m = h tau, Omega_m the mean of both.
Vec<3> free_spin(const Mat<3>& J, const Vec<3>& omega, const Vec<3>& torque, double h);

/// Of body i with velocity v.
double kinetic_energy(const Bodies& bodies, int i, const Vec<6>& v);
double kinetic_energy(const Bodies& bodies, const SceneState& state);
double potential_energy(const Bodies& bodies, const SceneState& state, const Vec<3>& gravity);

}  // namespace nonsmooth
