// SPDX-License-Identifier: Apache-2.0
// Shooting.
#include "analysis/shooting.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::analysis {

bool Orbit::stable(bool autonomous) const {
  std::vector<std::complex<double>> counted = multipliers;
  if (autonomous && !counted.empty())
    counted.erase(std::min_element(counted.begin(), counted.end(), [](auto a, auto b) {
      return std::abs(a - 1.0) < std::abs(b - 1.0);
    }));
  return std::all_of(counted.begin(), counted.end(), [](auto m) { return std::abs(m) < 1.0; });
}

bool shoot(const HybridSystem& system, const OrbitOptions& options, Orbit& orbit, Shot& shot) {
  FlowOptions with = options.flow;
  with.sensitivity = true;
  const Flow once = flow(system, orbit.start, orbit.start.t + orbit.period, with);
  if (!once.ok) {
    orbit.message = once.message;
    return false;
  }
  const Eigen::Index n = orbit.start.x.size();
  shot.gap = once.end.x - orbit.start.x;
  shot.map = once.sensitivity;
  shot.rate_start.resize(n);
  shot.rate_end.resize(n);
  system.modes[static_cast<std::size_t>(orbit.start.mode)](orbit.start.t, orbit.start.x,
                                                           shot.rate_start);
  system.modes[static_cast<std::size_t>(once.end.mode)](once.end.t, once.end.x, shot.rate_end);
  shot.same_mode = once.end.mode == orbit.start.mode;
  orbit.residual = shot.gap.norm() / (1 + orbit.start.x.norm());
  orbit.monodromy = once.sensitivity;
  orbit.events = once.events;
  orbit.sequence = once.sequence();
  orbit.slowest_approach = once.slowest_approach();
  if (std::isfinite(orbit.residual)) return true;
  orbit.message = "the iteration left every bound";
  return false;
}

bool closes(const OrbitOptions& options, const Shot& shot, Orbit& orbit) {
  if (!(orbit.residual <= options.tolerance)) return false;
  orbit.converged = shot.same_mode;
  orbit.message = orbit.converged ? "converged" : "the modes of start and end differ";
  orbit.multipliers = eigenvalues(orbit.monodromy);
  return true;
}

Orbit periodic_orbit(const HybridSystem& system, const HybridState& guess, double period,
                     const OrbitOptions& options) {
  if (!(period > 0.0)) throw Error("periodic_orbit: the period is " + std::to_string(period));
  const Eigen::Index n = guess.x.size();
  Orbit orbit;
  orbit.message = "not converged";
  orbit.start = guess;
  orbit.period = period;
  Shot shot;
  for (int iteration = 0; iteration <= options.iterations; ++iteration) {
    if (!shoot(system, options, orbit, shot) || closes(options, shot, orbit)) return orbit;
    Matrix J = shot.map - Matrix::Identity(n, n);
    Vector rhs = -shot.gap;
    if (options.autonomous) {
      J.conservativeResize(n + 1, n + 1);
      J.bottomRows(1) << shot.rate_start.transpose(), 0.0;
      J.topRightCorner(n, 1) = shot.rate_end;
      rhs.conservativeResize(n + 1);
      rhs[n] = -shot.rate_start.dot(orbit.start.x - guess.x);
    }
    const Vector step = solve_pivoted(J, rhs);
    orbit.start.x += step.head(n);
    if (options.autonomous) orbit.period += std::clamp(step[n], -0.5 * orbit.period, orbit.period);
  }
  return orbit;
}

}  // namespace nonsmooth::analysis
