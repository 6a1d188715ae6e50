// SPDX-License-Identifier: Apache-2.0
// The direction n with the largest separation s(n) of two convex bodies.
//
// Apart: the closest points (closest_points.hpp). In penetration s has several local maxima, and
// the largest of them is wanted: a polytope P inside M = A - B grows until its face nearest to the
// origin lies on the surface of M (expanding polytope). Its offset is a lower bound of the depth,
// every -s(n) an upper one; when they meet to 1e-10 of the size, the search ends and the direction
// is made exact from the features it points at.
//
// G. van den Bergen, Proximity queries and penetration depth computation, GDC 2001.

#include "collide/body.hpp"
#include "collide/closest_points.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double search_tolerance = 1e-10, nearly_touching = 1e-9;

void consider(const ConvexBody& a, const ConvexBody& b, const Vec<3>& n, Direction& best) {
  if (const double s = separation(a, b, n); s > best.separation)
    best.normal = n, best.separation = s;
}

/// Caps and faces: flat contacts are found here at once.
Direction best_flat(const ConvexBody& a, const ConvexBody& b) {
  Direction best;
  const auto try_body = [&](const ConvexBody& body, double sign) {
    if (body.is_frustum) {
      consider(a, b, sign * body.frustum.axes.col(2), best);
      consider(a, b, -sign * body.frustum.axes.col(2), best);
    }
    for (int f = 0; f < body.polytope.solid_faces; ++f)
      consider(a, b, sign * body.polytope.normal(f), best);
  };
  try_body(b, 1.0), try_body(a, -1.0);
  return best;
}

class ExpandingPolytope {
 public:
  ExpandingPolytope(const ConvexBody& a, const ConvexBody& b)
      : a_(a), b_(b), size_(a.size + b.size) {}

  /// Improves the direction to the best one of all.
  void run(Direction& best) {
    if (!start(best)) return;
    while (vertex_count_ < max_vertices) {
      int nearest = 0;
      double offset = infinity;
      for (int i = 0; i < face_count_; ++i)
        if (faces_[static_cast<std::size_t>(i)].offset < offset)
          nearest = i, offset = faces_[static_cast<std::size_t>(i)].offset;
      if (offset >= -best.separation - search_tolerance * size_) return;
      const Vec<3> normal = faces_[static_cast<std::size_t>(nearest)].normal;
      const Vec<3> w = support(normal, best);
      if (normal.dot(w) - offset <= 1e-13 * size_ || !add(w, nearest)) return;
    }
  }

 private:
  static constexpr int max_vertices = 250, max_faces = 600;
  struct Face {
    std::array<int, 3> v;
    Vec<3> normal;
    double offset;
  };

