// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/circuit.hpp"

#include <string>

namespace nonsmooth::cli {

/// The circuit with another value of one element: ohm, farad, henry, volt, ampere or gain. Throws
/// Error where there is no such element, or where it has no single value.
Circuit with_value(const Circuit& circuit, const std::string& element, double value);

}  // namespace nonsmooth::cli
