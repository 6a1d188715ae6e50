// SPDX-License-Identifier: Apache-2.0
// Hull of points in three steps:
//
// 1. Triangles by insertion, on points pushed outwards by 1e-9 |y|^2 (y: scaled to the unit ball).
//    The push makes whatever lies inside a flat face or on an edge lie inside by more than the
//    rounding of the side test, 1e-12, so that no triangle without area can appear. Points that
//    stick out by less than that are lost.
// 2. Triangles that lie in one plane to 1e-9 of the size become one face; its loop is the border.
// 3. Vertices with only two faces left lie on an edge and go.

#include "nonsmooth/collide/convex_hull.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr double push = 1e-9, side_tolerance = 1e-12, plane_tolerance = 1e-9;

using Triangle = std::array<int, 3>;
using Points = std::vector<Vec<3>>;

struct Facet {
  Triangle corners;
  Vec<3> normal;
  double offset;
};

Facet facet(const Points& points, int a, int b, int c) {
  const auto at = [&](int i) -> const Vec<3>& { return points[static_cast<std::size_t>(i)]; };
  const Vec<3> normal = (at(b) - at(a)).cross(at(c) - at(a)).normalized();
  return {{a, b, c}, normal, normal.dot(at(a))};
}

template <typename Measure>
int farthest(const Points& points, const Measure& measure) {
  int best = 0;
  double value = -1.0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const double m = measure(points[i]); m > value) value = m, best = static_cast<int>(i);
  return best;
}

std::array<int, 4> first_tetrahedron(const Points& p) {
  const auto at = [&](int i) -> const Vec<3>& { return p[static_cast<std::size_t>(i)]; };
  const int a = farthest(p, [](const Vec<3>& x) { return x.squaredNorm(); });
  const int b = farthest(p, [&](const Vec<3>& x) { return (x - at(a)).squaredNorm(); });
  const Vec<3> line = (at(b) - at(a)).normalized();
  const int c = farthest(p, [&](const Vec<3>& x) { return (x - at(a)).cross(line).squaredNorm(); });
  const Vec<3> normal = (at(b) - at(a)).cross(at(c) - at(a)).normalized();
  const auto height = [&](const Vec<3>& x) { return normal.dot(x - at(a)); };
  const int d = farthest(p, [&](const Vec<3>& x) { return std::abs(height(x)); });
  if (!((at(c) - at(a)).cross(line).norm() > 1e-8) || !(std::abs(height(at(d))) > 1e-8))
    throw Error(
        "ConvexHull: points: all of them lie in a plane (to 1e-8 of their extent); a solid needs "
        "points on both sides of every plane, a sheet is a TriangleMesh");
  if (height(at(d)) > 0.0) return {a, c, b, d};
  return {a, b, c, d};
}

std::vector<Facet> triangular_hull(const Points& p) {
  const auto [a, b, c, d] = first_tetrahedron(p);
  std::vector<Facet> facets{facet(p, a, b, c), facet(p, a, d, b), facet(p, b, d, c),
                            facet(p, c, d, a)};
  std::map<std::pair<int, int>, int> horizon;
  for (std::size_t i = 0; i < p.size(); ++i) {
    horizon.clear();
    const auto seen = [&](const Facet& f) {
      return f.normal.dot(p[i]) - f.offset > side_tolerance;
    };
    for (const Facet& f : facets)
      if (seen(f))
        for (std::size_t k = 0; k < 3; ++k) horizon[{f.corners[k], f.corners[(k + 1) % 3]}] = 1;
    if (horizon.empty()) continue;
    std::erase_if(facets, seen);
    for (const auto& [edge, one] : horizon)
      if (!horizon.contains({edge.second, edge.first}))
        facets.push_back(facet(p, edge.first, edge.second, static_cast<int>(i)));
  }
  return facets;
}

using Twins = std::map<std::pair<int, int>, int>;  // directed edge to the triangle it belongs to

Twins directed_edges(const std::vector<Facet>& facets) {
  Twins twins;
  for (std::size_t f = 0; f < facets.size(); ++f)
    for (std::size_t k = 0; k < 3; ++k)
      twins[{facets[f].corners[k], facets[f].corners[(k + 1) % 3]}] = static_cast<int>(f);
  return twins;
}

/// The number of the plane of every triangle; the largest triangles say where the planes are.
std::vector<int> planes(const Points& y, const std::vector<Facet>& facets, const Twins& twins) {
  const auto area = [&](int f) {
    const Triangle& t = facets[static_cast<std::size_t>(f)].corners;
    const auto at = [&](std::size_t k) -> const Vec<3>& {
      return y[static_cast<std::size_t>(t[k])];
    };
    return (at(1) - at(0)).cross(at(2) - at(0)).norm();
  };
  std::vector<int> order(facets.size()), plane(facets.size(), -1), front;
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> areas;
  for (const int f : order) areas.push_back(area(f));
  std::stable_sort(order.begin(), order.end(), [&](int f, int g) {
    return areas[static_cast<std::size_t>(f)] > areas[static_cast<std::size_t>(g)];
  });
  int count = 0;
  for (const int seed : order) {
    if (plane[static_cast<std::size_t>(seed)] >= 0) continue;
    const Triangle& t = facets[static_cast<std::size_t>(seed)].corners;
    const Facet base = facet(y, t[0], t[1], t[2]);
    const auto flat = [&](const Facet& f) {
      return std::all_of(f.corners.begin(), f.corners.end(), [&](int v) {
        return std::abs(base.normal.dot(y[static_cast<std::size_t>(v)]) - base.offset) <
               plane_tolerance;
      });
    };
    front.assign(1, seed);
    plane[static_cast<std::size_t>(seed)] = count;
    while (!front.empty()) {
      const Triangle now = facets[static_cast<std::size_t>(front.back())].corners;
      front.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const int next = twins.at({now[(k + 1) % 3], now[k]});
        int& its = plane[static_cast<std::size_t>(next)];
        if (its >= 0 || !flat(facets[static_cast<std::size_t>(next)])) continue;
        its = count;
        front.push_back(next);
      }
    }
    ++count;
  }
  return plane;
}

