// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/circuit/transient.hpp"

namespace nonsmooth {

Scheme transient_scheme(const CircuitModel& lowered, const TransientOptions& options) {
  if (!options.tolerance) return EulerMoreau{.step = options.step, .theta = options.theta};
  return SwitchedLinear{.step = options.step,
                        .tolerance = *options.tolerance,
                        .breakpoints = lowered.breakpoints(0.0, options.end)};
}

Matrix observe(const Circuit& circuit, const CircuitModel& lowered, const Trajectory& run,
               double step) {
  Matrix rows = lowered.observe(run.t(), run.group(Quantity::x), run.group(Quantity::lambda));
  const CircuitModel frozen = circuit.model({.frozen_at = 0.0});
  Simulator simulator(frozen.model, EulerMoreau{.step = 1e-6 * step});
  if (rows.rows() == 0 || !simulator.step().ok()) return rows;
  Vector first(rows.cols());
  frozen.observe(0.0, simulator.state().x, simulator.state().lambda, first);
  rows.row(0) = first;
  return rows;
}

}  // namespace nonsmooth
