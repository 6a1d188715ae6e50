// SPDX-License-Identifier: Apache-2.0
// Dense or sparse factors for a matrix with the pattern of W.
#pragma once

#include "nonsmooth/problem.hpp"

namespace nonsmooth {

inline bool wants_sparse_factors(const Problem& problem) {
  constexpr int dense_limit = 200;    // rows up to which a dense matrix is the faster one
  constexpr double dense_fill = 0.3;  // fill from which it is at any size
  if (problem.W.is_dense() || problem.size() <= dense_limit) return false;
  const double filled = static_cast<double>(problem.W.blocks().value_count());
  return filled < dense_fill * problem.size() * static_cast<double>(problem.size());
}

}  // namespace nonsmooth
