// SPDX-License-Identifier: Apache-2.0
// Contacts of two polytopes along a direction n: the faces of A and B that look along n are
// projected along n and their polygons cut; every corner of the cut is a contact, with the distance
// of the two planes along n as its gap.
//
// The cut does not depend on which of the faces is cut by which, hence neither do the features: a
// corner is a vertex of A over the face of B, a vertex of B over the face of A, or two edges that
// cross. If the smallest gap is the separation s(n), no pair of points is closer (the distance is
// at least s for every n); else the distance is taken from the closest points.

#include "collide/closest_points.hpp"
#include "collide/polytope.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double inside_tolerance = 1e-10, same_point = 1e-9, certificate = 1e-11;
// Two edges that cross stand for their faces as well where both faces look along the normal.
constexpr double nearly_parallel = 0.99;

double size_of(const PolytopeView& p) { return (p.vertices.front() - p.vertices.back()).norm(); }

/// The face at the vertex that looks best along the direction.
int facing(const PolytopeView& p, int vertex, const Vec<3>& direction) {
  int best = 0;
  double most = -infinity;
  for (int f = 0; f < static_cast<int>(p.faces.size()); ++f) {
    const double along = p.normal(f).dot(direction);
    if (along <= most) continue;
    const auto loop = p.loops.subspan(static_cast<std::size_t>(p.face(f).first),
                                      static_cast<std::size_t>(p.face(f).count));
    if (std::find(loop.begin(), loop.end(), vertex) != loop.end()) most = along, best = f;
  }
  return best;
}

int better_side(const PolytopeView& p, int edge, const Vec<3>& direction) {
  const ConvexHull::Edge& e = p.edges[static_cast<std::size_t>(edge)];
  return p.normal(e.left).dot(direction) >= p.normal(e.right).dot(direction) ? e.left : e.right;
}

/// One face is cut (its points carry the contacts), the other cuts. Sides of the cutting face are
/// numbered -1, -2, ...; a corner of the cut is where the side before it and its own side meet.
struct Cut {
  const PolytopeView& cut;
  int cut_face;
  const PolytopeView& cutter;
  int cutter_face;
  Vec<3> outward;  // of the cutter: n for B, -n for A
  ContactBuffer& buffer;

  void start() const {
    const int count = cut.face(cut_face).count;
    buffer.clipped.clear(), buffer.clipped_labels.clear();
    for (int k = 0; k < count; ++k) {
      buffer.clipped.push_back(cut.vertex(cut.corner(cut_face, k)));
      buffer.clipped_labels.push_back(static_cast<std::uint64_t>(k));
    }
  }
  void by_side(int j) const;
  void run() const {
    start();
    for (int j = 0; j < cutter.face(cutter_face).count && !buffer.clipped.empty(); ++j) by_side(j);
  }
};

void Cut::by_side(int j) const {
  const Vec<3>& v = cutter.vertex(cutter.corner(cutter_face, j));
  const Vec<3> side = cutter.vertex(cutter.corner(cutter_face, j + 1)) - v;
  const Vec<3> inward = outward.cross(side);
  const double tolerance = -inside_tolerance * side.squaredNorm();
  auto &from = buffer.clipped, &to = buffer.spare;
  auto &labels = buffer.clipped_labels, &new_labels = buffer.labels;
  const std::size_t count = from.size();
  double before = inward.dot(from[0] - v);
  bool all_inside = before >= tolerance;
  for (std::size_t i = 1; all_inside && i < count; ++i)
    all_inside = inward.dot(from[i] - v) >= tolerance;
  if (all_inside) return;
  to.clear(), new_labels.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double after = inward.dot(from[next] - v);
    const bool in = before >= tolerance, next_in = after >= tolerance;
    if (in) to.push_back(from[i]), new_labels.push_back(labels[i]);
    if (in != next_in) {
      const double t = std::clamp(before / (before - after), 0.0, 1.0);
      to.push_back(from[i] + t * (from[next] - from[i]));
      // leaving, the polygon goes on along the cutting side; coming back, along its own
      new_labels.push_back(in ? static_cast<std::uint64_t>(-1 - j) : labels[i]);
    }
    before = after;
  }
  from.swap(to), labels.swap(new_labels);
}

