// SPDX-License-Identifier: Apache-2.0
// Spheres and capsules on polytopes: a point or a segment with a ball swept over it. For convex A
//
//   signed distance (A + ball of radius r, B) = signed distance (A, B) - r
//
// with the same normal, inside and outside. Segment: face normals of B and crosses with its edges,
// as in separating_axis.cpp (a segment alone allows every direction orthogonal to it).

#include "collide/closest_points.hpp"
#include "collide/polytope.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double inside_tolerance = 1e-10, same_point = 1e-9, certificate = 1e-11;
constexpr double nearly_parallel = 0.99;

Vec<3> closest_in_face(const PolytopeView& b, int f, const Vec<3>& point) {
  const Vec<3> base = b.vertex(b.corner(f, 0)) - point;
  Vec<3> best = base;
  for (int k = 1; k + 1 < b.face(f).count; ++k) {
    const Vec<3> q = b.vertex(b.corner(f, k)) - point, r = b.vertex(b.corner(f, k + 1)) - point;
    const auto l = closest_in_triangle(base, q, r);
    const Vec<3> candidate = l[0] * base + l[1] * q + l[2] * r;
    if (candidate.squaredNorm() < best.squaredNorm()) best = candidate;
  }
  return best;
}

bool over_face(const PolytopeView& b, int f, const Vec<3>& point) {
  for (int k = 0; k < b.face(f).count; ++k) {
    const Vec<3>& v = b.vertex(b.corner(f, k));
    const Vec<3> side = b.vertex(b.corner(f, k + 1)) - v;
    if (b.normal(f).cross(side).dot(point - v) < 0.0) return false;
  }
  return true;
}

/// The part of the segment over face f, seen along n: parameters in [0, 1] and the side of the face
/// that ends it (-1: the end of the segment).
struct Part {
  double first = 0.0, last = 1.0;
  int first_side = -1, last_side = -1;
};

Part part_over_face(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& b, int f,
                    const Vec<3>& n) {
  Part part;
  for (int k = 0; k < b.face(f).count; ++k) {
    const Vec<3>& v = b.vertex(b.corner(f, k));
    const Vec<3> side = b.vertex(b.corner(f, k + 1)) - v, inward = n.cross(side);
    const double tolerance = -inside_tolerance * side.squaredNorm();
    const double from = inward.dot(tail - v), to = inward.dot(head - v);
    if (from < tolerance && to < tolerance) return {1.0, 0.0, k, k};
    const double t = from / (from - to);
    if (from < tolerance && t > part.first) part.first = t, part.first_side = k;
    if (to < tolerance && t < part.last) part.last = t, part.last_side = k;
  }
  return part;
}

/// How far the surface of a capsule is along -n from a point of its axis, `up` above the lower end;
/// sine is that of the angle of axis and plane.
double depth_of_surface(double radius, double up, double sine) {
  const double cosine = std::sqrt(std::max(0.0, 1.0 - sine * sine));
  if (radius * sine <= up * cosine) return radius / cosine;
  return up * sine + std::sqrt(std::max(0.0, radius * radius - up * up * cosine * cosine));
}

/// Emits the ends of the part over the face; returns the smallest gap.
double contacts_over_face(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& b, int f,
                          const Vec<3>& n, const Emitter& emit) {
  const Part part = part_over_face(tail, head, b, f, n);
  if (part.first > part.last) return infinity;
  const double along = b.normal(f).dot(n), offset = b.offset(f), length = (head - tail).norm();
  const double sine = n.dot(head - tail) / length;
  double least = infinity;
  const auto add = [&](double t, int side, int end) {
    const Vec<3> point = tail + t * (head - tail);
    const double gap = (b.normal(f).dot(point) - offset) / along;
    least = std::min(least, gap);
    Emitter surface = emit;
    surface.radius_a = depth_of_surface(emit.radius_a, length * (sine < 0.0 ? 1.0 - t : t),
                                        std::min(1.0, std::abs(sine)));
    surface(point, n, gap,
            side < 0 ? feature_of(end, end, -1, -1)
                     : feature_of(0, 1, b.corner(f, side), b.corner(f, side + 1)));
  };
  add(part.first, part.first_side, 0);
  if (part.last - part.first > same_point) add(part.last, part.last_side, 1);
  return least;
}

bool is_sheet(const PolytopeView& b) { return b.solid_faces < static_cast<int>(b.faces.size()); }

/// Whether a side of the sheet, continued behind it, separates the segment from it.
bool beside(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& sheet) {
  for (int k = 0; k < sheet.face(0).count; ++k) {
    const Vec<3>& v = sheet.vertex(sheet.corner(0, k));
    const Vec<3> outward = (sheet.vertex(sheet.corner(0, k + 1)) - v).cross(sheet.normal(0));
    if (std::min(outward.dot(tail - v), outward.dot(head - v)) > 0.0) return true;
  }
  return false;
}

