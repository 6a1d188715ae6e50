// SPDX-License-Identifier: Apache-2.0
// Disks, convex polygons and segments in the plane z = 0.
//
// Along the outward normal n of an edge the other shape is separated by s(n) = min n . (x - edge);
// in penetration the signed distance is the largest s over the edges of both, apart it is that of
// the closest points. The edge of the largest s is met by the part of the other shape's opposite
// edge that lies over it: two points for edge on edge.
//
// A segment is a polygon with one edge, whose outside is the side of the other shape's centre.
#include "collide/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace nonsmooth {
namespace {

/// Vertices counter-clockwise in the world; a disk has one and a radius.
struct Outline {
  std::span<Vec<3>> vertices;
  int edges = 0;
  double radius = 0.0;

  const Vec<3>& vertex(int k) const {
    return vertices[static_cast<std::size_t>(k) % vertices.size()];
  }
  int size() const { return static_cast<int>(vertices.size()); }
  Vec<3> normal(int k) const {
    const Vec<3> along = vertex(k + 1) - vertex(k);
    return Vec<3>(along.y(), -along.x(), 0.0).normalized();
  }
  Vec<3> middle() const {
    Vec<3> sum = Vec<3>::Zero();
    for (const Vec<3>& v : vertices) sum += v;
    return sum / static_cast<double>(vertices.size());
  }
};

void append_vertices(const Shape& shape, const Pose& pose, std::vector<Vec<3>>& vertices) {
  const auto add = [&](const Vec<2>& v) {
    vertices.push_back(pose.point({v.x(), v.y(), 0.0}));
    vertices.back().z() = 0.0;
  };
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    for (const Vec<2>& v : polygon->vertices) add(v);
  } else if (const auto* segment = std::get_if<Segment>(&shape)) {
    add(segment->a);
    add(segment->b);
  } else {
    add(Vec<2>::Zero());
  }
}

Outline outline(const Shape& shape, std::span<Vec<3>> vertices) {
  Outline made{vertices, 0, 0.0};
  if (const auto* disk = std::get_if<Circle>(&shape)) made.radius = disk->radius;
  if (std::holds_alternative<Polygon>(shape)) made.edges = made.size();
  if (std::holds_alternative<Segment>(shape)) made.edges = 1;
  return made;
}

bool face_towards(Outline& segment, const Outline& other) {
  if (segment.edges != 1) return false;
  const bool turn = segment.normal(0).dot(other.middle() - segment.vertex(0)) < 0.0;
  if (turn) std::swap(segment.vertices[0], segment.vertices[1]);
  return turn;
}

Vec<3> closest_on_edge(const Outline& shape, int k, const Vec<3>& point) {
  const Vec<3>& tail = shape.vertex(k);
  const Vec<3> along = shape.vertex(k + 1) - tail;
  const double fraction = along.dot(point - tail) / along.squaredNorm();
  return tail + std::clamp(fraction, 0.0, 1.0) * along;
}

struct Separation {
  int edge = -1;
  double value = -infinity;
};

Separation largest_separation(const Outline& shape, const Outline& other) {
  Separation best;
  for (int k = 0; k < shape.edges; ++k) {
    const Vec<3> normal = shape.normal(k);
    double least = infinity;
    for (const Vec<3>& v : other.vertices) least = std::min(least, normal.dot(v - shape.vertex(k)));
    if (least > best.value) best = {k, least};
  }
  return best;
}

/// Contacts of a pair; normals from B to A whichever shape lends its edge.
struct PlanePair {
  Outline a, b;
  double margin;
  ContactBuffer& buffer;

  void add(const Vec<3>& core_on_b, const Vec<3>& normal, double core_gap, std::uint64_t feature) {
    const double gap = core_gap - a.radius - b.radius;
    if (!(gap <= margin)) return;
    const Vec<3> on_b = core_on_b + b.radius * normal;
    buffer.points.push_back({on_b + gap * normal, on_b, normal, gap, feature});
  }

  void disks() {
    const Vec<3> offset = a.vertex(0) - b.vertex(0);
    const double distance = offset.norm();
    add(b.vertex(0), distance > 0.0 ? Vec<3>(offset / distance) : Vec<3>::UnitX(), distance, 0);
  }

  /// A is a disk.
  void disk_on_edges() {
    const Vec<3>& centre = a.vertex(0);
    const Separation side = largest_separation(b, a);
    if (side.value <= 0.0 && b.edges > 1) {
      const Vec<3> normal = b.normal(side.edge);
      return add(centre - side.value * normal, normal, side.value, edge_feature(side.edge));
    }
    int nearest = 0;
    double least = infinity;
    for (int k = 0; k < b.edges; ++k) {
      const double distance = (closest_on_edge(b, k, centre) - centre).norm();
      if (distance < least) least = distance, nearest = k;
    }
    const Vec<3> foot = closest_on_edge(b, nearest, centre), offset = centre - foot;
    const double tiny = 1e-14 * (a.radius + b.vertex(nearest).norm());
    const Vec<3> normal = least > tiny ? Vec<3>(offset / least) : b.normal(nearest);
    const bool at_tail = foot == b.vertex(nearest), at_head = foot == b.vertex(nearest + 1);
    const int vertex = at_tail ? nearest : (nearest + 1) % b.size();
    add(foot, normal, least, at_tail || at_head ? vertex_feature(vertex) : edge_feature(nearest));
  }

