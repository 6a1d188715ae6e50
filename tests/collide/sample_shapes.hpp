// SPDX-License-Identifier: Apache-2.0
// Convex shapes of size about one, random poses, and support functions written apart from the
// library: h(d) = max d.x, in body axes.
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/collide.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nonsmooth::test {

inline std::vector<Vec<3>> random_points(Random& random, int count) {
  std::vector<Vec<3>> points;
  for (int i = 0; i < count; ++i)
    points.push_back(Vec<3>(random.normal(), random.normal(), random.normal()).normalized() *
                     random.uniform(0.6, 0.9));
  return points;
}

inline std::vector<Vec<3>> box_corners(const Vec<3>& h) {
  std::vector<Vec<3>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(Vec<3>(i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]));
  return corners;
}

inline Vec<3> random_direction(Random& random) {
  return Vec<3>(random.normal(), random.normal(), random.normal()).normalized();
}

inline Pose random_pose(Random& random, double reach) {
  const Vec<4> q(random.normal(), random.normal(), random.normal(), random.normal());
  return {random_direction(random) * random.uniform(0.0, reach), rotation_matrix(q)};
}

inline std::vector<Shape> sample_shapes() {
  Random random(7);
  return {Sphere{0.5},
          Capsule{0.3, 0.5},
          Cylinder{0.4, 0.6},
          Cone{0.6, 1.1},
          Cuboid{{0.4, 0.5, 0.7}},
          ConvexHull(random_points(random, 20)),
          ConvexHull(box_corners({0.5, 0.6, 0.3}))};
}

inline double support(const Shape& shape, const Vec<3>& d) {
  const double flat = std::hypot(d[0], d[1]);
  if (const auto* s = std::get_if<Sphere>(&shape)) return s->radius * d.norm();
  if (const auto* s = std::get_if<Capsule>(&shape))
    return s->radius * d.norm() + s->half_length * std::abs(d[2]);
  if (const auto* s = std::get_if<Cylinder>(&shape))
    return s->radius * flat + s->half_length * std::abs(d[2]);
  if (const auto* s = std::get_if<Cone>(&shape))
    return std::max(0.75 * s->height * d[2], s->radius * flat - 0.25 * s->height * d[2]);
  if (const auto* s = std::get_if<Cuboid>(&shape)) return d.cwiseAbs().dot(s->half_extents);
  double most = -infinity;
  for (const Vec<3>& v : std::get<ConvexHull>(shape).vertices()) most = std::max(most, d.dot(v));
  return most;
}

/// s(n): the signed distance is the largest of these over all unit directions.
inline double separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const Vec<3>& n) {
  return n.dot(pose_a.position - pose_b.position) - support(a, pose_a.direction_in_body(-n)) -
         support(b, pose_b.direction_in_body(n));
}

}  // namespace nonsmooth::test
