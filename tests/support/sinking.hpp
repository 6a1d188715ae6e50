// SPDX-License-Identifier: Apache-2.0
// How far a rock and the ground are in each other, by other means than those of the library.
//
//   corner   the lowest corner of the rock under the surface, along z
//   edge     the lowest point of an edge of the rock under the surface, along z: a rock that is
//            threaded through a ridge has its corners on both sides of it, and above ground
//   ridge    the deepest point of an edge of the ground in the rock: the largest ball about it
//            that the rock holds. Corners see nothing of a ridge that enters a face.
//   centre   the centre of mass under the surface, along z
//
// All in m, 0 where there is none.
#pragma once

#include "nonsmooth/collide/convex_hull.hpp"
#include "nonsmooth/collide/height_field.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::testing {

struct Sinking {
  double corner = 0.0, edge = 0.0, ridge = 0.0, centre = 0.0;
  double most() const { return std::max({corner, edge, ridge, centre}); }
};

inline Sinking worse_of(const Sinking& a, const Sinking& b) {
  return {std::max(a.corner, b.corner), std::max(a.edge, b.edge), std::max(a.ridge, b.ridge),
          std::max(a.centre, b.centre)};
}

inline double below(const HeightField& field, const Vec<3>& x) {
  const std::optional<double> z = field.height(x[0], x[1]);
  return z ? std::max(0.0, *z - x[2]) : 0.0;
}

/// Of the lowest point between the ends of a segment. Over the ground its height bends only where
/// it crosses lines of the grid or diagonals of its cells.
inline double below(const HeightField& field, const Vec<3>& tail, const Vec<3>& head) {
  double most = 0.0;
  const Vec<3> across(1.0, -1.0, 0.0);
  for (const Vec<3>& lines : {Vec<3>(Vec<3>::UnitX()), Vec<3>(Vec<3>::UnitY()), across}) {
    const double origin = lines.head<2>().dot(field.origin());
    const double a = (lines.dot(tail) - origin) / field.spacing();
    const double b = (lines.dot(head) - origin) / field.spacing();
    for (double line = std::ceil(std::min(a, b)); line < std::max(a, b); line += 1.0)
      most = std::max(most, below(field, tail + (line - a) / (b - a) * (head - tail)));
  }
  return most;
}

/// Whether a part of the segment, in the axes of the hull, is deeper in it than `depth`.
inline bool holds_part_of(const ConvexHull& hull, const Vec<3>& tail, const Vec<3>& head,
                          double depth) {
  double low = 0.0, high = 1.0;
  for (const ConvexHull::Face& face : hull.faces()) {
    const double a = face.normal.dot(tail) - face.offset + depth;
    const double b = face.normal.dot(head) - face.offset + depth;
    if (a > 0.0 && b > 0.0) return false;
    if (a > 0.0) low = std::max(low, a / (a - b));
    if (b > 0.0) high = std::min(high, a / (a - b));
  }
  return low < high;
}

/// Depth of the deepest point of the segment to a tenth of a millimetre; those under `least` are 0.
inline double depth_of_segment(const ConvexHull& hull, const Vec<3>& tail, const Vec<3>& head,
                               double least) {
  if (!holds_part_of(hull, tail, head, least)) return 0.0;
  double low = least, high = 2.0 * least;
  while (holds_part_of(hull, tail, head, high)) low = high, high *= 2.0;
  while (high - low > 1e-4) {
    const double middle = 0.5 * (low + high);
    (holds_part_of(hull, tail, head, middle) ? low : high) = middle;
  }
  return low;
}

/// `centre` is the centre of mass, world; ridges that are in the rock by less than `least` are
/// none.
inline Sinking sinking(const ConvexHull& hull, const Pose& pose, const Vec<3>& centre,
                       const HeightField& field, double least = 1e-3) {
  Sinking result;
  result.centre = below(field, centre);
  const auto vertex = [&](int i) { return hull.vertices()[static_cast<std::size_t>(i)]; };
  Aabb box;
  for (const Vec<3>& corner : hull.vertices()) {
    const Vec<3> x = pose.point(corner);
    box.add(x);
    result.corner = std::max(result.corner, below(field, x));
  }
  for (const ConvexHull::Edge& edge : hull.edges())
    result.edge = std::max(
        result.edge, below(field, pose.point(vertex(edge.tail)), pose.point(vertex(edge.head))));
  const Matrix& heights = field.heights();
  const auto first = [&](double x) { return std::max(0, static_cast<int>(std::floor(x))); };
  const auto last = [&](double x, Eigen::Index count) {
    return std::min(static_cast<int>(count) - 1, static_cast<int>(std::ceil(x)));
  };
  const Vec<3> origin(field.origin().x(), field.origin().y(), 0.0);
  const Vec<3> low = (box.lower - origin) / field.spacing(),
               high = (box.upper - origin) / field.spacing();
  const int i1 = last(high[0], heights.rows()), j1 = last(high[1], heights.cols());
  const auto point = [&](int i, int j) {
    return Vec<3>(origin + Vec<3>(i * field.spacing(), j * field.spacing(), heights(i, j)));
  };
  for (int i = first(low[0]); i <= i1; ++i)
    for (int j = first(low[1]); j <= j1; ++j)
      for (const auto& [k, l] :
           {std::pair(i + 1, j), std::pair(i, j + 1), std::pair(i + 1, j + 1)}) {
        if (k > i1 || l > j1 || std::max(heights(i, j), heights(k, l)) < box.lower[2]) continue;
        result.ridge =
            std::max(result.ridge, depth_of_segment(hull, pose.point_in_body(point(i, j)),
                                                    pose.point_in_body(point(k, l)), least));
      }
  return result;
}

}  // namespace nonsmooth::testing