  /// Point of M farthest along m; the direction from B to A is -m.
  Vec<3> support(const Vec<3>& m, Direction& best) {
    const Vec<3> w = a_.support(m) - b_.support(-m);
    if (-m.dot(w) > best.separation) best.separation = -m.dot(w), best.normal = -m;
    return w;
  }
  const Vec<3>& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }

  bool push(int i, int j, int k) {
    if (face_count_ == max_faces) return false;
    const Vec<3> cross = (vertex(j) - vertex(i)).cross(vertex(k) - vertex(i));
    const double length = cross.norm();
    Face& f = faces_[static_cast<std::size_t>(face_count_++)];
    f.v = {i, j, k};
    if (length > 1e-30 * size_ * size_) {
      f.normal = cross / length;
      f.offset = f.normal.dot(vertex(i));
    } else {  // never the nearest, never seen from outside
      f.normal.setZero();
      f.offset = infinity;
    }
    return true;
  }

  /// A tetrahedron of points of M; M is solid because one of the bodies is.
  bool start(Direction& best) {
    auto& w = vertices_;
    w[0] = support(-best.normal, best);
    w[1] = support(best.normal, best);
    const Vec<3> line = (w[1] - w[0]).normalized();
    const Vec<3> across = any_orthogonal(line), other = line.cross(across);
    const auto off_line = [&](const Vec<3>& p) { return (p - w[0]).cross(line).norm(); };
    w[2] = w[0];
    for (const Vec<3>& m : {across, Vec<3>(-across), other, Vec<3>(-other)})
      if (const Vec<3> p = support(m, best); off_line(p) > off_line(w[2])) w[2] = p;
    const Vec<3> normal = (w[1] - w[0]).cross(w[2] - w[0]).normalized();
    const Vec<3> up = support(normal, best), down = support(-normal, best);
    const double above = normal.dot(up - w[0]), below = -normal.dot(down - w[0]);
    if (!(std::max(above, below) > 1e-12 * size_)) return false;
    w[3] = above >= below ? up : down;
    if (above >= below) std::swap(w[1], w[2]);  // faces look outwards
    vertex_count_ = 4;
    return push(0, 1, 2) && push(0, 3, 1) && push(1, 3, 2) && push(2, 3, 0);
  }

  /// Replaces what is seen from w, beginning with face `first` and going from neighbour to
  /// neighbour: rounding must not tear a second hole.
  bool add(const Vec<3>& w, int first) {
    const int last = vertex_count_++;
    vertices_[static_cast<std::size_t>(last)] = w;
    edge_count_ = 0;
    if (!take(first)) return false;
    for (bool more = true; more;) {
      more = false;
      for (int i = 0; i < face_count_; ++i) {
        const Face& f = faces_[static_cast<std::size_t>(i)];
        const bool seen = f.offset == infinity || f.normal.dot(w) > f.offset + 1e-14 * size_;
        if (!seen || !borders(f)) continue;
        if (!take(i--)) return false;
        more = true;
      }
    }
    for (int i = 0; i < edge_count_; ++i) {
      const auto& e = edges_[static_cast<std::size_t>(i)];
      if (!push(e[0], e[1], last)) return false;
    }
    return true;
  }

  bool borders(const Face& f) const {
    for (int i = 0; i < edge_count_; ++i) {
      const auto& e = edges_[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < 3; ++k)
        if (f.v[k] == e[1] && f.v[(k + 1) % 3] == e[0]) return true;
    }
    return false;
  }

  bool take(int i) {
    const Face f = faces_[static_cast<std::size_t>(i)];
    faces_[static_cast<std::size_t>(i)] = faces_[static_cast<std::size_t>(--face_count_)];
    return toggle(f.v[0], f.v[1]) && toggle(f.v[1], f.v[2]) && toggle(f.v[2], f.v[0]);
  }

  /// Edges met in both senses are inside the part that is seen.
  bool toggle(int from, int to) {
    for (int i = 0; i < edge_count_; ++i) {
      auto& e = edges_[static_cast<std::size_t>(i)];
      if (e[0] != to || e[1] != from) continue;
      e = edges_[static_cast<std::size_t>(--edge_count_)];
      return true;
    }
    if (edge_count_ == max_faces) return false;
    edges_[static_cast<std::size_t>(edge_count_++)] = {from, to};
    return true;
  }

  const ConvexBody &a_, &b_;
  double size_;
  std::array<Vec<3>, max_vertices> vertices_;
  std::array<Face, max_faces> faces_;
  std::array<std::array<int, 2>, max_faces> edges_;
  int vertex_count_ = 0, face_count_ = 0, edge_count_ = 0;
};

/// A sheet is left by its front: behind it, the body goes on.
ConvexBody solid_behind(const ConvexBody& sheet, double depth) {
  ConvexBody solid = sheet;
  if (!sheet.is_frustum && sheet.polytope.faces.size() == 2)
    solid.extrusion = -depth * sheet.polytope.normal(0);
  return solid;
}

}  // namespace

Direction best_direction(const ConvexBody& a, const ConvexBody& b, double enough) {
  const double size = a.size + b.size;
  Direction best = best_flat(a, b);
  best.beyond = best.separation > enough;
  if (best.beyond) return best;
  Simplex simplex;
  const ClosestPoints closest = closest_points(
      [&](const Vec<3>& m) { return a.support(m); }, [&](const Vec<3>& m) { return b.support(m); },
      best.normal, size, simplex, enough, search_tolerance);
  best.beyond = closest.lower > enough;
  if (best.beyond) return best;
  if (!closest.meet && closest.difference.norm() > nearly_touching * size) {
    consider(a, b, closest.difference.normalized(), best);
    return polished(a, b, best);
  }
  const ConvexBody solid_a = solid_behind(a, 2.0 * size), solid_b = solid_behind(b, 2.0 * size);
  best.separation = -infinity;
  consider(solid_a, solid_b, Vec<3>(best.normal), best);
  ExpandingPolytope(solid_a, solid_b).run(best);
  return polished(solid_a, solid_b, best);
}

}  // namespace nonsmooth
