// SPDX-License-Identifier: Apache-2.0
// The energy ledger of mechanical systems: what every scheme measures the same way.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/model/layout.hpp"

namespace nonsmooth {

/// Sets kinetic and potential energy from q and v.
void measure_energy(const Model& model, const Layout& layout, State& state, Arena& scratch);
/// Begins the ledger at the present state.
void begin_ledger(const Model& model, const Layout& layout, State& state, Arena& scratch);
/// Adds the work that the impulse of interaction i does at the mean velocity `u`, entry by entry.
void add_interaction_work(int i, const InteractionSlot& slot, const double* impulse,
                          const double* u, State& state);

}  // namespace nonsmooth
