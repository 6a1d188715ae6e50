// SPDX-License-Identifier: Apache-2.0

#include "collide/body.hpp"

namespace nonsmooth {
namespace {

ConvexBody frustum(const Pose& pose, double low, double high, double low_radius,
                   double high_radius) {
  ConvexBody body;
  body.is_frustum = true;
  const Vec<3> axis = pose.rotation.col(2), x = pose.rotation.col(0), y = pose.rotation.col(1);
  body.frustum.axes = pose.rotation;
  body.frustum.rims = {Rim{pose.position + low * axis, low_radius, axis, x, y},
                       Rim{pose.position + high * axis, high_radius, axis, x, y}};
  body.frustum.sine = (low_radius - high_radius) / std::hypot(low_radius - high_radius, high - low);
  body.size = std::hypot(2.0 * low_radius, high - low);
  return body;
}

}  // namespace

ConvexBody body_of(const Cylinder& shape, const Pose& pose) {
  return frustum(pose, -shape.half_length, shape.half_length, shape.radius, shape.radius);
}

ConvexBody body_of(const Cone& shape, const Pose& pose) {
  return frustum(pose, -0.25 * shape.height, 0.75 * shape.height, shape.radius, 0.0);
}

ConvexBody body_of(const PolytopeView& polytope) {
  ConvexBody body;
  body.polytope = polytope;
  Vec<3> low = polytope.vertex(0), high = low;
  for (const Vec<3>& v : polytope.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  body.size = (high - low).norm();
  return body;
}

}  // namespace nonsmooth
