// SPDX-License-Identifier: Apache-2.0
// The tree of boxes over the triangles of a mesh: halves by the median of the middles along their
// longest spread, stored in depth-first order. A query walks the array once and jumps over subtrees
// by their skip links; it needs no stack.
#include "collide/triangle.hpp"
#include "nonsmooth/collide/triangle_mesh.hpp"

#include <algorithm>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr int leaf_size = 4;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

double squared_distance(const Vec<3>& point, const Aabb& box) {
  return (box.lower - point).cwiseMax(point - box.upper).cwiseMax(0.0).squaredNorm();
}

/// Whether the segment meets the box before `end`, a fraction; `inverse` is 1 / (to - from).
bool meets(const Aabb& box, const Vec<3>& from, const Vec<3>& inverse, double end) {
  double low = 0.0, high = end;
  for (int axis = 0; axis < 3; ++axis) {
    const double first = (box.lower[axis] - from[axis]) * inverse[axis];
    const double last = (box.upper[axis] - from[axis]) * inverse[axis];
    // 0 * inf for a line within a plane of the box: NaN, which the comparisons ignore
    low = std::max(low, std::min(first, last));
    high = std::min(high, std::max(first, last));
  }
  return !(low > high * (1.0 + 1e-14));
}

}  // namespace

void TriangleMesh::build_tree() {
  order_.resize(triangles_.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(triangles_.size());
  build_node(0, static_cast<int>(order_.size()));
}

int TriangleMesh::build_node(int begin, int end) {
  const int self = static_cast<int>(nodes_.size());
  Node node;
  Aabb middles;
  const auto middle = [&](int i) -> Vec<3> {
    const auto [a, b, c] = corners(i);
    return a + b + c;
  };
  for (int k = begin; k < end; ++k) {
    for (const Vec<3>& corner : corners(order_[index(k)])) node.box.add(corner);
    middles.add(middle(order_[index(k)]));
  }
  nodes_.push_back(node);
  if (end - begin <= leaf_size) {
    nodes_[index(self)].first = begin;
    nodes_[index(self)].count = end - begin;
  } else {
    int axis = 0;
    (middles.upper - middles.lower).maxCoeff(&axis);
    const int half = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                     [&](int i, int j) {
                       const double a = middle(i)[axis], b = middle(j)[axis];
                       return a != b ? a < b : i < j;
                     });
    build_node(begin, half);
    build_node(half, end);
  }
  nodes_[index(self)].skip = static_cast<int>(nodes_.size());
  return self;
}

void TriangleMesh::overlapping(const Aabb& box, std::vector<int>& found) const {
  const auto begin = static_cast<std::ptrdiff_t>(found.size());
  for (int at = 0; at < static_cast<int>(nodes_.size());) {
    const Node& node = nodes_[index(at)];
    if (!box.overlaps(node.box)) {
      at = node.skip;
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k) {
      Aabb own;
      for (const Vec<3>& corner : corners(order_[index(k)])) own.add(corner);
      if (box.overlaps(own)) found.push_back(order_[index(k)]);
    }
    ++at;
  }
  std::sort(found.begin() + begin, found.end());
}

int TriangleMesh::nearest(const Vec<3>& point, double reach) const {
  int best = -1;
  double least = reach * reach;
  for (int at = 0; at < static_cast<int>(nodes_.size());) {
    const Node& node = nodes_[index(at)];
    if (squared_distance(point, node.box) > least) {
      at = node.skip;
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k) {
      const int i = order_[index(k)];
      const double squared = (point - closest_on_triangle(point, corners(i)).point).squaredNorm();
      if (squared < least || (squared == least && (best < 0 || i < best)))
        best = i, least = squared;
    }
    ++at;
  }
  return best;
}

double TriangleMesh::first_hit(const Vec<3>& from, const Vec<3>& to) const {
  const Vec<3> inverse = (to - from).cwiseInverse();
  double first = 2.0;
  for (int at = 0; at < static_cast<int>(nodes_.size());) {
    const Node& node = nodes_[index(at)];
    if (!meets(node.box, from, inverse, std::min(first, 1.0))) {
      at = node.skip;
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k)
      first = std::min(first, segment_through_triangle(from, to, corners(order_[index(k)])));
    ++at;
  }
  return first;
}

}  // namespace nonsmooth
