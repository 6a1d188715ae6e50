// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/linalg/delassus.hpp"

namespace nonsmooth {

/// One loop over the stored entries of W, for dense and block-sparse alike.
template <class Visit>
void for_each_entry(const Delassus& W, Visit&& visit) {
  if (W.is_dense()) {
    for (int j = 0; j < W.cols(); ++j)
      for (int i = 0; i < W.rows(); ++i) visit(i, j, W.dense()(i, j));
    return;
  }
  const BlockSparse& blocks = W.blocks();
  for (int i = 0; i < blocks.block_rows(); ++i)
    for (int k = blocks.row_begin(i); k < blocks.row_begin(i + 1); ++k) {
      const MatrixView block = blocks.block(i, k);
      const int row = blocks.row_offset(i), col = blocks.col_offset(blocks.block_col(k));
      for (int c = 0; c < block.cols(); ++c)
        for (int r = 0; r < block.rows(); ++r) visit(row + r, col + c, block(r, c));
    }
}

}  // namespace nonsmooth
