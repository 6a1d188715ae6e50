// SPDX-License-Identifier: Apache-2.0
// The oracle walks along the segment in small steps and asks whether it is inside.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/collide/contact.hpp"
#include "surfaces.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

bool inside(const Shape& shape, const Vec<3>& p) {
  const double r = std::hypot(p.x(), p.y());
  if (const auto* s = std::get_if<Sphere>(&shape)) return p.norm() < s->radius;
  if (const auto* s = std::get_if<HalfSpace>(&shape)) return s->normal.dot(p) < s->offset;
  if (const auto* s = std::get_if<Capsule>(&shape))
    return std::hypot(r, std::max(0.0, std::abs(p.z()) - s->half_length)) < s->radius;
  if (const auto* s = std::get_if<Cylinder>(&shape))
    return r < s->radius && std::abs(p.z()) < s->half_length;
  if (const auto* s = std::get_if<Cone>(&shape))
    return p.z() > -s->height / 4 && r < s->radius * (0.75 * s->height - p.z()) / s->height &&
           p.z() < 0.75 * s->height;
  if (const auto* s = std::get_if<Cuboid>(&shape))
    return (p.cwiseAbs().array() < s->half_extents.array()).all();
  if (const auto* s = std::get_if<ConvexHull>(&shape)) {
    for (const ConvexHull::Face& face : s->faces())
      if (face.normal.dot(p) >= face.offset) return false;
    return true;
  }
  if (const auto* s = std::get_if<HeightField>(&shape)) {
    const auto height = s->height(p.x(), p.y());
    return height && p.z() < *height;
  }
  if (const auto* s = std::get_if<Circle>(&shape)) return r < s->radius;
  const auto& polygon = std::get<Polygon>(shape);
  for (std::size_t k = 0; k < polygon.vertices.size(); ++k) {
    const Vec<2> a = polygon.vertices[k],
                 e = polygon.vertices[(k + 1) % polygon.vertices.size()] - a;
    if (e.x() * (p.y() - a.y()) - e.y() * (p.x() - a.x()) <= 0) return false;
  }
  return true;
}

/// The first entry, by steps of 1/1000 and halving; skips what a step might jump over.
std::optional<double> walked(const Shape& shape, const Vec<3>& from, const Vec<3>& to) {
  const auto at = [&](double t) { return inside(shape, from + t * (to - from)); };
  for (int k = 0; k < 1000; ++k) {
    if (at(k / 1000.0) || !at((k + 1) / 1000.0)) continue;
    double low = k / 1000.0, high = (k + 1) / 1000.0;
    for (int n = 0; n < 50; ++n) (at((low + high) / 2) ? high : low) = (low + high) / 2;
    return high;
  }
  return std::nullopt;
}

class Rays : public testing::TestWithParam<int> {};

std::vector<Shape> shapes() {
  Random random(4);
  return {Sphere{0.8},
          HalfSpace{Vec<3>(0, 0.6, 0.8), 0.1},
          Capsule{0.4, 0.6},
          Cylinder{0.7, 0.5},
          Cone{0.8, 1.4},
          Cuboid{Vec<3>(0.3, 0.6, 0.9)},
          surfaces::random_hull(random, 1.0),
          surfaces::field(9, 1.0, [&](double, double) { return random.uniform(-0.3, 0.3); }),
          Circle{0.8},
          Polygon{{{-0.5, -0.4}, {0.8, -0.3}, {0.1, 0.9}}}};
}
INSTANTIATE_TEST_SUITE_P(Shape, Rays, testing::Range(0, 10));

