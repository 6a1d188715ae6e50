// SPDX-License-Identifier: Apache-2.0
// Surfaces of bodies to look at. Bodies of the same form share one mesh: spheres and boxes are one
// unit mesh each, scaled; everything else is shared where the points agree.
#pragma once

#include "nonsmooth/collide/shapes.hpp"

#include <map>
#include <string>
#include <vector>

namespace nonsmooth::cli {

struct Mesh {
  std::string kind;              ///< of the shape; "sphere" is the unit sphere
  std::vector<float> points{};   ///< x y z of every corner
  std::vector<int> triangles{};  ///< three corners each, counter-clockwise from outside
  std::vector<int> lines{};      ///< two ends each
};

/// How a body is drawn: a mesh, stretched along its axes.
struct Look {
  int mesh = 0;
  Vec<3> scale = Vec<3>::Ones();
};

class Meshes {
 public:
  /// `extent`: half the side of the square drawn for a half-space, m.
  explicit Meshes(double extent = 10.0) : extent_(extent) {}
  Look add(const Shape& shape);
  const std::vector<Mesh>& all() const { return meshes_; }

 private:
  double extent_;
  std::vector<Mesh> meshes_;
  std::map<std::vector<float>, int> known_;
};

}  // namespace nonsmooth::cli
