// SPDX-License-Identifier: Apache-2.0
// The operator W of the reduced problem u = W r + q: dense (complementarity problems, circuits) or
// block-sparse (contact). Solvers ask for products and blocks and need not know which it is.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/linalg/block_sparse.hpp"

#include <utility>
#include <variant>

namespace nonsmooth {

class Delassus {
 public:
  Delassus() = default;
  Delassus(Matrix dense) : storage_(std::move(dense)) {}  // NOLINT: implicit by intent
  template <class Expression>
  Delassus(const Eigen::MatrixBase<Expression>& dense) : storage_(Matrix(dense)) {}  // NOLINT
  Delassus(BlockSparse blocks) : storage_(std::move(blocks)) {}  // NOLINT: implicit by intent

  int rows() const;
  int cols() const;
  bool is_dense() const { return std::holds_alternative<Matrix>(storage_); }
  /// The stored matrix; precondition: is_dense() / !is_dense().
  const Matrix& dense() const { return std::get<Matrix>(storage_); }
  const BlockSparse& blocks() const { return std::get<BlockSparse>(storage_); }
  Matrix& dense() { return std::get<Matrix>(storage_); }
  BlockSparse& blocks() { return std::get<BlockSparse>(storage_); }

  /// u = W r. No allocation.
  void multiply(VectorIn r, VectorOut u) const;
  /// u = W r + q in twice the working precision, rounded once: for judging a point, where huge
  /// entries of r must not swallow q. About twice the time of `multiply`. No allocation once
  /// `scratch` has grown.
  void multiply_accurately(VectorIn r, VectorIn q, VectorOut u, Arena& scratch) const;
  /// Copies the dense block at (row, col) of the given target's size. No allocation.
  void copy_block(int row, int col, MatrixOut block) const;
  /// Copies the diagonal. No allocation.
  void copy_diagonal(VectorOut diagonal) const;
  /// Copies the whole matrix into preallocated memory. No allocation.
  void copy_dense(MatrixOut matrix) const { copy_block(0, 0, matrix); }
  /// Becomes a dense copy of `matrix`. No allocation if it was dense and of that size before.
  void assign_dense(MatrixIn matrix);
  /// Adds to the diagonal; a block-sparse W must store its diagonal blocks (false otherwise).
  bool add_to_diagonal(VectorIn diagonal);
  Matrix to_dense() const;
  /// Entries that are not exactly zero.
  SparseMatrix to_sparse() const;
  /// Largest |W_ij|: 0 for an empty matrix, NaN if any entry is.
  double max_abs() const;

 private:
  std::variant<Matrix, BlockSparse> storage_;
};

}  // namespace nonsmooth
