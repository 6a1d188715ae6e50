// SPDX-License-Identifier: Apache-2.0
// Surfaces of shapes as polygons, to look at; nothing is computed with them.
#pragma once

#include "nonsmooth/collide/shapes.hpp"

#include <vector>

namespace nonsmooth::io {

struct Surface {
  std::vector<Vec<3>> points{};
  std::vector<std::vector<int>> polygons{};  ///< counter-clockwise seen from outside
  std::vector<std::vector<int>> lines{};
};

struct Fineness {
  int sphere = 2;        ///< divisions of an icosahedron: 12, 42, 162 points
  int circle = 32;       ///< corners
  double extent = 10.0;  ///< m, half the side of the square drawn for a half-space
};

Surface tessellate(const Shape& shape, const Fineness& fineness = {});

}  // namespace nonsmooth::io
