// SPDX-License-Identifier: Apache-2.0
// Bodies on meshes and height fields: inner edges are not felt, ridges and valleys are, and nothing
// gets lost in the ground.
#include "nonsmooth/collide/contact.hpp"
#include "surfaces.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <set>

namespace nonsmooth {
namespace {

constexpr auto flat = [](double, double) { return 0.0; };
constexpr auto ridge = [](double x, double) { return -0.5 * std::abs(x); };
constexpr auto valley = [](double x, double) { return 0.5 * std::abs(x); };

std::vector<ContactPoint> contacts(const Shape& body, const Pose& pose, const Shape& surface,
                                   double margin) {
  ContactBuffer buffer;
  find_contacts(body, pose, surface, {}, margin, buffer);
  return buffer.points;
}

double least_gap(const std::vector<ContactPoint>& points) {
  double least = infinity;
  for (const ContactPoint& point : points) least = std::min(least, point.gap);
  return least;
}

Mat<3> about_z(double angle) {
  return rotation_matrix(Vec<4>(std::cos(angle / 2), 0, 0, std::sin(angle / 2)));
}

void expect_sound(const std::vector<ContactPoint>& points) {
  std::set<std::uint64_t> features;
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(point.normal.norm(), 1.0, 1e-12);
    EXPECT_LT((point.on_a - point.on_b - point.gap * point.normal).norm(), 1e-12);
    EXPECT_TRUE(features.insert(point.feature).second) << "two contacts with one feature";
  }
}

class FlatGround : public testing::TestWithParam<const char*> {
 protected:
  const Shape ground = std::string(GetParam()) == "mesh" ? Shape(surfaces::sheet(40, 4.0, flat))
                                                         : Shape(surfaces::field(40, 4.0, flat));
};
INSTANTIATE_TEST_SUITE_P(Surface, FlatGround, testing::Values("mesh", "field"));

// A box of edge 1 covers about fifty triangles. Wherever it is: its four corners, straight up.
TEST_P(FlatGround, SlidingBoxHasFourCorners) {
  const Cuboid box{Vec<3>::Constant(0.5)};
  Random random(1);
  for (const double gap : {1e-3, 1e-12, 0.0, -1e-12, -1e-3, -0.1})
    for (int k = 0; k < 500; ++k) {
      // lattice points too: corners of the box over edges and vertices of the ground
      const bool lattice = k % 5 == 0;
      const Vec<3> at(lattice ? 0.1 * random.below(20) : random.uniform(-2, 2),
                      lattice ? 0.1 * random.below(20) : random.uniform(-2, 2), 0.5 + gap);
      const Pose pose{at, lattice ? Mat<3>::Identity() : about_z(random.uniform(0, 6))};
      const auto found = contacts(box, pose, ground, 0.01);
      ASSERT_EQ(found.size(), 4u) << "gap " << gap << " round " << k;
      expect_sound(found);
      for (const ContactPoint& point : found) {
        ASSERT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-14);
        ASSERT_NEAR(point.gap, gap, 1e-14);
      }
    }
}

TEST_P(FlatGround, RollingSphereFeelsNoEdges) {
  Random random(2);
  for (int k = 0; k < 3000; ++k) {
    const double gap = k % 3 == 0 ? -0.01 : 1e-4, lattice = k % 2;
    const Vec<3> at(lattice > 0 ? 0.2 * random.below(10) : random.uniform(-2, 2),
                    lattice > 0 ? 0.1 * random.below(20) : random.uniform(-2, 2), 0.3 + gap);
    const auto found = contacts(Sphere{0.3}, {at, Mat<3>::Identity()}, ground, 0.01);
    ASSERT_EQ(found.size(), 1u) << k;
    ASSERT_EQ(found[0].normal, Vec<3>::UnitZ());
    ASSERT_NEAR(found[0].gap, gap, 1e-15);
  }
}

