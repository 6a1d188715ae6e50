// SPDX-License-Identifier: Apache-2.0
// What must hold for every pair of convex shapes in every pose.

#include "sample_shapes.hpp"

#include <gtest/gtest.h>

namespace nonsmooth::test {
namespace {

constexpr int poses_per_pair = 400;
constexpr double rounding = 2e-13;  // a thousand roundings of lengths of one

struct Pair {
  int a, b;
};

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  const int count = static_cast<int>(sample_shapes().size());
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < count; ++b) pairs.push_back({a, b});
  return pairs;
}

void PrintTo(const Pair& pair, std::ostream* out) {
  const auto shapes = sample_shapes();
  *out << name(shapes[static_cast<std::size_t>(pair.a)]) << " on "
       << name(shapes[static_cast<std::size_t>(pair.b)]);
}

class EveryPair : public ::testing::TestWithParam<Pair> {
 protected:
  const std::vector<Shape> shapes = sample_shapes();
  const Shape& a = shapes[static_cast<std::size_t>(GetParam().a)];
  const Shape& b = shapes[static_cast<std::size_t>(GetParam().b)];
  Random random{static_cast<std::uint64_t>(100 * GetParam().a + GetParam().b)};
  Pose pose_b = random_pose(random, 1.0);

  Pose near_b() {
    Pose pose = random_pose(random, 2.0);
    pose.position += pose_b.position;
    return pose;
  }
  std::vector<ContactPoint> contacts(const Pose& pose_a, double margin = 10.0) const {
    ContactBuffer buffer;
    find_contacts(a, pose_a, b, pose_b, margin, buffer);
    return buffer.points;
  }
  static const ContactPoint& deepest(const std::vector<ContactPoint>& points) {
    return *std::min_element(points.begin(), points.end(),
                             [](const auto& p, const auto& q) { return p.gap < q.gap; });
  }
};

TEST_P(EveryPair, PointsAreOnTheSurfacesAndTheGapBetweenThem) {
  for (int i = 0; i < poses_per_pair; ++i) {
    const Pose pose_a = near_b();
    const auto points = contacts(pose_a, 0.2);
    const double d = distance(a, pose_a, b, pose_b);
    ASSERT_TRUE(std::isfinite(d)) << i;
    ASSERT_EQ(points.empty(), d > 0.2) << i;
    for (const ContactPoint& p : points) {
      ASSERT_TRUE(p.on_a.allFinite() && p.normal.allFinite());
      ASSERT_NEAR(p.normal.norm(), 1.0, rounding);
      ASSERT_LE((p.on_a - p.on_b - p.gap * p.normal).norm(), rounding);
      ASSERT_LE(p.gap, 0.2);
      ASSERT_GE(p.gap, d - rounding);
      // a small ball about the point touches the shape as deeply as its radius
      const Sphere ball{0.01};
      ASSERT_NEAR(distance(ball, {p.on_a, Mat<3>::Identity()}, a, pose_a), -0.01, 1e-9) << i;
      ASSERT_NEAR(distance(ball, {p.on_b, Mat<3>::Identity()}, b, pose_b), -0.01, 1e-9) << i;
    }
    for (std::size_t j = 0; j < points.size(); ++j)
      for (std::size_t k = 0; k < j; ++k) ASSERT_NE(points[j].feature, points[k].feature) << i;
  }
}

// The separation along any direction is a lower bound of the signed distance, and along the normal
// it is attained.
TEST_P(EveryPair, NormalSeparatesBestOfAllDirections) {
  for (int i = 0; i < poses_per_pair; ++i) {
    const Pose pose_a = near_b();
    const auto points = contacts(pose_a);
    ASSERT_FALSE(points.empty()) << i;
    const ContactPoint& p = deepest(points);
    ASSERT_NEAR(separation(a, pose_a, b, pose_b, p.normal), p.gap, 1e-11) << i;
    for (int k = 0; k < 200; ++k) {
      const Vec<3> other =
          k % 2
              ? random_direction(random)
              : Vec<3>((p.normal + 0.1 * random.uniform() * random_direction(random)).normalized());
      ASSERT_LE(separation(a, pose_a, b, pose_b, other), p.gap + rounding) << i;
    }
  }
}

TEST_P(EveryPair, SwapAndRigidMotionChangeNothing) {
  for (int i = 0; i < poses_per_pair; ++i) {
    const Pose pose_a = near_b(), motion = random_pose(random, 3.0);
    const auto points = contacts(pose_a, 0.2);
    ContactBuffer swapped, moved;
    find_contacts(b, pose_b, a, pose_a, 0.2, swapped);
    find_contacts(a, motion * pose_a, b, motion * pose_b, 0.2, moved);
    ASSERT_EQ(swapped.points.size(), points.size()) << i;
    ASSERT_EQ(moved.points.size(), points.size()) << i;
    for (const ContactPoint& p : points) {
      double other = infinity, same = infinity;
      for (const ContactPoint& q : swapped.points)
        other = std::min(other, (q.on_b - p.on_a).norm() + (q.on_a - p.on_b).norm() +
                                    (q.normal + p.normal).norm());
      for (const ContactPoint& q : moved.points)
        if (q.feature == p.feature)
          same = std::min(same, (q.on_a - motion.point(p.on_a)).norm() +
                                    (q.normal - motion.direction(p.normal)).norm());
      ASSERT_LE(other, 1e-8) << i;
      ASSERT_LE(same, 1e-8) << i;
    }
  }
}

// Signed distances change by no more than the way moved; where they are smooth, the normal is the
// derivative.
TEST_P(EveryPair, GapIsContinuousWithTheNormalAsItsDerivative) {
  int smooth = 0;
  for (int i = 0; i < poses_per_pair; ++i) {
    Pose pose = near_b();
    const auto points = contacts(pose);
    const Vec<3> n = deepest(points).normal, direction = random_direction(random);
    const auto at = [&](double h) {
      Pose moved = pose;
      moved.position += h * direction;
      return distance(a, moved, b, pose_b);
    };
    const double d = at(0.0), h = 1e-5;
    ASSERT_LE(std::abs(at(1e-3) - d), 1e-3 + rounding) << i;
    const double forward = (at(h) - d) / h, backward = (d - at(-h)) / h;
    if (std::abs(forward - backward) > 1e-3) continue;  // between two normals
    ++smooth;
    ASSERT_NEAR(0.5 * (forward + backward), n.dot(direction), 1e-3) << i;
  }
  EXPECT_GT(smooth, poses_per_pair * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(Convex, EveryPair, ::testing::ValuesIn(all_pairs()));

}  // namespace
}  // namespace nonsmooth::test
