// SPDX-License-Identifier: Apache-2.0
// Hulls of points, boxes about shapes, inner radii, and what check_shape refuses.

#include "sample_shapes.hpp"

#include "nonsmooth/base/error.hpp"

#include <gtest/gtest.h>

namespace nonsmooth::test {
namespace {

/// Faces and edges fit together and all points are inside.
void expect_sound(const ConvexHull& hull, const std::vector<Vec<3>>& points) {
  const auto v = hull.vertices().size(), e = hull.edges().size(), f = hull.faces().size();
  EXPECT_EQ(v + f, e + 2) << "Euler";
  EXPECT_EQ(hull.loops().size(), 2 * e);
  for (const auto& face : hull.faces()) {
    EXPECT_NEAR(face.normal.norm(), 1.0, 1e-14);
    for (const Vec<3>& p : points) EXPECT_LE(face.normal.dot(p) - face.offset, 2e-9);
    for (int k = 0; k < face.count; ++k) {
      const int vertex = hull.loops()[static_cast<std::size_t>(face.first + k)];
      EXPECT_NEAR(face.normal.dot(hull.vertices()[static_cast<std::size_t>(vertex)]), face.offset,
                  2e-9);
    }
  }
  for (const auto& edge : hull.edges()) {
    const Vec<3> along = hull.vertices()[static_cast<std::size_t>(edge.head)] -
                         hull.vertices()[static_cast<std::size_t>(edge.tail)];
    const Vec<3>&left = hull.faces()[static_cast<std::size_t>(edge.left)].normal,
          &right = hull.faces()[static_cast<std::size_t>(edge.right)].normal;
    EXPECT_GT(left.cross(right).dot(along), 0.0) << "left and right are exchanged, or flat";
  }
}

TEST(ConvexHullTest, GridOfPointsIsACube) {
  std::vector<Vec<3>> points;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k) points.push_back(Vec<3>(i, j, k) / 4.0);
  const ConvexHull hull(points);
  EXPECT_EQ(hull.vertices().size(), 8u);
  EXPECT_EQ(hull.faces().size(), 6u);
  EXPECT_EQ(hull.edges().size(), 12u);
  for (const auto& face : hull.faces()) EXPECT_EQ(face.normal.cwiseAbs().maxCoeff(), 1.0);
  expect_sound(hull, points);
}

TEST(ConvexHullTest, PrismHasTwoPolygonsAndItsSides) {
  std::vector<Vec<3>> points;
  for (int i = 0; i < 24; ++i)
    for (const double z : {-1.0, 1.0})
      points.push_back(
          Vec<3>(std::cos(i * 0.2617993877991494), std::sin(i * 0.2617993877991494), z));
  Random random(3);
  const Mat<3> turn = random_pose(random, 1.0).rotation;
  for (Vec<3>& p : points) p = turn * p;
  const ConvexHull hull(points);
  EXPECT_EQ(hull.faces().size(), 26u);
  EXPECT_EQ(hull.edges().size(), 72u);
  expect_sound(hull, points);
}

TEST(ConvexHullTest, RandomPointsOfAnyScale) {
  Random random(17);
  for (int i = 0; i < 60; ++i) {
    auto points = random_points(random, 4 + random.below(80));
    const ConvexHull hull(points);
    expect_sound(hull, points);
    for (Vec<3>& p : points) p = p * 1e-6 + Vec<3>(1.0, 2.0, 3.0) * 1e-4;
    EXPECT_EQ(ConvexHull(points).edges().size(), hull.edges().size());
  }
}

TEST(ConvexHullTest, RefusesWhatIsNotSolid) {
  Random random(5);
  auto points = random_points(random, 3);
  EXPECT_THROW(ConvexHull{points}, Error);
  points = random_points(random, 10);
  for (Vec<3>& p : points) p[2] = 2.0 * p[0] - p[1];
  EXPECT_THROW(ConvexHull{points}, Error);
  for (Vec<3>& p : points) p = Vec<3>::Constant(1.0);
  EXPECT_THROW(ConvexHull{points}, Error);
  points = random_points(random, 10);
  points[3][1] = std::nan("");
  EXPECT_THROW(ConvexHull{points}, Error);
}

TEST(Shapes, BoundsAreTight) {
  Random random(8);
  for (const Shape& shape : sample_shapes())
    for (int i = 0; i < 100; ++i) {
      const Pose pose = random_pose(random, 2.0);
      const Aabb box = bounds(shape, pose);
      for (int k = 0; k < 3; ++k) {
        const Vec<3> axis = pose.direction_in_body(Vec<3>::Unit(k));
        EXPECT_NEAR(box.upper[k], pose.position[k] + support(shape, axis), 1e-14) << name(shape);
        EXPECT_NEAR(box.lower[k], pose.position[k] - support(shape, -axis), 1e-14) << name(shape);
      }
    }
}

TEST(Shapes, InnerRadiusIsTheDepthOfTheOrigin) {
  for (const Shape& shape : sample_shapes())
    EXPECT_NEAR(inner_radius(shape), -distance(Sphere{0.1}, Pose{}, shape, Pose{}) - 0.1, 1e-14)
        << name(shape);
}

TEST(Shapes, CheckNamesFieldAndValue) {
  for (const Shape& shape : sample_shapes()) EXPECT_NO_THROW(check_shape(shape));
  EXPECT_THROW(check_shape(Sphere{-1.0}), Error);
  EXPECT_THROW(check_shape(Capsule{1.0, 0.0}), Error);
  EXPECT_THROW(check_shape(Cylinder{infinity, 1.0}), Error);
  EXPECT_THROW(check_shape(Cone{1.0, std::nan("")}), Error);
  EXPECT_THROW(check_shape(HalfSpace{Vec<3>::Zero(), 0.0}), Error);
  EXPECT_THROW(check_shape(Compound{{Pose{}}, {}}), Error);
  EXPECT_THROW(check_shape(Polygon{{{0, 0}, {0, 1}, {1, 0}}}), Error) << "clockwise";
  EXPECT_NO_THROW(check_shape(Polygon{{{0, 0}, {1, 0}, {0, 1}}}));
  try {
    check_shape(Cuboid{{1.0, -2.0, 1.0}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("half_extents"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("-2"), std::string::npos) << error.what();
  }
}

TEST(Shapes, RotationsAreProperForAnyQuaternion) {
  Random random(2);
  for (const double scale : {1e-200, 1.0, 1e200}) {
    const Vec<4> q = scale * Vec<4>(random.normal(), random.normal(), random.normal(), 1.0);
    const Mat<3> r = rotation_matrix(q);
    EXPECT_LT((r.transpose() * r - Mat<3>::Identity()).norm(), 1e-15);
    EXPECT_GT(r.col(0).cross(r.col(1)).dot(r.col(2)), 0.0);
  }
}

}  // namespace
}  // namespace nonsmooth::test
