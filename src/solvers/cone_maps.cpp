// SPDX-License-Identifier: Apache-2.0
#include "solvers/cone_maps.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// What both projected maps share: the augmented normal, and the disk of the tangential part.
struct Disks {
  double normal, radius, length;
  bool sticks() const { return length <= radius && radius > 0.0; }
  bool slips() const { return length > radius && radius > 0.0; }
};

Disks disks_of(bool augmented, double mu, double rho, VectorIn u, VectorIn r) {
  const double normal = r[0] - rho * u[0];
  double length = 0.0;
  for (int k = 1; k < r.size(); ++k) length += std::pow(r[k] - rho * u[k], 2);
  return {normal, mu * std::max(augmented ? normal : r[0], 0.0), std::sqrt(length)};
}

void evaluate_disks(bool augmented, double mu, double rho, VectorIn u, VectorIn r, VectorOut F) {
  const Disks disks = disks_of(augmented, mu, rho, u, r);
  F[0] = disks.normal > 0.0 ? rho * u[0] : r[0];
  for (int k = 1; k < r.size(); ++k) {
    F[k] = disks.sticks() ? rho * u[k] : r[k];
    if (disks.slips()) F[k] -= disks.radius * (r[k] - rho * u[k]) / disks.length;
  }
}

void derive_disks(bool augmented, double mu, double rho, VectorIn u, VectorIn r, MatrixOut dr,
                  MatrixOut du) {
  const Disks disks = disks_of(augmented, mu, rho, u, r);
  dr.setZero();
  du.setZero();
  (disks.normal > 0.0 ? du(0, 0) : dr(0, 0)) = disks.normal > 0.0 ? rho : 1.0;
  for (int i = 1; i < r.size(); ++i) {
    if (disks.sticks()) {
      du(i, i) = rho;
      continue;
    }
    dr(i, i) = 1.0;
    if (!disks.slips()) continue;
    const double ti = (r[i] - rho * u[i]) / disks.length;
    for (int j = 1; j < r.size(); ++j) {
      const double tj = (r[j] - rho * u[j]) / disks.length;
      const double across = disks.radius / disks.length * ((i == j ? 1.0 : 0.0) - ti * tj);
      dr(i, j) -= across;
      du(i, j) = rho * across;
    }
    dr(i, 0) = -mu * ti;
    if (augmented) du(i, 0) = mu * rho * ti;
  }
}

// (x, y) of a cone with mu > 0
void to_self_dual(const SecondOrderCone& cone, double rho, VectorIn u, VectorIn r, VectorOut x,
                  VectorOut y) {
  const auto t = r.size() - 1;
  x = r;
  x[0] *= cone.mu;
  y = rho * u;
  y[0] = rho * (u[0] + cone.shift * u.tail(t).norm()) / cone.mu;
}

// s = sqrt(x o x + y o y + smoothing^2 e) by its spectral values. With n the direction of the
// tangential part of the sum, the small one is |x_0 n - x_T|^2 + |y_0 n - y_T|^2: no cancellation.
void root_of_squares(VectorIn x, VectorIn y, double smoothing, VectorOut s) {
  const auto t = x.size() - 1;
  s.tail(t) = x[0] * x.tail(t) + y[0] * y.tail(t);
  const double extra = smoothing * smoothing, length = s.tail(t).norm();
  const double high = std::sqrt(x.squaredNorm() + y.squaredNorm() + 2.0 * length + extra);
  if (!(length > 0.0)) {
    s.tail(t).setZero();
    s[0] = high;
    return;
  }
  s.tail(t) /= length;
  const double low = std::sqrt((x[0] * s.tail(t) - x.tail(t)).squaredNorm() +
                               (y[0] * s.tail(t) - y.tail(t)).squaredNorm() + extra);
  s[0] = 0.5 * (high + low);
  s.tail(t) *= 0.5 * (high - low);
}

// target = I - L_s^-1 L_x, L the arrow matrices of the algebra
void derive_root(VectorIn s, VectorIn x, MatrixOut target) {
  const int n = static_cast<int>(s.size());
  const double along = s.tail(n - 1).norm(), determinant = (s[0] - along) * (s[0] + along);
  for (int j = 0; j < n; ++j) {
    // column j of L_x is (x_j, x_0 e_j) for j > 0 and x itself for j = 0
    const double head = j == 0 ? x[0] : x[j];
    double tail_dot = 0.0;
    for (int i = 1; i < n; ++i) tail_dot += s[i] * (j == 0 ? x[i] : i == j ? x[0] : 0.0);
    const double first = (s[0] * head - tail_dot) / determinant;
    target(0, j) = (j == 0 ? 1.0 : 0.0) - first;
    for (int i = 1; i < n; ++i) {
      const double entry = j == 0 ? x[i] : i == j ? x[0] : 0.0;
      target(i, j) = (i == j ? 1.0 : 0.0) - (entry - first * s[i]) / s[0];
    }
  }
}

