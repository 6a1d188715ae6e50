// SPDX-License-Identifier: Apache-2.0
// What is wrong with a circuit whatever its numbers are. By graphs of some of its branches:
//
//   all                               a part without a way to ground floats
//   all but current sources           what only they connect has no voltage
//   voltage sources                   a loop has no current
//   these and capacitors              initial voltages must add up around a loop
//   all but current sources, coils    initial currents must add up where a part is cut off
#pragma once

#include "nonsmooth/circuit.hpp"

namespace nonsmooth {

/// Throws Error naming elements and nodes, with a remedy.
void check_topology(const Circuit& circuit);

}  // namespace nonsmooth
