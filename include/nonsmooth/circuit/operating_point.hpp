// SPDX-License-Identifier: Apache-2.0
// Circuits at rest: every capacitor a gap, every inductor a wire, sources as they are at an
// instant. Independent of how the circuit is lowered.
#pragma once

#include "nonsmooth/circuit.hpp"

namespace nonsmooth {

struct OperatingPoint {
  CircuitModel lowered;  ///< with frozen sources
  Vector signals;        ///< as lowered.signals
  bool found = false;
};

/// At rest with the sources of time t; `options.frozen_at` is not looked at.
OperatingPoint operating_point(const Circuit& circuit, double t = 0.0,
                               LoweringOptions options = {});

/// The circuit with all capacitors and inductors that have no initial value at their operating
/// point. Throws Error where there is none.
Circuit begun_at_rest(const Circuit& circuit, const LoweringOptions& options = {});

}  // namespace nonsmooth
