// SPDX-License-Identifier: Apache-2.0
#include "schemes/small_inverse.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

bool invert(double* A, int n, int* exchanged, double least) {
  double smallest = HUGE_VAL, largest = 0.0;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i + k * n]) > std::abs(A[best + k * n])) best = i;
    exchanged[k] = best;
    for (int j = 0; j < n && best != k; ++j) std::swap(A[k + j * n], A[best + j * n]);
    const double p = A[k + k * n];
    if (!(std::abs(p) > 0.0) || !std::isfinite(p)) return false;
    smallest = std::min(smallest, std::abs(p));
    largest = std::max(largest, std::abs(p));
    A[k + k * n] = 1.0;
    for (int j = 0; j < n; ++j) A[k + j * n] /= p;
    for (int i = 0; i < n; ++i) {
      const double factor = A[i + k * n];
      if (i == k || factor == 0.0) continue;
      A[i + k * n] = 0.0;
      for (int j = 0; j < n; ++j) A[i + j * n] -= factor * A[k + j * n];
    }
  }
  for (int k = n - 1; k >= 0; --k)
    for (int i = 0; i < n && exchanged[k] != k; ++i)
      std::swap(A[i + k * n], A[i + exchanged[k] * n]);
  return n == 0 || smallest >= least * largest;
}

}  // namespace nonsmooth