/// Numbers of the vertices that meet at a corner of the cut, cut polytope first.
std::array<int, 4> corner_of(const Cut& c, std::int64_t before, std::int64_t own) {
  const auto side = [](const PolytopeView& p, int face, std::int64_t k) {
    return std::array<int, 2>{p.corner(face, static_cast<int>(k)),
                              p.corner(face, static_cast<int>(k) + 1)};
  };
  if (before >= 0 && own >= 0) {
    const int v = c.cut.corner(c.cut_face, static_cast<int>(own));
    return {v, v, -1, -1};
  }
  if (before < 0 && own < 0) {
    const int count = c.cutter.face(c.cutter_face).count;
    const auto i = static_cast<int>(-1 - before), j = static_cast<int>(-1 - own);
    const int v = c.cutter.corner(c.cutter_face, (i + 1) % count == j ? j : i);
    return {-1, -1, v, v};
  }
  const auto mine = side(c.cut, c.cut_face, before >= 0 ? before : own);
  const auto other = side(c.cutter, c.cutter_face, -1 - (before < 0 ? before : own));
  return {mine[0], mine[1], other[0], other[1]};
}

/// Emits the corners of the cut of faces fa and fb along n; returns the smallest gap.
double cut_faces(const PolytopeView& a, int fa, const PolytopeView& b, int fb, const Vec<3>& n,
                 const Emitter& emit) {
  const double along_a = -a.normal(fa).dot(n), along_b = b.normal(fb).dot(n);
  // A is cut unless the plane of B is too steep to measure gaps from
  const bool a_is_cut = along_b >= 0.5;
  const Cut cut =
      a_is_cut ? Cut{a, fa, b, fb, n, emit.buffer} : Cut{b, fb, a, fa, Vec<3>(-n), emit.buffer};
  cut.run();
  const auto& points = emit.buffer.clipped;
  const auto& labels = emit.buffer.clipped_labels;
  const Vec<3>& plane = a_is_cut ? b.normal(fb) : a.normal(fa);
  const double offset = a_is_cut ? b.offset(fb) : a.offset(fa);
  const double size = std::min(size_of(a), size_of(b)), along = a_is_cut ? along_b : along_a;
  double least = infinity;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t before = i > 0 ? i - 1 : points.size() - 1;
    if (i > 0 && (points[i] - points[before]).norm() <= same_point * size) continue;
    const double gap = (plane.dot(points[i]) - offset) / along;
    least = std::min(least, gap);
    auto v = corner_of(cut, static_cast<std::int64_t>(labels[before]),
                       static_cast<std::int64_t>(labels[i]));
    if (!a_is_cut) std::swap(v[0], v[2]), std::swap(v[1], v[3]);
    emit(a_is_cut ? points[i] : Vec<3>(points[i] + gap * n), n, gap,
         feature_of(v[0], v[1], v[2], v[3]));
  }
  return least;
}

/// The closest points of two edges; returns whether they lie within both.
bool cross_edges(const PolytopeView& a, const PolytopeView& b, const Axis& axis,
                 const Emitter& emit) {
  const ConvexHull::Edge &i = a.edges[static_cast<std::size_t>(axis.a)],
                         &j = b.edges[static_cast<std::size_t>(axis.b)];
  const Vec<3>&p = a.vertex(i.tail), &q = b.vertex(j.tail);
  const Vec<3> u = a.vertex(i.head) - p, v = b.vertex(j.head) - q;
  const auto [s, t] = closest_on_segments(p, u, q, v);
  const Vec<3> on_a = p + s * u, difference = on_a - (q + t * v);
  const double sideways = (difference - axis.separation * axis.normal).norm();
  emit(on_a, axis.normal, axis.separation, feature_of(i.tail, i.head, j.tail, j.head));
  return sideways <= certificate * (size_of(a) + size_of(b)) || sideways <= 1e-7 * axis.separation;
}

