// SPDX-License-Identifier: Apache-2.0
// What a polytope or a capsule adds to its vertices: corners of the surface on its faces and edges,
// and its edges across convex edges of the surface.
//
// Corner w on face m: normal -m, gap m . w - offset, if -m lies in the cone of w.
// Edges e, f: normal along e x f, if it lies in the arc of f and its opposite in the arc of e.
// In penetration both would also be found through the far side of the body; a pair counts only if
// no face that both could meet in needs a smaller way out. A ridge in the body that no contact
// tells of leaves it by the shortest of all ways that lead out of the ground; so does one that the
// body is threaded through, with corners on both sides and edges that pass below.
#pragma once

#include "collide/polytope.hpp"
#include "collide/surface_query.hpp"

#include <span>

namespace nonsmooth {

struct LinePair {
  bool crossing = false;  ///< the closest points lie within both segments
  Vec<3> normal, first, second;
};

/// Closest points of two lines that are not parallel.
inline LinePair closest_of_lines(const Vec<3>& tail, const Vec<3>& head, const SurfaceEdge& edge) {
  const Vec<3> u = head - tail, v = edge.head - edge.tail, w = tail - edge.tail;
  const Vec<3> normal = u.cross(v);
  const double a = u.dot(u), b = u.dot(v), c = v.dot(v), determinant = normal.squaredNorm();
  if (determinant <= 1e-18 * a * c) return {};
  const double d = u.dot(w), e = v.dot(w);
  const double s = (b * e - c * d) / determinant, t = (a * e - b * d) / determinant;
  constexpr double slack = 1e-12;
  if (s < -slack || s > 1 + slack || t < -slack || t > 1 + slack) return {};
  LinePair pair{true, normal / std::sqrt(determinant), tail + s * u, edge.tail + t * v};
  if (pair.normal.dot(edge.left + edge.right) < 0.0) pair.normal = -pair.normal;
  return pair;
}

/// Calls visit(edge, triangle, corner) for every edge among the triangles that is not flat, once.
template <class View, class Visit>
void for_edges(const View& view, std::span<const int> triangles, const Aabb& box, Visit visit) {
  for (const int t : triangles) {
    const std::array<Vec<3>, 3> corners = view.corners(t);
    for (int k = 0; k < 3; ++k) {
      const Vec<3>&tail = corners[at(k)], &head = corners[at(next_corner(k))];
      if (!box.overlaps({tail.cwiseMin(head), tail.cwiseMax(head)})) continue;
      const int other = view.neighbour(t, k);
      if (other >= 0 && other < t) continue;
      const SurfaceEdge edge = surface_edge(view, t, k);
      if (edge.convex() || edge.concave()) visit(edge, t, k);
    }
  }
}

/// Calls visit(triangle, corner, point) for the corners of the triangles that are in the box.
template <class View, class Visit>
void for_corners(const View& view, std::span<const int> triangles, const Aabb& box, Visit visit) {
  for (const int t : triangles) {
    const std::array<Vec<3>, 3> corners = view.corners(t);
    for (int k = 0; k < 3; ++k)
      if (box.overlaps({corners[at(k)], corners[at(k)]})) visit(t, k, corners[at(k)]);
  }
}

template <class View>
struct PolytopeOnSurface {
  SurfaceQuery<View>& query;
  const PolytopeView& body;

  void find(std::span<const int> triangles, const Aabb& box) {
    for_corners(query.view, triangles, box,
                [&](int t, int k, const Vec<3>& point) { corner(t, k, point); });
    Thread deepest;
    deepest.depth = 2.0 * told();
    for_edges(query.view, triangles, box, [&](const SurfaceEdge& edge, int t, int k) {
      below(edge, t, k, deepest);
      if (inside(edge, query.margin).empty()) return;
      if (edge.convex()) across(edge, t, k);
      ridge(edge, t, k);
    });
    if (deepest.t >= 0) leave(deepest.edge, deepest.t, deepest.k, deepest.point, deepest.depth);
  }

 private:
  double above_face(int face, const Vec<3>& point) const {
    return body.normal(face).dot(point - body.vertex(body.corner(face, 0)));
  }
  int face_count() const { return static_cast<int>(body.faces.size()); }

  /// The face in front of which a point is farthest out of, or least deep in, the body.
  template <class Allowed>
  int outermost(const Vec<3>& point, Allowed allowed) const {
    int best = -1;
    double most = -infinity;
    for (int face = 0; face < face_count(); ++face) {
      const double above = above_face(face, point);
      if (above > most && allowed(face)) best = face, most = above;
    }
    return best;
  }

  int most_opposed(const Vec<3>& direction) const {
    int best = 0;
    for (int face = 1; face < face_count(); ++face)
      if (body.normal(face).dot(direction) < body.normal(best).dot(direction)) best = face;
    return best;
  }

