// SPDX-License-Identifier: Apache-2.0
// Block-sparse rows: a matrix cut by a partition of its rows and one of its columns, of which only
// some blocks are stored. Contact problems have blocks of 1, 2, 3, 5 or 6; any mix is allowed.
//
// All blocks lie one after the other in a single array of doubles (column-major within a block,
// rows of blocks in order, columns ascending within a row): plain data that can be copied whole.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

class BlockSparse {
 public:
  /// One contribution to block (row, col). Several to the same block are summed in their order.
  struct Triplet {
    int row, col;
    Matrix block;
  };

  BlockSparse() = default;
  /// Throws Error if a triplet lies outside the partition or its block has the wrong size.
  BlockSparse(std::span<const int> row_sizes, std::span<const int> col_sizes,
              std::span<const Triplet> triplets);
  /// The blocks that hold at least one stored entry of `matrix`. Throws Error if the sizes do not
  /// add up to the matrix.
  BlockSparse(std::span<const int> row_sizes, std::span<const int> col_sizes,
              const SparseMatrix& matrix);
  /// Zero blocks at the (row, col) of `pattern`, in any order and any number of times, to be filled
  /// through `block`. Throws Error if one lies outside the partition.
  static BlockSparse zeros(std::span<const int> row_sizes, std::span<const int> col_sizes,
                           std::vector<std::pair<int, int>> pattern);
  /// The same in place: `pattern` is sorted, and memory that has grown is used again.
  void reset(std::span<const int> row_sizes, std::span<const int> col_sizes,
             std::vector<std::pair<int, int>>& pattern);
  /// The same for a square matrix whose pattern is known row by row: the columns of block row i are
  /// columns[row_begin[i]] .. columns[row_begin[i + 1] - 1], ascending (a precondition). Takes time
  /// linear in the number of blocks.
  void reset_rows(std::span<const int> sizes, std::span<const int> row_begin,
                  std::span<const int> columns);

  /// The partitions and blocks of `other`, in place; their values are not set.
  void take_pattern(const BlockSparse& other);

  int rows() const { return row_offsets_.back(); }
  int cols() const { return col_offsets_.back(); }
  int block_rows() const { return static_cast<int>(row_offsets_.size()) - 1; }
  int block_cols() const { return static_cast<int>(col_offsets_.size()) - 1; }
  int block_count() const { return static_cast<int>(block_cols_.size()); }
  std::ptrdiff_t value_count() const { return static_cast<std::ptrdiff_t>(values_.size()); }

  /// The size of all blocks if they are square and equal, else 0.
  int uniform_size() const { return uniform_; }

  int row_offset(int block_row) const { return row_offsets_[index(block_row)]; }
  int row_size(int block_row) const { return row_offset(block_row + 1) - row_offset(block_row); }
  int col_offset(int block_col) const { return col_offsets_[index(block_col)]; }
  int col_size(int block_col) const { return col_offset(block_col + 1) - col_offset(block_col); }

  /// Blocks row_begin(i) .. row_begin(i + 1) - 1 form block row i.
  int row_begin(int block_row) const { return row_begin_[index(block_row)]; }
  int block_col(int block) const { return block_cols_[index(block)]; }
  MatrixView block(int block_row, int block) const {
    return {values_.data() + value_begin_[index(block)], row_size(block_row),
            col_size(block_col(block))};
  }
  MatrixMap block(int block_row, int block) {
    return {values_.data() + value_begin_[index(block)], row_size(block_row),
            col_size(block_col(block))};
  }
  /// Whether both have the same partitions and store the same blocks.
  bool same_pattern(const BlockSparse& other) const {
    return row_begin_ == other.row_begin_ && block_cols_ == other.block_cols_ &&
           row_offsets_ == other.row_offsets_ && col_offsets_ == other.col_offsets_;
  }
  /// Number of the block at (block_row, block_col), or -1 if it is not stored.
  int find(int block_row, int block_col) const;

  /// The block row that holds a scalar row.
  int block_row_of(int row) const;
  /// The first block of a block row that ends beyond a scalar column; row_begin(block_row + 1) if
  /// none.
  int first_block_reaching(int block_row, int col) const;

  /// y = A x. Sizes are preconditions; no allocation.
  void multiply(VectorIn x, VectorOut y) const;
  /// y = A^T x.
  void multiply_transposed(VectorIn x, VectorOut y) const;
  /// y += (A x) restricted to one block row: x has cols() entries, y row_size(block_row). Plain
  /// pointers, because sweeps call it for every block.
  void add_row(int block_row, const double* x, double* y) const;

  SparseMatrix compressed() const;
  Matrix dense() const;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void check_inside(int block_row, int block_col) const;
  void set_partition(std::span<const int> row_sizes, std::span<const int> col_sizes);
  void set_pattern(std::vector<std::pair<int, int>>& pattern);

  std::vector<int> row_offsets_{0}, col_offsets_{0};  // first scalar row / column of each block
  std::vector<int> row_begin_{0};                     // first block of each block row
  std::vector<int> block_cols_;                       // block column of each block
  std::vector<std::ptrdiff_t> value_begin_;           // first value of each block
  std::vector<double> values_;
  int uniform_ = 0;  // block size if every block is square of one size, else 0
};

}  // namespace nonsmooth
