// SPDX-License-Identifier: Apache-2.0
// The inverse of a small matrix in memory that is there already.
#pragma once

namespace nonsmooth {

/// Gauss and Jordan in place with row exchanges; A is n x n, column by column, and `exchanged` has
/// n entries. False if a pivot vanishes, or is below `least` of the largest one.
[[nodiscard]] bool invert(double* A, int n, int* exchanged, double least = 0.0);

}  // namespace nonsmooth
