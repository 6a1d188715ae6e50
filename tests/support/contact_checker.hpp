// SPDX-License-Identifier: Apache-2.0
// An outside judge of friction problems with equations and complementarity, written from the words
// of the laws (never from a projection) and sharing no code with the library's residuals:
// long double sums, one contact at a time.
#pragma once

#include "nonsmooth/problem.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::testing {

/// How far one contact is from Coulomb's law, as the larger of an error in u (unit of u) and one in
/// r (unit of r), each put into the unit sqrt(u r) by d, the mean diagonal of its block of W:
///   open or touching    r_N >= 0, u_N >= 0, one of them zero
///   never more than     |r_T| <= mu r_N
///   sliding             r_T = -mu r_N u_T / |u_T|: either |u_T| or the difference is small
inline long double contact_violation(double mu, long double d, const long double* u,
                                     const long double* r, int n) {
  const long double to_u = 1.0L / std::sqrt(d), to_r = std::sqrt(d);
  long double speed = 0.0L, force = 0.0L, along = 0.0L;
  for (int k = 1; k < n; ++k) {
    speed += u[k] * u[k];
    force += r[k] * r[k];
  }
  speed = std::sqrt(speed);
  force = std::sqrt(force);
  for (int k = 1; k < n; ++k) {
    const long double target = speed > 0.0L ? -mu * r[0] * u[k] / speed : r[k];
    along += (r[k] - target) * (r[k] - target);
  }
  const long double zero = 0.0L;
  long double worst = std::max({zero, -to_r * r[0], -to_u * u[0], to_r * (force - mu * r[0])});
  worst = std::max(worst, std::min(to_r * r[0], to_u * u[0]));
  return std::max(worst, std::min(to_u * speed, to_r * std::sqrt(along)));
}

/// Largest violation of any block at r over the largest of q, u and r, all in the unit sqrt(u r).
/// Laws: Coulomb cones, Free and NonNegative. NaN if anything is not finite.
inline double contact_problem_violation(const Problem& problem, const Vector& r) {
  const Matrix W = problem.W.to_dense();
  const int n = problem.size();
  std::vector<long double> u(static_cast<std::size_t>(n)), z(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    z[at] = r[i];
    u[at] = problem.q[i];
    for (int j = 0; j < n; ++j) u[at] += static_cast<long double>(W(i, j)) * r[j];
    if (!std::isfinite(u[at]) || !std::isfinite(z[at])) return std::nan("");
  }
  const long double fallback = W.size() > 0 && W.cwiseAbs().maxCoeff() > 0.0
                                   ? static_cast<long double>(W.cwiseAbs().maxCoeff())
                                   : 1.0L;
  long double worst = 0.0L, scale = 0.0L;
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const auto* cone = law.get_if<SecondOrderCone>();
    for (int i = row; i < row + law.size();) {
      const int count = cone != nullptr ? law.size() : 1;
      long double d = 0.0L;
      for (int k = i; k < i + count; ++k) d += static_cast<long double>(W(k, k)) / count;
      if (!(d > 0.0L)) d = fallback;
      for (int k = i; k < i + count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const long double given = std::abs(static_cast<long double>(problem.q[k]));
        scale = std::max(
            {scale, (given + std::abs(u[at])) / std::sqrt(d), std::abs(z[at]) * std::sqrt(d)});
      }
      const auto at = static_cast<std::size_t>(i);
      if (cone != nullptr)
        worst = std::max(worst, contact_violation(cone->mu, d, &u[at], &z[at], count));
      else if (law.get_if<Free>() != nullptr)
        worst = std::max(worst, std::abs(u[at]) / std::sqrt(d));
      else
        worst = std::max({worst, -z[at] * std::sqrt(d), -u[at] / std::sqrt(d),
                          std::min(z[at] * std::sqrt(d), u[at] / std::sqrt(d))});
      i += count;
    }
    row += law.size();
  }
  return static_cast<double>(scale > 0.0L ? worst / scale : worst);
}

}  // namespace nonsmooth::testing