TEST_P(Rays, AgreeWithAWalk) {
  const Shape shape = shapes()[static_cast<std::size_t>(GetParam())];
  const bool has_sides = std::holds_alternative<HeightField>(shape);  // its border is no surface
  Random random(static_cast<std::uint64_t>(100 + GetParam()));
  int hits = 0;
  for (int round = 0; round < 2000; ++round) {
    Vec<3> from = surfaces::random_point(random, 1.6), to = surfaces::random_point(random, 1.6);
    if (has_sides) {
      from = from.cwiseMax(-0.99).cwiseMin(0.99), to = to.cwiseMax(-0.99).cwiseMin(0.99);
    }
    if (round % 10 == 0) to.head<2>() = from.head<2>();  // straight along an axis
    const Pose pose{surfaces::random_point(random, 0.0), Mat<3>::Identity()};
    const auto hit = ray_hit(shape, pose, from, to), expected = walked(shape, from, to);
    if (expected) {
      ASSERT_TRUE(hit) << round;
      // a shorter visit that the walk jumped over may come first
      EXPECT_LT(*hit, *expected + 1e-9) << round;
      if (*hit < *expected - 1e-9) {
        EXPECT_TRUE(inside(shape, from + (*hit + 1e-7) * (to - from)));
      }
      ++hits;
    } else if (hit) {
      EXPECT_TRUE(inside(shape, from + (*hit + 1e-7) * (to - from))) << round;
      EXPECT_FALSE(inside(shape, from + (*hit - 1e-7) * (to - from))) << round;
    }
  }
  EXPECT_GT(hits, 200);
}

// In another pose the same fraction; a part of a compound as the part itself.
TEST_P(Rays, MoveWithTheBody) {
  const Shape shape = shapes()[static_cast<std::size_t>(GetParam())];
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const Vec<3> from = surfaces::random_point(random, 1.6),
                 to = surfaces::random_point(random, 1.6);
    const Pose pose{surfaces::random_point(random, 5.0), surfaces::random_rotation(random)};
    const auto hit = ray_hit(shape, {}, from, to);
    const auto moved = ray_hit(shape, pose, pose.point(from), pose.point(to));
    const auto part = ray_hit(Compound{{pose}, {shape}}, {}, pose.point(from), pose.point(to));
    ASSERT_EQ(hit.has_value(), moved.has_value());
    ASSERT_EQ(moved, part);
    if (hit) {
      EXPECT_NEAR(*hit, *moved, 1e-12);
    }
  }
}

TEST(Rays, FromInsideThereIsNoEntry) {
  EXPECT_FALSE(ray_hit(Sphere{1}, {}, Vec<3>::Zero(), Vec<3>(3, 0, 0)));
  EXPECT_FALSE(ray_hit(Cuboid{Vec<3>::Ones()}, {}, Vec<3>::Zero(), Vec<3>(3, 0, 0)));
  EXPECT_FALSE(ray_hit(HalfSpace{}, {}, Vec<3>(0, 0, -1), Vec<3>(0, 0, 1)));
  EXPECT_EQ(ray_hit(HalfSpace{}, {}, Vec<3>(0, 0, 1), Vec<3>(0, 0, -1)), 0.5);
}

TEST(Rays, MeshesFromTheFrontAndSegmentsFromBothSides) {
  const auto sheet = surfaces::sheet(7, 1.0, [](double, double) { return 0.0; });
  EXPECT_EQ(ray_hit(sheet, {}, Vec<3>(0, 0, 1), Vec<3>(0, 0, -3)), 0.25);
  EXPECT_FALSE(ray_hit(sheet, {}, Vec<3>(0, 0, -1), Vec<3>(0, 0, 3)));
  const Segment line{{-1, 0}, {1, 0}};
  EXPECT_EQ(ray_hit(line, {}, Vec<3>(0, 1, 0), Vec<3>(0, -3, 0)), 0.25);
  EXPECT_EQ(ray_hit(line, {}, Vec<3>(0, -1, 0), Vec<3>(0, 3, 0)), 0.25);
  EXPECT_FALSE(ray_hit(line, {}, Vec<3>(2, 1, 0), Vec<3>(2, -3, 0)));
}

// A long step over a large field: every cell on the way is looked at, and only those.
TEST(Rays, FieldsAreNotJumpedOver) {
  Matrix heights = Matrix::Zero(200, 200);
  heights(120, 77) = 5.0;
  const HeightField field(heights, 0.5);
  const auto hit = ray_hit(field, {}, Vec<3>(0.1, 38.5, 2.0), Vec<3>(99.0, 38.5, 2.0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(0.1 + *hit * 98.9, 60.0 - 0.5 * 0.6, 1e-9);
  EXPECT_FALSE(ray_hit(field, {}, Vec<3>(0.1, 30.0, 2.0), Vec<3>(99.0, 30.0, 2.0)));
  EXPECT_NEAR(*ray_hit(field, {}, Vec<3>(33, 44, 1e6), Vec<3>(33, 44, -1e6)), 0.5, 1e-15);
}

}  // namespace
}  // namespace nonsmooth
