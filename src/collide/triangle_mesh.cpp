// SPDX-License-Identifier: Apache-2.0
// Repairs a soup of triangles into an oriented surface: joined vertices, no triangles without area,
// neighbours that run along their common edge in opposite directions.
#include "nonsmooth/collide/triangle_mesh.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace nonsmooth {
namespace {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
constexpr int next(int k) { return k == 2 ? 0 : k + 1; }

std::string text(const Vec<3>& point) {
  std::ostringstream out;
  out << '(' << point.x() << ", " << point.y() << ", " << point.z() << ')';
  return out.str();
}

std::string counted(int count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

void check(const std::vector<Vec<3>>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!vertices[i].allFinite())
      throw Error("TriangleMesh: vertex " + std::to_string(i) + " is " + text(vertices[i]) +
                  "; coordinates must be finite");
  const auto count = static_cast<int>(vertices.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const int corner : triangles[i])
      if (corner < 0 || corner >= count)
        throw Error("TriangleMesh: triangle " + std::to_string(i) + " names vertex " +
                    std::to_string(corner) + ", but there are " + std::to_string(count) +
                    " vertices, counted from 0");
}

struct HalfEdge {
  int low, high;  // vertices
  int triangle, corner;
  auto operator<=>(const HalfEdge&) const = default;
};

std::vector<HalfEdge> sorted_half_edges(const std::vector<std::array<int, 3>>& triangles) {
  std::vector<HalfEdge> edges;
  edges.reserve(3 * triangles.size());
  for (int i = 0; i < static_cast<int>(triangles.size()); ++i)
    for (int k = 0; k < 3; ++k) {
      const auto& triangle = triangles[index(i)];
      const auto [low, high] = std::minmax(triangle[index(k)], triangle[index(next(k))]);
      edges.push_back({low, high, i, k});
    }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

TriangleMesh::TriangleMesh(std::vector<Vec<3>> vertices, std::vector<std::array<int, 3>> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  check(vertices_, triangles_);
  join_vertices();
  drop_empty_triangles();
  if (triangles_.empty())
    throw Error("TriangleMesh: no triangle with an area is left; expected at least one");
  find_neighbours();
  agree_on_windings();

  double volume = 0.0;
  closed_ = true;
  for (int i = 0; i < static_cast<int>(triangles_.size()); ++i) {
    const auto [a, b, c] = corners(i);
    normals_.push_back((b - a).cross(c - a).normalized());
    const Vec<3>& origin = vertices_[index(triangles_.front()[0])];
    volume += (a - origin).dot((b - origin).cross(c - origin)) / 6.0;
    for (int k = 0; k < 3; ++k) closed_ = closed_ && neighbour(i, k) >= 0;
  }
  closed_ = closed_ && volume > 0.0;
  build_tree();
}

std::array<Vec<3>, 3> TriangleMesh::corners(int i) const {
  const auto& [a, b, c] = triangles_[index(i)];
  return {vertices_[index(a)], vertices_[index(b)], vertices_[index(c)]};
}

// Vertices keep the order of their first appearance.
void TriangleMesh::join_vertices() {
  const auto before = [&](int i, int j) {
    const Vec<3>&a = vertices_[index(i)], &b = vertices_[index(j)];
    if (a != b) return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    return i < j;
  };
  std::vector<int> order(vertices_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), before);
  std::vector<int> target(vertices_.size());
  int joined = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && vertices_[index(order[k])] == vertices_[index(order[k - 1])];
    target[index(order[k])] = same ? target[index(order[k - 1])] : order[k];
    joined += same ? 1 : 0;
  }
  if (joined == 0) return;
  std::vector<int> number(vertices_.size());
  int kept = 0;
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    if (target[i] == static_cast<int>(i)) {
      vertices_[index(kept)] = vertices_[i];
      number[i] = kept++;
    }
  vertices_.resize(index(kept));
  for (auto& triangle : triangles_)
    for (int& corner : triangle) corner = number[index(target[index(corner)])];
  repairs_.push_back("joined " + counted(joined, "vertex", "vertices") +
                     " with others at the same place");
}

