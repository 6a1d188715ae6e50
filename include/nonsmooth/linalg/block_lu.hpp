// SPDX-License-Identifier: Apache-2.0
// LU of a block-sparse matrix with equal square blocks, pivoting only inside the diagonal blocks.
//
// Newton and interior-point matrices of contact problems have the pattern of W, whatever the modes:
// one ordering and one symbolic analysis serve a whole solve, and the work is products of small
// blocks of known size. Without exchange of rows across blocks it is stable for what those methods
// factorise most (matrices with positive principal minors, as a proximal shift makes them) and not
// in general: whoever uses it looks at the residual of the answer.
#pragma once

#include "nonsmooth/linalg/block_sparse.hpp"

#include <memory>
#include <optional>

namespace nonsmooth {

class BlockLu {
 public:
  /// Orders by minimum degree and analyses the pattern of A + A^T. Precondition: supports(A).
  explicit BlockLu(const BlockSparse& pattern);
  /// The same for another pattern. No allocation where blocks have the size they had and factors
  /// are no larger than any before.
  void analyse(const BlockSparse& pattern);
  ~BlockLu();
  BlockLu(BlockLu&&) noexcept;
  BlockLu& operator=(BlockLu&&) noexcept;

  /// Equal square blocks of 1, 2, 3, 5 or 6.
  static bool supports(const BlockSparse& matrix);

  /// Precondition: the pattern is the one analysed. False if a diagonal block is singular to
  /// working precision or the values are not finite. No allocation.
  [[nodiscard]] bool factorize(const BlockSparse& matrix);
  /// x = A^-1 b by the last factors; b and x may be the same vector. No allocation.
  void solve(VectorIn b, VectorOut x);
  /// Stored blocks of both factors.
  std::ptrdiff_t factor_blocks() const;

  struct Kernel;

 private:
  std::unique_ptr<Kernel> kernel_;
  int size_ = 0;  // of its blocks
};

/// A matrix and its BlockLu, kept from one solve to the next: the analysis is repeated only where
/// the pattern has changed, in memory that only grows.
class KeptBlockLu {
 public:
  /// Precondition: BlockLu::supports(pattern). The values of matrix() are not set.
  void take_pattern(const BlockSparse& pattern);
  BlockSparse& matrix() { return matrix_; }
  [[nodiscard]] bool factorize() { return lu_->factorize(matrix_); }
  void solve(VectorIn b, VectorOut x) { lu_->solve(b, x); }

 private:
  BlockSparse matrix_;
  std::optional<BlockLu> lu_;
};

}  // namespace nonsmooth
