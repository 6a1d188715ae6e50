// SPDX-License-Identifier: Apache-2.0
// Closest points of two convex sets known by their support maps (GJK, in the form with the closest
// point of a simplex by its Voronoi regions).
//
// Every step adds the support point w of M = A - B against v, the closest point so far; |v| is an
// upper bound of the distance, v.w / |v| a lower one. Ends when they agree to rounding.
//
// E. Gilbert, D. Johnson, S. Keerthi, IEEE J. Robotics and Automation 4 (1988) 193-203.
// C. Ericson, Real-Time Collision Detection, section 5.1 (closest point of triangle, tetrahedron).
#pragma once

#include "nonsmooth/base/types.hpp"

#include <Eigen/Geometry>

#include <array>

namespace nonsmooth {

struct ClosestPoints {
  Vec<3> on_a, on_b;
  Vec<3> difference;   ///< on_a - on_b; zero if the sets meet
  double lower = 0.0;  ///< the distance is at least this
  bool meet = false;
};

/// Points of M = A - B with the points of A and B they come from.
struct Simplex {
  std::array<Vec<3>, 4> w, a, b;
  std::array<double, 4> weight{};
  int count = 0;

  void keep(std::initializer_list<int> which, std::initializer_list<double> weights);
  /// Reduces the simplex to the part that holds its point closest to the origin, and returns it.
  Vec<3> reduce();

 private:
  Vec<3> reduce_segment();
  Vec<3> reduce_triangle();
  Vec<3> reduce_tetrahedron();
};

/// Point of triangle pqr closest to the origin as weights.
std::array<double, 3> closest_in_triangle(const Vec<3>& p, const Vec<3>& q, const Vec<3>& r);

/// The parameters in [0, 1] of the closest points of p + s u and q + t v.
std::array<double, 2> closest_on_segments(const Vec<3>& p, const Vec<3>& u, const Vec<3>& q,
                                          const Vec<3>& v);

/// support_a(d) is a point of A that is farthest along d. Gives up once the distance is known to
/// exceed `enough`; `tolerance` is relative to `size`, that of the shapes.
template <typename SupportA, typename SupportB>
ClosestPoints closest_points(const SupportA& support_a, const SupportB& support_b,
                             const Vec<3>& start, double size, Simplex& simplex,
                             double enough = infinity, double tolerance = 4e-16) {
  ClosestPoints best;
  Vec<3> v = start;
  if (!(v.squaredNorm() > 0.0)) v = Vec<3>::UnitX();
  simplex.count = 0;
  double last = infinity;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Vec<3> a = support_a(Vec<3>(-v)), b = support_b(v);
    const Vec<3> w = a - b;
    const double square = v.squaredNorm(), along = v.dot(w);
    const double length = std::sqrt(square);
    if (along > 0.0) best.lower = std::max(best.lower, along / length);
    if (best.lower > enough) return best;
    if (iteration > 0) {
      bool known = false;
      for (int i = 0; i < simplex.count; ++i)
        known = known ||
                (simplex.w[static_cast<std::size_t>(i)] - w).squaredNorm() <= 1e-30 * size * size;
      if (known || length - along / length <= tolerance * size) break;
    }
    const auto k = static_cast<std::size_t>(simplex.count++);
    simplex.w[k] = w, simplex.a[k] = a, simplex.b[k] = b;
    const Vec<3> next = simplex.reduce();
    if (simplex.count == 4 || next.norm() <= 1e-15 * size) {
      best.meet = true;
      return best;
    }
    if (next.squaredNorm() >= last) break;  // rounding: no progress any more
    last = next.squaredNorm();
    v = next;
    best.on_a.setZero(), best.on_b.setZero();
    for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i) {
      best.on_a += simplex.weight[i] * simplex.a[i];
      best.on_b += simplex.weight[i] * simplex.b[i];
    }
    best.difference = v;
  }
  return best;
}

}  // namespace nonsmooth
