// SPDX-License-Identifier: Apache-2.0
// Projection on { |t_1| <= mu_1 n, |t_2| <= mu_2 n } with one or two tangential groups: minimise
// over r_N >= 0 the convex function (r_N - n)^2 + sum_k (|t_k| - mu_k r_N)_+^2. Its derivative is
// the least, over all sets of groups that may bind, of increasing linear functions with the roots
// (n + sum mu_k |t_k|) / (1 + sum mu_k^2). Hence r_N is the largest of these roots (or zero),
// without any test of consistency that rounding could fail on the boundary. One group is the
// second-order cone.
#include "nonsmooth/laws/cone.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// Groups of a cone of this dimension: where each starts, how long it is, its coefficient.
struct Group {
  int begin, size;
  double mu;
};
struct Groups {
  Group group[2];
  int count;
};

struct Projected {
  double normal = 0.0;               // r_N
  double length[2] = {0.0, 0.0};     // |t_k|
  bool binding[2] = {false, false};  // group k lies on the boundary of its cone
  bool apex = false;                 // r = 0
};

Projected project(const Groups& groups, VectorIn z) {
  Projected p;
  for (int k = 0; k < groups.count; ++k)
    p.length[k] = z.segment(groups.group[k].begin, groups.group[k].size).norm();
  p.normal = z[0];
  for (int set = 1; set < (1 << groups.count); ++set) {
    double numerator = z[0], denominator = 1.0;
    for (int k = 0; k < groups.count; ++k)
      if (set >> k & 1) {
        numerator += groups.group[k].mu * p.length[k];
        denominator += groups.group[k].mu * groups.group[k].mu;
      }
    p.normal = std::max(p.normal, numerator / denominator);
  }
  p.apex = !(p.normal > 0.0);
  for (int k = 0; k < groups.count; ++k) p.binding[k] = p.length[k] > groups.group[k].mu * p.normal;
  return p;
}

// z - rho g(u): the normal component of the argument of the projection
double shifted_normal(const Groups& groups, const double shift[2], double rho, VectorIn u,
                      VectorIn z) {
  double normal = z[0];
  for (int k = 0; k < groups.count; ++k)
    normal -= rho * shift[k] * u.segment(groups.group[k].begin, groups.group[k].size).norm();
  return normal;
}

void resolve(const Groups& groups, const double shift[2], double rho, VectorIn u, VectorIn z,
             VectorOut r) {
  r = z;
  r[0] = shifted_normal(groups, shift, rho, u, z);
  const Projected p = project(groups, r);
  if (p.apex) {
    r.setZero();
    return;
  }
  r[0] = p.normal;
  for (int k = 0; k < groups.count; ++k)
    if (p.binding[k])
      r.segment(groups.group[k].begin, groups.group[k].size) *=
          groups.group[k].mu * p.normal / p.length[k];
}

void derive(const Groups& groups, const double shift[2], double rho, VectorIn u, VectorIn z,
            MatrixOut dz, MatrixOut du, VectorMap y) {
  y = z;
  y[0] = shifted_normal(groups, shift, rho, u, z);
  const Projected p = project(groups, y);
  dz.setZero();
  du.setZero();
  if (p.apex) return;
  // row of the normal component
  double denominator = 1.0;
  for (int k = 0; k < groups.count; ++k)
    if (p.binding[k]) denominator += groups.group[k].mu * groups.group[k].mu;
  dz(0, 0) = 1.0 / denominator;
  for (int k = 0; k < groups.count; ++k) {
    const auto [begin, size, mu] = groups.group[k];
    if (p.binding[k])
      dz.row(0).segment(begin, size) =
          mu / (denominator * p.length[k]) * y.segment(begin, size).transpose();
  }
  // rows of the tangential components: r_k = mu r_N t_k / |t_k|
  for (int k = 0; k < groups.count; ++k) {
    const auto [begin, size, mu] = groups.group[k];
    auto rows = dz.middleRows(begin, size);
    if (!p.binding[k]) {
      rows.middleCols(begin, size).setIdentity();
      continue;
    }
    const auto t = y.segment(begin, size);
    for (int i = 0; i < size; ++i) {
      rows.row(i) = mu * t[i] / p.length[k] * dz.row(0);
      for (int j = 0; j < size; ++j) {
        const double across = (i == j ? 1.0 : 0.0) - t[i] * t[j] / (p.length[k] * p.length[k]);
        rows(i, begin + j) += mu * p.normal / p.length[k] * across;
      }
    }
  }
  // chain rule through the shift; at u_T = 0 the zero subgradient
  for (int k = 0; k < groups.count; ++k) {
    const auto [begin, size, mu] = groups.group[k];
    const double speed = u.segment(begin, size).norm();
    if (speed > 0.0)
      for (int j = 0; j < size; ++j)
        du.col(begin + j) = -rho * shift[k] * u[begin + j] / speed * dz.col(0);
  }
}

Groups groups_of(const SecondOrderCone& cone) {
  return {{{1, cone.dimension - 1, cone.mu}, {0, 0, 0.0}}, 1};
}

Groups groups_of(const RollingCone& cone) {
  const int half = (cone.dimension - 1) / 2;
  return {{{1, half, cone.mu}, {1 + half, half, cone.mu_r}}, 2};
}

}  // namespace

void SecondOrderCone::resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const {
  switch (dimension) {
    case 2: return resolve<2>(rho, u.data(), z.data(), r.data());
    case 3: return resolve<3>(rho, u.data(), z.data(), r.data());
    default: return resolve<0>(rho, u.data(), z.data(), r.data());
  }
}

void SecondOrderCone::resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz,
                                         MatrixOut du, Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const double shifts[2] = {shift, 0.0};
  derive(groups_of(*this), shifts, rho, u, z, dz, du, scratch.vector(dimension));
}

void RollingCone::resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const {
  const double shifts[2] = {mu, mu_r};
  resolve(groups_of(*this), shifts, rho, u, z, r);
}

void RollingCone::resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                                     Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const double shifts[2] = {mu, mu_r};
  derive(groups_of(*this), shifts, rho, u, z, dz, du, scratch.vector(dimension));
}

void Disk::resolvent(double, VectorIn, VectorIn z, VectorOut r, Arena&) const {
  const double length = z.norm();
  r = z;
  if (length > radius) r *= radius / length;
}

void Disk::resolvent_jacobian(double, VectorIn, VectorIn z, MatrixOut dz, MatrixOut du,
                              Arena&) const {
  du.setZero();
  dz.setIdentity();
  const double length = z.norm();
  if (!(length > radius)) return;
  // column by column: as one scaled outer product Eigen would allocate
  for (int j = 0; j < dz.cols(); ++j) dz.col(j) -= z[j] / (length * length) * z;
  dz *= radius / length;
}

}  // namespace nonsmooth
