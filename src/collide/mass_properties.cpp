// SPDX-License-Identifier: Apache-2.0
// Volume V, first moment and second moment S = int x x^T dV of unit density; the inertia is
// I = trace(S) 1 - S. Primitives by closed forms, hulls and meshes as signed tetrahedra between
// their surface and one point (divergence theorem), polygons as signed triangles.
//
// Plane shapes are laminae of unit mass per area in z = 0: I_zz is the inertia in the plane,
// I_xx + I_yy = I_zz are those about the axes in it, V is the area.
#include "nonsmooth/collide/mass_properties.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <numbers>
#include <string>

namespace nonsmooth {
namespace {

constexpr double pi = std::numbers::pi;

MassProperties about_origin(double volume, double transverse, double axial) {
  return {volume, Vec<3>::Zero(), Vec<3>(transverse, transverse, axial).asDiagonal()};
}

Mat<3> inertia_of(const Mat<3>& second_moment) {
  return second_moment.trace() * Mat<3>::Identity() - second_moment;
}

/// Sums simplices that have one corner in `apex`. Taking it amid the shape keeps what is added and
/// taken away again as small as the shape, however far from the origin that is.
struct Moments {
  Vec<3> apex;
  double volume = 0.0;
  Vec<3> first = Vec<3>::Zero();
  Mat<3> second = Mat<3>::Zero();