/// Of a sheet only directions to its front count.
Axis best_segment_axis(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& b) {
  Axis best;
  const Vec<3> e = head - tail;
  const double bias = 1e-12 * (e.norm() + (b.vertices.front() - b.vertices.back()).norm());
  for (int f = 0; f < b.solid_faces; ++f) {
    const double s = std::min(b.normal(f).dot(tail), b.normal(f).dot(head)) - b.offset(f);
    if (s > best.separation) best = {s, b.normal(f), Axis::Kind::face_b, -1, f};
  }
  for (std::size_t j = 0; j < b.edges.size(); ++j) {
    const ConvexHull::Edge& edge = b.edges[j];
    const double left = e.dot(b.normal(edge.left)), right = e.dot(b.normal(edge.right));
    if (left * right > 0.0) continue;
    const Vec<3> eb = b.vertex(edge.head) - b.vertex(edge.tail), cross = e.cross(eb);
    const double square = cross.squaredNorm(), scale = e.squaredNorm() * eb.squaredNorm();
    if (square <= 1e-24 * scale) continue;
    const Vec<3> n = cross * ((right >= left ? 1.0 : -1.0) / std::sqrt(square));
    double top = n.dot(b.vertex(edge.tail));
    if (square < 1e-8 * scale) top = n.dot(b.vertex(b.support(n)));
    const double s = std::min(n.dot(tail), n.dot(head)) - top;
    if (is_sheet(b) && n.dot(b.normal(0)) < 0.0) continue;
    if (s > best.separation + (best.kind == Axis::Kind::edges ? 0.0 : bias))
      best = {s, n, Axis::Kind::edges, 0, static_cast<int>(j)};
  }
  return best;
}

}  // namespace

void point_contacts(const Vec<3>& point, const PolytopeView& b, const Emitter& emit) {
  int best = 0;
  double most = -infinity;
  for (int f = 0; f < b.solid_faces; ++f)
    if (const double s = b.normal(f).dot(point) - b.offset(f); s > most) most = s, best = f;
  if (most - emit.radius_a > emit.margin) return;
  if (most <= 0.0 || over_face(b, best, point)) return emit(point, b.normal(best), most, 0);
  Vec<3> closest = Vec<3>::Constant(infinity);
  for (int f = 0; f < b.solid_faces; ++f) {
    if (!(b.normal(f).dot(point) > b.offset(f))) continue;
    const Vec<3> candidate = closest_in_face(b, f, point);
    if (!(closest.squaredNorm() <= candidate.squaredNorm())) closest = candidate;
  }
  const double distance = closest.norm();
  emit(point, distance > 0.0 ? Vec<3>(-closest / distance) : b.normal(best), distance, 0);
}

void segment_contacts(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& b,
                      const Emitter& emit) {
  const Axis axis = best_segment_axis(tail, head, b);
  if (axis.separation - emit.radius_a > emit.margin) return;
  if (is_sheet(b) && axis.separation <= 0.0 && beside(tail, head, b)) {
    const std::array<Vec<3>, 2> ends{tail, head};
    return closest_contacts(segment_polytope(ends), b, axis, emit);
  }
  const Vec<3>& n = axis.normal;
  const std::size_t first = emit.buffer.points.size();
  const double size = (head - tail).norm() + (b.vertices.front() - b.vertices.back()).norm();
  int face = axis.b;
  if (axis.kind == Axis::Kind::edges) {
    const ConvexHull::Edge& e = b.edges[static_cast<std::size_t>(axis.b)];
    face = b.normal(e.left).dot(n) >= b.normal(e.right).dot(n) ? e.left : e.right;
  }
  if (axis.kind == Axis::Kind::face_b || b.normal(face).dot(n) > nearly_parallel) {
    const double least = contacts_over_face(tail, head, b, face, n, emit);
    if (least <= axis.separation + certificate * size) return;
    emit.buffer.points.resize(first);
  }
  if (axis.kind == Axis::Kind::edges) {
    const ConvexHull::Edge& e = b.edges[static_cast<std::size_t>(axis.b)];
    const Vec<3>& q = b.vertex(e.tail);
    const Vec<3> u = head - tail, v = b.vertex(e.head) - q;
    const auto [s, t] = closest_on_segments(tail, u, q, v);
    const Vec<3> on_a = tail + s * u;
    const double sideways = (on_a - (q + t * v) - axis.separation * n).norm();
    if (axis.separation <= 0.0 || sideways <= certificate * size)
      return emit(on_a, n, axis.separation, feature_of(0, 1, e.tail, e.head));
  }
  const std::array<Vec<3>, 2> ends{tail, head};
  if (axis.separation <= 0.0) {
    const int end = n.dot(tail) <= n.dot(head) ? 0 : 1;
    return emit(ends[static_cast<std::size_t>(end)], n, axis.separation,
                feature_of(end, end, -1, -1));
  }
  closest_contacts(segment_polytope(ends), b, axis, emit);
}

}  // namespace nonsmooth
