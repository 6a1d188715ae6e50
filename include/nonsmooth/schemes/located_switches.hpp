// SPDX-License-Identifier: Apache-2.0
// First-order systems with relays and complementarity, integrated to high order across switches
// that are isolated:
//
//   x' = f(t, x) + B lambda,   y = C x + D lambda + e(t),   lambda in [l, u] against y
//
// In every step each component is held (y = 0, lambda follows: sliding, conducting) or at a bound
// (lambda fixed). While that mode lasts, lambda is a smooth function of (t, x) and the classical
// Runge-Kutta method of order 4 applies. Where a bound or a sign is passed within a step, the
// instant is found to rounding, the mode is chosen anew by the generalised equation there, and the
// rest of the step goes on from it: order 4 across switches. Held components are projected back
// onto y = 0. Accumulating switches beyond `max_events` in one step make the step fail: take
// Euler-Moreau there, which needs no events.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/schemes.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct LocatedSwitches {
  double step = 1e-2;
  double tolerance = 1e-12;
  int max_events = 100;

  static constexpr std::string_view name = "located_switches";
  static constexpr auto fields() {
    return Fields{
        field("step", &LocatedSwitches::step, "time step, s; switches must be farther apart",
              1e-300),
        field("tolerance", &LocatedSwitches::tolerance,
              "what of y and lambda counts as zero, relative to what they have reached", 0, 1),
        field("max_events", &LocatedSwitches::max_events, "switches in one step, at most", 1)};
  }
};

/// For models of first-order systems without E, with FirstOrderLinear relations (constant C, B, D)
/// and laws of kind NonNegative, Box without compliance and dead zone, or Free.
Scheme located_switches(const LocatedSwitches& options);

}  // namespace nonsmooth
