// SPDX-License-Identifier: Apache-2.0
// Contacts whose number, places and gaps are known.

#include "collide/pairs.hpp"
#include "sample_shapes.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace nonsmooth::test {
namespace {

constexpr double pi = std::numbers::pi;

Pose at(double x, double y, double z, double angle = 0.0, const Vec<3>& axis = Vec<3>::UnitZ()) {
  return {Vec<3>(x, y, z), Eigen::AngleAxisd(angle, axis).toRotationMatrix()};
}

std::vector<ContactPoint> contacts(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, double margin = 0.01) {
  ContactBuffer buffer;
  find_contacts(a, pose_a, b, pose_b, margin, buffer);
  return buffer.points;
}

/// All contacts push straight up with this gap, at different places.
void expect_flat(const std::vector<ContactPoint>& points, std::size_t count, double gap) {
  ASSERT_EQ(points.size(), count);
  std::set<std::uint64_t> features;
  for (const ContactPoint& p : points) {
    EXPECT_NEAR((p.normal - Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
    EXPECT_NEAR(p.gap, gap, 1e-15);
    features.insert(p.feature);
  }
  EXPECT_EQ(features.size(), count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT((points[i].on_a - points[j].on_a).norm(), 0.1);
}

bool has_point(const std::vector<ContactPoint>& points, double x, double y,
               double tolerance = 1e-14) {
  return std::any_of(points.begin(), points.end(), [&](const ContactPoint& p) {
    return std::hypot(p.on_a[0] - x, p.on_a[1] - y) < tolerance;
  });
}

const Shape cube = Cuboid{{0.5, 0.5, 0.5}}, slab = Cuboid{{2.0, 2.0, 0.5}};
const Shape cube_hull = ConvexHull(box_corners({0.5, 0.5, 0.5}));
const Shape slab_hull = ConvexHull(box_corners({2.0, 2.0, 0.5}));

class BoxOnSlab : public ::testing::TestWithParam<std::tuple<const Shape*, const Shape*, double>> {
 protected:
  const Shape& a = *std::get<0>(GetParam());
  const Shape& b = *std::get<1>(GetParam());
  const double gap = std::get<2>(GetParam());
};

TEST_P(BoxOnSlab, StandsOnItsFourCorners) {
  const auto points = contacts(a, at(0.3, -0.2, 1.0 + gap), b, at(0, 0, 0));
  expect_flat(points, 4, gap);
  for (const double x : {-0.2, 0.8})
    for (const double y : {-0.7, 0.3}) EXPECT_TRUE(has_point(points, x, y));
}

TEST_P(BoxOnSlab, OverhangingGivesThePartInCommon) {
  const auto points = contacts(a, at(2.0, 0.0, 1.0 + gap), b, at(0, 0, 0));
  expect_flat(points, 4, gap);
  for (const double x : {1.5, 2.0})
    for (const double y : {-0.5, 0.5}) EXPECT_TRUE(has_point(points, x, y));
}

TEST_P(BoxOnSlab, StandsOnAnEdge) {
  const double up = 0.5 + std::sqrt(0.5) + gap;
  const auto points = contacts(a, at(0, 0, up, pi / 4, Vec<3>::UnitX()), b, at(0, 0, 0));
  ASSERT_EQ(points.size(), 2u);
  for (const ContactPoint& p : points) EXPECT_NEAR(p.gap, gap, 1e-15);
  EXPECT_TRUE(has_point(points, 0.5, 0.0));
  EXPECT_TRUE(has_point(points, -0.5, 0.0));
}

TEST_P(BoxOnSlab, TurnedOnItsEqualGivesAnOctagon) {
  const auto points = contacts(a, at(0, 0, 1.0 + gap, pi / 4), a, at(0, 0, 0));
  expect_flat(points, 8, gap);
  const double side = std::sqrt(2.0) / 2.0 - 0.5;
  for (const double s : {-1.0, 1.0})
    for (const double t : {-1.0, 1.0}) {
      EXPECT_TRUE(has_point(points, 0.5 * s, side * t));
      EXPECT_TRUE(has_point(points, side * s, 0.5 * t));
    }
}

INSTANTIATE_TEST_SUITE_P(Gaps, BoxOnSlab,
                         ::testing::Combine(::testing::Values(&cube, &cube_hull),
                                            ::testing::Values(&slab, &slab_hull),
                                            ::testing::Values(-1e-3, 0.0, 1e-3)));

TEST(ExactContacts, CornersOfBoxesMeetAlongTheDiagonal) {
  const double d = 1e-3;
  const auto points = contacts(cube, at(1.0 + d, 1.0 + d, 1.0 + d), cube, at(0, 0, 0));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_NEAR(points[0].gap, std::sqrt(3.0) * d, 1e-15);
  EXPECT_LT((points[0].normal - Vec<3>::Ones() / std::sqrt(3.0)).norm(), 1e-12);
}

TEST(ExactContacts, ParallelEdgesMeetInTwoPoints) {
  const double d = 3e-3, e = 4e-3;
  const auto points = contacts(cube, at(1.0 + d, 0.25, 1.0 + e), cube, at(0, 0, 0));
  ASSERT_EQ(points.size(), 2u);
  for (const ContactPoint& p : points) EXPECT_NEAR(p.gap, 5e-3, 1e-15);
  EXPECT_TRUE(has_point(points, 0.5 + d, -0.25, 1e-12));
  EXPECT_TRUE(has_point(points, 0.5 + d, 0.5, 1e-12));
}

TEST(ExactContacts, CrossedEdgesMeetInOnePoint) {
  // an edge along x above an edge along y
  const double up = std::sqrt(0.5);
  for (const double gap : {-1e-3, 1e-3}) {
    const auto points = contacts(cube, at(0, 0, 2 * up + gap, pi / 4, Vec<3>::UnitX()), cube,
                                 at(0, 0, 0, pi / 4, Vec<3>::UnitY()));
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].gap, gap, 1e-15);
    EXPECT_TRUE(has_point(points, 0.0, 0.0));
  }
}

TEST(ExactContacts, CylinderStandsOnFourPointsOrMore) {
  const Shape cylinder = Cylinder{0.4, 0.5};
  const Shape plane = HalfSpace{Vec<3>::UnitZ(), 0.5};
  for (const Shape* base : {&slab, &slab_hull, &plane})
    for (const double gap : {-1e-3, 1e-3})
      expect_flat(contacts(cylinder, at(0.3, 0.2, 1.0 + gap, 0.3), *base, at(0, 0, 0)), 4, gap);
}

TEST(ExactContacts, CylinderLiesOnTwoPoints) {
  const Shape cylinder = Cylinder{0.4, 0.5};
  const Shape plane = HalfSpace{Vec<3>::UnitZ(), 0.5};
  for (const Shape* base : {&slab, &slab_hull, &plane})
    for (const double gap : {-1e-3, 1e-3}) {
      const auto points =
          contacts(cylinder, at(0, 0, 0.9 + gap, pi / 2, Vec<3>::UnitY()), *base, at(0, 0, 0));
      expect_flat(points, 2, gap);
      EXPECT_TRUE(has_point(points, 0.5, 0.0));
      EXPECT_TRUE(has_point(points, -0.5, 0.0));
    }
}

TEST(ExactContacts, CylinderOverTheEdgeOfABoxIsCutOff) {
  const auto points = contacts(Cylinder{0.4, 0.5}, at(2.0, 0.0, 1.0), slab, at(0, 0, 0));
  EXPECT_TRUE(has_point(points, 1.6, 0.0));
  EXPECT_TRUE(has_point(points, 2.0, 0.4, 1e-12));
  EXPECT_TRUE(has_point(points, 2.0, -0.4, 1e-12));
  for (const ContactPoint& p : points) EXPECT_LE(p.on_b[0], 2.0 + 1e-12);
}

TEST(ExactContacts, CapOnCap) {
  const Shape small = Cylinder{0.3, 0.5}, large = Cylinder{0.8, 0.5};
  for (const double gap : {-1e-3, 1e-3}) {
    expect_flat(contacts(small, at(0.2, 0.1, 1.0 + gap), large, at(0, 0, 0)), 4, gap);
    expect_flat(contacts(large, at(0.2, 0.1, 1.0 + gap), small, at(0, 0, 0)), 4, gap);
  }
  // half over each other: the rims cross in two points
  const auto points = contacts(small, at(0.3, 0.0, 1.0), small, at(0, 0, 0));
  EXPECT_TRUE(has_point(points, 0.15, std::sqrt(0.09 - 0.0225), 1e-12));
  EXPECT_TRUE(has_point(points, 0.15, -std::sqrt(0.09 - 0.0225), 1e-12));
}

TEST(ExactContacts, ConeStandsOnItsBaseAndLiesOnItsSide) {
  const Shape cone = Cone{0.4, 0.8};
  const Shape plane = HalfSpace{Vec<3>::UnitZ(), 0.5};
  const double slope = std::atan2(0.4, 0.8);
  for (const Shape* base : {&slab, &plane}) {
    expect_flat(contacts(cone, at(0, 0, 0.7), *base, at(0, 0, 0)), 4, 0.0);
    const double up = 0.6 * std::sin(slope);  // of the centre of mass above the side
    const auto points =
        contacts(cone, at(0, 0, 0.5 + up, pi / 2 + slope, Vec<3>::UnitY()), *base, at(0, 0, 0));
    ASSERT_EQ(points.size(), 2u);
    for (const ContactPoint& p : points) EXPECT_NEAR(p.gap, 0.0, 1e-15);
  }
}

TEST(ExactContacts, CapsuleLiesOnTwoPoints) {
  const Shape capsule = Capsule{0.2, 0.5};
  const Shape plane = HalfSpace{Vec<3>::UnitZ(), 0.5};
  for (const Shape* base : {&slab, &slab_hull, &plane})
    for (const double gap : {-1e-3, 1e-3})
      expect_flat(
          contacts(capsule, at(0, 0, 0.7 + gap, pi / 2, Vec<3>::UnitY()), *base, at(0, 0, 0)), 2,
          gap);
  const auto points = contacts(capsule, at(0.1, 0.0, 0.4), capsule, at(0.1, 0.4, 0.0), 0.01);
  ASSERT_EQ(points.size(), 2u);
  for (const ContactPoint& p : points) EXPECT_NEAR(p.gap, 0.0, 1e-15);
}

// A cylinder that is tilted by t stands on its lowest rim point, whatever small t is.
TEST(ExactContacts, TiltedCylinderTouchesWithItsLowestPoint) {
  const double r = 0.4, l = 0.5;
  for (const double tilt : {1e-8, 1e-6, 1e-3, 0.1, 0.5})
    for (const Shape& base : {slab, Shape(HalfSpace{Vec<3>::UnitZ(), 0.5})}) {
      const Vec<3> axis = Vec<3>(1.0, 0.3, 0.0).normalized();
      const double low = l * std::cos(tilt) + r * std::sin(tilt);
      EXPECT_NEAR(distance(Cylinder{r, l}, at(0, 0, 0.5 + low, tilt, axis), base, at(0, 0, 0)), 0.0,
                  2e-15)
          << tilt;
    }
}

TEST(ExactContacts, CoincidentCentresHaveADirection) {
  const auto shapes = sample_shapes();
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (const double angle : {0.0, 1e-9, pi / 2}) {
        const auto points = contacts(a, at(0, 0, 0, angle, Vec<3>::UnitY()), b, at(0, 0, 0), 1.0);
        ASSERT_FALSE(points.empty()) << name(a) << " on " << name(b);
        for (const ContactPoint& p : points) {
          ASSERT_TRUE(p.on_a.allFinite() && p.on_b.allFinite()) << name(a) << " on " << name(b);
          ASSERT_NEAR(p.normal.norm(), 1.0, 1e-12) << name(a) << " on " << name(b);
        }
      }
}

TEST(ExactContacts, FeaturesStayWhileABodySlidesAndRocks) {
  Random random(3);
  for (const Shape& a : {cube, cube_hull, Shape(Cylinder{0.4, 0.5}), Shape(Cone{0.5, 2.0})}) {
    std::set<std::uint64_t> before;
    for (int step = 0; step < 50; ++step) {
      const Vec<3> axis = random_direction(random);
      const auto points = contacts(a, at(0.01 * step, 0.0, 1.0, 1e-11, axis), slab, at(0, 0, 0));
      std::set<std::uint64_t> now;
      for (const ContactPoint& p : points) now.insert(p.feature);
      if (step == 0) before = now;
      ASSERT_EQ(now, before) << name(a) << " step " << step;
    }
    EXPECT_EQ(before.size(), 4u) << name(a);
  }
}

TEST(ExactContacts, PartsOfCompoundsHaveTheirOwnFeatures) {
  Compound dumbbell;
  for (const double x : {-1.0, 1.0}) {
    dumbbell.poses.push_back(at(x, 0, 0));
    dumbbell.parts.push_back(Cuboid{{0.2, 0.2, 0.2}});
  }
  for (const Shape& base : {slab, Shape(HalfSpace{Vec<3>::UnitZ(), 0.5})}) {
    expect_flat(contacts(dumbbell, at(0, 0, 0.7), base, at(0, 0, 0)), 8, 0.0);
    const auto swapped = contacts(base, at(0, 0, 0), dumbbell, at(0, 0, 0.7));
    ASSERT_EQ(swapped.size(), 8u);
    for (const ContactPoint& p : swapped) EXPECT_NEAR(p.normal[2], -1.0, 1e-15);
  }
  EXPECT_NEAR(distance(dumbbell, at(0, 0, 0.9), slab, at(0, 0, 0)), 0.2, 1e-15);
}

TEST(ExactContacts, HalfSpacesAndDifferentWorldsNeverMeet) {
  EXPECT_TRUE(contacts(HalfSpace{}, at(0, 0, 0), HalfSpace{}, at(0, 0, 0), 10.0).empty());
  EXPECT_TRUE(contacts(Circle{1.0}, at(0, 0, 0), cube, at(0, 0, 0), 10.0).empty());
}

TEST(ExactContacts, NothingIsAllocatedOnceTheBufferHasGrown) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const auto shapes = sample_shapes();
  Random random(11);
  std::vector<Pose> poses;
  for (int i = 0; i < 50; ++i) poses.push_back(random_pose(random, 1.2));
  ContactBuffer buffer;
  const auto run = [&] {
    for (const Shape& a : shapes)
      for (const Shape& b : shapes)
        for (const Pose& pose : poses) {
          buffer.points.clear();
          find_contacts(a, pose, b, poses[0], 0.1, buffer);
        }
  };
  run();
  AllocationCounter counter;
  run();
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace nonsmooth::test
