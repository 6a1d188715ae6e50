// SPDX-License-Identifier: Apache-2.0
// Shooting and continuation.
#include "nonsmooth/analysis/orbits.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

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

Orbit periodic_orbit(const HybridSystem& system, const HybridState& guess, double period,
                     const OrbitOptions& options) {
  if (!(period > 0.0)) throw Error("periodic_orbit: the period is " + std::to_string(period));
  const Eigen::Index n = guess.x.size();
  FlowOptions with = options.flow;
  with.sensitivity = true;
  Orbit orbit;
  orbit.message = "not converged";
  orbit.start = guess;
  orbit.period = period;
  const Vector anchor = guess.x;
  Vector phase(n), f_end(n);
  for (int iteration = 0; iteration <= options.iterations; ++iteration) {
    const Flow once = flow(system, orbit.start, orbit.start.t + orbit.period, with);
    if (!once.ok) {
      orbit.message = once.message;
      return orbit;
    }
    const Vector F = once.end.x - orbit.start.x;
    orbit.residual = F.norm() / (1 + orbit.start.x.norm());
    orbit.monodromy = once.sensitivity;
    orbit.events = once.events;
    orbit.sequence = once.sequence();
    orbit.slowest_approach = once.slowest_approach();
    if (!std::isfinite(orbit.residual)) {
      orbit.message = "the iteration left every bound";
      return orbit;
    }
    if (orbit.residual <= options.tolerance) {
      orbit.converged = once.end.mode == orbit.start.mode;
      orbit.message = orbit.converged ? "converged" : "the modes of start and end differ";
      break;
    }
    Matrix J = once.sensitivity - Matrix::Identity(n, n);
    Vector rhs = -F;
    if (options.autonomous) {
      system.modes[static_cast<std::size_t>(orbit.start.mode)](orbit.start.t, orbit.start.x, phase);
      system.modes[static_cast<std::size_t>(once.end.mode)](once.end.t, once.end.x, f_end);
      J.conservativeResize(n + 1, n + 1);
      J.bottomRows(1) << phase.transpose(), 0.0;
      J.topRightCorner(n, 1) = f_end;
      rhs.conservativeResize(n + 1);
      rhs[n] = -phase.dot(orbit.start.x - anchor);
    }
    const Vector step = J.fullPivLu().solve(rhs);
    orbit.start.x += step.head(n);
    if (options.autonomous) orbit.period += std::clamp(step[n], -0.5 * orbit.period, orbit.period);
  }
  const Eigen::VectorXcd eigenvalues = orbit.monodromy.eigenvalues();
  orbit.multipliers.assign(eigenvalues.begin(), eigenvalues.end());
  return orbit;
}

Branch continue_orbit(const Family& family, const HybridState& guess, double period,
                      const ContinuationOptions& o) {
  const auto period_at = [&](double p, double last) { return o.period ? o.period(p) : last; };
  Branch branch;
  branch.parameter = o.from;
  Orbit orbit = periodic_orbit(family(o.from), guess, period_at(o.from, period), o.orbit);
  if (!orbit.converged) {
    branch.end = ContinuationEnd::no_orbit;
    branch.message = "no orbit at the first parameter: " + orbit.message;
    return branch;
  }
  branch.parameters.push_back(o.from);
  branch.orbits.push_back(orbit);
  const double sign = o.to >= o.from ? 1.0 : -1.0;
  double step = o.step;
  while (sign * (o.to - branch.parameter) > 0.0) {
    const Orbit& last = branch.orbits.back();
    const double length = std::min(step, std::abs(o.to - branch.parameter));
    const double p = branch.parameter + sign * length;
    HybridState predicted = last.start;
    if (const std::size_t k = branch.orbits.size(); k > 1)
      predicted.x += (p - branch.parameter) / (branch.parameter - branch.parameters[k - 2]) *
                     (last.start.x - branch.orbits[k - 2].start.x);
    orbit = periodic_orbit(family(p), predicted, period_at(p, last.period), o.orbit);
    const bool same = orbit.converged && orbit.sequence == last.sequence;
    if (same) {
      branch.parameter = p;
      branch.parameters.push_back(p);
      branch.orbits.push_back(orbit);
      step = std::min(o.step, 1.5 * step);
      continue;
    }
    step = 0.5 * length;
    if (step >= o.smallest_step) continue;
    // shooting fails at grazing too: the sensitivity is singular on the side with the event
    const bool grazing = orbit.sequence != last.sequence || last.slowest_approach < 1e-2;
    branch.end = grazing ? ContinuationEnd::grazing : ContinuationEnd::no_orbit;
    branch.message = grazing ? "the orbit meets other events beyond this parameter"
                             : "no orbit beyond this parameter: " + orbit.message;
    return branch;
  }
  branch.message = "the last parameter was reached";
  return branch;
}

}  // namespace nonsmooth::analysis
