// SPDX-License-Identifier: Apache-2.0
// The exponential of a square matrix.
#pragma once

#include "nonsmooth/base/types.hpp"

namespace nonsmooth {

/// e^A by scaling and squaring of the Pade approximant of degree 13 (Higham, SIAM J. Matrix Anal.
/// Appl. 26, 2005). Entries that overflow or are not finite come back as NaN.
Matrix exponential(MatrixIn A);

}  // namespace nonsmooth
