// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/io/tessellate.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <map>

namespace nonsmooth::io {
namespace {

constexpr double pi = 3.14159265358979323846;

int add(Surface& surface, const Vec<3>& point) {
  surface.points.push_back(point);
  return static_cast<int>(surface.points.size()) - 1;
}

// The icosahedron and its subdivisions, on the unit sphere.
Surface unit_sphere(int divisions) {
  const double g = 0.5 * (1.0 + std::sqrt(5.0));
  Surface s;
  for (const Vec<3>& p : {Vec<3>(-1, g, 0), Vec<3>(1, g, 0), Vec<3>(-1, -g, 0), Vec<3>(1, -g, 0),
                          Vec<3>(0, -1, g), Vec<3>(0, 1, g), Vec<3>(0, -1, -g), Vec<3>(0, 1, -g),
                          Vec<3>(g, 0, -1), Vec<3>(g, 0, 1), Vec<3>(-g, 0, -1), Vec<3>(-g, 0, 1)})
    add(s, p.normalized());
  s.polygons = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int k = 0; k < divisions; ++k) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, fresh] = middles.emplace(std::minmax(a, b), 0);
      if (fresh) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        at->second = add(s, (s.points[i] + s.points[j]).normalized());
      }
      return at->second;
    };
    std::vector<std::vector<int>> finer;
    for (const auto& t : s.polygons) {
      const int ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
      finer.insert(finer.end(), {{t[0], ab, ca}, {t[1], bc, ab}, {t[2], ca, bc}, {ab, bc, ca}});
    }
    s.polygons = std::move(finer);
  }
  return s;
}

struct Tessellator {
  const Fineness& fineness;

  // Rings about the z axis from below to above, closed by polygons or ending in a point (radius 0).
  Surface revolve(const std::vector<std::pair<double, double>>& rings) const {  // radius, z
    const int n = fineness.circle;
    Surface s;
    std::vector<std::vector<int>> loops;
    for (const auto& [radius, z] : rings) {
      auto& loop = loops.emplace_back();
      for (int i = 0; i < (radius > 0.0 ? n : 1); ++i) {
        const double angle = 2.0 * pi * i / n;
        loop.push_back(add(s, {radius * std::cos(angle), radius * std::sin(angle), z}));
      }
    }
    const auto at = [&](const std::vector<int>& loop, int i) {
      return loop.size() == 1 ? loop[0] : loop[static_cast<std::size_t>(i % n)];
    };
    for (std::size_t k = 0; k + 1 < loops.size(); ++k)
      for (int i = 0; i < n; ++i) {
        std::vector<int> polygon{at(loops[k], i), at(loops[k], i + 1), at(loops[k + 1], i + 1),
                                 at(loops[k + 1], i)};
        if (loops[k].size() == 1) polygon.erase(polygon.begin());
        if (loops[k + 1].size() == 1) polygon.pop_back();
        s.polygons.push_back(std::move(polygon));
      }
    if (loops.front().size() > 1)
      s.polygons.emplace_back(loops.front().rbegin(), loops.front().rend());
    if (loops.back().size() > 1) s.polygons.push_back(loops.back());
    return s;
  }

