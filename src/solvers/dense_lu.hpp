// SPDX-License-Identifier: Apache-2.0
// Dense LU with partial pivoting in memory the caller provides. Eigen's own factorisations allocate
// on every change of size, and an active-set method changes size at every step.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <span>

namespace nonsmooth {

/// Factors a square matrix in place, P A = L U with unit lower L. Recursive on columns (Toledo
/// 1997), so that nearly all work is matrix products. Allocation-free once `scratch` has grown.
class DenseLu {
 public:
  /// Keeps a reference to A, which is overwritten, and to the arena's memory for the row swaps.
  DenseLu(MatrixOut A, Arena& scratch);

  /// Smallest |U_ii| divided by the largest; 0 for a singular or non-finite matrix.
  double pivot_ratio() const { return pivot_ratio_; }
  /// x = A^-1 x. Precondition: pivot_ratio() > 0.
  void solve(VectorOut x) const;

 private:
  MatrixOut lu_;
  std::span<int> swaps_;  // row k was exchanged with row swaps_[k]
  double pivot_ratio_ = 0.0;
};

/// Solves A x = b for any square A by complete pivoting; where A is singular (to relative
/// `tolerance`), the unknowns that are not determined are set to zero. Overwrites A; b becomes x.
/// Returns the largest |A x - b| of the dropped equations, zero if the system is consistent.
double solve_singular(MatrixOut A, VectorOut b, double tolerance, Arena& scratch);

}  // namespace nonsmooth
