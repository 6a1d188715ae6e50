// SPDX-License-Identifier: Apache-2.0
// Contacts along n from what of A and B looks along n: a patch, that is a face, cap, edge, side
// line or a single point. Patches are seen along n; the corners of the part in which they overlap
// are corners of one inside the other, and crossings of their borders. Every corner is lifted to
// both patches along n; their distance is its gap.
//
// A cap has no corners: four points of its rim at fixed angles of the body stand for it, together
// with the lowest one if the cap is tilted by more than rounding (see half_space_contacts.cpp).

#include "collide/body.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double flat_cosine = 0.99, flat_sine = 0.1, same_point = 1e-9;
constexpr int rim_number = 0x7000, side_number = 0x7010, circle_number = 0x7020;

struct Patch {
  enum class Kind { point, segment, polygon, disk } kind = Kind::point;
  std::array<Vec<3>, 5> corners{};  // all of a point, segment, and the points that stand for a disk
  std::array<int, 5> numbers{};
  int count = 0;
  const PolytopeView* polytope = nullptr;  // of a polygon
  int face = -1;
  Vec<3> normal{};  // of a polygon or disk
  double offset = 0.0;
  Rim rim{};

  Vec<3> corner(int i) const {
    return kind == Kind::polygon ? polytope->vertex(polytope->corner(face, i))
                                 : corners[static_cast<std::size_t>(i)];
  }
  int number(int i) const {
    return kind == Kind::polygon ? polytope->corner(face, i) : numbers[static_cast<std::size_t>(i)];
  }
  void add(const Vec<3>& p, int its_number) {
    corners[static_cast<std::size_t>(count)] = p;
    numbers[static_cast<std::size_t>(count++)] = its_number;
  }
  int sides() const { return kind == Kind::polygon ? count : kind == Kind::segment ? 1 : 0; }
  int next(int i) const { return i + 1 < count ? i + 1 : 0; }

  Vec<3> lift(const Vec<3>& p, const Vec<3>& n) const {
    if (kind == Kind::point) return corners[0];
    if (kind == Kind::segment) {
      const Vec<3> e = corners[1] - corners[0], flat = e - n * n.dot(e);
      const double t = flat.dot(p - corners[0]) / flat.squaredNorm();
      return corners[0] + std::clamp(t, 0.0, 1.0) * e;
    }
    return p + n * ((offset - normal.dot(p)) / normal.dot(n));
  }

  bool holds(const Vec<3>& p, const Vec<3>& n, double tolerance) const {
    const Vec<3> up = lift(p, n);
    if (kind == Kind::disk) return (up - rim.centre).norm() <= rim.radius + tolerance;
    if (kind != Kind::polygon) {
      const Vec<3> off = up - p;
      return (off - n * n.dot(off)).norm() <= tolerance;
    }
    for (int k = 0; k < count; ++k) {
      const Vec<3> side = corner(next(k)) - corner(k);
      const double inward = normal.cross(side).dot(up - corner(k));
      if (inward < -tolerance * side.norm()) return false;
    }
    return true;
  }
};

Patch disk_patch(const Frustum& f, std::size_t end, const Vec<3>& m) {
  Patch patch;
  const Rim& rim = f.rims[end];
  const Vec<3> x = f.axes.col(0), y = f.axes.col(1);
  patch.kind = Patch::Kind::disk;
  patch.rim = rim;
  patch.normal = end == 0 ? Vec<3>(-f.axes.col(2)) : Vec<3>(f.axes.col(2));
  patch.offset = patch.normal.dot(rim.centre);
  const int base = rim_number + 8 * static_cast<int>(end);
  patch.add(rim.centre - rim.radius * x, base), patch.add(rim.centre + rim.radius * x, base + 1);
  patch.add(rim.centre - rim.radius * y, base + 2),
      patch.add(rim.centre + rim.radius * y, base + 3);
  const double steep = std::hypot(m.dot(x), m.dot(y));
  if (steep - std::max(std::abs(m.dot(x)), std::abs(m.dot(y))) > 1e-10)
    patch.add(rim.point(m), base + 4);
  return patch;
}

