// SPDX-License-Identifier: Apache-2.0
// Where a body is: x_world = position + rotation x_body. Lengths in metres, rotation proper and
// orthogonal (a precondition everywhere in this module).
#pragma once

#include "nonsmooth/base/types.hpp"

#include <Eigen/Geometry>

namespace nonsmooth {

struct Pose {
  Vec<3> position = Vec<3>::Zero();
  Mat<3> rotation = Mat<3>::Identity();

  Vec<3> point(const Vec<3>& body) const { return position + rotation * body; }
  Vec<3> direction(const Vec<3>& body) const { return rotation * body; }
  Vec<3> point_in_body(const Vec<3>& world) const {
    return rotation.transpose() * (world - position);
  }
  Vec<3> direction_in_body(const Vec<3>& world) const { return rotation.transpose() * world; }
  /// The pose of a part that has pose `part` in this body.
  Pose operator*(const Pose& part) const {
    return {point(part.position), rotation * part.rotation};
  }
};

/// Turns body axes into world axes; the quaternion (w, x, y, z) need not be normalised.
Mat<3> rotation_matrix(const Vec<4>& quaternion);

/// An axis-aligned box; empty until something is added.
struct Aabb {
  Vec<3> lower = Vec<3>::Constant(infinity), upper = Vec<3>::Constant(-infinity);

  void add(const Vec<3>& point) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  void add(const Aabb& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
  }
  Aabb grown(double margin) const {
    return {lower - Vec<3>::Constant(margin), upper + Vec<3>::Constant(margin)};
  }
  bool overlaps(const Aabb& other) const {
    return (lower.array() <= other.upper.array()).all() &&
           (other.lower.array() <= upper.array()).all();
  }
};

}  // namespace nonsmooth
