// SPDX-License-Identifier: Apache-2.0
// An outside judge of answers, written from the definition of the laws and sharing no code with the
// library's residuals: long double sums, one component at a time, scalar laws only.
#pragma once

#include "nonsmooth/problem.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::testing {

/// Largest violation of the laws at r over max(1, |q|): u = W r + q recomputed in long double.
inline double violation(const Problem& problem, const Vector& r) {
  const Matrix W = problem.W.to_dense();
  const int n = problem.size();
  long double sum = 0.0L, q_norm = 0.0L;
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    for (int i = row; i < row + law.size(); ++i) {
      long double u = problem.q[i];
      for (int j = 0; j < n; ++j) u += static_cast<long double>(W(i, j)) * r[j];
      const long double z = r[i];
      long double e = u;  // equation
      if (law.get_if<NonNegative>() != nullptr) e = std::min(z, u);
      if (const Box* box = law.get_if<Box>(); box != nullptr) {
        const long double low = box->lower[i - row], high = box->upper[i - row];
        // median of (z - high, u, z - low) is zero exactly at solutions
        e = std::max(std::min(z - low, u), z - high);
      }
      sum += e * e;
      q_norm += static_cast<long double>(problem.q[i]) * problem.q[i];
    }
    row += law.size();
  }
  return static_cast<double>(std::sqrt(sum) / std::max(1.0L, std::sqrt(q_norm)));
}

}  // namespace nonsmooth::testing
