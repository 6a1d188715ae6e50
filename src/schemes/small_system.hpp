// SPDX-License-Identifier: Apache-2.0
// W x = b for the few rows that are held closed in a smooth phase. W need not be symmetric
// (sliding) nor regular (a block on three feet): with a small d,
//
//   x_0 = 0,   (W + d I) (x_k+1 - x_k) = b - W x_k
//
// converges to the solution without a part in the kernel of W, the one that shares a load evenly.
#pragma once

#include "nonsmooth/linalg/delassus.hpp"

#include <vector>

namespace nonsmooth {

class SmallSystem {
 public:
  /// No allocation for sizes met before or smaller ones. False if W is not finite.
  [[nodiscard]] bool factor(const Delassus& W);
  /// b becomes x.
  void solve(VectorOut b) const;
  int size() const { return size_; }

 private:
  void back_substitute(double* x) const;

  int size_ = 0;
  std::vector<double> matrix_, factors_;  // column by column: W, and L and U of W + d I
  std::vector<int> pivot_;
  mutable std::vector<double> x_, rest_;
};

}  // namespace nonsmooth
