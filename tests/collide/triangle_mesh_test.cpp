// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/collide/triangle_mesh.hpp"

#include "collide/triangle.hpp"
#include "nonsmooth/base/error.hpp"
#include "surfaces.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

const std::vector<Vec<3>> tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const Triangles outwards{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

std::string message(const std::vector<Vec<3>>& vertices, const Triangles& triangles) {
  try {
    TriangleMesh(vertices, triangles);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TriangleMesh, SoundDataIsKept) {
  const TriangleMesh mesh(tetrahedron, outwards);
  EXPECT_TRUE(mesh.repairs().empty());
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(mesh.triangles(), outwards);
  EXPECT_EQ(mesh.neighbour(0, 0), 3);  // across 0-2
  EXPECT_EQ(mesh.neighbour(0, 1), 2);  // across 2-1
  EXPECT_EQ(mesh.normal(0), Vec<3>(0, 0, -1));
  EXPECT_EQ(mesh.box().upper, Vec<3>(1, 1, 1));
}

// As STL stores it: three vertices per triangle, one triangle turned, two without area.
TEST(TriangleMesh, SoupBecomesASurface) {
  std::vector<Vec<3>> vertices;
  Triangles triangles;
  for (std::array<int, 3> triangle : outwards) {
    if (triangles.size() == 1) std::swap(triangle[0], triangle[1]);
    const int first = static_cast<int>(vertices.size());
    for (const int corner : triangle)
      vertices.push_back(tetrahedron[static_cast<std::size_t>(corner)]);
    triangles.push_back({first, first + 1, first + 2});
  }
  triangles.push_back({0, 0, 4});
  vertices.emplace_back(0.5, 0.5, 0.0);
  triangles.push_back({1, 2, 12});  // on the edge between (0,1,0) and (1,0,0)
  const TriangleMesh mesh(vertices, triangles);
  EXPECT_EQ(mesh.vertices().size(), 5u);
  EXPECT_EQ(mesh.triangles().size(), 4u);
  EXPECT_TRUE(mesh.closed());
  ASSERT_EQ(mesh.repairs().size(), 3u);
  EXPECT_EQ(mesh.repairs()[0], "joined 8 vertices with others at the same place");
  EXPECT_EQ(mesh.repairs()[1], "dropped 2 triangles without area");
  EXPECT_EQ(mesh.repairs()[2], "turned 1 triangle to wind like their neighbours");
  for (int i = 0; i < 4; ++i) {
    const Vec<3>& corner =
        mesh.vertices()[static_cast<std::size_t>(mesh.triangles()[static_cast<std::size_t>(i)][0])];
    EXPECT_GT(mesh.normal(i).dot(corner - Vec<3>::Constant(0.25)), 0.0);
  }
}

TEST(TriangleMesh, OpenSheetsAndCavitiesAreNotClosed) {
  EXPECT_FALSE(TriangleMesh(tetrahedron, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}}).closed());
  Triangles inwards = outwards;
  for (auto& triangle : inwards) std::swap(triangle[0], triangle[1]);
  const TriangleMesh cavity(tetrahedron, inwards);
  EXPECT_FALSE(cavity.closed());
  EXPECT_TRUE(cavity.repairs().empty());
}

TEST(TriangleMesh, ErrorsNameWhatIsWrong) {
  EXPECT_NE(message(tetrahedron, {{0, 1, 4}}).find("vertex 4"), std::string::npos);
  EXPECT_NE(message(tetrahedron, {{0, 1, -1}}).find("vertex -1"), std::string::npos);
  EXPECT_NE(message({{0, 0, std::nan("")}}, {}).find("vertex 0 is"), std::string::npos);
  EXPECT_NE(message(tetrahedron, {}).find("no triangle"), std::string::npos);
  EXPECT_NE(message(tetrahedron, {{0, 1, 1}}).find("no triangle"), std::string::npos);
  const std::string fin = message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}},
                                  {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}});
  EXPECT_NE(fin.find("3 triangles (0, 1, 2) share the edge from (0, 0, 0) to (1, 0, 0)"),
            std::string::npos)
      << fin;
  // a strip of five triangles joined with a twist
  std::vector<Vec<3>> strip;
  for (int k = 0; k < 5; ++k) strip.emplace_back(std::cos(k), std::sin(k), 0.3 * k * k);
  const std::string moebius =
      message(strip, {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 0}, {4, 0, 1}});
  EXPECT_NE(moebius.find("one side only"), std::string::npos) << moebius;
}

TEST(TriangleMesh, QueriesAgreeWithEveryTriangle) {
  Random random(3);
  const TriangleMesh mesh =
      surfaces::sheet(17, 1.0, [&](double, double) { return random.uniform(-0.2, 0.2); });
  const auto corners = [&](std::size_t i) {
    const auto& [a, b, c] = mesh.triangles()[i];
    const auto& v = mesh.vertices();
    return std::array<Vec<3>, 3>{v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)],
                                 v[static_cast<std::size_t>(c)]};
  };
  int hits = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Vec<3> from = surfaces::random_point(random, 1.2),
                 to = surfaces::random_point(random, 1.2);
    Aabb box;
    box.add(from);
    box.add(from + 0.3 * (to - from));
    std::vector<int> found, expected;
    double least = infinity, first = 2.0;
    for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
      Aabb own;
      for (const Vec<3>& corner : corners(i)) own.add(corner);
      if (own.overlaps(box)) expected.push_back(static_cast<int>(i));
      least = std::min(least, (closest_on_triangle(from, corners(i)).point - from).norm());
      first = std::min(first, segment_through_triangle(from, to, corners(i)));
    }
    mesh.overlapping(box, found);
    EXPECT_EQ(found, expected);
    const int nearest = mesh.nearest(from, 0.5);
    ASSERT_EQ(nearest >= 0, least <= 0.5);
    if (nearest >= 0) {
      const Vec<3> point =
          closest_on_triangle(from, corners(static_cast<std::size_t>(nearest))).point;
      EXPECT_EQ((point - from).norm(), least);
    }
    EXPECT_EQ(mesh.first_hit(from, to), first);
    hits += first <= 1.0 ? 1 : 0;
  }
  EXPECT_GT(hits, 300);
}

// Lines through edges and vertices of a flat sheet: not one slips through.
TEST(TriangleMesh, NoLineSlipsBetweenNeighbours) {
  const TriangleMesh mesh = surfaces::sheet(10, 1.0, [](double, double) { return 0.0; });
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    const Vec<3>& through = mesh.vertices()[static_cast<std::size_t>(random.below(121))];
    Vec<3> along = surfaces::random_point(random, 1.0);
    along.z() = 1.0 + std::abs(along.z());
    const Vec<3> target = through.cwiseMax(-0.79).cwiseMin(0.79);
    EXPECT_NEAR(mesh.first_hit(target + along, target - along), 0.5, 1e-12);
  }
}

}  // namespace
}  // namespace nonsmooth
