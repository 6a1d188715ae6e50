// SPDX-License-Identifier: Apache-2.0
// Meshes and height fields seen alike: numbered triangles with corners, normals and neighbours, the
// triangles near a box, and where a point is.
#pragma once

#include "collide/triangle.hpp"
#include "nonsmooth/collide/height_field.hpp"
#include "nonsmooth/collide/triangle_mesh.hpp"

#include <vector>

namespace nonsmooth {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
constexpr int next_corner(int k) { return k == 2 ? 0 : k + 1; }
constexpr int previous_corner(int k) { return k == 0 ? 2 : k - 1; }

/// Where a point is: the feature it is nearest to, and on which side of it.
struct Place {
  int triangle = -1;  ///< -1: nothing within reach
  ClosestOnTriangle closest{};
  double distance = infinity;
  bool inside = false;
  bool column = false;  ///< so deep in a field that only the triangle above it is known
};

struct MeshView {
  const TriangleMesh& mesh;

  std::array<int, 3> vertices(int t) const { return mesh.triangles()[at(t)]; }
  std::array<Vec<3>, 3> corners(int t) const {
    const auto& [a, b, c] = mesh.triangles()[at(t)];
    return {mesh.vertices()[at(a)], mesh.vertices()[at(b)], mesh.vertices()[at(c)]};
  }
  Vec<3> normal(int t) const { return mesh.normal(t); }
  int neighbour(int t, int k) const { return mesh.neighbour(t, k); }
  void overlapping(const Aabb& box, std::vector<int>& found) const { mesh.overlapping(box, found); }
  Place locate(const Vec<3>& point, double reach) const;
  static bool leads_out(const Vec<3>&) { return true; }
  static Vec<3> way_out(const Vec<3>& normal) { return normal; }
};

/// Cell (i, j) holds the triangles 2 c and 2 c + 1, c = i (columns - 1) + j, below and above its
/// diagonal.
struct FieldView {
  const HeightField& field;

  std::array<int, 3> vertices(int t) const;
  std::array<Vec<3>, 3> corners(int t) const;
  Vec<3> normal(int t) const;
  int neighbour(int t, int k) const;
  void overlapping(const Aabb& box, std::vector<int>& found) const;
  Place locate(const Vec<3>& point, double reach) const;
  /// The way out of the ground is up: of two needles that hold a body between them, neither may
  /// push it sideways into the other.
  static bool leads_out(const Vec<3>& normal) { return normal.z() > 0.1; }
  static Vec<3> way_out(const Vec<3>&) { return Vec<3>::UnitZ(); }
  /// The triangle above or below a point; -1 outside the grid and over holes.
  int column(const Vec<3>& point) const;
  /// The two triangles of a cell; -1 for both in a hole.
  std::array<int, 2> triangles_of_cell(int i, int j) const;

 private:
  bool has_cell(int i, int j) const;
  template <class Visit>
  void for_overlapping(const Aabb& box, Visit visit) const;
  int cell_columns() const { return static_cast<int>(field.heights().cols()) - 1; }
  Vec<3> grid_point(int i, int j) const;
};

}  // namespace nonsmooth
