// SPDX-License-Identifier: Apache-2.0
// Contacts that need no sweeps. W falls into components that do not see each other: grains in
// flight, pairs that meet between them. Most are settled before the few that matter:
//
//   r = 0 and q_N >= 0 everywhere                    solved as it is, to the last bit
//   the second of two sweeps changed no bit          solved exactly by the first (a contact alone)
//
// so that the long work is done on what is left.
#pragma once

#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/nsgs.hpp"

#include <span>

namespace nonsmooth {

/// Marks the block rows that need no sweeps (any more: r may have been swept twice). Returns how
/// many, or 0, with nothing changed, where they are too few to be worth it. Precondition: W is
/// block-sparse, and sweeps fit the problem.
int set_aside(const Problem& problem, const Nsgs& options, VectorOut r, std::span<bool> aside,
              Arena& scratch);

}  // namespace nonsmooth
