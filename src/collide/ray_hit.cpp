// SPDX-License-Identifier: Apache-2.0
// A segment x(t) = from + t (to - from), t in [0, 1], is inside a convex shape for an interval of t
// that is the intersection of those of its planes and its quadric; it enters where that begins, if
// it begins within the segment. Meshes ask their tree, fields walk over the cells on their way.
#include "collide/surface_view.hpp"
#include "nonsmooth/collide/contact.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using Hit = std::optional<double>;

struct Interval {
  double low = -infinity, high = infinity;

  void cut(double from, double to) {
    low = std::max(low, from);
    high = std::min(high, to);
  }
  /// Keeps where `start + t (end - start)` is not positive.
  void cut_plane(double start, double end) {
    if (start <= 0.0 && end <= 0.0 && start == end) return;
    if (start == end) return cut(infinity, -infinity);
    const double zero = start / (start - end);
    start > end ? cut(zero, infinity) : cut(-infinity, zero);
  }
  Hit entry() const {
    if (low >= 0.0 && low <= 1.0 && low < high) return low;
    return std::nullopt;
  }
};

/// Where a t^2 + 2 b t + c <= 0 for a > 0; c is exact near the surface, so the roots come from it.
Interval between_roots(double a, double b, double c) {
  const double discriminant = b * b - a * c;
  if (!(a > 0.0)) return c <= 0.0 ? Interval{} : Interval{infinity, -infinity};
  if (discriminant <= 0.0) return {infinity, -infinity};
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  const double first = q / a, second = c / q;
  return {std::min(first, second), std::max(first, second)};
}

struct Ray {
  Vec<3> from, to;
  Vec<3> along = to - from;

  Hit operator()(const Sphere& s) const { return ball(Vec<3>::Zero(), s.radius).entry(); }

  Hit operator()(const HalfSpace& s) const {
    const Vec<3> normal = s.normal.normalized();
    const double offset = s.offset / s.normal.norm();
    Interval inside;
    inside.cut_plane(normal.dot(from) - offset, normal.dot(to) - offset);
    return inside.entry();
  }

  Hit operator()(const Capsule& s) const {
    const Interval parts[] = {barrel(s.radius, -s.half_length, s.half_length),
                              ball({0, 0, -s.half_length}, s.radius),
                              ball({0, 0, s.half_length}, s.radius)};
    Interval whole{infinity, -infinity};  // convex: the parts that are met overlap
    for (const Interval& part : parts) {
      if (!(part.low < part.high)) continue;
      whole.low = std::min(whole.low, part.low);
      whole.high = std::max(whole.high, part.high);
    }
    return whole.entry();
  }

  Hit operator()(const Cylinder& s) const {
    return barrel(s.radius, -s.half_length, s.half_length).entry();
  }

  Hit operator()(const Cone& s) const {
    const double apex = 0.75 * s.height, slope = s.radius / s.height;
    Interval inside = below_cone(apex, slope);
    inside.cut_plane(-s.height / 4 - from.z(), -s.height / 4 - to.z());
    return inside.entry();
  }

  Hit operator()(const Cuboid& s) const {
    Interval inside;
    for (int axis = 0; axis < 3; ++axis) {
      inside.cut_plane(from[axis] - s.half_extents[axis], to[axis] - s.half_extents[axis]);
      inside.cut_plane(-from[axis] - s.half_extents[axis], -to[axis] - s.half_extents[axis]);
    }
    return inside.entry();
  }

  Hit operator()(const ConvexHull& s) const {
    Interval inside;
    for (const ConvexHull::Face& face : s.faces())
      inside.cut_plane(face.normal.dot(from) - face.offset, face.normal.dot(to) - face.offset);
    return inside.entry();
  }

  Hit operator()(const TriangleMesh& s) const { return within(s.first_hit(from, to)); }
  Hit operator()(const HeightField& s) const;

  Hit operator()(const Circle& s) const {
    return between_roots(along.head<2>().squaredNorm(), from.head<2>().dot(along.head<2>()),
                         from.head<2>().squaredNorm() - s.radius * s.radius)
        .entry();
  }

  Hit operator()(const Polygon& s) const {
    Interval inside;
    for (std::size_t k = 0; k < s.vertices.size(); ++k) {
      const Vec<2>& tail = s.vertices[k];
      const Vec<2> edge = s.vertices[(k + 1) % s.vertices.size()] - tail;
      const Vec<2> normal(edge.y(), -edge.x());
      inside.cut_plane(normal.dot(from.head<2>() - tail), normal.dot(to.head<2>() - tail));
    }
    return inside.entry();
  }

  /// From either side.
  Hit operator()(const Segment& s) const {
    const Vec<2> edge = s.b - s.a, normal(edge.y(), -edge.x());
    const double start = normal.dot(from.head<2>() - s.a), end = normal.dot(to.head<2>() - s.a);
    if (start == end || (start > 0.0 && end > 0.0) || (start < 0.0 && end < 0.0))
      return std::nullopt;
    const double t = start / (start - end);
    const double place = edge.dot(from.head<2>() + t * along.head<2>() - s.a) / edge.squaredNorm();
    return place >= 0.0 && place <= 1.0 ? Hit(t) : std::nullopt;
  }

