// SPDX-License-Identifier: Apache-2.0
#include "bench/friction_problems_spheres.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth::bench {
namespace {

constexpr int most_sweeps = 50;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

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
  for (RigidBody& body : scene.bodies) body.velocity.head<3>() += time_step * scene.acceleration;
  warm_start();
  // until no contact speed changes by more than a thousandth of what gravity gives
  for (int k = 0; k < most_sweeps && sweep(mu) > 1e-3 * gravity * time_step; ++k) continue;
  keep_impulses();
  for (RigidBody& body : scene.bodies) {
    body.velocity *= 1.0 - drag * time_step;
    body.centre += time_step * body.velocity.head<3>();
  }
}

// Coulomb's law at every contact in turn, the others held; returns the largest change of a contact
// speed.
double Spheres::sweep(double mu) {
  double largest = 0.0;
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const Contact& contact = scene.contacts[i];
    const RigidBody& a = scene.bodies[index(contact.a)];
    Vec<3> speed = a.velocity.head<3>() + a.velocity.tail<3>().cross(contact.arm_a);
    double lightness = 1.0 / a.mass;
    if (contact.b != ground) {
      const RigidBody& b = scene.bodies[index(contact.b)];
      speed -= b.velocity.head<3>() + b.velocity.tail<3>().cross(contact.arm_b);
      lightness += 1.0 / b.mass;
    }
    // a sphere gives way 1 + 5/2 times as easily along the surface: it can turn
    const Vec<3>& n = contact.normal;
    const double tangential = 3.5 * lightness, normal_speed = n.dot(speed) + contact.bias;
    const double old = n.dot(impulses_[i]), normal = std::max(0.0, old - normal_speed / lightness);
    Vec<3> friction = impulses_[i] - old * n - (speed - n.dot(speed) * n) / tangential;
    if (const double size = friction.norm(); size > mu * normal) friction *= mu * normal / size;
    const Vec<3> change = normal * n + friction - impulses_[i];
    impulses_[i] += change;
    apply(contact, change);
    largest = std::max(largest, lightness * change.norm());
  }
  return largest;
}

void Spheres::apply(const Contact& contact, const Vec<3>& impulse) {
  const auto kick = [&](RigidBody& body, const Vec<3>& arm, const Vec<3>& by) {
    body.velocity.head<3>() += by / body.mass;
    body.velocity.tail<3>() += arm.cross(by) / body.inertia(0, 0);
  };
  kick(scene.bodies[index(contact.a)], contact.arm_a, impulse);
  if (contact.b != ground) kick(scene.bodies[index(contact.b)], contact.arm_b, -impulse);
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

// Impulses of contacts that were there before, without what would pull.
void Spheres::warm_start() {
  impulses_.assign(keys_.size(), Vec<3>::Zero());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const auto found =
        std::lower_bound(before_.begin(), before_.end(), keys_[i],
                         [](const auto& each, const Key& key) { return each.first < key; });
    if (found == before_.end() || found->first != keys_[i]) continue;
    const Vec<3>& n = scene.contacts[i].normal;
    impulses_[i] = found->second - std::min(0.0, n.dot(found->second)) * n;
    apply(scene.contacts[i], impulses_[i]);
  }
}

void Spheres::keep_impulses() {
  before_.clear();
  for (std::size_t i = 0; i < keys_.size(); ++i) before_.emplace_back(keys_[i], impulses_[i]);
  std::sort(before_.begin(), before_.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace nonsmooth::bench