/// Borders of the planes as closed loops, counter-clockwise from outside.
std::vector<std::vector<int>> borders(const std::vector<Facet>& facets, const Twins& twins,
                                      const std::vector<int>& plane) {
  const int count = 1 + *std::max_element(plane.begin(), plane.end());
  std::vector<std::map<int, int>> next(static_cast<std::size_t>(count));
  for (const auto& [edge, f] : twins) {
    const int its = plane[static_cast<std::size_t>(f)];
    const int other = plane[static_cast<std::size_t>(twins.at({edge.second, edge.first}))];
    if (its != other) next[static_cast<std::size_t>(its)][edge.first] = edge.second;
  }
  std::vector<std::vector<int>> loops;
  for (const auto& step : next) {
    std::vector<int> loop;
    int v = step.begin()->first;
    do {
      loop.push_back(v);
      v = step.at(v);
    } while (v != loop.front() && loop.size() <= facets.size() * 3);
    loops.push_back(std::move(loop));
  }
  return loops;
}

void drop_collinear(std::vector<std::vector<int>>& loops, std::size_t vertex_count) {
  std::vector<int> uses(vertex_count, 0);
  for (const auto& loop : loops)
    for (const int v : loop) ++uses[static_cast<std::size_t>(v)];
  for (auto& loop : loops)
    std::erase_if(loop, [&](int v) { return uses[static_cast<std::size_t>(v)] < 3; });
}

Vec<3> newell_normal(const Points& points, const std::vector<int>& loop) {
  Vec<3> sum = Vec<3>::Zero();
  const Vec<3>& base = points[static_cast<std::size_t>(loop[0])];
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    sum += (points[static_cast<std::size_t>(loop[k])] - base)
               .cross(points[static_cast<std::size_t>(loop[k + 1])] - base);
  return sum.normalized();
}

/// Scaled to the unit ball about the mean.
Points scaled(std::span<const Vec<3>> points) {
  if (points.size() < 4)
    throw Error("ConvexHull: points: " + std::to_string(points.size()) +
                " given, a solid needs at least four");
  Vec<3> lower = points[0], upper = points[0];
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite())
      throw Error("ConvexHull: points: number " + std::to_string(i) +
                  " is not finite; remove it or repair the data");
    lower = lower.cwiseMin(points[i]), upper = upper.cwiseMax(points[i]);
  }
  const Vec<3> centre = 0.5 * (lower + upper);
  const double size = std::max((upper - lower).norm() / 2.0, 1e-300);
  Points y;
  for (const Vec<3>& x : points) y.push_back((x - centre) / size);
  return y;
}

}  // namespace

ConvexHull::ConvexHull(std::span<const Vec<3>> points) {
  const Points y = scaled(points);
  Points pushed = y;
  for (Vec<3>& x : pushed) x *= 1.0 + push * x.squaredNorm();
  const std::vector<Facet> facets = triangular_hull(pushed);
  const Twins twins = directed_edges(facets);
  auto loops = borders(facets, twins, planes(y, facets, twins));
  drop_collinear(loops, points.size());

  std::vector<int> number(points.size(), -1);
  for (const auto& loop : loops)
    for (const int v : loop) number[static_cast<std::size_t>(v)] = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (number[i] == 0) {
      number[i] = static_cast<int>(vertices_.size());
      vertices_.push_back(points[i]);
    }
  std::map<std::pair<int, int>, int> left;
  for (auto& loop : loops) {
    if (loop.size() < 3) continue;
    for (int& v : loop) v = number[static_cast<std::size_t>(v)];
    Face face{static_cast<int>(loops_.size()), static_cast<int>(loop.size()),
              newell_normal(vertices_, loop), -infinity};
    for (std::size_t k = 0; k < loop.size(); ++k) {
      face.offset =
          std::max(face.offset, face.normal.dot(vertices_[static_cast<std::size_t>(loop[k])]));
      left[{loop[k], loop[(k + 1) % loop.size()]}] = static_cast<int>(faces_.size());
    }
    loops_.insert(loops_.end(), loop.begin(), loop.end());
    faces_.push_back(face);
  }
  for (const auto& [edge, face] : left) {
    const auto twin = left.find({edge.second, edge.first});
    if (twin == left.end())
      throw Error(
          "ConvexHull: points: neighbouring faces do not fit together at a distance of "
          "1e-9 of the extent; round the points or remove those that nearly coincide");
    if (edge.first < edge.second) edges_.push_back({edge.first, edge.second, face, twin->second});
  }
}

}  // namespace nonsmooth
