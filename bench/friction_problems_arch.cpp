// SPDX-License-Identifier: Apache-2.0
// A semicircular arch of voussoirs, or, when there are many, a barrel vault: courses along the axis
// in running bond, from one springing to the other. Joints are radial planes; the four corners of
// the face two voussoirs share are the contacts.
//
// A voussoir is a sector of a ring, r1 < r < r2, |phi| < b about its own middle direction. With
// S = integral of density x x^T about the axis (closed form below), its inertia about the centre is
// tr(S) I - S after the shift of the origin.
#include "bench/friction_problems_rigid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace nonsmooth::bench {
namespace {

constexpr double inner = 1.0, outer = 1.3;  // m; a half circle stands for thickness / radius > 0.11
constexpr double stone_length = 0.3;        // along the axis, m

struct Voussoir {
  double angle0, angle1;  // from the left springing
  double y0, y1;          // along the axis, m
};
using Course = std::vector<Voussoir>;

// out of the ring, and along it in the direction of growing angle
Vec<3> radial(double angle) { return {-std::cos(angle), 0.0, std::sin(angle)}; }
Vec<3> along(double angle) { return {std::sin(angle), 0.0, std::cos(angle)}; }

RigidBody body_of(const Voussoir& stone, double weight) {
  const double half = 0.5 * (stone.angle1 - stone.angle0), width = stone.y1 - stone.y0;
  const double middle = 0.5 * (stone.angle0 + stone.angle1);
  const auto moment = [](int n) { return (std::pow(outer, n) - std::pow(inner, n)) / n; };
  const double rho = density * weight * width;  // per area of the sector
  RigidBody body;
  body.mass = rho * moment(2) * 2.0 * half;
  const double radius = rho * moment(3) * 2.0 * std::sin(half) / body.mass;
  body.centre = radius * radial(middle) + Vec<3>(0.0, 0.5 * (stone.y0 + stone.y1), 0.0);
  // second moments along radial, along and axial direction, about the centre
  const Vec<3> S(
      rho * moment(4) * (half + 0.5 * std::sin(2.0 * half)) - body.mass * radius * radius,
      rho * moment(4) * (half - 0.5 * std::sin(2.0 * half)), body.mass * width * width / 12.0);
  Mat<3> axes;
  axes << radial(middle), along(middle), Vec<3>::UnitY();
  body.inertia = axes * (Vec<3>::Constant(S.sum()) - S).asDiagonal() * axes.transpose();
  return body;
}

void add_face(RigidScene& scene, int a, int b, double angle, double sign, double y0, double y1) {
  for (const double r : {inner, outer})
    for (const double y : {y0, y1}) {
      const Vec<3> point = r * radial(angle) + Vec<3>(0.0, y, 0.0);
      Contact contact{.a = a, .b = b, .normal = sign * along(angle)};
      contact.arm_a = point - scene.bodies[static_cast<std::size_t>(a)].centre;
      if (b != ground) contact.arm_b = point - scene.bodies[static_cast<std::size_t>(b)].centre;
      scene.contacts.push_back(contact);
    }
}

// Stones of one course: whole ones, or in bond with halves at both ends.
Course course(int count, bool bonded, double angle0, double angle1) {
  Course stones;
  const auto add = [&](double from, double to) {
    stones.push_back({angle0, angle1, from * stone_length, to * stone_length});
  };
  if (bonded) add(0.0, 0.5);
  for (int i = 0; i < count - (bonded ? 1 : 0); ++i)
    add(i + (bonded ? 0.5 : 0.0), i + (bonded ? 1.5 : 1.0));
  if (bonded) add(count - 0.5, count);
  return stones;
}

struct Size {
  int width, courses;  // stones along the axis, courses from springing to springing
};

// A single ring has 4 contacts per joint and one joint more than stones; a vault 4 width at the
// springings and 8 width in the other joints.
Size size_for(int contacts) {
  const auto nearest = [](double x) { return std::max(3, static_cast<int>(std::lround(x))); };
  if (contacts <= 250) return {1, nearest(contacts / 4.0 - 1.0)};
  const int width = std::max(2, static_cast<int>(std::lround(std::sqrt(contacts / 32.0))));
  return {width, nearest(contacts / (8.0 * width))};
}

}  // namespace

RigidScene arch(const FrictionProblemOptions& options) {
  Random random = random_of(options);
  const auto [width, courses] = size_for(options.contacts);
  const double pitch = std::numbers::pi / courses;
  RigidScene scene;
  Course below;
  double angle = 0.0;
  for (int k = 0; k < courses; ++k) {
    // joints out of place by up to a tenth of a stone, but for the springings
    const double next =
        k + 1 == courses ? std::numbers::pi : (k + 1 + random.uniform(-0.1, 0.1)) * pitch;
    const Course stones = course(width, width > 1 && k % 2 == 1, angle, next);
    const int first = static_cast<int>(scene.bodies.size());
    const int first_below = first - static_cast<int>(below.size());
    for (const Voussoir& stone : stones) {
      const int a = static_cast<int>(scene.bodies.size());
      scene.bodies.push_back(body_of(stone, random.uniform(0.9, 1.1)));
      if (k == 0) add_face(scene, a, ground, angle, 1.0, stone.y0, stone.y1);
      for (std::size_t b = 0; b < below.size(); ++b) {
        const double y0 = std::max(stone.y0, below[b].y0), y1 = std::min(stone.y1, below[b].y1);
        if (y1 > y0) add_face(scene, a, first_below + static_cast<int>(b), angle, 1.0, y0, y1);
      }
      if (k + 1 == courses) add_face(scene, a, ground, next, -1.0, stone.y0, stone.y1);
    }
    below = stones;
    angle = next;
  }
  return scene;
}

}  // namespace nonsmooth::bench
