// SPDX-License-Identifier: Apache-2.0
// Names, checks and sizes of shapes. Half extents of a turned shape along the world axis i, with
// c = |R(i, z)| the cosine of its axis: a disk r sqrt(1 - c^2), a cylinder r sqrt(1 - c^2) + c l.

#include "nonsmooth/collide/shapes.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace nonsmooth {
namespace {

void check_size(const char* shape, const char* field, double value) {
  if (value > 0.0 && value < infinity) return;
  std::ostringstream text;
  text << shape << ": " << field << " = " << value << " m: must be positive and finite";
  throw Error(text.str());
}

void check_polygon(const Polygon& polygon) {
  const std::size_t n = polygon.vertices.size();
  if (n < 3)
    throw Error("polygon: vertices: " + std::to_string(n) + " given, at least three are needed");
  double turn = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<2> e = polygon.vertices[(i + 1) % n] - polygon.vertices[i];
    const Vec<2> f = polygon.vertices[(i + 2) % n] - polygon.vertices[(i + 1) % n];
    const double cross = e[0] * f[1] - e[1] * f[0];
    if (!(cross > 0.0))
      throw Error("polygon: vertices: the corner at number " + std::to_string((i + 1) % n) +
                  " does not turn left; give a strictly convex polygon counter-clockwise");
    turn += std::atan2(cross, e.dot(f));
  }
  if (turn > 7.0)
    throw Error("polygon: vertices: they go round more than once; give every vertex once");
}

struct Checker {
  void operator()(const Sphere& s) const { check_size("sphere", "radius", s.radius); }
  void operator()(const HalfSpace& s) const {
    if (!(s.normal.norm() > 0.0) || !s.normal.allFinite() || !std::isfinite(s.offset))
      throw Error("half-space: normal, offset: must be finite, and the normal not zero");
  }
  void operator()(const Capsule& s) const {
    check_size("capsule", "radius", s.radius);
    check_size("capsule", "half_length", s.half_length);
  }
  void operator()(const Cylinder& s) const {
    check_size("cylinder", "radius", s.radius);
    check_size("cylinder", "half_length", s.half_length);
  }
  void operator()(const Cone& s) const {
    check_size("cone", "radius", s.radius);
    check_size("cone", "height", s.height);
  }
  void operator()(const Cuboid& s) const {
    for (const double h : s.half_extents) check_size("cuboid", "half_extents", h);
  }
  void operator()(const Circle& s) const { check_size("circle", "radius", s.radius); }
  void operator()(const Polygon& s) const {
    for (const Vec<2>& v : s.vertices)
      if (!v.allFinite()) throw Error("polygon: vertices: all of them must be finite");
    check_polygon(s);
  }
  void operator()(const Segment& s) const { check_size("segment", "length", (s.b - s.a).norm()); }
  void operator()(const Compound& s) const {
    if (s.poses.size() != s.parts.size() || s.parts.empty())
      throw Error("compound: parts: " + std::to_string(s.parts.size()) + ", poses: " +
                  std::to_string(s.poses.size()) + "; give one pose for every part, at least one");
    for (const Shape& part : s.parts) check_shape(part);
  }
  template <typename Checked>  // hull, mesh and field have checked themselves
  void operator()(const Checked&) const {}
};

Aabb about(const Vec<3>& centre, const Vec<3>& half) { return {centre - half, centre + half}; }

Vec<3> disk_half(const Pose& pose, double radius) {
  return radius * (1.0 - pose.rotation.col(2).array().square()).max(0.0).sqrt();
}

Aabb turned_box(const Aabb& box, const Pose& pose) {
  return about(pose.point(0.5 * (box.lower + box.upper)),
               pose.rotation.cwiseAbs() * (0.5 * (box.upper - box.lower)));
}