  void edges_on_edges() {
    const Separation by_a = largest_separation(a, b), by_b = largest_separation(b, a);
    // the edge of B unless that of A is clearly better: rounding must not change features
    const bool take_a = by_a.value > by_b.value + 1e-9 * (b.vertex(1) - b.vertex(0)).norm();
    const Separation best = take_a ? by_a : by_b;
    if (best.value > margin) return;
    if (best.value > 0.0 && vertices_are_closest(best.value)) return;
    if (take_a)
      clip(a, b, best.edge, true);
    else
      clip(b, a, best.edge, false);
  }

 private:
  static std::uint64_t edge_feature(int k) { return 2u * static_cast<unsigned>(k) + 1u; }
  static std::uint64_t vertex_feature(int k) { return 2u * static_cast<unsigned>(k) + 2u; }

  /// Emits the contact of two vertices that are opposite each other; false if an edge is closer.
  bool vertices_are_closest(double separation) {
    int best_a = 0, best_b = 0;
    double least = infinity, to_edges = infinity;
    for (int i = 0; i < a.size(); ++i)
      for (int j = 0; j < b.size(); ++j) {
        const double distance = (a.vertex(i) - b.vertex(j)).norm();
        if (distance < least) least = distance, best_a = i, best_b = j;
        if (j < b.edges)
          to_edges = std::min(to_edges, (closest_on_edge(b, j, a.vertex(i)) - a.vertex(i)).norm());
        if (i < a.edges)
          to_edges = std::min(to_edges, (closest_on_edge(a, i, b.vertex(j)) - b.vertex(j)).norm());
      }
    // where a vertex is closest, edges that end there are as close, up to rounding
    if (to_edges < least * (1.0 - 1e-12) || least <= separation * (1.0 + 1e-12)) return false;
    add(b.vertex(best_b), (a.vertex(best_a) - b.vertex(best_b)) / least, least,
        mix_features(vertex_feature(best_a), vertex_feature(best_b)));
    return true;
  }

  void clip(const Outline& face, const Outline& other, int k, bool face_is_a) {
    const Vec<3> normal = face.normal(k), tail = face.vertex(k), head = face.vertex(k + 1);
    const Vec<3> along = (head - tail).normalized();
    int opposite = 0;
    for (int i = 1; i < other.edges; ++i)
      if (other.normal(i).dot(normal) < other.normal(opposite).dot(normal)) opposite = i;
    const Vec<3> p = other.vertex(opposite), q = other.vertex(opposite + 1);
    const double from = along.dot(p - tail), to = along.dot(q - tail);
    const double length = (head - tail).norm();
    // where the opposite edge is over the face, as fractions of it
    double low = 0.0, high = 1.0;
    if (std::abs(to - from) > 1e-14 * length) {
      const double first = -from / (to - from), second = (length - from) / (to - from);
      low = std::max(low, std::min(first, second));
      high = std::min(high, std::max(first, second));
    }
    if (low > high) low = high = std::clamp(low, 0.0, 1.0);
    // named by the vertex and the edge that meet, whichever shape lends the face
    const auto emit = [&](double fraction, double end, int end_vertex) {
      const Vec<3> x = p + fraction * (q - p);
      const double gap = normal.dot(x - tail);
      const Vec<3> direction = face_is_a ? Vec<3>(-normal) : normal;
      const Vec<3> on_b = face_is_a ? x : Vec<3>(x - gap * normal);
      const bool own_end = fraction == end;
      const int face_vertex = along.dot(x - tail) < length / 2.0 ? k : (k + 1) % face.size();
      const std::uint64_t on_face = own_end ? edge_feature(k) : vertex_feature(face_vertex);
      const std::uint64_t on_other = own_end ? vertex_feature(end_vertex) : edge_feature(opposite);
      add(on_b, direction, gap,
          face_is_a ? mix_features(on_face, on_other) : mix_features(on_other, on_face));
    };
    emit(low, 0.0, opposite);
    if (high > low) emit(high, 1.0, (opposite + 1) % other.size());
  }
};

}  // namespace

void plane_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    double margin, ContactBuffer& buffer) {
  const bool disk_a = std::holds_alternative<Circle>(a), disk_b = std::holds_alternative<Circle>(b);
  if (disk_b && !disk_a) {
    const std::size_t first = buffer.points.size();
    plane_contacts(b, pose_b, a, pose_a, margin, buffer);
    return flip_contacts(buffer, first);
  }
  buffer.vertices.clear();
  append_vertices(a, pose_a, buffer.vertices);
  const std::size_t count = buffer.vertices.size();
  append_vertices(b, pose_b, buffer.vertices);
  const std::span<Vec<3>> vertices(buffer.vertices);
  PlanePair pair{outline(a, vertices.first(count)), outline(b, vertices.subspan(count)), margin,
                 buffer};
  face_towards(pair.a, pair.b);
  face_towards(pair.b, pair.a);
  if (disk_a && disk_b) return pair.disks();
  if (disk_a) return pair.disk_on_edges();
  pair.edges_on_edges();
}

}  // namespace nonsmooth
