// SPDX-License-Identifier: Apache-2.0
// Spheres and capsules in closed form. All in the body axes of B; normals point to A.
//
// Cylinder and cone are figures of revolution: the point is taken to the half plane (rho, z), where
// they are a rectangle and a triangle.

#include "collide/convex_pairs.hpp"

#include "collide/closest_points.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

/// Signed distance in the half plane (rho, z) and its gradient there.
struct Meridian {
  double distance;
  Vec<2> normal;
};

Meridian meridian(const Cylinder& c, double rho, double z) {
  const double side = rho - c.radius, end = std::abs(z) - c.half_length, up = z < 0.0 ? -1.0 : 1.0;
  if (side > 0.0 && end > 0.0) {
    const double distance = std::hypot(side, end);
    return {distance, {side / distance, up * end / distance}};
  }
  return end >= side ? Meridian{end, {0.0, up}} : Meridian{side, {1.0, 0.0}};
}

Meridian meridian(const Cone& c, double rho, double z) {
  const Vec<2> apex(0.0, 0.75 * c.height), rim(c.radius, -0.25 * c.height), point(rho, z);
  const double length = std::hypot(c.radius, c.height);
  const Vec<2> outward(c.height / length, c.radius / length);
  const double side = outward.dot(point - apex), base = rim[1] - z;
  const Meridian to_side{side, outward}, to_base{base, {0.0, -1.0}};
  if (side <= 0.0 && base <= 0.0) return base >= side ? to_base : to_side;
  if (base > 0.0 && rho <= c.radius) return to_base;
  const double along = (point - apex).dot(rim - apex) / (length * length);
  if (along > 0.0 && along < 1.0) return to_side;
  const Vec<2> off = point - (along <= 0.0 ? apex : rim);
  const double distance = off.norm();
  return distance > 0.0 ? Meridian{distance, off / distance} : to_side;
}

template <typename Revolved>
void on_revolved(const Vec<3>& p, const Revolved& b, const Emitter& emit) {
  const double rho = std::hypot(p[0], p[1]);
  const Meridian m = meridian(b, rho, p[2]);
  const Vec<2> radial = rho > 0.0 ? Vec<2>(p[0] / rho, p[1] / rho) : Vec<2>(1.0, 0.0);
  emit(p, Vec<3>(m.normal[0] * radial[0], m.normal[0] * radial[1], m.normal[1]), m.distance, 0);
}

/// A pair of points that carry balls.
void on_point(const Vec<3>& p, const Vec<3>& q, const Vec<3>& otherwise, const Emitter& emit,
              std::uint64_t feature) {
  const Vec<3> difference = p - q;
  const double distance = difference.norm();
  emit(p, distance > 0.0 ? Vec<3>(difference / distance) : otherwise, distance, feature);
}

}  // namespace

void sphere_contacts(const Vec<3>& p, const Sphere&, const Emitter& emit) {
  on_point(p, Vec<3>::Zero(), Vec<3>::UnitZ(), emit, 0);
}

void sphere_contacts(const Vec<3>& p, const Capsule& b, const Emitter& emit) {
  on_point(p, Vec<3>(0.0, 0.0, std::clamp(p[2], -b.half_length, b.half_length)), Vec<3>::UnitX(),
           emit, 0);
}

void sphere_contacts(const Vec<3>& p, const Cylinder& b, const Emitter& emit) {
  on_revolved(p, b, emit);
}

void sphere_contacts(const Vec<3>& p, const Cone& b, const Emitter& emit) {
  on_revolved(p, b, emit);
}

void sphere_contacts(const Vec<3>& p, const Cuboid& b, const Emitter& emit) {
  const Vec<3> out = p.cwiseAbs() - b.half_extents;
  int axis = 0;
  const double most = out.maxCoeff(&axis);
  if (most > 0.0) {
    const Vec<3> off = p - p.cwiseMin(b.half_extents).cwiseMax(-b.half_extents);
    const double distance = off.norm();
    return emit(p, off / distance, distance, 0);
  }
  emit(p, Vec<3>(Vec<3>::Unit(axis) * (p[axis] < 0.0 ? -1.0 : 1.0)), most, 0);
}

void sphere_contacts(const Vec<3>& p, const ConvexHull& b, const Emitter& emit) {
  point_contacts(p, hull_at_rest(b), emit);
}

void capsule_contacts(const Vec<3>& tail, const Vec<3>& head, const Capsule& b,
                      const Emitter& emit) {
  const Vec<3> u = head - tail, v(0.0, 0.0, 2.0 * b.half_length), q = -0.5 * v;
  const Vec<3> normal = u.cross(v);
  const double sine = normal.norm() / (u.norm() * v.norm());
  const auto [s, t] = closest_on_segments(tail, u, q, v);
  const Vec<3> otherwise = sine > 1e-12 ? Vec<3>(normal.normalized()) : any_orthogonal(v);
  // Nearly parallel axes touch along a line: the ends of the part in which they face each other.
  if (sine < 1e-3) {
    const double square = u.squaredNorm(), end = v.dot(u) < 0.0 ? -1.0 : 1.0;
    const double from = std::clamp(u.dot(end * q - tail) / square, 0.0, 1.0);
    const double to = std::clamp(u.dot(-end * q - tail) / square, 0.0, 1.0);
    if (to - from > 1e-9) {
      const auto add = [&](double x, std::uint64_t feature) {
        const Vec<3> p = tail + x * u;
        on_point(p, Vec<3>(0.0, 0.0, std::clamp(p[2], q[2], -q[2])), otherwise, emit, feature);
      };
      add(from, 1), add(to, 2);
      const bool at_end = s - from < 1e-6 || to - s < 1e-6;
      if (at_end || sine < 1e-12) return;
    }
  }
  on_point(tail + s * u, q + t * v, otherwise, emit, 0);
}

}  // namespace nonsmooth
