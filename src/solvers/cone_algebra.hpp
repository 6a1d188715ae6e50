// SPDX-License-Identifier: Apache-2.0
// The algebra of one self-dual cone L = { x : |x_T| <= x_0 }, which of dimension one is the half
// line. With J = diag(1, -1, ..., -1) and the Jordan product
//
//     x o z = (x.z, x_0 z_T + z_0 x_T),    unit e = (1, 0, ..., 0),
//
// every pair x, z inside L has one scaling N, symmetric with N L = L, that makes both the same
// point lambda = N z = N^-1 x:    N = eta (2 v v^T - J),    N^2 = eta^2 (2 w w^T - J).
//
// Nesterov and Todd 1997; the formulas for second-order cones: Vandenberghe, The CVXOPT linear and
// quadratic cone program solvers, 2010.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <cmath>

namespace nonsmooth {

/// sqrt(x.J x): the distance from the boundary, in the geometry of the cone. NaN outside L.
inline double cone_norm(VectorIn x) {
  const double tangential = x.tail(x.size() - 1).norm();
  return std::sqrt((x[0] - tangential) * (x[0] + tangential));
}

inline double reflected_dot(VectorIn a, VectorIn b) {
  return a[0] * b[0] - a.tail(a.size() - 1).dot(b.tail(b.size() - 1));
}

/// product = a o b; may overlap neither.
inline void jordan_product(VectorIn a, VectorIn b, VectorOut product) {
  const auto count = a.size() - 1;
  product[0] = a.dot(b);
  product.tail(count) = a[0] * b.tail(count) + b[0] * a.tail(count);
}

/// b becomes the y with a o y = b. Precondition: a inside L.
inline void jordan_divide(VectorIn a, VectorOut b) {
  const auto count = a.size() - 1;
  const double norm = cone_norm(a);
  b[0] = (a[0] * b[0] - a.tail(count).dot(b.tail(count))) / (norm * norm);
  b.tail(count) = (b.tail(count) - b[0] * a.tail(count)) / a[0];
}

/// The largest length with x + length dx in L; infinity where the ray stays inside.
inline double longest_cone_step(VectorIn x, VectorIn dx) {
  // in the frame where x is the unit, dx becomes (p, t) and its smallest eigenvalue is p - |t|
  const auto count = x.size() - 1;
  const double norm = cone_norm(x);
  const double p = reflected_dot(x, dx) / norm;
  const double along = (p + dx[0]) / (x[0] / norm + 1.0);
  const double t = (dx.tail(count) - (along / norm) * x.tail(count)).norm();
  return t > p ? norm / (t - p) : infinity;
}

/// The scaling of one pair; w is kept by the caller.
class NtScaling {
 public:
  /// Fills w. Preconditions: x and z inside L, w of their size.
  NtScaling(VectorIn x, VectorIn z, VectorOut w) : w_(w.data(), w.size()) {
    const auto count = x.size() - 1;
    const double x_norm = cone_norm(x), z_norm = cone_norm(z);
    const double angle = std::sqrt(0.5 * (1.0 + x.dot(z) / (x_norm * z_norm)));
    w[0] = (x[0] / x_norm + z[0] / z_norm) / (2.0 * angle);
    w.tail(count) = (x.tail(count) / x_norm - z.tail(count) / z_norm) / (2.0 * angle);
    eta_ = std::sqrt(x_norm / z_norm);
  }

  /// image = N a
  void apply(VectorIn a, VectorOut image) const { reflect(a, 1.0, eta_, image); }
  /// image = N^-1 a
  void apply_inverse(VectorIn a, VectorOut image) const { reflect(a, -1.0, 1.0 / eta_, image); }
  void copy(MatrixOut N) const {
    const auto count = w_.size() - 1;
    const auto w_T = w_.tail(count);
    N(0, 0) = eta_ * w_[0];
    N.col(0).tail(count) = eta_ * w_T;
    N.row(0).tail(count) = eta_ * w_T.transpose();
    for (Eigen::Index j = 0; j < count; ++j) {
      N.col(j + 1).tail(count) = (eta_ * w_T[j] / (w_[0] + 1.0)) * w_T;
      N(j + 1, j + 1) += eta_;
    }
  }
  /// N^-2(i, j)
  double inverse_square(int i, int j) const {
    const double sign_i = i == 0 ? 1.0 : -1.0, sign_j = j == 0 ? 1.0 : -1.0;
    const double J = i == j ? sign_i : 0.0;
    return (2.0 * sign_i * w_[i] * sign_j * w_[j] - J) / (eta_ * eta_);
  }
  bool finite() const { return std::isfinite(eta_) && eta_ > 0.0 && w_.allFinite(); }

 private:
  // factor (2 v v^T - J) a with v = (w + e) / sqrt(2 w_0 + 2), tangential part times `sign`
  void reflect(VectorIn a, double sign, double factor, VectorOut image) const {
    const auto count = a.size() - 1;
    const double first = w_[0] + 1.0;
    const double dot = first * a[0] + sign * w_.tail(count).dot(a.tail(count));
    const double scale = dot / first;  // 2 v.a / |.|
    image[0] = factor * (scale * first - a[0]);
    image.tail(count) = factor * (sign * scale * w_.tail(count) + a.tail(count));
  }

  VectorView w_;
  double eta_;
};

}  // namespace nonsmooth
