// SPDX-License-Identifier: Apache-2.0
// Rows of E x' = f + B lambda in which E is zero are algebraic: 0 = f + B lambda. They hold at the
// end of the step, whatever theta is: the mean of both ends would make them oscillate from step to
// step, and would not match lambda, which belongs to the end.
#pragma once

#include "nonsmooth/model.hpp"

namespace nonsmooth {

/// theta of every row: 1 in algebraic ones. Throws Error, naming `object`, where E is singular
/// without a zero row for it and theta is not 1.
Vector row_thetas(const FirstOrder& system, double theta, const std::string& object);

}  // namespace nonsmooth
