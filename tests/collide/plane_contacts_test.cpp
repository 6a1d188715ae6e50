// SPDX-License-Identifier: Apache-2.0
// Disks, polygons and segments in the plane. The oracle of signed distances is the support
// function: separation along a direction, largest over all of them.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/collide/contact.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace nonsmooth {
namespace {

constexpr double pi = std::numbers::pi;

Pose plane_pose(double x, double y, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {Vec<3>(x, y, 0), Mat<3>{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

std::vector<ContactPoint> contacts(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, double margin) {
  ContactBuffer buffer;
  find_contacts(a, pose_a, b, pose_b, margin, buffer);
  return buffer.points;
}

Polygon regular(int n, double radius) {
  Polygon polygon;
  for (int k = 0; k < n; ++k)
    polygon.vertices.emplace_back(radius * std::cos(2 * pi * k / n),
                                  radius * std::sin(2 * pi * k / n));
  return polygon;
}

const Polygon square{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

std::vector<Vec<2>> points_of(const Shape& shape, const Pose& pose) {
  std::vector<Vec<2>> points;
  const auto add = [&](const Vec<2>& v) {
    points.push_back(pose.point(Vec<3>(v.x(), v.y(), 0)).head<2>());
  };
  if (const auto* polygon = std::get_if<Polygon>(&shape))
    for (const Vec<2>& v : polygon->vertices) add(v);
  if (const auto* segment = std::get_if<Segment>(&shape)) add(segment->a), add(segment->b);
  if (std::holds_alternative<Circle>(shape)) add(Vec<2>::Zero());
  return points;
}

double radius_of(const Shape& shape) {
  const auto* disk = std::get_if<Circle>(&shape);
  return disk != nullptr ? disk->radius : 0.0;
}

/// Signed distance by brute force: the best of many directions, then refined.
double oracle(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto p = points_of(a, pose_a), q = points_of(b, pose_b);
  const auto separation = [&](double angle) {
    const Vec<2> n(std::cos(angle), std::sin(angle));
    double least = infinity, most = -infinity;
    for (const Vec<2>& v : p) least = std::min(least, n.dot(v));
    for (const Vec<2>& v : q) most = std::max(most, n.dot(v));
    return least - most - radius_of(a) - radius_of(b);
  };
  double best = 0.0, width = 2 * pi / 2000;
  for (int k = 0; k < 2000; ++k)
    if (separation(k * width) > separation(best)) best = k * width;
  for (; width > 1e-13; width /= 2)
    for (const double angle : {best - width, best + width})
      if (separation(angle) > separation(best)) best = angle;
  return separation(best);
}

TEST(Plane, SmallestGapIsTheSignedDistance) {
  Random random(21);
  int apart = 0, deep = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto shape = [&]() -> Shape {
      if (random.below(3) == 0) return Circle{random.uniform(0.2, 1)};
      return regular(3 + random.below(6), random.uniform(0.3, 1.2));
    };
    const Shape a = shape(), b = shape();
    const Pose pose_a =
        plane_pose(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(0, 6));
    const Pose pose_b = plane_pose(0.1, 0.2, random.uniform(0, 6));
    const auto found = contacts(a, pose_a, b, pose_b, 10.0);
    ASSERT_FALSE(found.empty());
    double least = infinity;
    std::set<std::uint64_t> features;
    for (const ContactPoint& point : found) {
      least = std::min(least, point.gap);
      EXPECT_NEAR(point.normal.norm(), 1.0, 1e-14);
      EXPECT_EQ(point.normal.z(), 0.0);
      EXPECT_LT((point.on_a - point.on_b - point.gap * point.normal).norm(), 1e-14);
      EXPECT_TRUE(features.insert(point.feature).second);
    }
    const double expected = oracle(a, pose_a, b, pose_b);
    EXPECT_NEAR(least, expected, 1e-9) << "round " << round;
    (expected > 0 ? apart : deep) += 1;
    // the other way round: the same points with opposite normals
    const auto swapped = contacts(b, pose_b, a, pose_a, 10.0);
    double least_swapped = infinity;
    for (const ContactPoint& point : swapped) least_swapped = std::min(least_swapped, point.gap);
    EXPECT_NEAR(least_swapped, least, 1e-13);
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(deep, 500);
}

TEST(Plane, EdgeOnEdgeHasTwoPoints) {
  for (const double gap : {0.01, 0.0, -0.01}) {
    const auto found = contacts(square, plane_pose(0.5, 2 + gap, 0), square, {}, 0.1);
    ASSERT_EQ(found.size(), 2u);
    std::set<double> places;
    for (const ContactPoint& point : found) {
      EXPECT_EQ(point.normal, Vec<3>::UnitY());
      EXPECT_NEAR(point.gap, gap, 1e-15);
      places.insert(std::round(point.on_a.x() * 1e9) / 1e9);
    }
    EXPECT_EQ(places, (std::set<double>{-0.5, 1.0}));
  }
  // tilted by a hair: both points stay, their gaps differ by the tilt
  const auto tilted = contacts(square, plane_pose(0, 2.001, 1e-4), square, {}, 0.1);
  ASSERT_EQ(tilted.size(), 2u);
  EXPECT_NEAR(std::abs(tilted[0].gap - tilted[1].gap), 2e-4, 1e-6);
}

TEST(Plane, FeaturesStayWhileTheSameFeaturesMeet) {
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 50; ++k)
    for (const ContactPoint& point :
         contacts(square, plane_pose(0.5 + 1e-3 * k, 1.999, 1e-4 * (k % 3 - 1)), square, {}, 0.1))
      seen.insert(point.feature);
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Plane, SegmentsHaveTwoSides) {
  const Segment line{{-5, 0}, {5, 0}};
  for (const double side : {1.0, -1.0}) {
    const auto disk = contacts(Circle{0.5}, plane_pose(1, 0.45 * side, 0), line, {}, 0.1);
    ASSERT_EQ(disk.size(), 1u);
    EXPECT_EQ(disk[0].normal, Vec<3>(0, side, 0));
    EXPECT_NEAR(disk[0].gap, -0.05, 1e-15);
    const auto box = contacts(square, plane_pose(1, 0.99 * side, 0), line, {}, 0.1);
    ASSERT_EQ(box.size(), 2u);
    for (const ContactPoint& point : box) {
      EXPECT_LT((point.normal - Vec<3>(0, side, 0)).norm(), 1e-15);
      EXPECT_NEAR(point.gap, -0.01, 1e-15);
    }
  }
  // past its end: from the end point
  const auto beyond = contacts(Circle{0.5}, plane_pose(5.3, 0.4, 0), line, {}, 0.1);
  ASSERT_EQ(beyond.size(), 1u);
  EXPECT_NEAR(beyond[0].gap, 0.0, 1e-15);
  EXPECT_LT((beyond[0].normal - Vec<3>(0.6, 0.8, 0)).norm(), 1e-14);
  // a disk whose centre is on the line has a normal all the same
  const auto centred = contacts(Circle{0.5}, plane_pose(0, 0, 0), line, {}, 0.1);
  ASSERT_EQ(centred.size(), 1u);
  EXPECT_NEAR(std::abs(centred[0].normal.y()), 1.0, 1e-15);
  EXPECT_EQ(centred[0].gap, -0.5);
}

TEST(Plane, NothingBeyondTheMargin) {
  EXPECT_TRUE(contacts(square, plane_pose(0, 2.2, 0), square, {}, 0.1).empty());
  EXPECT_TRUE(contacts(Circle{1}, plane_pose(0, 2.2, 0), Circle{1}, {}, 0.1).empty());
  EXPECT_TRUE(contacts(Circle{1}, {}, Sphere{1}, {}, 0.1).empty());
}

}  // namespace
}  // namespace nonsmooth
