// SPDX-License-Identifier: Apache-2.0
// Both ways to a model. They begin with the same tableau.
#pragma once

#include "nonsmooth/circuit.hpp"

namespace nonsmooth {

/// States and multipliers alone, dense. Precondition: checked topology.
CircuitModel lower_reduced(const Circuit& circuit, const LoweringOptions& options);

/// The first element the sparse form has no place for; empty if there is none.
std::string sparse_obstacle(const Circuit& circuit, const LoweringOptions& options);
/// All unknowns of the tableau, sparse. Precondition: no obstacle, checked topology.
CircuitModel lower_sparse(const Circuit& circuit, const LoweringOptions& options);

}  // namespace nonsmooth