  void add_tetrahedron(const Vec<3>& p, const Vec<3>& q, const Vec<3>& r) {
    const Vec<3> a = p - apex, b = q - apex, c = r - apex, sum = a + b + c;
    const double part = a.dot(b.cross(c)) / 6.0;
    volume += part;
    first += part / 4.0 * sum;
    second += part / 20.0 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  void add_triangle(const Vec<3>& p, const Vec<3>& q) {
    const Vec<3> a = p - apex, b = q - apex, sum = a + b;
    const double part = a.cross(b).z() / 2.0;
    volume += part;
    first += part / 3.0 * sum;
    second += part / 12.0 * (a * a.transpose() + b * b.transpose() + sum * sum.transpose());
  }
  MassProperties properties() const {
    const Vec<3> mean = first / volume;
    return {volume, apex + mean, inertia_of(second - volume * mean * mean.transpose())};
  }
};

Vec<3> middle_of(const std::vector<Vec<3>>& points) {
  Vec<3> sum = Vec<3>::Zero();
  for (const Vec<3>& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

[[noreturn]] void refuse(const char* shape, const char* why) {
  throw Error(std::string("mass_properties: ") + shape + " " + why +
              "; give mass and inertia of the body yourself");
}

struct Measure {
  MassProperties operator()(const Sphere& s) const {
    const double volume = 4.0 / 3.0 * pi * s.radius * s.radius * s.radius;
    const double inertia = 0.4 * volume * s.radius * s.radius;
    return about_origin(volume, inertia, inertia);
  }

  MassProperties operator()(const Capsule& c) const {
    const double r = c.radius, h = c.half_length;
    const double barrel = 2.0 * pi * r * r * h, ends = 4.0 / 3.0 * pi * r * r * r;
    return about_origin(
        barrel + ends,
        barrel * (r * r / 4.0 + h * h / 3.0) + ends * (0.4 * r * r + h * h + 0.75 * h * r),
        (barrel / 2.0 + ends * 0.4) * r * r);
  }

  MassProperties operator()(const Cylinder& c) const {
    const double r = c.radius, h = c.half_length, volume = 2.0 * pi * r * r * h;
    return about_origin(volume, volume * (r * r / 4.0 + h * h / 3.0), volume * r * r / 2.0);
  }

  MassProperties operator()(const Cone& c) const {
    const double r = c.radius, h = c.height, volume = pi * r * r * h / 3.0;
    return about_origin(volume, volume * (0.15 * r * r + 0.0375 * h * h), 0.3 * volume * r * r);
  }

  MassProperties operator()(const Cuboid& b) const {
    const Vec<3> square = b.half_extents.array().square();
    const double volume = 8.0 * b.half_extents.prod();
    return {volume, Vec<3>::Zero(), inertia_of((volume / 3.0 * square).asDiagonal())};
  }

  MassProperties operator()(const ConvexHull& hull) const {
    const std::vector<Vec<3>>& vertices = hull.vertices();
    Moments moments{middle_of(vertices)};
    for (const ConvexHull::Face& face : hull.faces()) {
      const auto corner = [&](int k) -> const Vec<3>& {
        const auto at = static_cast<std::size_t>(face.first + k);
        return vertices[static_cast<std::size_t>(hull.loops()[at])];
      };
      for (int k = 2; k < face.count; ++k)
        moments.add_tetrahedron(corner(0), corner(k - 1), corner(k));
    }
    return moments.properties();
  }

  MassProperties operator()(const TriangleMesh& mesh) const {
    if (!mesh.closed()) refuse("triangle mesh", "is open and has no volume");
    const std::vector<Vec<3>>& v = mesh.vertices();
    Moments moments{middle_of(v)};
    for (const auto& [i, j, k] : mesh.triangles())
      moments.add_tetrahedron(v[static_cast<std::size_t>(i)], v[static_cast<std::size_t>(j)],
                              v[static_cast<std::size_t>(k)]);
    return moments.properties();
  }

  MassProperties operator()(const Circle& d) const {
    const double area = pi * d.radius * d.radius, inertia = area * d.radius * d.radius / 2.0;
    return about_origin(area, inertia / 2.0, inertia);
  }

  MassProperties operator()(const Polygon& polygon) const {
    std::vector<Vec<3>> vertices;
    for (const Vec<2>& v : polygon.vertices) vertices.emplace_back(v.x(), v.y(), 0.0);
    if (vertices.empty()) refuse("polygon", "has no vertices");
    Moments moments{middle_of(vertices)};
    for (std::size_t k = 0; k < vertices.size(); ++k)
      moments.add_triangle(vertices[k], vertices[(k + 1) % vertices.size()]);
    return moments.properties();
  }

  MassProperties operator()(const HalfSpace&) const { refuse("half-space", "has no end"); }
  MassProperties operator()(const HeightField&) const { refuse("height field", "has no bottom"); }
  MassProperties operator()(const Segment&) const { refuse("segment", "has no area"); }
  MassProperties operator()(const Compound& compound) const;
};

bool is_plane(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape))
    return !compound->parts.empty() && is_plane(compound->parts.front());
  return std::holds_alternative<Circle>(shape) || std::holds_alternative<Polygon>(shape);
}

MassProperties Measure::operator()(const Compound& compound) const {
  if (compound.parts.empty()) refuse("compound", "has no parts");
  std::vector<MassProperties> parts;
  MassProperties total;
  for (std::size_t i = 0; i < compound.parts.size(); ++i) {
    if (is_plane(compound.parts[i]) != is_plane(compound.parts[0]))
      refuse("compound", "mixes shapes in the plane with solid ones");
    const Pose& pose = compound.poses.at(i);
    MassProperties part = std::visit(*this, compound.parts[i]);
    part.centre = pose.point(part.centre);
    part.inertia = pose.rotation * part.inertia * pose.rotation.transpose();
    total.volume += part.volume;
    total.centre += part.volume * part.centre;
    parts.push_back(part);
  }
  total.centre /= total.volume;
  for (const MassProperties& part : parts) {
    const Vec<3> arm = part.centre - total.centre;
    total.inertia += part.inertia + part.volume * inertia_of(arm * arm.transpose());
  }
  return total;
}

}  // namespace

MassProperties mass_properties(const Shape& shape) {
  check_shape(shape);
  return std::visit(Measure{}, shape);
}

}  // namespace nonsmooth
