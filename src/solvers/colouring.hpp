// SPDX-License-Identifier: Apache-2.0
// Blocks of one colour do not see each other: W_ij = W_ji = 0. A sweep may treat them in any order,
// or at once, with the same result.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/linalg/block_sparse.hpp"

#include <span>

namespace nonsmooth {

/// Which rows see which, row by row, without values.
struct RowPattern {
  std::span<const int> begin;    ///< first entry of each row, and the end of the last
  std::span<const int> columns;  ///< of the entries

  int block_rows() const { return static_cast<int>(begin.size()) - 1; }
  int block_count() const { return static_cast<int>(columns.size()); }
  int row_begin(int row) const { return begin[static_cast<std::size_t>(row)]; }
  int block_col(int entry) const { return columns[static_cast<std::size_t>(entry)]; }
};

/// The colour of every block row, 0 .. count - 1: each takes the first that no neighbour before it
/// has (a chain of beads needs two). Returns count. Precondition: W is square with equal
/// partitions. The second form leaves the rows out that are marked in `aside`; they must not see
/// others.
int colour_blocks(const BlockSparse& W, std::span<int> colours, Arena& scratch);
int colour_blocks(const BlockSparse& W, std::span<const bool> aside, std::span<int> colours,
                  Arena& scratch);
int colour_blocks(const RowPattern& pattern, std::span<int> colours, Arena& scratch);

}  // namespace nonsmooth
