// SPDX-License-Identifier: Apache-2.0
// Edges and vertices of a surface and the directions in which they can be touched: the normal cone
// of a convex edge is the arc between the normals of its faces, that of a vertex holds all d with
// d . u <= 0 for the edges u that leave it. Flat and concave edges have none of their own: whoever
// touches them touches a face, which is why no body feels the inner edges of a flat surface.
#pragma once

#include "collide/surface_view.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace nonsmooth {

/// Sines of angles: below the first two faces are one plane. Features that meet almost flatly count
/// as meeting up to the second, or a body that stands and rocks by a hair would stand on one point.
constexpr double flat_angle = 1e-7, meeting_angle = 0.05;

struct SidedNormal {
  Vec<3> normal;  ///< not normalised
  bool border = false;
};

struct SurfaceEdge {
  Vec<3> tail, head, along;  ///< along is unit
  Vec<3> left, right;  ///< normals of its faces; a border has its outward direction on the right
  bool border = false;

  bool convex() const { return border || left.cross(right).dot(along) > flat_angle; }
  bool concave() const { return !border && left.cross(right).dot(along) < -flat_angle; }
  Vec<3> middle() const { return (left + right).normalized(); }
};

/// Whether a unit direction lies in the arc from `left` to `right` around `along`.
inline bool within_arc(const Vec<3>& direction, const Vec<3>& left, const Vec<3>& right,
                       const Vec<3>& along, double slack) {
  return left.cross(direction).dot(along) >= -slack &&
         direction.cross(right).dot(along) >= -slack && std::abs(direction.dot(along)) <= slack &&
         direction.dot(left + right) > 0.0;
}

template <class View>
SurfaceEdge surface_edge(const View& view, int t, int k) {
  const std::array<Vec<3>, 3> corners = view.corners(t);
  SurfaceEdge edge;
  edge.tail = corners[at(k)];
  edge.head = corners[at(next_corner(k))];
  edge.along = (edge.head - edge.tail).normalized();
  edge.left = view.normal(t);
  const int other = view.neighbour(t, k);
  edge.border = other < 0;
  edge.right = edge.border ? edge.along.cross(edge.left) : view.normal(other);
  return edge;
}

template <class View>
int corner_of(const View& view, int t, int vertex) {
  const std::array<int, 3> vertices = view.vertices(t);
  return vertices[0] == vertex ? 0 : vertices[1] == vertex ? 1 : 2;
}

/// Calls visit(triangle, corner) for the triangles around corner k of triangle t; true if they
/// close around it, false at a border.
template <class View, class Visit>
bool around_vertex(const View& view, int t, int k, Visit visit) {
  const int vertex = view.vertices(t)[at(k)];
  int triangle = t, corner = k;
  do {
    visit(triangle, corner);
    triangle = view.neighbour(triangle, corner);
    if (triangle >= 0) corner = corner_of(view, triangle, vertex);
  } while (triangle >= 0 && triangle != t);
  if (triangle == t) return true;
  for (triangle = view.neighbour(t, previous_corner(k)); triangle >= 0;
       triangle = view.neighbour(triangle, previous_corner(corner))) {
    corner = corner_of(view, triangle, vertex);
    visit(triangle, corner);
  }
  return false;
}

struct SurfaceVertex {
  Vec<3> normal = Vec<3>::Zero();  ///< weighted by angles, not normalised
  bool border = false;
  int least_triangle = 0;  ///< of those around it: the one that speaks for the vertex
};

template <class View>
SurfaceVertex surface_vertex(const View& view, int t, int k) {
  SurfaceVertex vertex;
  vertex.least_triangle = t;
  vertex.border = !around_vertex(view, t, k, [&](int triangle, int corner) {
    const std::array<Vec<3>, 3> p = view.corners(triangle);
    const Vec<3> u = p[at(next_corner(corner))] - p[at(corner)];
    const Vec<3> v = p[at(previous_corner(corner))] - p[at(corner)];
    vertex.normal += std::atan2(u.cross(v).norm(), u.dot(v)) * view.normal(triangle);
    vertex.least_triangle = std::min(vertex.least_triangle, triangle);
  });
  return vertex;
}

/// The largest d . u over the unit edges u that leave the vertex: d is in its cone if this is <= 0.
template <class View>
double steepest_edge(const View& view, int t, int k, const Vec<3>& direction) {
  double most = -infinity;
  around_vertex(view, t, k, [&](int triangle, int corner) {
    const std::array<Vec<3>, 3> p = view.corners(triangle);
    for (const int other : {next_corner(corner), previous_corner(corner)})
      most = std::max(most, direction.dot((p[at(other)] - p[at(corner)]).normalized()));
  });
  return most;
}

/// Whether the vertex is a corner: convex edges leave it in other than two opposite directions.
template <class View>
bool is_corner(const View& view, int t, int k) {
  int count = 0;
  Vec<3> sum = Vec<3>::Zero();
  const auto add = [&](const SurfaceEdge& edge, const Vec<3>& direction) {
    if (edge.convex()) ++count, sum += direction;
  };
  around_vertex(view, t, k, [&](int triangle, int corner) {
    const SurfaceEdge leaving = surface_edge(view, triangle, corner);
    add(leaving, leaving.along);
    const int before = previous_corner(corner);
    if (view.neighbour(triangle, before) < 0) {
      const SurfaceEdge arriving = surface_edge(view, triangle, before);
      add(arriving, -arriving.along);
    }
  });
  return count > 2 || (count == 2 && sum.norm() > flat_angle);
}

template <class View>
SidedNormal pseudonormal(const View& view, int t, const ClosestOnTriangle& closest) {
  if (closest.feature == Feature::face) return {view.normal(t), false};
  if (closest.feature == Feature::edge) {
    const SurfaceEdge edge = surface_edge(view, t, closest.corner);
    return {edge.left + edge.right, edge.border};
  }
  const SurfaceVertex vertex = surface_vertex(view, t, closest.corner);
  return {vertex.normal, vertex.border};
}

}  // namespace nonsmooth
