// SPDX-License-Identifier: Apache-2.0
// Signed distances against Bullet in double precision (GJK, and EPA in penetration) over 100 000
// random poses per pair. In penetration its EPA at times gives up with a depth that its own normal
// does not have; an answer counts if the separation along the normal that comes with it, evaluated
// by support functions, is the depth. Smooth shapes: its GJK stops at about 1e-5.

#include <gtest/gtest.h>

#ifndef NS_HAVE_BULLET

TEST(BulletOracle, Distances) {
  GTEST_SKIP() << "Bullet in double precision is missing: ./ns setup --profile peers";
}

#else

#include "sample_shapes.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cstdio>
#include <ctime>
#include <memory>

namespace nonsmooth::test {
namespace {

static_assert(sizeof(btScalar) == 8);

btTransform transform(const Pose& pose) {
  const Mat<3>& r = pose.rotation;
  return btTransform(
      btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
      btVector3(pose.position[0], pose.position[1], pose.position[2]));
}

std::unique_ptr<btConvexShape> bullet_shape(const Shape& shape) {
  std::unique_ptr<btConvexShape> made;
  if (const auto* s = std::get_if<Sphere>(&shape))
    return std::make_unique<btSphereShape>(s->radius);  // all of it is margin
  if (const auto* s = std::get_if<Cuboid>(&shape))
    made = std::make_unique<btBoxShape>(
        btVector3(s->half_extents[0], s->half_extents[1], s->half_extents[2]));
  if (const auto* s = std::get_if<Cylinder>(&shape))
    made = std::make_unique<btCylinderShapeZ>(btVector3(s->radius, s->radius, s->half_length));
  if (const auto* s = std::get_if<ConvexHull>(&shape)) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec<3>& v : s->vertices()) hull->addPoint(btVector3(v[0], v[1], v[2]));
    made = std::move(hull);
  }
  made->setMargin(0.0);
  return made;
}

struct Answer {
  double distance = infinity;
  Vec<3> normal = Vec<3>::UnitZ();
};

Answer bullet_distance(const btConvexShape& a, const Pose& pose_a, const btConvexShape& b,
                       const Pose& pose_b) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btGjkPairDetector detector(&a, &b, &simplex, &penetration);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = transform(pose_a);
  input.m_transformB = transform(pose_b);
  btPointCollector result;
  detector.getClosestPoints(input, result, nullptr);
  if (!result.m_hasResult) return {};
  const btVector3& n = result.m_normalOnBInWorld;
  return {result.m_distance, Vec<3>(n[0], n[1], n[2])};
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Named {
  const char* text;
  Shape a, b;
};

class BulletOracle : public ::testing::TestWithParam<int> {};

TEST_P(BulletOracle, Distances) {
  Random points(23);
  const Shape box = Cuboid{{0.4, 0.5, 0.7}}, sphere = Sphere{0.5}, cylinder = Cylinder{0.4, 0.6};
  const Shape hull = ConvexHull(random_points(points, 20)),
              other_hull = ConvexHull(random_points(points, 12));
  const Named pairs[] = {{"box-box", box, Cuboid{{0.6, 0.3, 0.5}}},
                         {"hull-hull", hull, other_hull},
                         {"sphere-box", sphere, box},
                         {"sphere-hull", sphere, hull},
                         {"sphere-cylinder", sphere, cylinder},
                         {"cylinder-box", cylinder, box}};
  const Named& pair = pairs[GetParam()];
  const auto a = bullet_shape(pair.a), b = bullet_shape(pair.b);
  const bool smooth = GetParam() >= 4;
  const int count = GetParam() == 5 ? 20000 : 100000;
  Random random(91);
  int apart = 0, inside = 0, wrong = 0;
  double worst_apart = 0.0, deeper = 0.0, shallower = 0.0, ours_time = 0.0, their_time = 0.0;
  for (int i = 0; i < count; ++i) {
    const Pose pose_a = random_pose(random, 2.0), pose_b = random_pose(random, 0.0);
    double start = cpu_seconds();
    const double ours = distance(pair.a, pose_a, pair.b, pose_b);
    ours_time += cpu_seconds() - start, start = cpu_seconds();
    const Answer theirs = bullet_distance(*a, pose_a, *b, pose_b);
    their_time += cpu_seconds() - start;
    if (ours > 1e-4) {
      ++apart;
      worst_apart = std::max(worst_apart, std::abs(ours - theirs.distance));
    } else if (ours < -1e-4) {
      const double along = separation(pair.a, pose_a, pair.b, pose_b, theirs.normal);
      if (!(std::abs(along - theirs.distance) < 1e-9)) {
        ++wrong;
        continue;
      }
      ++inside;
      deeper = std::max(deeper, theirs.distance - ours);        // they know a shorter way out
      shallower = std::max(shallower, ours - theirs.distance);  // ours is shorter
    }
  }
  std::printf(
      "%s: apart %d, worst %.2e; inside %d, theirs shorter by at most %.2e, ours by %.2e; "
      "%d depths that are not those of their normals; ours %.2f us, theirs %.2f us\n",
      pair.text, apart, worst_apart, inside, deeper, shallower, wrong, 1e6 * ours_time / count,
      1e6 * their_time / count);
  EXPECT_GT(apart, count / 10);
  EXPECT_GT(inside, count / 10);
  EXPECT_LT(worst_apart, smooth ? 1e-5 : 1e-13);
  EXPECT_LT(deeper, smooth ? 1e-9 : 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Pairs, BulletOracle, ::testing::Range(0, 6));

}  // namespace
}  // namespace nonsmooth::test

#endif
