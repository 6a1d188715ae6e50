// SPDX-License-Identifier: Apache-2.0
// Packings: nothing overlaps, what should touch touches, the same seed gives the same bits.
#include "nonsmooth/mechanics/packings.hpp"
#include "nonsmooth/collide/contact.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

using nonsmooth::testing::message_of;

Pose pose(const Body& body) { return {body.position, rotation_matrix(body.orientation)}; }

double smallest_gap(const std::vector<Body>& bodies) {
  double smallest = infinity;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      smallest = std::min(
          smallest, distance(bodies[i].shape, pose(bodies[i]), bodies[j].shape, pose(bodies[j])));
  return smallest;
}

TEST(Packings, SpheresFillTheirCellsWithoutTouching) {
  const SphereBox box{.lower = {-0.5, -0.5, 0},
                      .upper = {0.5, 0.5, 0.5},
                      .radius_min = 0.05,
                      .radius_max = 0.08,
                      .seed = 3};
  const std::vector<Body> bodies = sphere_box(box);
  EXPECT_EQ(bodies.size(), 5u * 5u * 2u);  // cells of 2 x 0.08 x 1.1 m
  EXPECT_GT(smallest_gap(bodies), 0.0);
  double least = infinity, largest = 0.0;
  for (const Body& body : bodies) {
    const double radius = std::get<Sphere>(body.shape).radius;
    least = std::min(least, radius);
    largest = std::max(largest, radius);
    EXPECT_GE((body.position - box.lower).minCoeff(), radius);
    EXPECT_GE((box.upper - body.position).minCoeff(), radius);
  }
  EXPECT_GE(least, box.radius_min);
  EXPECT_LE(largest, box.radius_max);
  EXPECT_GT(largest - least, 0.5 * (box.radius_max - box.radius_min));
}

TEST(Packings, TheSeedDecidesEverything) {
  const auto first = sphere_box({.seed = 5}), again = sphere_box({.seed = 5}),
             other = sphere_box({.seed = 6});
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].position, again[i].position);
  EXPECT_NE(first[0].position, other[0].position);
}

TEST(Packings, AWallIsFilledWithoutGaps) {
  const BrickWall wall{.columns = 4, .rows = 3, .brick = {0.2, 0.1, 0.08}};
  const std::vector<Body> bricks = brick_wall(wall);
  EXPECT_EQ(bricks.size(), 4u + 5u + 4u);
  double volume = 0.0, top = 0.0;
  for (const Body& brick : bricks) {
    volume += 8.0 * std::get<Cuboid>(brick.shape).half_extents.prod();
    top = std::max(top, bounds(brick.shape, pose(brick)).upper.z());
  }
  // it is one cuboid of 4 x 3 bricks: as much volume as room, and nothing overlaps
  EXPECT_NEAR(volume, 12 * wall.brick.prod(), 1e-15);
  EXPECT_NEAR(top, 3 * wall.brick.z(), 1e-15);
  EXPECT_NEAR(smallest_gap(bricks), 0.0, 1e-12);
}

TEST(Packings, ATowerStandsOnItsPlanks) {
  const std::vector<Body> planks = plank_tower({.levels = 3, .planks = 3});
  EXPECT_EQ(planks.size(), 9u);
  EXPECT_NEAR(smallest_gap(planks), 0.0, 1e-12);
  // the outer planks are flush with the ends of those below
  EXPECT_NEAR(bounds(planks[5].shape, pose(planks[5])).upper.x(),
              bounds(planks[0].shape, pose(planks[0])).upper.x(), 1e-15);
}

TEST(Packings, StonesOfAnArchMeetFaceToFace) {
  const Arch options{.stones = 7, .inner_radius = 1.0, .thickness = 0.3, .depth = 0.4};
  const std::vector<Body> stones = arch(options);
  ASSERT_EQ(stones.size(), 7u);
  for (std::size_t i = 0; i + 1 < stones.size(); ++i)
    EXPECT_NEAR(
        distance(stones[i].shape, pose(stones[i]), stones[i + 1].shape, pose(stones[i + 1])), 0.0,
        1e-12);
  // both feet stand on the ground
  for (const std::size_t foot : {std::size_t{0}, std::size_t{6}})
    EXPECT_NEAR(bounds(stones[foot].shape, pose(stones[foot])).lower.z(), 0.0, 1e-12);
}

TEST(Packings, TheFirstDominoTurnsAboutItsFoot) {
  const DominoRow options{.count = 3, .push = 2.0};
  const std::vector<Body> row = domino_row(options);
  const Vec<3> foot(0.5 * options.domino.x(), 0.0, 0.0);
  const Vec<3> speed_of_foot =
      row[0].velocity + row[0].angular_velocity.cross(foot - row[0].position);
  EXPECT_LT(speed_of_foot.norm(), 1e-15);
  EXPECT_GT(row[0].velocity.x(), 0.0);
  EXPECT_EQ(row[1].velocity, Vec<3>::Zero());
  EXPECT_NEAR(smallest_gap(row), options.spacing - options.domino.x(), 1e-12);
}

TEST(Packings, AChainHangsTogether) {
  const JointedBodies made =
      chain({.from = {0, 0, 0}, .to = {0, 2, 0}, .links = 4, .hold_to = true});
  ASSERT_EQ(made.bodies.size(), 4u);
  ASSERT_EQ(made.joints.size(), 5u);
  EXPECT_FALSE(made.joints[0].b.valid());
  EXPECT_EQ(made.joints[2].b.index, 1);
  // the ends of each link, a radius beyond its segment, are where the joints are
  const Capsule& shape = std::get<Capsule>(made.bodies[1].shape);
  const Vec<3> end = pose(made.bodies[1]).point({0, 0, -shape.half_length - shape.radius});
  EXPECT_LT((end - made.joints[1].anchor).norm(), 1e-14);
}

TEST(Packings, GridsCopyABody) {
  const std::vector<Body> bodies =
      grid({.body = {.name = "rock", .shape = Sphere{0.1}, .position = {1, 0, 0}},
            .counts = {2, 3, 1},
            .spacing = {1, 2, 3}});
  ASSERT_EQ(bodies.size(), 6u);
  EXPECT_EQ(bodies[5].name, "rock 5");
  EXPECT_EQ(bodies[5].position, Vec<3>(2, 4, 0));
}

TEST(Packings, NonsenseIsRefusedByName) {
  EXPECT_NE(message_of([] { sphere_box({.radius_min = 0}); }).find("radius_min"),
            std::string::npos);
  EXPECT_NE(message_of([] { sphere_box({.count = 100000}); }).find("fewer cells"),
            std::string::npos);
  EXPECT_NE(message_of([] { brick_wall({.columns = 0}); }).find("columns"), std::string::npos);
  EXPECT_NE(message_of([] { plank_tower({.planks = 9}); }).find("wider"), std::string::npos);
  EXPECT_NE(message_of([] { arch({.stones = 1}); }).find("stones"), std::string::npos);
  EXPECT_NE(message_of([] { domino_row({.spacing = 0.001}); }).find("spacing"), std::string::npos);
  EXPECT_NE(message_of([] { chain({.links = 1000}); }).find("links"), std::string::npos);
}

}  // namespace
}  // namespace nonsmooth
