// SPDX-License-Identifier: Apache-2.0
// Contacts that need no sweeps. W falls into components that do not see each other (grains in
// flight, pairs that meet between them). With r = 0 and q_N >= 0 everywhere, a component is solved
// as it is, in any unit and to the last bit; a contact alone is solved by its exact local solution.
#pragma once

#include "nonsmooth/problem.hpp"

#include <span>

namespace nonsmooth {

/// Marks the block rows that need no sweeps and sets r of those that are alone. Returns how many,
/// or 0, with nothing changed, where they are too few to matter. Precondition: W is block-sparse.
int set_aside(const Problem& problem, VectorOut r, std::span<bool> aside, Arena& scratch);

}  // namespace nonsmooth
