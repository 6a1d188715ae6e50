// SPDX-License-Identifier: Apache-2.0
// Spheres that come together by themselves: a small simulation with time steps of Moreau and Jean,
// solved loosely by sweeps over the contacts (Gauss-Seidel, impulses applied to the velocities at
// once). An open contact may close within the step, w_N = gap / h; of a penetration a fifth is
// taken back per step.
//
// The sweeps are written out here instead of taken from the library: a pile multiplies rounding
// until it is another pile, and a problem set must not change whenever a solver does. Between
// spheres a contact sees the same resistance in all tangential directions and none between normal
// and tangential ones, so that Coulomb's law is solved exactly by one projection.
#pragma once

#include "bench/friction_problems_neighbours.hpp"
#include "bench/friction_problems_rigid.hpp"

#include <utility>
#include <vector>

namespace nonsmooth::bench {

inline constexpr double mean_radius = 0.1;  // m

struct Plane {
  Vec<3> normal;  ///< into the domain
  double offset;  ///< normal . x of its points, m
};

class Spheres {
 public:
  RigidScene scene;
  Domain domain;
  std::vector<Plane> planes;

  void add(const Vec<3>& centre, double radius);
  /// Part of the ground.
  void add_fixed(const Vec<3>& centre, double radius) { fixed_.push_back({centre, radius}); }

  /// One time step. The velocity decays with the rate `drag` (1/s), as in a thick fluid.
  void step(double mu, double drag);
  /// Finds the contacts that are open by less than `margin` (m), in the order of the bodies.
  void detect(double margin);

  double mass() const;
  double kinetic_energy() const;

 private:
  struct Fixed {
    Vec<3> centre;
    double radius;
  };
  using Key = std::pair<int, int>;

  int count() const { return static_cast<int>(scene.bodies.size()); }
  double widest() const;
  double reach() const;
  void add_planes(int i, double margin);
  void add_pair(int i, int j, double margin);
  void warm_start();
  void keep_impulses();
  double sweep(double mu);
  void apply(const Contact& contact, const Vec<3>& impulse);

  std::vector<double> radii_;
  std::vector<Fixed> fixed_;
  std::vector<Key> keys_;         // of the contacts; planes have negative second numbers
  std::vector<Vec<3>> impulses_;  // of the contacts, axes of the world, N s
  std::vector<std::pair<Key, Vec<3>>> before_;  // the same of the last step, sorted
};

}  // namespace nonsmooth::bench