  void corner(int t, int k, const Vec<3>& point) {
    for (int face = 0; face < face_count(); ++face)
      if (above_face(face, point) > query.margin) return;
    if (!is_corner(query.view, t, k)) return;
    const SurfaceVertex vertex = surface_vertex(query.view, t, k);
    if (vertex.least_triangle != t) return;
    query.first = query.buffer.points.size();
    const std::uint64_t label = vertex_label(query.view.vertices(t)[at(k)]);
    const int farthest = outermost(point, [](int) { return true; });
    if (above_face(farthest, point) > 0.0 && !is_over(farthest, point)) {
      near_edge(t, k, point, label);
      return;
    }
    const auto meets = [&](int face) {
      return body.normal(face).dot(vertex.normal) < 0.0 &&
             query.view.leads_out(-body.normal(face)) &&
             steepest_edge(query.view, t, k, -body.normal(face)) <= meeting_angle;
    };
    int face = outermost(point, meets);
    // a peak that no face meets squarely is still no place for a body to be: out along its normal
    const Vec<3> up = vertex.normal.normalized();
    if (face < 0 && steepest_edge(query.view, t, k, up) < 0.0)
      face = most_opposed(query.view.way_out(up));
    if (face < 0) return;
    const double gap = above_face(face, point);
    if (gap > 0.0 && face != farthest) return;
    query.emit(point, -body.normal(face), gap, mix_features(label, 2u + 4u * at(face)));
  }

  bool is_over(int face, const Vec<3>& point) const {
    for (const ConvexHull::Edge& edge : body.edges) {
      if (edge.left != face && edge.right != face) continue;
      const Vec<3>& tail = body.vertex(edge.tail);
      const Vec<3> along = body.vertex(edge.head) - tail;
      const double inwards = body.normal(face).cross(along).dot(point - tail);
      if ((edge.left == face ? inwards : -inwards) < 0.0) return false;
    }
    return true;
  }

  /// A corner in front of an edge of the body.
  void near_edge(int t, int k, const Vec<3>& point, std::uint64_t label) {
    for (std::size_t e = 0; e < body.edges.size(); ++e) {
      const ConvexHull::Edge& edge = body.edges[e];
      const Vec<3>& tail = body.vertex(edge.tail);
      const Vec<3> along = body.vertex(edge.head) - tail;
      const double fraction = along.dot(point - tail) / along.squaredNorm();
      if (fraction <= 0.0 || fraction >= 1.0) continue;
      const Vec<3> offset = tail + fraction * along - point;
      const double distance = offset.norm();
      if (distance > query.margin || distance < 1e3 * query.rounding) continue;
      const Vec<3> normal = offset / distance;
      if (within_arc(-normal, body.normal(edge.left), body.normal(edge.right), along.normalized(),
                     0.0) &&
          steepest_edge(query.view, t, k, normal) <= 1e-9)
        query.emit(point, normal, distance, mix_features(label, 1u + 4u * e));
    }
  }

  struct Part {
    double low = 0.0, high = 1.0;  // fractions of the edge
    bool empty() const { return low > high; }
  };

  /// Of an edge of the surface, what is in the body grown by a margin.
  Part inside(const SurfaceEdge& edge, double margin) const {
    Part part;
    for (int face = 0; face < face_count() && !part.empty(); ++face) {
      const double a = above_face(face, edge.tail) - margin;
      const double b = above_face(face, edge.head) - margin;
      if (a > 0.0 && b > 0.0) part.low = 2.0;
      if (a > 0.0 && b <= 0.0) part.low = std::max(part.low, a / (a - b));
      if (b > 0.0 && a <= 0.0) part.high = std::min(part.high, a / (a - b));
    }
    return part;
  }

  void across(const SurfaceEdge& edge, int t, int k) {
    for (std::size_t e = 0; e < body.edges.size(); ++e) {
      const ConvexHull::Edge& mine = body.edges[e];
      const Vec<3>&tail = body.vertex(mine.tail), &head = body.vertex(mine.head);
      const LinePair pair = closest_of_lines(tail, head, edge);
      if (!pair.crossing) continue;
      const double gap = (pair.first - pair.second).dot(pair.normal);
      if (gap > query.margin || gap < -query.size) continue;
      const Vec<3> along = (head - tail).normalized();
      if (!within_arc(pair.normal, edge.left, edge.right, edge.along, meeting_angle) ||
          !within_arc(-pair.normal, body.normal(mine.left), body.normal(mine.right), along,
                      meeting_angle))
        continue;
      if (gap < 0.0 && (!query.view.leads_out(pair.normal) ||
                        has_shorter_way_out(edge, mine, along, pair, gap + query.rounding) ||
                        is_nearer_to_corner(edge, t, k, pair.second, -gap)))
        continue;
      query.first = query.buffer.points.size();
      query.emit(pair.second, pair.normal, gap, mix_features(edge_label(t, k), 3u + 4u * e));
    }
  }

