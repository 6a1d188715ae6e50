// SPDX-License-Identifier: Apache-2.0
// The scalar laws (every component of the block obeys its own graph, so a block may have any size)
// and the polytope, to which pivoting methods reduce them. solve_block: see AnyLaw.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <string_view>

namespace nonsmooth {

/// A scalar law is its component graph: `component` resolves entry i, `component_slope` is the
/// derivative of that with respect to z, and `component_map` is r - component(rho, r - rho u)
/// computed without the cancellation that would hide a small u behind a huge r.
template <class L>
concept ScalarLaw = requires(const L& law, int i, double rho, double z, double u, double r) {
  { law.component(i, rho, z) } -> std::same_as<double>;
  { law.component_slope(i, rho, z) } -> std::same_as<double>;
  { law.component_map(i, rho, u, r) } -> std::same_as<double>;
};

/// Equality: u = 0, r free (joints, Kirchhoff equations). K is the whole space.
struct Free {
  int dimension = 1;

  static constexpr std::string_view kind() { return "free"; }
  int size() const { return dimension; }
  double component(int, double, double z) const { return z; }
  double component_slope(int, double, double) const { return 1.0; }
  double component_map(int, double rho, double u, double) const { return rho * u; }
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
};

/// Complementarity: 0 <= u _|_ r >= 0 (unilateral contact, ideal diode). K is the orthant.
struct NonNegative {
  int dimension = 1;

  static constexpr std::string_view kind() { return "non_negative"; }
  int size() const { return dimension; }
  double component(int, double, double z) const { return z > 0.0 ? z : 0.0; }
  double component_slope(int, double, double z) const { return z > 0.0 ? 1.0 : 0.0; }
  double component_map(int, double rho, double u, double r) const {
    return r > rho * u ? rho * u : r;
  }
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
};

/// -u in d( I_[lower, upper](r) + dead_zone |r| + compliance r^2 / 2 ), component by component:
///   relay or Zener           bounds only:  r = upper where u < 0, lower where u > 0
///   saturation of slope k    bounds and compliance 1/k:  r = clip(-k u, lower, upper)
///   dead zone of width d     dead_zone d and compliance 1/k:  r = 0 while |u| < d
struct Box {
  Vector lower, upper;  ///< infinite entries are allowed; lower <= upper
  Vector compliance{};  ///< unit of u / unit of r, >= 0; empty means zero
  Vector
      dead_zone{};  ///< unit of u, >= 0, where it is positive lower <= 0 <= upper; empty means zero

  double compliance_at(int i) const { return compliance.size() == 0 ? 0.0 : compliance[i]; }
  double dead_zone_at(int i) const { return dead_zone.size() == 0 ? 0.0 : dead_zone[i]; }

  static constexpr std::string_view kind() { return "box"; }
  int size() const { return static_cast<int>(lower.size()); }
  // minimiser of (r - z)^2 / 2 + rho (I_[lower, upper](r) + dead_zone |r| + compliance r^2 / 2):
  // shrink by the dead zone, divide by the compliance, clip to the bounds
  double component(int i, double rho, double z) const {
    return std::min(std::max(unclipped(i, rho, z), lower[i]), upper[i]);
  }
  double component_slope(int i, double rho, double z) const {
    const double r = unclipped(i, rho, z), d = rho * dead_zone_at(i);
    const bool dead = d > 0.0 && std::abs(z) <= d;
    return !dead && r > lower[i] && r < upper[i] ? 1.0 / (1.0 + rho * compliance_at(i)) : 0.0;
  }
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;

  double component_map(int i, double rho, double u, double r) const {
    const double z = r - rho * u, d = rho * dead_zone_at(i), x = unclipped(i, rho, z);
    if (x <= lower[i]) return r - lower[i];
    if (x >= upper[i]) return r - upper[i];
    if (d > 0.0 && std::abs(z) <= d) return r;
    const double c = compliance_at(i), push = z > 0.0 ? d : -d;
    return (rho * (c * r + u) + push) / (1.0 + rho * c);
  }

  /// `component` before it is clipped to the bounds.
  double unclipped(int i, double rho, double z) const {
    const double d = rho * dead_zone_at(i);
    const double shrunk = z > d ? z - d : z < -d ? z + d : d == 0.0 ? z : 0.0;
    return shrunk / (1.0 + rho * compliance_at(i));
  }
};

/// -u in N_K(r) with K = { r : A r <= b } (affine variational inequality). K must not be empty.
struct Polytope {
  Matrix A;  ///< one row per constraint
  Vector b;

  static constexpr std::string_view kind() { return "polytope"; }
  int size() const { return static_cast<int>(A.cols()); }
  static constexpr bool differentiable() { return true; }
  void resolvent(double rho, VectorIn u, VectorIn z, VectorOut r, Arena& scratch) const;
  void resolvent_jacobian(double rho, VectorIn u, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena& scratch) const;
  /// Projects z on K. Returns false if K was found to be empty (r is then of no use).
  /// `active`, if not null, receives the constraints that bind with a positive multiplier.
  bool project(VectorIn z, VectorOut r, Arena& scratch, int* active, int* active_count) const;
};

}  // namespace nonsmooth
