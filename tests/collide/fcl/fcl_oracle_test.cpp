// SPDX-License-Identifier: Apache-2.0
// Signed distances against FCL 0.7 over 100 000 random poses per pair: its closed forms for
// spheres, its separating axes for boxes (they prefer faces to edges by a factor, so that depths
// may be too large but never too small), libccd for distances of boxes.

#include <gtest/gtest.h>

#ifndef NS_HAVE_FCL

TEST(FclOracle, Distances) { GTEST_SKIP() << "FCL is missing: ./ns setup --profile peers"; }

#else

#include "sample_shapes.hpp"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cstdio>
#include <memory>

namespace nonsmooth::test {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> fcl_shape(const Shape& shape) {
  if (const auto* s = std::get_if<Sphere>(&shape)) return std::make_shared<fcl::Sphered>(s->radius);
  if (const auto* s = std::get_if<Capsule>(&shape))
    return std::make_shared<fcl::Capsuled>(s->radius, 2.0 * s->half_length);
  if (const auto* s = std::get_if<Cylinder>(&shape))
    return std::make_shared<fcl::Cylinderd>(s->radius, 2.0 * s->half_length);
  const Vec<3> h = std::get<Cuboid>(shape).half_extents;
  return std::make_shared<fcl::Boxd>(2.0 * h[0], 2.0 * h[1], 2.0 * h[2]);
}

fcl::CollisionObjectd object(const Shape& shape, const Pose& pose) {
  return {fcl_shape(shape), pose.rotation, pose.position};
}

double fcl_distance(const fcl::CollisionObjectd& a, const fcl::CollisionObjectd& b) {
  fcl::DistanceRequestd request(true, false);
  request.distance_tolerance = 1e-12;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::DistanceResultd result;
  return fcl::distance(&a, &b, request, result);
}

double fcl_depth(const fcl::CollisionObjectd& a, const fcl::CollisionObjectd& b) {
  fcl::CollisionRequestd request(16, true);
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::CollisionResultd result;
  fcl::collide(&a, &b, request, result);
  double depth = -infinity;
  for (std::size_t i = 0; i < result.numContacts(); ++i)
    depth = std::max(depth, result.getContact(i).penetration_depth);
  return depth;
}

struct Named {
  const char* text;
  Shape a, b;
};

class FclOracle : public ::testing::TestWithParam<int> {};

TEST_P(FclOracle, Distances) {
  const Shape box = Cuboid{{0.4, 0.5, 0.7}}, sphere = Sphere{0.5};
  const Named pairs[] = {{"box-box", box, Cuboid{{0.6, 0.3, 0.5}}},
                         {"sphere-sphere", sphere, Sphere{0.3}},
                         {"sphere-box", sphere, box},
                         {"sphere-capsule", sphere, Capsule{0.3, 0.5}},
                         {"sphere-cylinder", sphere, Cylinder{0.4, 0.6}}};
  const Named& pair = pairs[GetParam()];
  const int count = 100000;
  Random random(92);
  int apart = 0, inside = 0, silent = 0, short_of = 0;
  double worst_apart = 0.0, deeper = 0.0, shallower = 0.0;
  for (int i = 0; i < count; ++i) {
    const Pose pose_a = random_pose(random, 2.0), pose_b = random_pose(random, 0.0);
    const double ours = distance(pair.a, pose_a, pair.b, pose_b);
    const auto a = object(pair.a, pose_a), b = object(pair.b, pose_b);
    if (ours > 1e-4) {
      ++apart;
      worst_apart = std::max(worst_apart, std::abs(ours - fcl_distance(a, b)));
    } else if (ours < -1e-4) {
      ++inside;
      const double depth = fcl_depth(a, b);
      if (depth == -infinity) {
        ++silent;
        continue;
      }
      deeper = std::max(deeper, -ours - depth);
      shallower = std::max(shallower, depth + ours);
      if (depth + ours > 1e-6) ++short_of;
    }
  }
  std::printf(
      "%s: apart %d, worst %.2e; inside %d, theirs shorter by at most %.2e, ours by %.2e "
      "(%d above 1e-6); %d without a contact\n",
      pair.text, apart, worst_apart, inside, deeper, shallower, short_of, silent);
  EXPECT_GT(apart, count / 10);
  EXPECT_GT(inside, count / 10);
  EXPECT_EQ(silent, 0);
  EXPECT_LT(worst_apart, 1e-5);
  EXPECT_LT(deeper, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Pairs, FclOracle, ::testing::Range(0, 5));

}  // namespace
}  // namespace nonsmooth::test

#endif
