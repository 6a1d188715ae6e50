// SPDX-License-Identifier: Apache-2.0
// Laws whose set is round. Component order: normal first, then the tangential ones.
// solve_block: see AnyLaw.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace nonsmooth {

/// K = { r : |r_T| <= mu r_N },  -(u + shift |u_T| n) in N_K(r).
///   shift = 0       the plain (associated) second-order cone
///   shift = mu      the exact Coulomb law (De Saxce), dimension 2 or 3
///   shift = theta   Drucker-Prager with friction mu and its own dilation
struct SecondOrderCone {
  int dimension = 3;
  double mu = 1.0;     ///< >= 0
  double shift = 0.0;  ///< >= 0

  static constexpr std::string_view kind() { return "second_order_cone"; }
  int size() const { return dimension; }
  static constexpr bool differentiable() { return true; }
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const;
  /// The same on plain arrays, which do not overlap; N is the dimension where it is known, else 0.
  template <int N>
  void resolve(double rho, const double* u, const double* z, double* r) const;
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena&) const;
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
};

/// The exact Coulomb law of dry friction: r in K, u + mu |u_T| n in K*, orthogonal.
inline SecondOrderCone coulomb(double mu, int dimension = 3) { return {dimension, mu, mu}; }

/// Coulomb friction with rolling resistance: r = (r_N, r_T, m), dimension 3 (plane) or 5 (space);
/// K = { |r_T| <= mu r_N, |m| <= mu_r r_N },  -(u + (mu |u_T| + mu_r |omega|) n) in N_K(r).
struct RollingCone {
  int dimension = 5;
  double mu = 0.0;    ///< >= 0
  double mu_r = 0.0;  ///< m, >= 0: rolling resistance is a length

  static constexpr std::string_view kind() { return "rolling_cone"; }
  int size() const { return dimension; }
  static constexpr bool differentiable() { return true; }
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const;
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena&) const;
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
};

/// K = { r : |r| <= radius },  -u in N_K(r): friction of given threshold (Tresca), von Mises.
struct Disk {
  int dimension = 2;
  double radius = 1.0;  ///< unit of r, >= 0

  static constexpr std::string_view kind() { return "disk"; }
  int size() const { return dimension; }
  static constexpr bool differentiable() { return true; }
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena&) const;
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena&) const;
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
};

// The projection of src/laws/cone.cpp with one group, written out: sweeps, projected methods and
// the certificate spend much of their time here.
template <int N>
void SecondOrderCone::resolve(double rho, const double* u, const double* z, double* r) const {
  const int n = N > 0 ? N : dimension;
  double sliding = 0.0, length = 0.0;
  for (int k = 1; k < n; ++k) {
    sliding += u[k] * u[k];
    length += z[k] * z[k];
  }
  length = N == 2 ? std::abs(z[1]) : std::sqrt(length);
  sliding = N == 2 ? std::abs(u[1]) : std::sqrt(sliding);
  double normal = z[0] - rho * shift * sliding;
  normal = std::max(normal, (normal + mu * length) / (1.0 + mu * mu));
  const bool open = !(normal > 0.0);
  const double factor = length > mu * normal ? mu * normal / length : 1.0;
  r[0] = open ? 0.0 : normal;
  for (int k = 1; k < n; ++k) r[k] = open ? 0.0 : factor * z[k];
}

}  // namespace nonsmooth
