// SPDX-License-Identifier: Apache-2.0
// R = I + 2 / |q|^2 (w S + S^2),  S x = (x, y, z) cross x: proper and orthogonal for any |q| > 0.

#include "nonsmooth/collide/pose.hpp"

namespace nonsmooth {

Mat<3> rotation_matrix(const Vec<4>& quaternion) {
  const double scale = quaternion.lpNorm<Eigen::Infinity>();
  if (!(scale > 0.0)) return Mat<3>::Identity();
  const Vec<4> q = (quaternion / scale).normalized();
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Mat<3> r;
  r << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return r;
}

}  // namespace nonsmooth
