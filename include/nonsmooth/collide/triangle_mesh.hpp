// SPDX-License-Identifier: Apache-2.0
// A surface of triangles: a closed solid, or an open sheet such as terrain that is solid on the
// side its normals point away from.
#pragma once

#include "nonsmooth/collide/pose.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace nonsmooth {

class TriangleMesh {
 public:
  /// Vertices that coincide are joined, triangles without area dropped, windings made to agree
  /// where neighbours differ; `repairs` says what was done. Throws Error for NaN, indices out of
  /// range, an edge with more than two triangles, or nothing left.
  TriangleMesh(std::vector<Vec<3>> vertices, std::vector<std::array<int, 3>> triangles);

  const std::vector<Vec<3>>& vertices() const { return vertices_; }
  const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }
  /// The triangle across the edge that begins at corner k of triangle i, -1 at a border.
  int neighbour(int i, int k) const {
    return neighbours_[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  }
  const Vec<3>& normal(int i) const { return normals_[static_cast<std::size_t>(i)]; }
  /// Every edge has two triangles and the volume inside is positive.
  bool closed() const { return closed_; }
  /// What was changed in the data, one line each; empty if nothing.
  const std::vector<std::string>& repairs() const { return repairs_; }

  /// Appends the triangles whose boxes overlap `box` (body axes), in ascending order.
  void overlapping(const Aabb& box, std::vector<int>& found) const;
  /// The triangle nearest to a point (the first of equally near ones), -1 if none is within reach.
  int nearest(const Vec<3>& point, double reach) const;
  /// Where the segment first meets a triangle from its front, as a fraction in [0, 1]; else
  /// above 1.
  double first_hit(const Vec<3>& from, const Vec<3>& to) const;
  const Aabb& box() const { return nodes_.front().box; }

 private:
  struct Node {  // of a tree over the triangles, in depth-first order
    Aabb box;
    int first = 0, count = 0;  // leaf: triangles in order_; else count = 0
    int skip = 0;              // the node behind this subtree
  };
  void join_vertices();
  void drop_empty_triangles();
  void find_neighbours();
  void agree_on_windings();
  void build_tree();
  int build_node(int begin, int end);
  std::array<Vec<3>, 3> corners(int i) const;

  std::vector<Vec<3>> vertices_, normals_;
  std::vector<std::array<int, 3>> triangles_, neighbours_;
  std::vector<Node> nodes_;
  std::vector<int> order_;
  std::vector<std::string> repairs_;
  bool closed_ = false;
};

}  // namespace nonsmooth
