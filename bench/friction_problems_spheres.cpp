// SPDX-License-Identifier: Apache-2.0
// Spheres that have come together by themselves: a small simulation with time steps of Moreau and
// Jean, solved loosely by sweeps. An open contact may close within the step, w_N = gap / h; of a
// penetration a fifth is taken back per step.
#include "bench/friction_problems_neighbours.hpp"
#include "bench/friction_problems_rigid.hpp"

#include "nonsmooth/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth::bench {
namespace {

constexpr double mean_radius = 0.1;  // m
constexpr double touching = 1e-4;    // open by less than this part of a radius

struct Plane {
  Vec<3> normal;  // into the domain
  double offset;  // normal . x of its points, m
};

class Spheres {
 public:
  RigidScene scene;
  Domain domain;
  std::vector<Plane> planes;

  void add(const Vec<3>& centre, double radius) {
    RigidBody body;
    body.mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
    body.inertia = 0.4 * body.mass * radius * radius * Mat<3>::Identity();
    body.centre = centre;
    scene.bodies.push_back(body);
    radii_.push_back(radius);
  }
  /// Part of the ground.
  void add_fixed(const Vec<3>& centre, double radius) { fixed_.push_back({centre, radius}); }

  /// One time step. The velocity decays with the rate `drag` (1/s), as in a thick fluid.
  void step(double mu, double drag) {
    detect(reach());
    for (Contact& contact : scene.contacts)
      contact.bias = (contact.gap > 0.0 ? 1.0 : 0.2) * contact.gap / time_step;
    const GlobalProblem global = one_step(scene, mu);
    const Problem problem = reduce(global);
    warm_start();
    solve(problem, sweeps_, workspace_, solution_);
    keep_reactions();
    const Vector v = (global.f + global.H * solution_.r).cwiseQuotient(global.M.diagonal());
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      RigidBody& body = scene.bodies[i];
      body.velocity = v.segment<6>(6 * static_cast<Eigen::Index>(i)) * (1.0 - drag * time_step);
      body.centre += time_step * body.velocity.head<3>();
    }
  }

  /// Finds the contacts that are open by less than `margin`, sorted by bodies.
  void detect(double margin) {
    std::vector<Vec<3>> centres;
    for (const RigidBody& body : scene.bodies) centres.push_back(body.centre);
    for (const Fixed& sphere : fixed_) centres.push_back(sphere.centre);
    const double widest = std::max(*std::max_element(radii_.begin(), radii_.end()), widest_fixed());
    scene.contacts.clear();
    keys_.clear();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_planes(static_cast<int>(i), margin);
    for (const auto& [i, j] : near_pairs(centres, 2.0 * widest + margin, domain))
      if (i < count()) add_pair(i, j, margin);
  }

  double mass() const {
    double sum = 0.0;
    for (const RigidBody& body : scene.bodies) sum += body.mass;
    return sum;
  }
  double kinetic_energy() const {
    double sum = 0.0;
    for (const RigidBody& body : scene.bodies)
      sum += 0.5 * body.mass * body.velocity.head<3>().squaredNorm() +
             0.5 * body.velocity.tail<3>().dot(body.inertia * body.velocity.tail<3>());
    return sum;
  }

 private:
  struct Fixed {
    Vec<3> centre;
    double radius;
  };
  using Key = std::pair<int, int>;

  int count() const { return static_cast<int>(scene.bodies.size()); }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  double widest_fixed() const {
    double widest = 0.0;
    for (const Fixed& sphere : fixed_) widest = std::max(widest, sphere.radius);
    return widest;
  }

  // what two spheres can cover in a step, and a little
  double reach() const {
    double fastest = 0.0;
    for (const RigidBody& body : scene.bodies)
      fastest = std::max(fastest, body.velocity.head<3>().norm());
    return 0.02 * mean_radius + 2.0 * time_step * (fastest + time_step * gravity);
  }

  void add_planes(int i, double margin) {
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

  void add_pair(int i, int j, double margin) {
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

  void warm_start() {
    solution_.r.setZero(3 * static_cast<Eigen::Index>(keys_.size()));
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const auto found = std::lower_bound(
          reactions_.begin(), reactions_.end(), keys_[i],
          [](const auto& reaction, const Key& key) { return reaction.first < key; });
      if (found != reactions_.end() && found->first == keys_[i])
        solution_.r.segment<3>(3 * static_cast<Eigen::Index>(i)) = found->second;
    }
  }

  void keep_reactions() {
    reactions_.clear();
    for (std::size_t i = 0; i < keys_.size(); ++i)
      reactions_.emplace_back(keys_[i], solution_.r.segment<3>(3 * static_cast<Eigen::Index>(i)));
    std::sort(reactions_.begin(), reactions_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  std::vector<double> radii_;
  std::vector<Fixed> fixed_;
  std::vector<Key> keys_;  // of the contacts; planes have negative second numbers
  std::vector<std::pair<Key, Vec<3>>> reactions_;
  Nsgs sweeps_{.tolerance = 1e-4, .max_iterations = 20};
  Workspace workspace_;
  Solution solution_;
};

// Lets the spheres fall until little moves, then holds them back until nothing does.
void settle(Spheres& spheres, double mu) {
  const double rest = 1e-4 * gravity * mean_radius * spheres.mass();  // J
  for (int k = 0; k < 600 && (k < 50 || spheres.kinetic_energy() > rest); ++k)
    spheres.step(mu, 2.0);
  for (int k = 0; k < 60; ++k) spheres.step(mu, 20.0);
}

}  // namespace

RigidScene sphere_pile(const FrictionProblemOptions& options) {
  Random random = random_of(options);
  const double count = options.contacts / 2.27;
  const double pitch = 2.3 * mean_radius * (1.0 + options.spread), room = 0.14 * mean_radius;
  const int side = std::max(2, static_cast<int>(std::lround(std::cbrt(count) * 0.9)));
  Spheres spheres;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const Vec<3> cell(i % side, i / side % side, i / (side * side));
    const Vec<3> shift(random.uniform(-room, room), random.uniform(-room, room),
                       random.uniform(-room, room));
    spheres.add((cell + Vec<3>::Constant(0.5)) * pitch + shift,
                mean_radius * random.uniform(1.0 - options.spread, 1.0 + options.spread));
  }
  for (const double sign : {1.0, -1.0}) {
    const double offset = sign > 0.0 ? 0.0 : -pitch * side;
    spheres.planes.push_back({Vec<3>(sign, 0, 0), offset});
    spheres.planes.push_back({Vec<3>(0, sign, 0), offset});
  }
  spheres.planes.push_back({Vec<3>::UnitZ(), 0.0});
  settle(spheres, options.mu);
  spheres.detect(touching * mean_radius);
  for (RigidBody& body : spheres.scene.bodies) body.velocity.setZero();
  return spheres.scene;
}

RigidScene chute(const FrictionProblemOptions& options) { return sphere_pile(options); }

}  // namespace nonsmooth::bench
