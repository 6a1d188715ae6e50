// SPDX-License-Identifier: Apache-2.0
// Spheres in a box, and spheres that flow down a slope.
#include "bench/friction_problems_spheres.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth::bench {
namespace {

// Contacts are open by less than this (m); those of a settled pile are ten times nearer.
constexpr double touching = 1e-4 * mean_radius;
constexpr double slope = 30.0 / 180.0 * std::numbers::pi;

// Lets the spheres fall until little moves, then holds them back until nothing does.
void settle(Spheres& spheres, double mu) {
  const double rest = 1e-4 * gravity * mean_radius * spheres.mass();  // J
  for (int k = 0; k < 600 && (k < 50 || spheres.kinetic_energy() > rest); ++k)
    spheres.step(mu, 2.0);
  for (int k = 0; k < 60; ++k) spheres.step(mu, 20.0);
}

// A loose lattice above z = 0 with `side` x `side` spheres in a layer, none touching another.
// Returns its pitch (m).
double add_loose_lattice(Spheres& spheres, int count, int side,
                         const FrictionProblemOptions& options, Random& random) {
  const double pitch = 2.3 * mean_radius * (1.0 + options.spread), room = 0.14 * mean_radius;
  for (int i = 0; i < count; ++i) {
    const Vec<3> cell(i % side, i / side % side, i / (side * side));
    const Vec<3> shift(random.uniform(-room, room), random.uniform(-room, room),
                       random.uniform(-room, room));
    spheres.add((cell + Vec<3>::Constant(0.5)) * pitch + shift,
                mean_radius * random.uniform(1.0 - options.spread, 1.0 + options.spread));
  }
  return pitch;
}

int rounded(double x, int least) { return std::max(least, static_cast<int>(std::lround(x))); }

RigidScene pile_of(int count, const FrictionProblemOptions& options) {
  const int side = rounded(0.9 * std::cbrt(count), 2);
  Random random = random_of(options);
  Spheres spheres;
  const double width = side * add_loose_lattice(spheres, count, side, options, random);
  for (const double sign : {1.0, -1.0}) {
    const double offset = sign > 0.0 ? 0.0 : -width;
    spheres.planes.push_back({Vec<3>(sign, 0, 0), offset});
    spheres.planes.push_back({Vec<3>(0, sign, 0), offset});
  }
  spheres.planes.push_back({Vec<3>::UnitZ(), 0.0});
  settle(spheres, options.mu);
  for (RigidBody& body : spheres.scene.bodies) body.velocity.setZero();
  spheres.detect(touching);
  return spheres.scene;
}

// Eight layers, periodic along and across the slope, on a floor of fixed spheres. They settle on
// the level; then the floor is tilted and the layers are set in motion, the upper ones faster.
RigidScene chute_of(int count, const FrictionProblemOptions& options) {
  const int side = rounded(std::sqrt(count / 8.0), 3);
  Random random = random_of(options);
  Spheres spheres;
  const double pitch = add_loose_lattice(spheres, count, side, options, random);
  spheres.domain = {side * pitch, side * pitch};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      spheres.add_fixed({(i + 0.5) * pitch, (j + 0.5) * pitch,
                         random.uniform(-1.3, -1.0) * mean_radius * (1.0 + options.spread)},
                        mean_radius);
  spheres.planes.push_back({Vec<3>::UnitZ(), -mean_radius});
  settle(spheres, options.mu);
  spheres.scene.acceleration = gravity * Vec<3>(std::sin(slope), 0.0, -std::cos(slope));
  for (RigidBody& body : spheres.scene.bodies) body.velocity.x() = 0.2 * body.centre.z();
  for (int k = 0; k < 20; ++k) spheres.step(options.mu, 0.0);
  spheres.detect(touching);
  return spheres.scene;
}

// How many contacts a sphere brings is known from experience only: once in a while the first guess
// misses by more than a tenth and the simulation is repeated with another number of spheres.
template <class Make>
RigidScene repeated(const FrictionProblemOptions& options, double contacts_per_sphere, Make make) {
  int count = rounded(options.contacts / contacts_per_sphere, 1);
  for (int attempt = 1;; ++attempt) {
    RigidScene scene = make(count, options);
    const double found = static_cast<double>(scene.contacts.size());
    if (attempt == 3 || std::abs(found - options.contacts) <= 0.1 * options.contacts) return scene;
    count = rounded(count * options.contacts / std::max(1.0, found), 1);
  }
}

}  // namespace

RigidScene sphere_pile(const FrictionProblemOptions& options) {
  // three without friction (isostatic), fewer with
  return repeated(options, 2.205 + 0.8 * std::exp(-5.0 * options.mu), pile_of);
}

RigidScene chute(const FrictionProblemOptions& options) {
  return repeated(options, 1.6 + 1.05 * std::exp(-3.4 * options.mu), chute_of);
}

}  // namespace nonsmooth::bench
