// SPDX-License-Identifier: Apache-2.0
// One triangle: its closest point to another point and the feature that holds it, and where a line
// passes through it.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <array>

namespace nonsmooth {

enum class Feature { face, edge, vertex };

struct ClosestOnTriangle {
  Vec<3> point;
  Feature feature = Feature::face;
  int corner = 0;  ///< the vertex, or where the edge begins
};

/// Exact up to rounding also for points on the triangle and for slim triangles (Ericson 2005, 5.1).
ClosestOnTriangle closest_on_triangle(const Vec<3>& point, const std::array<Vec<3>, 3>& corners);

/// Fraction of the segment at which it passes through the triangle from the side its normal points
/// to; above 1 if it does not. Edges belong to the triangle: no line slips between two neighbours.
double segment_through_triangle(const Vec<3>& from, const Vec<3>& to,
                                const std::array<Vec<3>, 3>& corners);

}  // namespace nonsmooth