struct Bounds {
  const Pose& pose;
  Aabb operator()(const Sphere& s) const {
    return about(pose.position, Vec<3>::Constant(s.radius));
  }
  Aabb operator()(const HalfSpace&) const {
    return {Vec<3>::Constant(-infinity), Vec<3>::Constant(infinity)};
  }
  Aabb operator()(const Capsule& s) const {
    return about(pose.position,
                 s.half_length * pose.rotation.col(2).cwiseAbs() + Vec<3>::Constant(s.radius));
  }
  Aabb operator()(const Cylinder& s) const {
    return about(pose.position,
                 s.half_length * pose.rotation.col(2).cwiseAbs() + disk_half(pose, s.radius));
  }
  Aabb operator()(const Cone& s) const {
    Aabb box =
        about(pose.position - 0.25 * s.height * pose.rotation.col(2), disk_half(pose, s.radius));
    box.add(Vec<3>(pose.position + 0.75 * s.height * pose.rotation.col(2)));
    return box;
  }
  Aabb operator()(const Cuboid& s) const {
    return about(pose.position, pose.rotation.cwiseAbs() * s.half_extents);
  }
  Aabb operator()(const ConvexHull& s) const {
    Aabb box;
    for (const Vec<3>& v : s.vertices()) box.add(pose.point(v));
    return box;
  }
  Aabb operator()(const TriangleMesh& s) const { return turned_box(s.box(), pose); }
  // solid below without end, so that a body that is deep in the ground is still found
  Aabb operator()(const HeightField& s) const {
    Aabb box = turned_box(s.box(), pose);
    const Vec<3> up = pose.direction(Vec<3>::UnitZ());
    for (int axis = 0; axis < 3; ++axis) {
      if (up[axis] > 1e-12) box.lower[axis] = -infinity;
      if (up[axis] < -1e-12) box.upper[axis] = infinity;
    }
    return box;
  }
  Aabb operator()(const Circle& s) const { return about(pose.position, disk_half(pose, s.radius)); }
  Aabb operator()(const Polygon& s) const {
    Aabb box;
    for (const Vec<2>& v : s.vertices) box.add(pose.point(Vec<3>(v[0], v[1], 0.0)));
    return box;
  }
  Aabb operator()(const Segment& s) const {
    Aabb box;
    box.add(pose.point(Vec<3>(s.a[0], s.a[1], 0.0)));
    box.add(pose.point(Vec<3>(s.b[0], s.b[1], 0.0)));
    return box;
  }
  Aabb operator()(const Compound& s) const {
    Aabb box;
    for (std::size_t i = 0; i < s.parts.size(); ++i) box.add(bounds(s.parts[i], pose * s.poses[i]));
    return box;
  }
};

struct InnerRadius {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const HalfSpace& s) const { return std::max(0.0, s.offset / s.normal.norm()); }
  double operator()(const Capsule& s) const { return s.radius; }
  double operator()(const Cylinder& s) const { return std::min(s.radius, s.half_length); }
  double operator()(const Cone& s) const {
    return std::min(0.25 * s.height, 0.75 * s.height * s.radius / std::hypot(s.height, s.radius));
  }
  double operator()(const Cuboid& s) const { return s.half_extents.minCoeff(); }
  double operator()(const ConvexHull& s) const {
    double least = infinity;
    for (const auto& face : s.faces()) least = std::min(least, face.offset);
    return std::max(0.0, least);
  }
  // Whether the origin is inside a mesh costs a search, and a field is never left from inside.
  double operator()(const TriangleMesh&) const { return 0.0; }
  double operator()(const HeightField&) const { return 0.0; }
  double operator()(const Circle& s) const { return s.radius; }
  double operator()(const Polygon& s) const {
    double least = infinity;
    for (std::size_t i = 0; i < s.vertices.size(); ++i) {
      const Vec<2>& v = s.vertices[i];
      const Vec<2> e = s.vertices[(i + 1) % s.vertices.size()] - v;
      least = std::min(least, (e[1] * v[0] - e[0] * v[1]) / e.norm());
    }
    return std::max(0.0, least);
  }
  double operator()(const Segment&) const { return 0.0; }
  double operator()(const Compound& s) const {
    double most = 0.0;
    for (std::size_t i = 0; i < s.parts.size(); ++i)
      most = std::max(most, inner_radius(s.parts[i]) - s.poses[i].position.norm());
    return most;
  }
};

}  // namespace

std::string_view name(const Shape& shape) {
  static constexpr std::array<std::string_view, std::variant_size_v<Shape>> names{
      "sphere",        "half-space",   "capsule", "cylinder", "cone",    "cuboid",  "convex hull",
      "triangle mesh", "height field", "circle",  "polygon",  "segment", "compound"};
  return names[shape.index()];
}

void check_shape(const Shape& shape) { std::visit(Checker{}, shape); }

Aabb bounds(const Shape& shape, const Pose& pose) { return std::visit(Bounds{pose}, shape); }

double inner_radius(const Shape& shape) { return std::visit(InnerRadius{}, shape); }

}  // namespace nonsmooth
