// SPDX-License-Identifier: Apache-2.0
// A convex polyhedron: the hull of points, with its faces as planar polygons.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

class ConvexHull {
 public:
  struct Face {
    int first = 0, count = 0;  ///< its vertices in loops(), counter-clockwise seen from outside
    Vec<3> normal;             ///< unit, outwards
    double offset = 0.0;       ///< normal . x on the face
  };
  struct Edge {
    int tail = 0, head = 0;   ///< vertices
    int left = 0, right = 0;  ///< faces; `left` runs from tail to head
  };

  /// Coplanar triangles are merged into one face; points inside are dropped. Throws Error if there
  /// are fewer than four points, NaN, or all points lie in a plane (to rounding).
  explicit ConvexHull(std::span<const Vec<3>> points);

  const std::vector<Vec<3>>& vertices() const { return vertices_; }
  const std::vector<Face>& faces() const { return faces_; }
  const std::vector<int>& loops() const { return loops_; }
  const std::vector<Edge>& edges() const { return edges_; }

 private:
  std::vector<Vec<3>> vertices_;
  std::vector<Face> faces_;
  std::vector<int> loops_;
  std::vector<Edge> edges_;
};

}  // namespace nonsmooth
