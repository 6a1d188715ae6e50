// SPDX-License-Identifier: Apache-2.0
// What a run of a circuit is observed by: the voltage of every node, then the current of every
// element, and which of them make its power.
#pragma once

#include "circuit/tableau.hpp"

namespace nonsmooth {

/// A form in terms of what a model has: states, multipliers, sources; entries (column, factor).
struct ModelForm {
  std::vector<std::pair<int, double>> x{}, lambda{}, source{};
};
struct ModelSize {
  int states, multipliers;
};

/// Sets signals, branches, sources and the three matrices of `out`.
void set_signals(const Circuit& circuit, const Tableau& tableau, ModelSize size,
                 const std::function<ModelForm(const Form&)>& in_model, CircuitModel& out);

}  // namespace nonsmooth
