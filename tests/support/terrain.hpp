// SPDX-License-Identifier: Apache-2.0
// Terrain for tests of bodies.
#pragma once

#include "nonsmooth/collide/triangle_mesh.hpp"

namespace nonsmooth::testing {

/// The surface of a height field of unit spacing as a mesh, all diagonals alike.
inline TriangleMesh mesh_of(const Matrix& heights) {
  const int rows = static_cast<int>(heights.rows()), side = static_cast<int>(heights.cols());
  std::vector<Vec<3>> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < side; ++j) vertices.push_back(Vec<3>(i, j, heights(i, j)));
  for (int i = 0; i + 1 < rows; ++i)
    for (int j = 0; j + 1 < side; ++j) {
      const int a = i * side + j;
      triangles.push_back({a, a + side, a + side + 1});
      triangles.push_back({a, a + side + 1, a + 1});
    }
  return TriangleMesh(vertices, triangles);
}

}  // namespace nonsmooth::testing
