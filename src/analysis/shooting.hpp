// SPDX-License-Identifier: Apache-2.0
// One period of a hybrid system from the start of an orbit, with what Newton's method needs of it:
//
//   gap = flow over T from x, minus x;   d gap / dx = map - 1;   d gap / dT = rate at the end.
#pragma once

#include "nonsmooth/analysis/orbits.hpp"

namespace nonsmooth::analysis {

struct Shot {
  Vector gap;
  Matrix map;
  Vector rate_start, rate_end;
  bool same_mode = false;  // at the start and at the end
};

/// Fills `shot`, and residual, events, sequence and monodromy of the orbit from its start and
/// period. False, with the message, where the flow fails or leaves every bound.
bool shoot(const HybridSystem& system, const OrbitOptions& options, Orbit& orbit, Shot& shot);

/// Whether the last shot closes the orbit; sets `converged` and the message, and the multipliers.
bool closes(const OrbitOptions& options, const Shot& shot, Orbit& orbit);

}  // namespace nonsmooth::analysis
