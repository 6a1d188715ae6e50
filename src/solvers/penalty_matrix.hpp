// SPDX-License-Identifier: Apache-2.0
// Factors of W + rho D for changing rho: dense in the arena where W is dense, small or full, else
// sparse through the factorisation seam (Cholesky where W is symmetric), which allocates.
#pragma once

#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/problem.hpp"
#include "solvers/dense_lu.hpp"

#include <optional>

namespace nonsmooth {

class PenaltyMatrix {
 public:
  /// Keeps references; D = diag(scales).
  PenaltyMatrix(const Problem& problem, VectorView scales, Arena& scratch);

  /// False if W + rho D is singular.
  [[nodiscard]] bool factorize(double rho);
  /// x = (W + rho D)^-1 x. Precondition: the last factorize returned true.
  void solve(VectorOut x) const;

 private:
  bool factorize_sparse(double rho);

  const Problem& problem_;
  VectorView scales_;
  Arena& scratch_;
  MatrixMap factors_;
  std::optional<DenseLu> dense_;
  struct Sparse {
    SparseMatrix matrix;  // every diagonal entry is stored
    bool symmetric;
    SparseFactorization factors;
  };
  std::optional<Sparse> sparse_;
  VectorMap diagonal_;  // of W
};

}  // namespace nonsmooth