// A triangle is a line if its height is lost in the rounding of its longest edge.
void TriangleMesh::drop_empty_triangles() {
  const auto is_empty = [&](const std::array<int, 3>& triangle) {
    const Vec<3>& a = vertices_[index(triangle[0])];
    const Vec<3> ab = vertices_[index(triangle[1])] - a, ac = vertices_[index(triangle[2])] - a;
    const double longest = std::max({ab.norm(), ac.norm(), (ac - ab).norm()});
    if (!(longest > 0.0)) return true;
    return !((ab / longest).cross(ac / longest).norm() > 8.0 * machine_epsilon);
  };
  const auto dropped = static_cast<int>(std::erase_if(triangles_, is_empty));
  if (dropped > 0)
    repairs_.push_back("dropped " + counted(dropped, "triangle", "triangles") + " without area");
}

void TriangleMesh::find_neighbours() {
  neighbours_.assign(triangles_.size(), {-1, -1, -1});
  const std::vector<HalfEdge> edges = sorted_half_edges(triangles_);
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high)
      ++end;
    if (end - i > 2)
      throw Error("TriangleMesh: " + std::to_string(end - i) + " triangles (" +
                  std::to_string(edges[i].triangle) + ", " + std::to_string(edges[i + 1].triangle) +
                  ", " + std::to_string(edges[i + 2].triangle) + (end - i > 3 ? ", ..." : "") +
                  ") share the edge from " + text(vertices_[index(edges[i].low)]) + " to " +
                  text(vertices_[index(edges[i].high)]) +
                  "; a surface has at most two there: split the mesh");
    if (end - i == 2) {
      neighbours_[index(edges[i].triangle)][index(edges[i].corner)] = edges[i + 1].triangle;
      neighbours_[index(edges[i + 1].triangle)][index(edges[i + 1].corner)] = edges[i].triangle;
    }
    i = end;
  }
}

// Walks over every connected part. The winding that fewer triangles must give up wins; a closed
// part that had to be changed is turned so that its normals point out of it.
void TriangleMesh::agree_on_windings() {
  const auto runs_along = [&](int triangle, int from, int to) {
    const auto& corners = triangles_[index(triangle)];
    for (int k = 0; k < 3; ++k)
      if (corners[index(k)] == from && corners[index(next(k))] == to) return true;
    return false;
  };
  std::vector<int> side(triangles_.size(), 0), part;  // 0: not seen, 1: kept, -1: turned
  int turned = 0;
  for (int start = 0; start < static_cast<int>(triangles_.size()); ++start) {
    if (side[index(start)] != 0) continue;
    part.assign(1, start);
    side[index(start)] = 1;
    int against = 0;
    double volume = 0.0;
    bool open = false;
    for (std::size_t at = 0; at < part.size(); ++at) {
      const int i = part[at];
      const auto [a, b, c] = corners(i);
      const Vec<3>& origin = vertices_[index(triangles_[index(start)][0])];
      volume += side[index(i)] * (a - origin).dot((b - origin).cross(c - origin));
      against += side[index(i)] < 0 ? 1 : 0;
      for (int k = 0; k < 3; ++k) {
        const int j = neighbour(i, k);
        open = open || j < 0;
        if (j < 0) continue;
        const auto& mine = triangles_[index(i)];
        const bool agree = !runs_along(j, mine[index(k)], mine[index(next(k))]);
        const int wanted = agree ? side[index(i)] : -side[index(i)];
        if (side[index(j)] == 0) part.push_back(j), side[index(j)] = wanted;
        if (side[index(j)] != wanted)
          throw Error("TriangleMesh: windings cannot agree around the edge from " +
                      text(vertices_[index(mine[index(k)])]) + " to " +
                      text(vertices_[index(mine[index(next(k))])]) +
                      "; the surface has one side only (a Moebius strip): split it");
      }
    }
    const bool invert =
        against > 0 && (open ? 2 * against > static_cast<int>(part.size()) : volume < 0.0);
    for (const int i : part)
      if ((side[index(i)] < 0) != invert) {
        std::swap(triangles_[index(i)][1], triangles_[index(i)][2]);
        ++turned;
      }
  }
  if (turned == 0) return;
  repairs_.push_back("turned " + counted(turned, "triangle", "triangles") +
                     " to wind like their neighbours");
  find_neighbours();
}

}  // namespace nonsmooth
