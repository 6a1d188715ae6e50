// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/solvers/solver.hpp"

namespace nonsmooth {

/// Looks for a proof that no r within its bounds gives u the signs the laws require, and checks it
/// (proves_infeasible). False when none was found, which says nothing about solvability. Scalar
/// laws only; costs one Lemke run of twice the size.
bool find_infeasibility_proof(const Problem& problem, Workspace& workspace);

}  // namespace nonsmooth