// Cylinder and capsule on their sides touch at both ends, a cone on its base at eight points.
TEST_P(FlatGround, RoundBodies) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const Mat<3> lying = about_z(random.uniform(0, 6)) * rotation_matrix(Vec<4>(1, 1, 0, 0)) *
                         about_z(random.uniform(0, 6));
    const Vec<3> at(random.uniform(-2, 2), random.uniform(-2, 2), 0.25 - 1e-3);
    for (const Shape& shape : {Shape(Cylinder{0.25, 0.6}), Shape(Capsule{0.25, 0.6})}) {
      const auto found = contacts(shape, {at, lying}, ground, 1e-6);
      std::set<std::pair<int, int>> places;
      for (const ContactPoint& point : found) {
        EXPECT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-14);
        const Vec<3> along = lying.col(2);
        EXPECT_NEAR(std::abs(along.dot(point.on_a - at)), 0.6, 1e-9);
      }
      EXPECT_NEAR(least_gap(found), -1e-3, 1e-14);
      EXPECT_GE(found.size(), 2u);
      expect_sound(found);
    }
    const Vec<3> up(at.x(), at.y(), 0.25 + 1e-3);
    const auto found = contacts(Cone{0.4, 1.0}, {up, about_z(k)}, ground, 0.01);
    ASSERT_EQ(found.size(), 8u);
    for (const ContactPoint& point : found) {
      EXPECT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-14);
      EXPECT_NEAR(point.gap, 1e-3, 1e-14);
    }
  }
}

// Over the ridge the distance is that of a wedge, known in closed form, and 1-Lipschitz.
TEST(Ridge, SphereAndBoxCornerPassContinuously) {
  const double c = 2 / std::sqrt(5.0), s = 1 / std::sqrt(5.0);  // normals (+-s, 0, c)
  for (const Shape& ground :
       {Shape(surfaces::sheet(20, 4.0, ridge)), Shape(surfaces::field(20, 4.0, ridge))}) {
    double before = infinity;
    for (int k = -300; k <= 300; ++k) {
      const double x = 0.002 * k, z = 0.55 + 1e-3;
      const auto found =
          contacts(Sphere{0.5}, {Vec<3>(x, 0.123, z), Mat<3>::Identity()}, ground, 1.0);
      const bool over_edge = std::abs(x) * c < z * s;
      const double distance = over_edge ? std::hypot(x, z) : c * z + s * std::abs(x);
      EXPECT_NEAR(least_gap(found), distance - 0.5, 1e-13) << x;
      for (const ContactPoint& point : found)
        if (point.gap < least_gap(found) + 1e-12 && over_edge) {
          EXPECT_LT((point.normal - Vec<3>(x, 0, z).normalized()).norm(), 1e-12);
        }
      if (before < infinity) {
        EXPECT_LE(std::abs(least_gap(found) - before), 0.002 * (1 + 1e-9));
      }
      before = least_gap(found);
    }
  }
}

// A flat bottom across the ridge: two points on the line where it rests, straight up.
TEST(Ridge, BoxRestsOnTheLine) {
  for (const Shape& ground :
       {Shape(surfaces::sheet(20, 4.0, ridge)), Shape(surfaces::field(20, 4.0, ridge))}) {
    for (const double gap : {1e-3, -1e-3}) {
      const auto found = contacts(Cuboid{Vec<3>(0.7, 0.33, 0.5)},
                                  {Vec<3>(0.1, 0.05, 0.5 + gap), Mat<3>::Identity()}, ground, 0.01);
      ASSERT_EQ(found.size(), 2u);
      for (const ContactPoint& point : found) {
        EXPECT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-12);
        EXPECT_NEAR(point.gap, gap, 1e-12);
        EXPECT_NEAR(std::abs(point.on_a.y() - 0.05), 0.33, 1e-12);
        EXPECT_NEAR(point.on_a.x(), 0.0, 1e-12);
      }
    }
  }
}

TEST(Valley, SphereTouchesBothSides) {
  const double c = 2 / std::sqrt(5.0), s = 1 / std::sqrt(5.0);
  for (const Shape& ground :
       {Shape(surfaces::sheet(20, 4.0, valley)), Shape(surfaces::field(20, 4.0, valley))})
    for (const double x : {0.0, 1e-3, -1e-3}) {
      const double z = 0.5 / c;
      const auto found =
          contacts(Sphere{0.5}, {Vec<3>(x, 0.123, z), Mat<3>::Identity()}, ground, 0.01);
      ASSERT_EQ(found.size(), 2u);
      for (const ContactPoint& point : found) {
        const double side = point.normal.x() > 0 ? 1.0 : -1.0;
        EXPECT_LT((point.normal - Vec<3>(side * s, 0, c)).norm(), 1e-14);
        EXPECT_NEAR(point.gap, side * s * x + c * z - 0.5, 1e-14);
      }
    }
}