  /// An edge in the body of which no contact tells.
  void ridge(const SurfaceEdge& edge, int t, int k) {
    const Part part = inside(edge, 0.0);
    if (part.empty()) return;
    const Vec<3> tail = edge.tail + part.low * (edge.head - edge.tail);
    const Vec<3> head = edge.tail + part.high * (edge.head - edge.tail);
    leave(edge, t, k, 0.5 * (tail + head), depth_of(tail, head));
  }

  /// Where an edge of the body passes below one of the surface.
  struct Thread {
    double depth = 0.0;             // in the ground
    Vec<3> point = Vec<3>::Zero();  // on the edge
    SurfaceEdge edge;
    int t = -1, k = 0;
  };

  /// Looks half way between the faces of the edge; whether that is in the ground, and how deep, the
  /// surface as a whole decides.
  void below(const SurfaceEdge& edge, int t, int k, Thread& deepest) const {
    if (edge.border || !edge.convex() || !reaches_behind(edge.left, edge.tail) ||
        !reaches_behind(edge.right, edge.tail))
      return;
    const Vec<3> out = query.view.way_out(edge.middle()), v = edge.head - edge.tail;
    const Vec<3> wall = v.cross(out), up = wall.cross(v);
    for (const ConvexHull::Edge& mine : body.edges) {
      const Vec<3> tail = body.vertex(mine.tail) - edge.tail;
      const Vec<3> head = body.vertex(mine.head) - edge.tail;
      const double a = wall.dot(tail), b = wall.dot(head);
      if (!(a * b < 0.0)) continue;
      const Vec<3> place = tail + a / (a - b) * (head - tail);
      const double way = -up.dot(place) / up.dot(out);
      if (!(way > deepest.depth && way < query.size)) continue;
      const Place there = query.view.locate(edge.tail + place, way * (1.0 + 1e-12));
      if (there.inside && there.triangle >= 0 && there.distance > deepest.depth)
        deepest = {there.distance, edge.tail + place + way * out, edge, t, k};
    }
  }

  bool reaches_behind(const Vec<3>& normal, const Vec<3>& point) const {
    return std::any_of(body.vertices.begin(), body.vertices.end(),
                       [&](const Vec<3>& vertex) { return normal.dot(vertex - point) < 0.0; });
  }

  /// The largest depth that contacts of the body know.
  double told() const {
    double most = 0.0;
    for (std::size_t i = query.body; i < query.buffer.points.size(); ++i)
      most = std::max(most, -query.buffer.points[i].gap);
    return most;
  }

  /// The way out of an edge at a point, unless a contact tells of at least half the depth. Seen
  /// along the edge the body is a convex polygon with the edge as a point in it or above it, and
  /// the ways out lead through the sides of the polygon.
  void leave(const SurfaceEdge& edge, int t, int k, const Vec<3>& point, double depth) {
    if (depth < 1e3 * query.rounding || 2.0 * told() >= depth) return;
    const Vec<3> out = query.view.way_out(edge.middle());
    double least = infinity, gap = 0.0;
    Vec<3> normal = out;
    std::size_t side = 0;
    for (std::size_t e = 0; e < body.edges.size(); ++e) {
      const ConvexHull::Edge& mine = body.edges[e];
      const Vec<3>&left = body.normal(mine.left), &right = body.normal(mine.right);
      if (left.dot(edge.along) * right.dot(edge.along) > 0.0) continue;
      Vec<3> inwards = edge.along.cross(body.vertex(mine.head) - body.vertex(mine.tail));
      if (!(inwards.norm() > 1e3 * query.rounding)) continue;
      inwards.normalize();
      if (inwards.dot(left + right) > 0.0) inwards = -inwards;
      // sideways is far: there the next ridge waits
      const double outwards = inwards.dot(out), way = inwards.dot(point - body.vertex(mine.tail));
      if (outwards <= 0.0 || way / (outwards * outwards) >= least) continue;
      least = way / (outwards * outwards), gap = -way, normal = inwards, side = e;
    }
    if (least == infinity) return;
    query.first = query.buffer.points.size();
    query.emit(point, normal, gap, mix_features(edge_label(t, k), 2u + 4u * side));
  }

