// SPDX-License-Identifier: Apache-2.0
// Circuits in time: which scheme, and the signals of a run from its very beginning.
#pragma once

#include "nonsmooth/circuit.hpp"
#include "nonsmooth/simulate.hpp"

#include <optional>

namespace nonsmooth {

struct TransientOptions {
  double step = 1e-6;                 ///< s; with a tolerance the longest one
  double end = 1e-3;                  ///< s
  std::optional<double> tolerance{};  ///< error of a step, V and A; none: the step is fixed
  double theta = 0.5;                 ///< of the fixed step: 1/2 trapezoidal, 1 implicit Euler
};

/// Fixed steps, or steps of controlled error that end at corners of the sources.
Scheme transient_scheme(const CircuitModel& lowered, const TransientOptions& options);

/// One row of signals per row of the run. The first shows what is there right after the start,
/// which the initial state alone does not tell: a step that is short beside `step` finds it.
Matrix observe(const Circuit& circuit, const CircuitModel& lowered, const Trajectory& run,
               double step);

}  // namespace nonsmooth
