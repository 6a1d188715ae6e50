// SPDX-License-Identifier: Apache-2.0
#include "bench/friction_problems_spheres.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth::bench {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }
Eigen::Index row(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

void Spheres::add(const Vec<3>& centre, double radius) {
  RigidBody body;
  body.mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  body.inertia = 0.4 * body.mass * radius * radius * Mat<3>::Identity();
  body.centre = centre;
  scene.bodies.push_back(body);
  radii_.push_back(radius);
}

void Spheres::step(double mu, double drag) {
  detect(reach());
  for (Contact& contact : scene.contacts)
    contact.bias = (contact.gap > 0.0 ? 1.0 : 0.2) * contact.gap / time_step;
  const GlobalProblem global = one_step(scene, mu);
  const Problem problem = reduce(global);
  warm_start();
  solve(problem, sweeps_, workspace_, solution_);
  keep_reactions();
  // the mass of spheres is diagonal
  const Vector v = (global.f + global.H * solution_.r).cwiseQuotient(global.M.diagonal());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    RigidBody& body = scene.bodies[i];
    body.velocity = v.segment<6>(6 * row(i)) * (1.0 - drag * time_step);
    body.centre += time_step * body.velocity.head<3>();
  }
}

void Spheres::detect(double margin) {
  std::vector<Vec<3>> centres;
  for (const RigidBody& body : scene.bodies) centres.push_back(body.centre);
  for (const Fixed& sphere : fixed_) centres.push_back(sphere.centre);
  scene.contacts.clear();
  keys_.clear();
  for (int i = 0; i < count(); ++i) add_planes(i, margin);
  for (const auto& [i, j] : near_pairs(centres, 2.0 * widest() + margin, domain))
    if (i < count()) add_pair(i, j, margin);
}

double Spheres::mass() const {
  double sum = 0.0;
  for (const RigidBody& body : scene.bodies) sum += body.mass;
  return sum;
}

double Spheres::kinetic_energy() const {
  double sum = 0.0;
  for (const RigidBody& body : scene.bodies)
    sum += 0.5 * body.mass * body.velocity.head<3>().squaredNorm() +
           0.5 * body.velocity.tail<3>().dot(body.inertia * body.velocity.tail<3>());
  return sum;
}

double Spheres::widest() const {
  double widest = 0.0;
  for (const double radius : radii_) widest = std::max(widest, radius);
  for (const Fixed& sphere : fixed_) widest = std::max(widest, sphere.radius);
  return widest;
}

// what two spheres can cover in a step, and a little
double Spheres::reach() const {
  double fastest = 0.0;
  for (const RigidBody& body : scene.bodies)
    fastest = std::max(fastest, body.velocity.head<3>().norm());
  return 0.02 * mean_radius + 2.0 * time_step * (fastest + time_step * gravity);
}

void Spheres::add_planes(int i, double margin) {
  const Vec<3>& centre = scene.bodies[index(i)].centre;
  const double radius = radii_[index(i)];
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const double gap = planes[p].normal.dot(centre) - planes[p].offset - radius;
    if (gap >= margin) continue;
    Contact contact{.a = i, .b = ground, .normal = planes[p].normal};
    contact.arm_a = -radius * contact.normal;
    contact.gap = gap;
    scene.contacts.push_back(contact);
    keys_.emplace_back(i, -1 - static_cast<int>(p));
  }
}

void Spheres::add_pair(int i, int j, double margin) {
  const bool free = j < count();
  const Vec<3>& other = free ? scene.bodies[index(j)].centre : fixed_[index(j - count())].centre;
  const double radius = free ? radii_[index(j)] : fixed_[index(j - count())].radius;
  const Vec<3> d = domain.between(scene.bodies[index(i)].centre, other);
  const double distance = d.norm(), gap = distance - radii_[index(i)] - radius;
  if (gap >= margin) return;
  Contact contact{.a = i, .b = free ? j : ground, .normal = d / distance};
  contact.arm_a = -radii_[index(i)] * contact.normal;
  contact.arm_b = radius * contact.normal;
  contact.gap = gap;
  scene.contacts.push_back(contact);
  keys_.emplace_back(i, j);
}

void Spheres::warm_start() {
  solution_.r.setZero(3 * row(keys_.size()));
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const auto found =
        std::lower_bound(reactions_.begin(), reactions_.end(), keys_[i],
                         [](const auto& reaction, const Key& key) { return reaction.first < key; });
    if (found != reactions_.end() && found->first == keys_[i])
      solution_.r.segment<3>(3 * row(i)) = found->second;
  }
}

void Spheres::keep_reactions() {
  reactions_.clear();
  for (std::size_t i = 0; i < keys_.size(); ++i)
    reactions_.emplace_back(keys_[i], solution_.r.segment<3>(3 * row(i)));
  std::sort(reactions_.begin(), reactions_.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace nonsmooth::bench