  /// Of the deepest point of a segment in the body. Faces cut the depth to a concave function of
  /// the place; the top is where a rising and a falling one meet.
  double depth_of(const Vec<3>& tail, const Vec<3>& head) const {
    struct Line {
      double at_tail, at_head;
      double at(double x) const { return (1.0 - x) * at_tail + x * at_head; }
    };
    const auto line_of = [&](int face) {
      return Line{-above_face(face, tail), -above_face(face, head)};
    };
    const auto lowest = [&](double x) {
      Line best = line_of(0);
      for (int face = 1; face < face_count(); ++face)
        if (const Line line = line_of(face); line.at(x) < best.at(x)) best = line;
      return best;
    };
    Line rising = lowest(0.0), falling = lowest(1.0);
    if (rising.at_head <= rising.at_tail) return rising.at_tail;
    if (falling.at_head >= falling.at_tail) return falling.at_head;
    for (int face = 0; face < face_count(); ++face) {
      const double slope = (rising.at_head - rising.at_tail) - (falling.at_head - falling.at_tail);
      const double x = std::clamp((falling.at_tail - rising.at_tail) / slope, 0.0, 1.0);
      const Line line = lowest(x);
      if (line.at(x) >= rising.at(x) - query.rounding) return line.at(x);
      (line.at_head > line.at_tail ? rising : falling) = line;
    }
    return 0.0;
  }

  bool contains(const Vec<3>& point, double slack) const {
    for (int face = 0; face < face_count(); ++face)
      if (above_face(face, point) > slack) return false;
    return true;
  }

  /// A corner of the surface at the end of its edge, inside the body and closer than the way out.
  bool is_nearer_to_corner(const SurfaceEdge& edge, int t, int k, const Vec<3>& point,
                           double depth) const {
    const auto stands_in = [&](const Vec<3>& end, int corner) {
      return (end - point).norm() < depth && contains(end, 0.0) && is_corner(query.view, t, corner);
    };
    return stands_in(edge.tail, k) || stands_in(edge.head, next_corner(k));
  }

  bool has_shorter_way_out(const SurfaceEdge& edge, const ConvexHull::Edge& mine,
                           const Vec<3>& along, const LinePair& pair, double gap) const {
    if (!contains(pair.second, query.rounding - meeting_angle * gap)) return true;
    for (int face = 0; face < face_count(); ++face)
      if (above_face(face, pair.second) > gap &&
          within_arc(-body.normal(face), edge.left, edge.right, edge.along, flat_angle))
        return true;
    for (const Vec<3>& normal : {edge.left, edge.right})
      if (normal.dot(pair.first - edge.tail) > gap &&
          within_arc(-normal, body.normal(mine.left), body.normal(mine.right), along, flat_angle))
        return true;
    return false;
  }
};

/// The barrel of a capsule; its ends are points with a radius.
template <class View>
struct BarrelOnSurface {
  SurfaceQuery<View>& query;
  Vec<3> tail, head;
  double radius;

  void find(std::span<const int> triangles, const Aabb& box) {
    for_corners(query.view, triangles, box,
                [&](int t, int k, const Vec<3>& point) { corner(t, k, point); });
    for_edges(query.view, triangles, box, [&](const SurfaceEdge& edge, int t, int k) {
      if (edge.convex()) across(edge, t, k);
    });
  }

 private:
  void corner(int t, int k, const Vec<3>& point) {
    const Vec<3> along = head - tail;
    const double fraction = along.dot(point - tail) / along.squaredNorm();
    if (!(fraction > 0.0 && fraction < 1.0)) return;
    const Vec<3> offset = tail + fraction * along - point;
    const double distance = offset.norm();
    if (distance > radius + query.margin || !is_corner(query.view, t, k)) return;
    const SurfaceVertex vertex = surface_vertex(query.view, t, k);
    if (vertex.least_triangle != t) return;
    const bool outside = offset.dot(vertex.normal) > 0.0 && distance > 1e3 * query.rounding;
    const Vec<3> across = vertex.normal - along.dot(vertex.normal) / along.squaredNorm() * along;
    const Vec<3> normal = outside ? Vec<3>(offset / distance) : across.normalized();
    if (!(steepest_edge(query.view, t, k, normal) <= 1e-9)) return;
    query.first = query.buffer.points.size();
    query.emit(point, normal, normal.dot(offset) - radius,
               mix_features(vertex_label(query.view.vertices(t)[at(k)]), 2));
  }

  void across(const SurfaceEdge& edge, int t, int k) {
    const LinePair pair = closest_of_lines(tail, head, edge);
    if (!pair.crossing) return;
    const double gap = (pair.first - pair.second).dot(pair.normal) - radius;
    if (gap > query.margin || gap < -query.size ||
        !within_arc(pair.normal, edge.left, edge.right, edge.along, 1e-9))
      return;
    query.first = query.buffer.points.size();
    query.emit(pair.second, pair.normal, gap, mix_features(edge_label(t, k), 3));
  }
};

}  // namespace nonsmooth
