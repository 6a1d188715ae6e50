// SPDX-License-Identifier: Apache-2.0
// Surfaces and bodies for tests.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/collide/shapes.hpp"

#include <cmath>

namespace nonsmooth::surfaces {

/// z = height(x, y) on n x n cells of the square [-size, size]^2; diagonals alternate.
template <class Height>
TriangleMesh sheet(int n, double size, Height height) {
  std::vector<Vec<3>> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const double x = size * (2.0 * i / n - 1.0), y = size * (2.0 * j / n - 1.0);
      vertices.emplace_back(x, y, height(x, y));
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int a = i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
      if ((i + j) % 2 == 0)
        triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
      else
        triangles.insert(triangles.end(), {{a, b, d}, {b, c, d}});
    }
  return {vertices, triangles};
}

template <class Height>
HeightField field(int n, double size, Height height) {
  Matrix heights(n + 1, n + 1);
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      heights(i, j) = height(size * (2.0 * i / n - 1.0), size * (2.0 * j / n - 1.0));
  return {heights, 2.0 * size / n, Vec<2>::Constant(-size)};
}

inline Vec<3> random_point(Random& random, double size) {
  return size * Vec<3>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

inline Mat<3> random_rotation(Random& random) {
  return rotation_matrix(
      Vec<4>(random.normal(), random.normal(), random.normal(), random.normal()));
}

inline ConvexHull random_hull(Random& random, double size) {
  std::vector<Vec<3>> points;
  for (int k = 4 + random.below(12); k > 0; --k) points.push_back(random_point(random, size));
  return ConvexHull(points);
}

}  // namespace nonsmooth::surfaces