// A platform smaller than the box on it: its corners, or edges against edges.
TEST(Platform, CornersUnderAFace) {
  std::vector<Vec<3>> corners;
  for (int k = 0; k < 8; ++k) corners.emplace_back(k & 1, k >> 1 & 1, k >> 2);
  const TriangleMesh cube(corners, {{0, 2, 1},
                                    {1, 2, 3},
                                    {4, 5, 6},
                                    {5, 7, 6},
                                    {0, 1, 4},
                                    {1, 5, 4},
                                    {2, 6, 3},
                                    {3, 6, 7},
                                    {0, 4, 2},
                                    {2, 4, 6},
                                    {1, 3, 5},
                                    {3, 7, 5}});
  ASSERT_TRUE(cube.closed());
  for (const double gap : {1e-3, -1e-3}) {
    const Pose above{Vec<3>(0.5, 0.5, 1.25 + gap), about_z(0.3)};
    auto found = contacts(Cuboid{Vec<3>(2, 2, 0.25)}, above, cube, 0.01);
    EXPECT_EQ(found.size(), 4u);
    for (const ContactPoint& point : found) {
      EXPECT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-14);
      EXPECT_NEAR(point.gap, gap, 1e-14);
    }
    // turned by 45 degrees and as large: an octagon of eight crossing edges
    found = contacts(Cuboid{Vec<3>(0.5, 0.5, 0.25)},
                     {Vec<3>(0.5, 0.5, 1.25 + gap), about_z(std::atan(1.0))}, cube, 0.01);
    EXPECT_EQ(found.size(), 8u);
    for (const ContactPoint& point : found) {
      EXPECT_LT((point.normal - Vec<3>::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(point.gap, gap, 1e-12);
    }
    // overhanging: two corners of the box on the platform, two crossings at its rim
    found = contacts(Cuboid{Vec<3>(0.3, 0.3, 0.25)},
                     {Vec<3>(1.0, 0.5, 1.25 + gap), Mat<3>::Identity()}, cube, 0.01);
    EXPECT_EQ(found.size(), 4u);
    for (const ContactPoint& point : found) EXPECT_NEAR(point.gap, gap, 1e-12);
  }
}

TEST(Surfaces, RepeatedQueriesDoNotAllocate) {
  if (!test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  Random random(9);
  const auto rough = [&](double, double) { return random.uniform(-0.1, 0.1); };
  const Shape bodies[] = {
      Sphere{0.5},  Capsule{0.3, 0.4},         Cylinder{0.4, 0.5},
      Cone{0.4, 1}, Cuboid{Vec<3>(1, 1, 0.5)}, surfaces::random_hull(random, 1.0)};
  for (const Shape& ground :
       {Shape(surfaces::sheet(20, 2.0, rough)), Shape(surfaces::field(20, 2.0, rough))})
    for (const Shape& body : bodies) {
      ContactBuffer buffer;
      const Pose pose{Vec<3>(0.1, 0.2, 0.3), about_z(0.4)};
      find_contacts(body, pose, ground, {}, 0.1, buffer);
      EXPECT_FALSE(buffer.points.empty());
      buffer.points.clear();
      const test::AllocationCounter counter;
      find_contacts(body, pose, ground, {}, 0.1, buffer);
      EXPECT_EQ(counter.count(), 0) << name(body) << " on " << name(ground);
    }
}

// Features name what meets: they stay while a box moves within the same triangles, and the two
// ways of asking differ by the sign of the normal only.
TEST(Surfaces, FeaturesPersistAndPairsMirror) {
  const Shape ground = surfaces::sheet(4, 4.0, flat);
  const Cuboid box{Vec<3>::Constant(0.5)};
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 20; ++k)
    for (const ContactPoint& point :
         contacts(box, {Vec<3>(1.0 + 1e-3 * k, 1.3, 0.499), Mat<3>::Identity()}, ground, 0.01))
      seen.insert(point.feature);
  EXPECT_EQ(seen.size(), 4u);
  ContactBuffer one, other;
  const Pose pose{Vec<3>(1.0, 1.3, 0.499), Mat<3>::Identity()};
  find_contacts(box, pose, ground, {}, 0.01, one);
  find_contacts(ground, {}, box, pose, 0.01, other);
  ASSERT_EQ(one.points.size(), other.points.size());
  for (std::size_t k = 0; k < one.points.size(); ++k) {
    EXPECT_EQ(one.points[k].on_a, other.points[k].on_b);
    EXPECT_EQ(one.points[k].normal, -other.points[k].normal);
  }
}

}  // namespace
}  // namespace nonsmooth
