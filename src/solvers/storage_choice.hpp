// SPDX-License-Identifier: Apache-2.0
// Dense or sparse factors for a matrix with the pattern of W.
#pragma once

#include "nonsmooth/linalg/block_lu.hpp"
#include "nonsmooth/problem.hpp"

namespace nonsmooth {

inline bool wants_sparse_factors(const Problem& problem) {
  constexpr double dense_fill = 0.3;  // from which a dense matrix is the faster one at any size
  if (problem.W.is_dense()) return false;
  // rows up to which it is the faster one
  const int dense_limit = BlockLu::supports(problem.W.blocks()) ? 60 : 200;
  if (problem.size() <= dense_limit) return false;
  const double filled = static_cast<double>(problem.W.blocks().value_count());
  return filled < dense_fill * problem.size() * static_cast<double>(problem.size());
}

}  // namespace nonsmooth
