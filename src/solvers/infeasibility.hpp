// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/solvers/solver.hpp"

namespace nonsmooth {

/// Looks for a proof that no r within its bounds gives u the signs the laws require, and checks it
/// (proves_infeasible). False when none was found, which says nothing about solvability. Scalar
/// laws only; costs one Lemke run of twice the size.
bool find_infeasibility_proof(const Problem& problem, Workspace& workspace);

/// The same for contacts with friction among other laws. Looks at the 200 rows with the largest
/// reactions r, the point at which a solver gave up: where there is no solution they diverge.
bool find_contact_proof(const Problem& problem, VectorIn r, Workspace& workspace);

}  // namespace nonsmooth