  /// Parts one by one: the first that is entered.
  Hit operator()(const Compound& s) const {
    Hit first;
    for (std::size_t k = 0; k < s.parts.size(); ++k) {
      const Hit hit = ray_hit(s.parts[k], s.poses[k], from, to);
      if (hit && (!first || *hit < *first)) first = hit;
    }
    return first;
  }

 private:
  static Hit within(double t) { return t <= 1.0 ? Hit(t) : std::nullopt; }

  Interval ball(const Vec<3>& centre, double radius) const {
    const Vec<3> offset = from - centre;
    return between_roots(along.squaredNorm(), offset.dot(along),
                         offset.squaredNorm() - radius * radius);
  }

  Interval barrel(double radius, double low, double high) const {
    Interval inside =
        between_roots(along.head<2>().squaredNorm(), from.head<2>().dot(along.head<2>()),
                      from.head<2>().squaredNorm() - radius * radius);
    inside.cut_plane(from.z() - high, to.z() - high);
    inside.cut_plane(low - from.z(), low - to.z());
    return inside;
  }

  /// x^2 + y^2 <= slope^2 (apex - z)^2, z <= apex.
  Interval below_cone(double apex, double slope) const {
    const double down = apex - from.z(), square = slope * slope;
    const double a = along.head<2>().squaredNorm() - square * along.z() * along.z();
    const double b = from.head<2>().dot(along.head<2>()) + square * down * along.z();
    const double c = from.head<2>().squaredNorm() - square * down * down;
    Interval inside;
    if (a > 1e-14 * along.squaredNorm()) {
      inside = between_roots(a, b, c);
    } else if (a < -1e-14 * along.squaredNorm()) {
      // steeper than the side: inside one nappe up to a root, inside the other from the next on
      const double root = std::sqrt(std::max(0.0, b * b - a * c));
      const double q = -(b + std::copysign(root, b));
      const double first = q / a, second = q != 0.0 ? c / q : first;
      along.z() > 0.0 ? inside.cut(-infinity, std::min(first, second))
                      : inside.cut(std::max(first, second), infinity);
    } else {
      inside.cut_plane(c, c + 2.0 * b);
    }
    inside.cut_plane(from.z() - apex, to.z() - apex);
    return inside;
  }
};

// Column by column along the axis with more cells on the way; in each, the cells that the segment
// can touch, generously, because the triangles decide.
Hit Ray::operator()(const HeightField& s) const {
  const FieldView view{s};
  const int major = std::abs(along.x()) >= std::abs(along.y()) ? 0 : 1, minor = 1 - major;
  Interval part{0.0, 1.0};
  for (int axis = 0; axis < 3; ++axis) {
    const double slack = 1e-9 * s.spacing();
    part.cut_plane(from[axis] - s.box().upper[axis] - slack,
                   to[axis] - s.box().upper[axis] - slack);
    part.cut_plane(s.box().lower[axis] - slack - from[axis],
                   s.box().lower[axis] - slack - to[axis]);
  }
  if (!(part.low <= part.high)) return std::nullopt;
  const int cells = static_cast<int>(major == 0 ? s.heights().rows() : s.heights().cols()) - 1;
  const int others = static_cast<int>(major == 0 ? s.heights().cols() : s.heights().rows()) - 1;
  const auto cell = [&](double t, int axis) {
    return (from[axis] + t * along[axis] - s.origin()[axis]) / s.spacing();
  };
  const auto clamped = [](double x, int count) {
    return static_cast<int>(std::clamp(std::floor(x), 0.0, count - 1.0));
  };
  constexpr double slack = 1e-9;
  const int step = along[major] >= 0.0 ? 1 : -1;
  const int first = clamped(cell(part.low, major) - step * slack, cells);
  const int last = clamped(cell(part.high, major) + step * slack, cells);
  for (int i = first;; i += step) {
    Interval here = part;
    if (along[major] != 0.0) {
      const double one = (s.origin()[major] + i * s.spacing() - from[major]) / along[major];
      const double two = (s.origin()[major] + (i + 1) * s.spacing() - from[major]) / along[major];
      here.cut(std::min(one, two), std::max(one, two));
    }
    const auto [low, high] = std::minmax(
        {cell(std::min(here.low, here.high), minor), cell(std::max(here.low, here.high), minor)});
    double best = 2.0;
    for (int j = clamped(low - slack, others); j <= clamped(high + slack, others); ++j)
      for (const int t : view.triangles_of_cell(major == 0 ? i : j, major == 0 ? j : i))
        if (t >= 0) best = std::min(best, segment_through_triangle(from, to, view.corners(t)));
    if (best <= 1.0) return best;
    if (i == last) return std::nullopt;
  }
}

}  // namespace

Hit ray_hit(const Shape& shape, const Pose& pose, const Vec<3>& from, const Vec<3>& to) {
  return std::visit(Ray{pose.point_in_body(from), pose.point_in_body(to)}, shape);
}

}  // namespace nonsmooth
