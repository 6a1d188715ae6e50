// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/circuit.hpp"

namespace nonsmooth {

/// The first element the sparse form has no place for; empty if there is none.
std::string sparse_obstacle(const Circuit& circuit);
/// Precondition: no obstacle, checked topology.
CircuitModel lower_sparse(const Circuit& circuit, const std::optional<double>& frozen_at);

}  // namespace nonsmooth
