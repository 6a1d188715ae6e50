// SPDX-License-Identifier: Apache-2.0
// The matrix A_s of every system in the linearised step A_s (z - z_free) = R r: diagonal, dense or
// sparse, factorised. No allocation once every system had its matrix set.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <memory>
#include <vector>

namespace nonsmooth {

class IterationMatrices {
 public:
  /// The matrices themselves are kept only where asked for.
  explicit IterationMatrices(int system_count, bool keep = false);
  ~IterationMatrices();

  /// Each returns false if the matrix is singular to working precision or not finite.
  [[nodiscard]] bool set_diagonal(int system, VectorIn diagonal);
  [[nodiscard]] bool set_dense(int system, MatrixIn matrix);
  [[nodiscard]] bool set_sparse(int system, const SparseMatrix& matrix);

  /// x = A^-1 b, in place. Precondition: set.
  void solve(int system, VectorOut x) const;
  void solve_columns(int system, MatrixOut x) const;
  /// 1 / diagonal, or null if A is not diagonal.
  const double* inverse_diagonal(int system) const;
  /// y = A x. Precondition: kept.
  void multiply(int system, VectorIn x, VectorOut y) const;

 private:
  struct Factor;
  std::vector<std::unique_ptr<Factor>> factors_;
  bool keep_;
};

}  // namespace nonsmooth