// phi(a, b) = a + b - sqrt(a^2 + b^2) on the normal alone, where the cone is a half-line
void fischer_burmeister_half_line(const SecondOrderCone& cone, double rho, VectorIn u, VectorIn r,
                                  VectorOut F) {
  F = r;
  const double b = rho * (u[0] + cone.shift * u.tail(u.size() - 1).norm());
  F[0] = r[0] + b - std::hypot(r[0], b);
}

// y differentiated by u, applied from the right: the shift couples y_0 to u_T
void apply_shift(const SecondOrderCone& cone, double rho, double weight, VectorIn u, MatrixOut du) {
  const auto t = u.size() - 1;
  const double speed = u.tail(t).norm();
  for (int j = 1; j <= t; ++j) {
    du.col(j) *= rho;
    if (speed > 0.0) du.col(j) += rho * weight * cone.shift * u[j] / speed * du.col(0);
  }
  du.col(0) *= rho * weight;
}

void derive_fischer_burmeister(const SecondOrderCone& cone, double rho, VectorIn u, VectorIn r,
                               MatrixOut dr, MatrixOut du, Arena& scratch) {
  const auto n = r.size();
  if (cone.mu == 0.0) {
    const double b = rho * (u[0] + cone.shift * u.tail(n - 1).norm()), s = std::hypot(r[0], b);
    dr.setIdentity();
    du.setZero();
    dr(0, 0) = s > 0.0 ? 1.0 - r[0] / s : 1.0 - std::sqrt(0.5);
    du(0, 0) = s > 0.0 ? 1.0 - b / s : 1.0 - std::sqrt(0.5);
    apply_shift(cone, rho, 1.0, u, du);
    return;
  }
  VectorMap x = scratch.vector(n), y = scratch.vector(n), s = scratch.vector(n);
  to_self_dual(cone, rho, u, r, x, y);
  const double size = std::max(x.norm(), y.norm());
  if (size == 0.0) {  // the direction (e, e)
    dr.setIdentity();
    dr *= 1.0 - std::sqrt(0.5);
    du = dr;
  } else {
    // smoothed where x o x + y o y lies on the boundary and the root has no derivative
    root_of_squares(x, y, 1e-7 * size, s);
    derive_root(s, x, dr);
    derive_root(s, y, du);
  }
  dr.col(0) *= cone.mu;
  apply_shift(cone, rho, 1.0 / cone.mu, u, du);
}

}  // namespace

bool has_cone_map(NewtonMap map, const SecondOrderCone& cone) {
  if (map == NewtonMap::fischer_burmeister) return true;
  return map != NewtonMap::natural && cone.shift == cone.mu;
}

void evaluate_cone_map(NewtonMap map, const SecondOrderCone& cone, double rho, VectorIn u,
                       VectorIn r, VectorOut F, Arena& scratch) {
  if (map != NewtonMap::fischer_burmeister)
    return evaluate_disks(map == NewtonMap::alart_curnier, cone.mu, rho, u, r, F);
  if (cone.mu == 0.0) return fischer_burmeister_half_line(cone, rho, u, r, F);
  const Arena::Scope scope(scratch);
  VectorMap x = scratch.vector(r.size()), y = scratch.vector(r.size());
  to_self_dual(cone, rho, u, r, x, y);
  root_of_squares(x, y, 0.0, F);
  F = x + y - F;
}

void derive_cone_map(NewtonMap map, const SecondOrderCone& cone, double rho, VectorIn u, VectorIn r,
                     MatrixOut dr, MatrixOut du, Arena& scratch) {
  if (map != NewtonMap::fischer_burmeister)
    return derive_disks(map == NewtonMap::alart_curnier, cone.mu, rho, u, r, dr, du);
  const Arena::Scope scope(scratch);
  derive_fischer_burmeister(cone, rho, u, r, dr, du, scratch);
}

}  // namespace nonsmooth
