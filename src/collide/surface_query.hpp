// SPDX-License-Identifier: Apache-2.0
// Points of a body (with a radius) on a surface.
//
// Outside, a point meets every face, convex edge and corner whose Voronoi region it is in: one face
// on a plane, two in a valley, an edge above a ridge, so that the smallest gap is the distance.
// Inside, it meets the feature it is nearest to; at a concave edge or corner, which lies between it
// and the outside, all faces around that: it has to get out past each of them.
#pragma once

#include "collide/pairs.hpp"
#include "collide/surface_features.hpp"

namespace nonsmooth {

/// What the parts of a query share. Everything is in the axes of the surface.
template <class View>
struct SurfaceQuery {
  const View& view;
  ContactBuffer& buffer;
  double margin = 0.0;
  double size = 0.0;      ///< of the body: how deep it can be behind an open mesh
  double rounding = 0.0;  ///< lengths that mean nothing
  std::size_t first = 0;  ///< contacts of the same point of the body begin here
  std::size_t body = 0;   ///< contacts of the body begin here

  /// One point of a body keeps one contact per direction: the deeper of two.
  void emit(const Vec<3>& on_surface, const Vec<3>& normal, double gap, std::uint64_t feature) {
    const ContactPoint contact{on_surface + gap * normal, on_surface, normal, gap, feature};
    for (std::size_t k = first; k < buffer.points.size(); ++k) {
      ContactPoint& other = buffer.points[k];
      if (other.normal.dot(normal) < 1.0 - 1e-12) continue;
      if (gap < other.gap - rounding) other = contact;
      return;
    }
    buffer.points.push_back(contact);
  }
};

// Names of features of a surface, to be mixed with those of the body.
inline std::uint64_t face_label(int t) { return 8ull * static_cast<unsigned>(t); }
inline std::uint64_t edge_label(int t, int k) {
  return face_label(t) + 1 + static_cast<unsigned>(k);
}
inline std::uint64_t vertex_label(int v) { return 8ull * static_cast<unsigned>(v) + 4; }

template <class View>
struct PointOnSurface {
  SurfaceQuery<View>& query;
  Vec<3> point;
  double radius;
  std::uint64_t label;

  /// Looks within `reach`; returns the distance of the surface, infinity if it is farther.
  double find(double reach) {
    query.first = query.buffer.points.size();
    const double range = radius + query.margin;
    const Place place = query.view.locate(point, std::max(reach, range));
    if (place.inside) {
      if (place.triangle >= 0) from_inside(place);
    } else if (place.distance <= range) {
      std::vector<int>& candidates = query.buffer.candidates;
      const std::size_t mark = candidates.size();
      const Vec<3> around = Vec<3>::Constant(range);
      query.view.overlapping({point - around, point + around}, candidates);
      for (std::size_t k = mark; k < candidates.size(); ++k) from_outside(candidates[k]);
      candidates.resize(mark);
    }
    return place.distance;
  }

 private:
  void emit(const Vec<3>& on_surface, const Vec<3>& normal, double distance,
            std::uint64_t feature) {
    if (distance - radius <= query.margin)
      query.emit(on_surface, normal, distance - radius, mix_features(feature, label));
  }

  void emit_face(int t) {
    const Vec<3> normal = query.view.normal(t);
    const double side = normal.dot(point - query.view.corners(t)[0]);
    emit(point - side * normal, normal, side, face_label(t));
  }

  void from_inside(const Place& place) {
    if (place.column || place.closest.feature == Feature::face) {
      emit_face(place.triangle);
    } else if (place.closest.feature == Feature::edge) {
      const int other = query.view.neighbour(place.triangle, place.closest.corner);
      emit_face(place.triangle);
      if (other >= 0) emit_face(other);
    } else {
      around_vertex(query.view, place.triangle, place.closest.corner, [&](int t, int) {
        if (query.view.normal(t).dot(point - place.closest.point) < 0.0) emit_face(t);
      });
      // a saddle may have no face before the point: the nearest one it is, then
      if (query.first == query.buffer.points.size()) emit_face(place.triangle);
    }
  }

  bool is_above(const std::array<Vec<3>, 3>& corners, const Vec<3>& normal) const {
    for (int k = 0; k < 3; ++k) {
      const Vec<3> along = (corners[at(next_corner(k))] - corners[at(k)]).normalized();
      if ((point - corners[at(k)]).dot(normal.cross(along)) < -query.rounding) return false;
    }
    return true;
  }

  void from_outside(int t) {
    const std::array<Vec<3>, 3> corners = query.view.corners(t);
    const Vec<3> normal = query.view.normal(t);
    if (is_above(corners, normal)) {
      if (normal.dot(point - corners[0]) >= -query.rounding) emit_face(t);
      return;
    }
    const ClosestOnTriangle closest = closest_on_triangle(point, corners);
    if (closest.feature == Feature::edge) on_edge(t, closest);
    if (closest.feature == Feature::vertex) on_vertex(t, closest);
  }

  void on_edge(int t, const ClosestOnTriangle& closest) {
    const int other = query.view.neighbour(t, closest.corner);
    if (other >= 0 && other < t) return;
    const SurfaceEdge edge = surface_edge(query.view, t, closest.corner);
    const Vec<3> offset = point - closest.point;
    const double distance = offset.norm();
    if (!edge.convex() || distance > radius + query.margin) return;
    if (!edge.border && offset.dot(edge.along.cross(edge.right)) > query.rounding) return;
    if (!edge.border && offset.dot(edge.left + edge.right) < 0.0) return;
    const Vec<3> normal = distance > 1e3 * query.rounding ? Vec<3>(offset / distance)
                          : edge.border                   ? edge.left
                                                          : edge.middle();
    emit(closest.point, normal, distance, edge_label(t, closest.corner));
  }

  void on_vertex(int t, const ClosestOnTriangle& closest) {
    const Vec<3> offset = point - closest.point;
    const double distance = offset.norm();
    if (distance > radius + query.margin) return;
    const SurfaceVertex vertex = surface_vertex(query.view, t, closest.corner);
    if (vertex.least_triangle != t) return;
    if (!vertex.border && offset.dot(vertex.normal) < 0.0) return;
    if (steepest_edge(query.view, t, closest.corner, offset) > query.rounding) return;
    const Vec<3> normal =
        distance > 1e3 * query.rounding ? Vec<3>(offset / distance) : vertex.normal.normalized();
    emit(closest.point, normal, distance, vertex_label(query.view.vertices(t)[at(closest.corner)]));
  }
};

}  // namespace nonsmooth