Patch frustum_patch(const Frustum& f, const Vec<3>& m) {
  const double along = f.axes.col(2).dot(m);
  if (along < -flat_cosine) return disk_patch(f, 0, m);
  if (along > flat_cosine && f.rims[1].radius > 0.0) return disk_patch(f, 1, m);
  Patch patch;
  const Vec<3> low = f.rims[0].point(m), high = f.rims[1].point(m);
  if (std::abs(m.dot(high - low)) < flat_sine * (high - low).norm()) {
    patch.kind = Patch::Kind::segment;
    patch.add(low, side_number), patch.add(high, side_number + 1);
  } else {
    const bool upper = m.dot(high) > m.dot(low);
    patch.add(upper ? high : low, side_number + (upper ? 1 : 0));
  }
  return patch;
}

Patch polytope_patch(const PolytopeView& p, const Vec<3>& m) {
  Patch patch;
  const int v = p.support(m);
  double best = flat_cosine;
  for (int f = 0; f < static_cast<int>(p.faces.size()); ++f) {
    if (p.normal(f).dot(m) <= best) continue;
    for (int k = 0; k < p.face(f).count; ++k)
      if (p.corner(f, k) == v) best = p.normal(f).dot(m), patch.face = f;
  }
  if (patch.face >= 0) {
    patch.kind = Patch::Kind::polygon;
    patch.polytope = &p;
    patch.count = p.face(patch.face).count;
    patch.normal = p.normal(patch.face);
    patch.offset = p.offset(patch.face);
    return patch;
  }
  double steep = flat_sine;
  const ConvexHull::Edge* flattest = nullptr;
  for (const ConvexHull::Edge& e : p.edges) {
    if (e.tail != v && e.head != v) continue;
    const Vec<3> along = p.vertex(e.head) - p.vertex(e.tail);
    if (const double s = std::abs(m.dot(along)) / along.norm(); s < steep) steep = s, flattest = &e;
  }
  if (flattest) {
    patch.kind = Patch::Kind::segment;
    patch.add(p.vertex(flattest->tail), flattest->tail);
    patch.add(p.vertex(flattest->head), flattest->head);
  } else {
    patch.add(p.vertex(v), v);
  }
  return patch;
}

/// Capsule: how far its surface is from a point of the axis, along n (see core_contacts.cpp).
double swept_radius(const ConvexBody& a, const Patch& patch, const Vec<3>& point, const Vec<3>& n) {
  if (a.radius == 0.0 || patch.kind != Patch::Kind::segment) return a.radius;
  const Vec<3> e = patch.corners[1] - patch.corners[0];
  const double length = e.norm(), sine = std::min(1.0, std::abs(n.dot(e)) / length);
  const double cosine = std::sqrt(1.0 - sine * sine);
  const double up = (point - patch.corners[n.dot(e) >= 0.0 ? 0 : 1]).norm();
  if (a.radius * sine <= up * cosine) return a.radius / cosine;
  return up * sine + std::sqrt(std::max(0.0, a.radius * a.radius - up * up * cosine * cosine));
}

class Overlap {
 public:
  Overlap(const ConvexBody& a, const ConvexBody& b, const Direction& d, const Emitter& emit)
      : a_(a),
        b_(b),
        n_(d.normal),
        emit_(emit),
        size_(std::min(a.size, b.size)),
        first_(emit.buffer.points.size()),
        pa_(a.is_frustum ? frustum_patch(a.frustum, -n_) : polytope_patch(a.polytope, -n_)),
        pb_(b.is_frustum ? frustum_patch(b.frustum, n_) : polytope_patch(b.polytope, n_)) {}

  /// Returns the smallest gap.
  double run() {
    const double tolerance = same_point * size_;
    for (int i = 0; i < pa_.count; ++i)
      if (pb_.holds(pa_.corner(i), n_, tolerance))
        add(pa_.corner(i), feature_of(pa_.number(i), pa_.number(i), -1, -1));
    for (int j = 0; j < pb_.count; ++j)
      if (pa_.holds(pb_.corner(j), n_, tolerance))
        add(pb_.corner(j), feature_of(-1, -1, pb_.number(j), pb_.number(j)));
    for (int i = 0; i < pa_.sides(); ++i)
      for (int j = 0; j < pb_.sides(); ++j) cross_sides(i, j);
    for (int i = 0; i < pa_.sides(); ++i) cross_circle(pa_, i, pb_, false);
    for (int j = 0; j < pb_.sides(); ++j) cross_circle(pb_, j, pa_, true);
    if (pa_.kind == Patch::Kind::disk && pb_.kind == Patch::Kind::disk) cross_circles();
    return least_;
  }

