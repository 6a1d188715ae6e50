// SPDX-License-Identifier: Apache-2.0
// Systems whose solutions are known.
#pragma once

#include "nonsmooth/ode.hpp"

#include <cmath>

namespace nonsmooth::testing {

inline constexpr double gravity = 9.81;

/// x'' = -x
inline OdeSystem oscillator() {
  OdeSystem system;
  system.size = 2;
  system.rhs = [](double, VectorIn y, VectorOut dy) {
    dy[0] = y[1];
    dy[1] = -y[0];
  };
  return system;
}

/// A ball above the floor q = 0.
inline OdeSystem ball() {
  OdeSystem system;
  system.size = 2;
  system.guard_count = 1;
  system.rhs = [](double, VectorIn y, VectorOut dy) {
    dy[0] = y[1];
    dy[1] = -gravity;
  };
  system.guards = [](double, VectorIn y, VectorOut g) { g[0] = y[0]; };
  return system;
}

/// t' = 1, with guards of the time.
template <class Guards>
OdeSystem clock(int guard_count, Guards guards) {
  OdeSystem system;
  system.size = 1;
  system.guard_count = guard_count;
  system.rhs = [](double, VectorIn, VectorOut dy) { dy[0] = 1.0; };
  system.guards = [guards](double, VectorIn y, VectorOut g) { guards(y[0], g); };
  return system;
}

/// The n-th impact of a ball dropped from `height`, restitution e, n = 1, 2, ...
inline double impact_time(int n, double height, double e) {
  const double first = std::sqrt(2.0 * height / gravity);
  double time = first, flight = 2.0 * first;
  for (int k = 1; k < n; ++k) time += flight *= e;
  return time;
}

}  // namespace nonsmooth::testing