/// The interval in which two parallel edges face each other gives two contacts.
bool parallel_edges(const PolytopeView& a, const PolytopeView& b, const Vec<3>& n, double gap,
                    const Emitter& emit) {
  const auto edge_along = [](const PolytopeView& p, const Vec<3>& direction) {
    const double most = direction.dot(p.vertex(p.support(direction)));
    const double near = most - same_point * size_of(p);
    for (const ConvexHull::Edge& e : p.edges)
      if (direction.dot(p.vertex(e.tail)) >= near && direction.dot(p.vertex(e.head)) >= near)
        return &e;
    return static_cast<const ConvexHull::Edge*>(nullptr);
  };
  const auto* i = edge_along(a, -n);
  const auto* j = i ? edge_along(b, n) : nullptr;
  if (!j) return false;
  const Vec<3>&p = a.vertex(i->tail), &q = b.vertex(j->tail);
  const Vec<3> u = a.vertex(i->head) - p, v = b.vertex(j->head) - q;
  if (u.cross(v).norm() > 1e-7 * u.norm() * v.norm()) return false;
  const double square = u.squaredNorm();
  double tail = u.dot(q - p) / square, head = u.dot(q + v - p) / square;
  int low = j->tail, high = j->head;
  if (tail > head) std::swap(tail, head), std::swap(low, high);
  const double first = std::max(tail, 0.0), last = std::min(head, 1.0);
  if (!(last - first > same_point)) return false;
  emit(p + first * u, n, gap,
       tail > 0.0 ? feature_of(-1, -1, low, low) : feature_of(i->tail, i->tail, -1, -1));
  emit(p + last * u, n, gap,
       head < 1.0 ? feature_of(-1, -1, high, high) : feature_of(i->head, i->head, -1, -1));
  return true;
}

/// Least and greatest number of the vertices among the points.
std::array<int, 2> corners_of(const PolytopeView& p, const std::array<Vec<3>, 4>& points,
                              int count) {
  int low = 0x7FFF, high = -1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    for (std::size_t v = 0; v < p.vertices.size(); ++v)
      if (p.vertices[v] == points[i])
        low = std::min(low, static_cast<int>(v)), high = std::max(high, static_cast<int>(v));
  return {low, high};
}

}  // namespace

void closest_contacts(const PolytopeView& a, const PolytopeView& b, const Axis& axis,
                      const Emitter& emit) {
  Simplex simplex;
  const double enough = emit.margin + emit.radius_a + emit.radius_b;
  const ClosestPoints closest =
      closest_points([&](const Vec<3>& d) { return a.vertex(a.support(d)); },
                     [&](const Vec<3>& d) { return b.vertex(b.support(d)); }, axis.normal,
                     size_of(a) + size_of(b), simplex, enough);
  if (closest.lower > enough) return;
  const double distance = closest.meet ? 0.0 : closest.difference.norm();
  if (!(distance > 0.0)) {  // touching to rounding
    emit(a.vertex(a.support(-axis.normal)), axis.normal, axis.separation, 0);
    return;
  }
  const Vec<3> n = closest.difference / distance;
  if (parallel_edges(a, b, n, distance, emit)) return;
  const auto [a0, a1] = corners_of(a, simplex.a, simplex.count);
  const auto [b0, b1] = corners_of(b, simplex.b, simplex.count);
  emit(closest.on_a, n, distance, feature_of(a0, a1, b0, b1));
}

void polytope_contacts(const PolytopeView& a, const PolytopeView& b, const Axis& axis,
                       const Emitter& emit) {
  const Vec<3>& n = axis.normal;
  const std::size_t first = emit.buffer.points.size();
  int fa = axis.a, fb = axis.b;
  if (axis.kind == Axis::Kind::face_b)
    fa = facing(a, a.support(-n), -n);
  else if (axis.kind == Axis::Kind::face_a)
    fb = facing(b, b.support(n), n);
  else
    fa = better_side(a, axis.a, -n), fb = better_side(b, axis.b, n);

  const double tolerance = certificate * (size_of(a) + size_of(b));
  bool certain = false;
  if (axis.kind != Axis::Kind::edges ||
      std::min(-a.normal(fa).dot(n), b.normal(fb).dot(n)) > nearly_parallel)
    certain = cut_faces(a, fa, b, fb, n, emit) <= axis.separation + tolerance;
  if (!certain && axis.kind == Axis::Kind::edges) {
    emit.buffer.points.resize(first);
    certain = cross_edges(a, b, axis, emit);
  }
  if (certain) return;
  if (axis.separation > 0.0) {
    emit.buffer.points.resize(first);
    closest_contacts(a, b, axis, emit);
  } else if (axis.kind != Axis::Kind::edges) {  // rounding hid the deepest vertex from the cut
    if (axis.kind == Axis::Kind::face_b) {
      const int v = a.support(-n);
      emit(a.vertex(v), n, axis.separation, feature_of(v, v, -1, -1));
    } else {
      const int v = b.support(n);
      emit(b.vertex(v) + axis.separation * n, n, axis.separation, feature_of(-1, -1, v, v));
    }
  }
}

}  // namespace nonsmooth
