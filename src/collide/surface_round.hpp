// SPDX-License-Identifier: Apache-2.0
// Cylinders and cones on a surface: fixed points of their rims (and the apex) as if they were
// vertices, the lowest point of every rim towards each face near the body, corners of the surface,
// and the deepest point of its convex edges. The last two need the signed distance of the solid,
// which is convex along a line.
#pragma once

#include "collide/surface_polytope.hpp"

#include <numbers>

namespace nonsmooth {

struct SignedDistance {
  double value = 0.0;
  Vec<3> gradient;
};

/// Solids of revolution about z with flat bases, by their profile in (r, z): a cylinder, or a cone
/// whose side rises from (radius, low) to (0, high).
struct RoundSolid {
  double radius = 0.0, low = 0.0, high = 0.0;
  bool cone = false;

  int rims() const { return cone ? 1 : 2; }
  double rim_height(int rim) const { return rim == 0 ? low : high; }

  SignedDistance distance(const Vec<3>& point) const {
    const double r = std::hypot(point.x(), point.y());
    const Vec<3> outwards = r > 0.0 ? Vec<3>(point.x() / r, point.y() / r, 0.0) : Vec<3>::UnitX();
    const auto [value, slope] = cone ? cone_profile(r, point.z()) : cylinder_profile(r, point.z());
    return {value, slope.x() * outwards + slope.y() * Vec<3>::UnitZ()};
  }

 private:
  using Profile = std::pair<double, Vec<2>>;

  static Profile from_corner(const Vec<2>& offset) {
    const double distance = offset.norm();
    return {distance, distance > 0.0 ? Vec<2>(offset / distance) : Vec<2>::UnitX()};
  }

  Profile cylinder_profile(double r, double z) const {
    const double side = r - radius, above = z - high, below = low - z;
    const double end = std::max(above, below), up = above > below ? 1.0 : -1.0;
    if (side > 0.0 && end > 0.0) return from_corner({side, up * end});
    return side > end ? Profile{side, {1, 0}} : Profile{end, {0, up}};
  }

  Profile cone_profile(double r, double z) const {
    const Vec<2> slant(-radius, high - low), foot(radius, low);
    const Vec<2> normal = Vec<2>(slant.y(), -slant.x()).normalized();
    const Vec<2> point(r, z);
    const double side = normal.dot(point - foot), below = low - z;
    const double along = slant.dot(point - foot) / slant.squaredNorm();
    if (side > 0.0 || below > 0.0) {
      if (along > 1.0) return from_corner(point - Vec<2>(0, high));
      if (r > radius && along < 0.0) return from_corner(point - foot);
      if (below > 0.0 && r <= radius) return {below, {0, -1}};
    }
    return side > below ? Profile{side, normal} : Profile{below, {0, -1}};
  }
};

template <class View>
struct RoundOnSurface {
  SurfaceQuery<View>& query;
  const RoundSolid& solid;
  const Pose& pose;  ///< in the axes of the surface

  static constexpr int fixed_points = 8;  // per rim

  void find_points(double reach) {
    for (int rim = 0; rim < solid.rims(); ++rim)
      for (int k = 0; k < fixed_points; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / fixed_points;
        point(rim_point(rim, {std::cos(angle), std::sin(angle)}),
              static_cast<unsigned>(rim * fixed_points + k), reach);
      }
    if (solid.cone) point(pose.point({0, 0, solid.high}), 16, reach);
  }

  void find(std::span<const int> triangles, const Aabb& box) {
    for_corners(query.view, triangles, box,
                [&](int t, int k, const Vec<3>& point) { corner(t, k, point); });
    for_edges(query.view, triangles, box, [&](const SurfaceEdge& edge, int t, int k) {
      if (edge.convex()) across(edge, edge_label(t, k));
    });
  }

  /// Where the rims come closest to the planes of the faces; nothing for a rim parallel to a face,
  /// whose fixed points are as close as any other. (The list of candidates grows and moves while
  /// a point is looked for: by number.)
  void lowest_points(std::size_t candidates, double reach) {
    constexpr std::size_t most = 16;  // a body on more planes at once rests on its fixed points too
    std::array<Vec<3>, most> seen;
    std::size_t count = 0;
    for (std::size_t k = 0; k < candidates; ++k) {
      const Vec<3> normal = query.view.normal(query.buffer.candidates[k]);
      const auto same = [&](const Vec<3>& other) { return other.dot(normal) > 1.0 - 1e-12; };
      if (count == most || std::any_of(seen.begin(), seen.begin() + count, same)) continue;
      seen[count++] = normal;
      const Vec<3> local = pose.direction_in_body(normal);
      const Vec<2> down(-local.x(), -local.y());
      if (down.norm() < 1e-6) continue;
      for (int rim = 0; rim < solid.rims(); ++rim)
        point(rim_point(rim, down.normalized()), 17u + static_cast<unsigned>(rim), reach);
    }
  }

 private:
  Vec<3> rim_point(int rim, const Vec<2>& direction) const {
    return pose.point(
        {solid.radius * direction.x(), solid.radius * direction.y(), solid.rim_height(rim)});
  }

  void point(const Vec<3>& where, std::uint64_t label, double reach) {
    PointOnSurface<View>{query, where, 0.0, label}.find(reach);
  }

  SignedDistance distance(const Vec<3>& where) const {
    SignedDistance found = solid.distance(pose.point_in_body(where));
    found.gradient = pose.direction(found.gradient);
    return found;
  }

  void corner(int t, int k, const Vec<3>& where) {
    const SignedDistance found = distance(where);
    if (found.value > query.margin || !is_corner(query.view, t, k)) return;
    const SurfaceVertex vertex = surface_vertex(query.view, t, k);
    if (vertex.least_triangle != t || found.gradient.dot(vertex.normal) >= 0.0 ||
        steepest_edge(query.view, t, k, -found.gradient) > meeting_angle)
      return;
    query.first = query.buffer.points.size();
    query.emit(where, -found.gradient, found.value,
               mix_features(vertex_label(query.view.vertices(t)[at(k)]), 32));
  }

  void across(const SurfaceEdge& edge, std::uint64_t label) {
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 60; ++k) {  // thirds: the interval shrinks to 1e-10 of the edge
      const double first = low + (high - low) / 3.0, second = high - (high - low) / 3.0;
      const bool left = distance(edge.tail + first * (edge.head - edge.tail)).value <
                        distance(edge.tail + second * (edge.head - edge.tail)).value;
      (left ? high : low) = left ? second : first;
    }
    const double middle = (low + high) / 2.0;
    if (middle < 1e-9 || middle > 1.0 - 1e-9) return;
    const Vec<3> where = edge.tail + middle * (edge.head - edge.tail);
    const SignedDistance found = distance(where);
    if (found.value > query.margin ||
        !within_arc(-found.gradient, edge.left, edge.right, edge.along, meeting_angle))
      return;
    query.first = query.buffer.points.size();
    query.emit(where, -found.gradient, found.value, mix_features(label, 33));
  }
};

}  // namespace nonsmooth
