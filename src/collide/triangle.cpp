// SPDX-License-Identifier: Apache-2.0
#include "collide/triangle.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace nonsmooth {

ClosestOnTriangle closest_on_triangle(const Vec<3>& point, const std::array<Vec<3>, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Vec<3> ab = b - a, ac = c - a, ap = point - a, bp = point - b, cp = point - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0.0 && d2 <= 0.0) return {a, Feature::vertex, 0};
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0.0 && d4 <= d3) return {b, Feature::vertex, 1};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {a + d1 / (d1 - d3) * ab, Feature::edge, 0};
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0.0 && d5 <= d6) return {c, Feature::vertex, 2};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {a + d2 / (d2 - d6) * ac, Feature::edge, 2};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6)
    return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), Feature::edge, 1};
  const double sum = va + vb + vc;
  return {a + vb / sum * ab + vc / sum * ac, Feature::face, 0};
}

// Watertight (Woop, Benthin, Wald 2013): corners are sheared into the plane across the segment, the
// same for all triangles, and there the side of an edge is the sign of a difference of two rounded
// products, which is never wrong, at worst zero.
double segment_through_triangle(const Vec<3>& from, const Vec<3>& to,
                                const std::array<Vec<3>, 3>& corners) {
  const Vec<3> normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const double before = normal.dot(from - corners[0]), after = normal.dot(to - corners[0]);
  if (!(before >= 0.0 && after < 0.0)) return 2.0;
  const Vec<3> along = to - from;
  int z = 0;
  along.cwiseAbs().maxCoeff(&z);
  const int x = (z + 1) % 3, y = (z + 2) % 3;
  std::array<Vec<2>, 3> flat;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3> p = corners[k] - from;
    flat[k] = {p[x] - along[x] / along[z] * p[z], p[y] - along[y] / along[z] * p[z]};
  }
  const double a = flat[1].x() * flat[2].y() - flat[1].y() * flat[2].x();
  const double b = flat[2].x() * flat[0].y() - flat[2].y() * flat[0].x();
  const double c = flat[0].x() * flat[1].y() - flat[0].y() * flat[1].x();
  if (std::min({a, b, c}) < 0.0 && std::max({a, b, c}) > 0.0) return 2.0;
  return before / (before - after);
}

}  // namespace nonsmooth
