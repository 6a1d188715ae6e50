// SPDX-License-Identifier: Apache-2.0
// Blocks of one colour do not see each other: W_ij = W_ji = 0. A sweep may treat them in any order,
// or at once, with the same result.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/linalg/block_sparse.hpp"

#include <span>

namespace nonsmooth {

/// The colour of every block row, 0 .. count - 1: each takes the first that no neighbour before it
/// has (a chain of beads needs two). Returns count. Precondition: W is square with equal
/// partitions.
int colour_blocks(const BlockSparse& W, std::span<int> colours, Arena& scratch);

}  // namespace nonsmooth
