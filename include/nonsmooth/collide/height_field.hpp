// SPDX-License-Identifier: Apache-2.0
// Terrain z = height(x, y) on a regular grid, solid below. Every cell is two triangles that share
// the diagonal from its (0, 0) to its (1, 1) corner.
#pragma once

#include "nonsmooth/collide/pose.hpp"

#include <optional>
#include <vector>

namespace nonsmooth {

class HeightField {
 public:
  /// heights(i, j) at x = origin.x + i spacing, y = origin.y + j spacing. Throws Error for fewer
  /// than 2 x 2 points, a spacing that is not positive, infinite heights. NaN is a hole: its cells
  /// have no surface.
  HeightField(Matrix heights, double spacing, Vec<2> origin = Vec<2>::Zero());

  const Matrix& heights() const { return heights_; }
  double spacing() const { return spacing_; }
  const Vec<2>& origin() const { return origin_; }
  const Aabb& box() const { return box_; }
  /// Surface above (x, y); nothing outside the grid and over holes.
  std::optional<double> height(double x, double y) const;

 private:
  Matrix heights_;
  double spacing_ = 1.0;
  Vec<2> origin_;
  Aabb box_;
};

}  // namespace nonsmooth
