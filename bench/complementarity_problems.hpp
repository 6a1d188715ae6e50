// SPDX-License-Identifier: Apache-2.0
// The dense random LCPs of the benchmark, defined by a formula so that another language can rebuild
// them:
//   u(seed, i) = splitmix64(seed 2^32 + i) / 2^64 * 2 - 1
//   pd    A^T A / n + 0.1 I,  A_ij = u(1, i n + j)                    symmetric positive definite
//   pdns  pd + (S - S^T) / sqrt(n),  S_ij = u(3, i n + j)              positive definite, not
//   symmetric p     I + strict upper part of 2 u(4, i n + j) / sqrt(n), rows and columns reversed
//   P-matrix q_i = u(2, i)
#pragma once

#include "nonsmooth/base/random.hpp"
#include "nonsmooth/problem.hpp"

#include <cmath>
#include <string_view>

namespace nonsmooth::bench {

inline Problem dense_lcp(std::string_view kind, int n) {
  const auto u = [](std::uint64_t seed, std::uint64_t i) {
    return 2.0 * (static_cast<double>(Random((seed << 32) + i).bits()) * 0x1.0p-64) - 1.0;
  };
  const auto matrix = [&](std::uint64_t seed) {
    Matrix M(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) M(i, j) = u(seed, static_cast<std::uint64_t>(i) * n + j);
    return M;
  };
  Vector q(n);
  for (int i = 0; i < n; ++i) q[i] = u(2, static_cast<std::uint64_t>(i));
  const double root = std::sqrt(static_cast<double>(n));
  if (kind == "p") {
    Matrix M = Matrix::Identity(n, n);
    M.triangularView<Eigen::StrictlyUpper>() = 2.0 / root * matrix(4);
    return lcp(M.reverse(), q);
  }
  const Matrix A = matrix(1);
  Matrix M = A.transpose() * A / n + 0.1 * Matrix::Identity(n, n);
  if (kind == "pdns") {
    const Matrix S = matrix(3);
    M += (S - S.transpose()) / root;
  }
  return lcp(M, q);
}

}  // namespace nonsmooth::bench
