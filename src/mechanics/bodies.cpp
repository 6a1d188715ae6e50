// SPDX-License-Identifier: Apache-2.0
#include "mechanics/bodies.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/collide/mass_properties.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// a solid's own properties, where it has any
struct Solid {
  double mass = 0.0;
  Vec<3> centre = Vec<3>::Zero();
  Mat<3> inertia = Mat<3>::Identity();
};

Solid solid(const Body& body) {
  Solid result;
  const bool own = body.mass > 0.0 && body.inertia && body.centre;
  if (!own) {
    const MassProperties unit = mass_properties(body.shape);
    const double density = body.mass > 0.0 ? body.mass / unit.volume : body.density;
    result = {density * unit.volume, unit.centre, density * unit.inertia};
  }
  if (body.mass > 0.0) result.mass = body.mass;
  if (body.inertia) result.inertia = *body.inertia;
  if (body.centre) result.centre = *body.centre;
  return result;
}

bool plane(const Shape& shape) {
  return std::holds_alternative<Circle>(shape) || std::holds_alternative<Polygon>(shape) ||
         std::holds_alternative<Segment>(shape);
}

}  // namespace

void Bodies::add(const Scene& scene, const Body& body) {
  const bool moves = body.motion == Motion::dynamic;
  const Solid own = moves ? solid(body) : Solid{0.0, Vec<3>::Zero(), Mat<3>::Identity()};
  mass.push_back(own.mass);
  inverse_mass.push_back(moves ? 1.0 / own.mass : 0.0);
  inertia.push_back(own.inertia);
  Mat<3> inverse = Mat<3>::Zero();
  // in the plane there is one rotation
  if (moves && scene.dimension() == 2 && plane(body.shape))
    inverse(2, 2) = 1.0 / own.inertia(2, 2);
  else if (moves)
    inverse = own.inertia.inverse();
  inverse_inertia.push_back(0.5 * (inverse + inverse.transpose()));
  offset.push_back(own.centre);

  const Aabb box = bounds(body.shape, Pose{});
  const Vec<3> reach =
      (box.lower - own.centre).cwiseAbs().cwiseMax((box.upper - own.centre).cwiseAbs());
  radius.push_back(reach.norm());
  inner.push_back(inner_radius(body.shape));
  Vec<3> half = 0.5 * (box.upper - box.lower);
  extent.push_back(scene.dimension() == 2 ? half.head<2>().minCoeff() : half.minCoeff());

  const auto known = std::find(materials.begin(), materials.end(), body.material);
  material.push_back(static_cast<int>(known - materials.begin()));
  if (known == materials.end()) materials.push_back(body.material);
}

SceneState initial_state(const Scene& scene, const Bodies& bodies) {
  SceneState state;
  for (std::size_t i = 0; i < scene.bodies().size(); ++i) {
    const Body& body = scene.bodies()[i];
    const bool moves = body.motion == Motion::dynamic;
    state.orientation.push_back(body.orientation);
    state.centre.push_back(body.position + rotation_matrix(body.orientation) * bodies.offset[i]);
    state.velocity.push_back(moves ? body.velocity : Vec<3>::Zero());
    state.angular_velocity.push_back(moves ? body.angular_velocity : Vec<3>::Zero());
    state.present.push_back(1);
    state.at_rest.push_back(0);
  }
  state.energy.kinetic = kinetic_energy(bodies, state);
  state.energy.potential = potential_energy(bodies, state, scene.gravity);
  state.energy.initial = state.energy.kinetic + state.energy.potential;
  return state;
}

Vec<4> turned(const Vec<4>& p, const Vec<3>& rotation) {
  // p (1, rotation / 2), the quaternion of the Cayley map up to its length
  const Vec<3> a = 0.5 * rotation, b = p.tail<3>();
  Vec<4> q;
  q[0] = p[0] - b.dot(a);
  q.tail<3>() = p[0] * a + b + b.cross(a);
  return q / q.norm();
}

Vec<3> free_spin(const Mat<3>& J, const Vec<3>& omega, const Vec<3>& torque, double h) {
  Vec<3> mean = omega;
  // Newton on 2 J (mean - omega) + h mean x J mean - h tau = 0, quadratic from a close start
  for (int pass = 0; pass < 20; ++pass) {
    const Vec<3> spin = J * mean;
    const Vec<3> residual = 2.0 * (J * (mean - omega)) + h * (mean.cross(spin) - torque);
    Mat<3> slope = 2.0 * J;
    for (int k = 0; k < 3; ++k) {
      const Vec<3> e = Vec<3>::Unit(k);
      slope.col(k) += h * (e.cross(spin) + mean.cross(J.col(k)));
    }
    const Vec<3> change = slope.inverse() * residual;
    mean -= change;
    if (change.norm() <= 4.0 * machine_epsilon * mean.norm()) break;
  }
  return 2.0 * mean - omega;
}

double kinetic_energy(const Bodies& bodies, int i, const Vec<6>& v) {
  const auto k = static_cast<std::size_t>(i);
  return 0.5 * (bodies.mass[k] * v.head<3>().squaredNorm() +
                v.tail<3>().dot(bodies.inertia[k] * v.tail<3>()));
}

double kinetic_energy(const Bodies& bodies, const SceneState& state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.mass.size(); ++i) {
    if (bodies.inverse_mass[i] == 0.0 || state.present[i] == 0) continue;
    const Vec<3>& omega = state.angular_velocity[i];
    sum += 0.5 * (bodies.mass[i] * state.velocity[i].squaredNorm() +
                  omega.dot(bodies.inertia[i] * omega));
  }
  return sum;
}

double potential_energy(const Bodies& bodies, const SceneState& state, const Vec<3>& gravity) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.mass.size(); ++i)
    if (bodies.inverse_mass[i] > 0.0 && state.present[i] != 0)
      sum -= bodies.mass[i] * gravity.dot(state.centre[i]);
  return sum;
}

}  // namespace nonsmooth