  Surface operator()(const Sphere& shape) const {
    Surface s = unit_sphere(fineness.sphere);
    for (Vec<3>& point : s.points) point *= shape.radius;
    return s;
  }
  Surface operator()(const HalfSpace& shape) const {
    const Vec<3> normal = shape.normal.normalized();
    const Mat<3> turn =
        Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), normal).toRotationMatrix();
    Surface s;
    for (const auto& [x, y] :
         {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)})
      add(s, shape.offset / shape.normal.norm() * normal +
                 turn * Vec<3>(x * fineness.extent, y * fineness.extent, 0.0));
    s.polygons = {{0, 1, 2, 3}};
    return s;
  }
  Surface operator()(const Capsule& shape) const {
    const int quarter = std::max(2, fineness.circle / 4);
    std::vector<std::pair<double, double>> rings;
    for (const int side : {-1, 1})
      for (int i = 0; i <= quarter; ++i) {
        const double angle = 0.5 * pi * (side < 0 ? i - quarter : i) / quarter;
        const bool pole = side < 0 ? i == 0 : i == quarter;
        rings.emplace_back(pole ? 0.0 : shape.radius * std::cos(angle),
                           side * shape.half_length + shape.radius * std::sin(angle));
      }
    return revolve(rings);
  }
  Surface operator()(const Cylinder& shape) const {
    return revolve({{shape.radius, -shape.half_length}, {shape.radius, shape.half_length}});
  }
  Surface operator()(const Cone& shape) const {
    return revolve({{shape.radius, -0.25 * shape.height}, {0.0, 0.75 * shape.height}});
  }
  Surface operator()(const Cuboid& shape) const {
    Surface s;
    for (int i = 0; i < 8; ++i)
      add(s,
          Vec<3>(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).cwiseProduct(shape.half_extents));
    s.polygons = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                  {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    return s;
  }
  Surface operator()(const ConvexHull& shape) const {
    Surface s;
    s.points = shape.vertices();
    for (const ConvexHull::Face& face : shape.faces()) {
      const auto begin = shape.loops().begin() + face.first;
      s.polygons.emplace_back(begin, begin + face.count);
    }
    return s;
  }
  Surface operator()(const TriangleMesh& shape) const {
    Surface s;
    s.points = shape.vertices();
    for (const auto& triangle : shape.triangles())
      s.polygons.emplace_back(triangle.begin(), triangle.end());
    return s;
  }
  Surface operator()(const HeightField& shape) const {
    const Matrix& z = shape.heights();
    Surface s;
    for (Eigen::Index j = 0; j < z.cols(); ++j)
      for (Eigen::Index i = 0; i < z.rows(); ++i)
        add(s, {shape.origin().x() + static_cast<double>(i) * shape.spacing(),
                shape.origin().y() + static_cast<double>(j) * shape.spacing(),
                std::isnan(z(i, j)) ? 0.0 : z(i, j)});
    for (Eigen::Index j = 0; j + 1 < z.cols(); ++j)
      for (Eigen::Index i = 0; i + 1 < z.rows(); ++i) {
        if (z.block<2, 2>(i, j).hasNaN()) continue;
        const int a = static_cast<int>(i + j * z.rows()), b = a + 1,
                  d = static_cast<int>(i + (j + 1) * z.rows()), c = d + 1;
        s.polygons.push_back({a, b, c});
        s.polygons.push_back({a, c, d});
      }
    return s;
  }
  Surface operator()(const Circle& shape) const {
    Surface s;
    auto& polygon = s.polygons.emplace_back();
    for (int i = 0; i < fineness.circle; ++i) {
      const double angle = 2.0 * pi * i / fineness.circle;
      polygon.push_back(
          add(s, {shape.radius * std::cos(angle), shape.radius * std::sin(angle), 0.0}));
    }
    return s;
  }
  Surface operator()(const Polygon& shape) const {
    Surface s;
    auto& polygon = s.polygons.emplace_back();
    for (const Vec<2>& vertex : shape.vertices)
      polygon.push_back(add(s, {vertex.x(), vertex.y(), 0.0}));
    return s;
  }
  Surface operator()(const Segment& shape) const {
    Surface s;
    s.lines = {{add(s, {shape.a.x(), shape.a.y(), 0.0}), add(s, {shape.b.x(), shape.b.y(), 0.0})}};
    return s;
  }
  Surface operator()(const Compound& shape) const {
    Surface all;
    for (std::size_t k = 0; k < shape.parts.size(); ++k) {
      const Surface part = tessellate(shape.parts[k], fineness);
      const int first = static_cast<int>(all.points.size());
      for (const Vec<3>& point : part.points) all.points.push_back(shape.poses[k].point(point));
      const auto append = [&](const auto& from, auto& to) {
        for (std::vector<int> cell : from) {
          for (int& corner : cell) corner += first;
          to.push_back(std::move(cell));
        }
      };
      append(part.polygons, all.polygons);
      append(part.lines, all.lines);
    }
    return all;
  }
};

}  // namespace

Surface tessellate(const Shape& shape, const Fineness& fineness) {
  return std::visit(Tessellator{fineness}, shape);
}

}  // namespace nonsmooth::io
