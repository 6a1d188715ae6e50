// SPDX-License-Identifier: Apache-2.0
// The first rung for scalar laws: guess which rows are between their bounds, solve for them, look.
//
//   place_i = between   where  lower_i < r_i - u_i / d_i < upper_i,  else at that bound;
//   w_i = 0 between,  r_i = bound elsewhere;     u = W r + q, and again until no place changes.
//
// Newton on the natural map (Newton-min). From the answer of the time step before it needs one
// factorisation. It may cycle, so it is a guess and no solver: whoever calls it judges the point
// and has other methods. Dense up to 16 rows, without any preparation; block-sparse by BlockLu,
// whose analysis is kept in the workspace.
#pragma once

#include "nonsmooth/solvers/solver.hpp"

namespace nonsmooth {

inline constexpr int small_active_set = 16;  ///< largest dense system, solved in place

/// Whether the rung takes the problem: free, non-negative and box laws without dead zone, W small,
/// or block-sparse with equal blocks and its diagonal stored.
bool fits_active_set(const Problem& problem);

/// Whether one of the first rows of a small dense problem is so far from its law that measuring the
/// whole point would be a waste. Precondition: fits_active_set.
bool clearly_violated(const Problem& problem, VectorIn r, double tolerance);

struct ActiveSetEnd {
  bool settled = false;  ///< no place changed any more; r satisfies the laws up to rounding
  int iterations = 0;    ///< sets of rows solved for; 0 where none was between its bounds
};

/// `r` is the start; `answer` receives the last point, within its bounds.
/// Precondition: fits_active_set. No allocation where the pattern of W is the one of the last call.
ActiveSetEnd find_active_set(const Problem& problem, VectorIn r, Workspace& workspace,
                             VectorOut answer);

}  // namespace nonsmooth