  /// The closest pair itself, where no corner of the overlap has its gap.
  void add_witness(const Direction& d) {
    Vec<3> on_a = a_.support(-n_);
    if (!(d.unique & 1) && (d.unique & 2)) on_a = b_.support(n_) + d.separation * n_;
    emit_(on_a, n_, d.separation, feature_of(circle_number, pa_.number(0), circle_number, 1));
  }

 private:
  void add(const Vec<3>& p, std::uint64_t feature) {
    const Vec<3> on_a = pa_.lift(p, n_), on_b = pb_.lift(p, n_);
    const double gap = n_.dot(on_a - on_b);
    least_ = std::min(least_, gap);
    Emitter emit = emit_;
    emit.radius_a = swept_radius(a_, pa_, on_a, n_);
    const Vec<3> world = emit.frame.point(on_a - emit.radius_a * n_);
    for (std::size_t i = first_; i < emit.buffer.points.size(); ++i)
      if ((emit.buffer.points[i].on_a - world).norm() <= same_point * size_) return;
    emit(on_a, n_, gap, feature);
  }

  void cross_sides(int i, int j) {
    const Vec<3> p = pa_.corner(i), q = pb_.corner(j);
    const Vec<3> u = pa_.corner(pa_.next(i)) - p, v = pb_.corner(pb_.next(j)) - q;
    const Vec<3> across = u.cross(v);
    const double area = across.dot(n_);
    if (std::abs(area) <= 1e-9 * u.norm() * v.norm()) return;
    const double s = (q - p).cross(v).dot(n_) / area, t = (q - p).cross(u).dot(n_) / area;
    if (s < 0.0 || s > 1.0 || t < 0.0 || t > 1.0) return;
    add(p + s * u,
        feature_of(pa_.number(i), pa_.number(pa_.next(i)), pb_.number(j), pb_.number(pb_.next(j))));
  }

  void cross_circle(const Patch& line, int i, const Patch& disk, bool swapped) {
    if (disk.kind != Patch::Kind::disk) return;
    const Vec<3> p = disk.lift(line.corner(i), n_) - disk.rim.centre;
    const Vec<3> e = disk.lift(line.corner(line.next(i)), n_) - disk.rim.centre - p;
    const double aa = e.squaredNorm(), half = p.dot(e);
    const double root = half * half - aa * (p.squaredNorm() - disk.rim.radius * disk.rim.radius);
    if (!(root > 0.0)) return;
    for (const int k : {0, 1}) {
      const double t = (-half + (k ? 1.0 : -1.0) * std::sqrt(root)) / aa;
      if (t < 0.0 || t > 1.0) continue;
      const Vec<3> point = disk.rim.centre + p + t * e;
      const int l0 = line.number(i), l1 = line.number(line.next(i)), c = circle_number + k;
      add(point, swapped ? feature_of(c, c, l0, l1) : feature_of(l0, l1, c, c));
    }
  }

  /// Rims that cross; seen along n they are circles only if the caps are parallel.
  void cross_circles() {
    if (pa_.normal.cross(pb_.normal).norm() > 1e-7) return;
    const Vec<3> off = pa_.lift(pb_.rim.centre, n_) - pa_.rim.centre;
    const double d = off.norm(), ra = pa_.rim.radius, rb = pb_.rim.radius;
    if (!(d > std::abs(ra - rb)) || !(d < ra + rb)) return;
    const double x = (d * d + ra * ra - rb * rb) / (2.0 * d);
    const Vec<3> u = off / d, v = pa_.normal.cross(u);
    const double y = std::sqrt(std::max(0.0, ra * ra - x * x));
    add(pa_.rim.centre + x * u + y * v, feature_of(circle_number, 0, circle_number, 0));
    add(pa_.rim.centre + x * u - y * v, feature_of(circle_number, 1, circle_number, 0));
  }

  const ConvexBody &a_, &b_;
  const Vec<3> n_;
  const Emitter& emit_;
  double size_;
  std::size_t first_;
  Patch pa_, pb_;
  double least_ = infinity;
};

}  // namespace

void patch_contacts(const ConvexBody& a, const ConvexBody& b, const Direction& direction,
                    const Emitter& emit) {
  Overlap overlap(a, b, direction, emit);
  const double least = overlap.run();
  if (least > direction.separation + 1e-12 * std::min(a.size, b.size))
    overlap.add_witness(direction);
}

}  // namespace nonsmooth
