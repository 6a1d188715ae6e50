// SPDX-License-Identifier: Apache-2.0
#include "schemes/small_system.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double shift = 1e-10;  // d over the largest diagonal entry
constexpr int refinements = 3;   // each gains d / (smallest eigenvalue that is not zero)

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool SmallSystem::factor(const Delassus& W) {
  const int n = W.rows();
  size_ = n;
  if (matrix_.size() < at(n) * at(n)) {
    matrix_.resize(at(n) * at(n));
    factors_.resize(matrix_.size());
    pivot_.resize(at(n));
    x_.resize(at(n));
    rest_.resize(at(n));
  }
  MatrixMap A(matrix_.data(), n, n), LU(factors_.data(), n, n);
  W.copy_dense(A);
  LU = A;
  const double largest = A.diagonal().cwiseAbs().maxCoeff();
  if (n > 1) LU.diagonal().array() += shift * largest;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(LU(i, k)) > std::abs(LU(best, k))) best = i;
    pivot_[at(k)] = best;
    if (best != k) LU.row(k).swap(LU.row(best));
    if (!(std::abs(LU(k, k)) > 0.0) || !std::isfinite(LU(k, k))) return false;
    for (int i = k + 1; i < n; ++i) {
      const double factor = LU(i, k) /= LU(k, k);
      if (factor == 0.0) continue;
      for (int j = k + 1; j < n; ++j) LU(i, j) -= factor * LU(k, j);
    }
  }
  return true;
}

void SmallSystem::back_substitute(double* x) const {
  const MatrixView LU(factors_.data(), size_, size_);
  for (int k = 0; k < size_; ++k) std::swap(x[k], x[pivot_[at(k)]]);
  for (int j = 0; j < size_; ++j)
    for (int i = j + 1; i < size_; ++i) x[i] -= LU(i, j) * x[j];
  for (int j = size_ - 1; j >= 0; --j) {
    x[j] /= LU(j, j);
    for (int i = 0; i < j; ++i) x[i] -= LU(i, j) * x[j];
  }
}

void SmallSystem::solve(VectorOut b) const {
  if (size_ == 1) {
    b[0] /= matrix_[0];
    return;
  }
  const MatrixView W(matrix_.data(), size_, size_);
  VectorMap x(x_.data(), size_), rest(rest_.data(), size_);
  x.setZero();
  for (int k = 0; k <= refinements; ++k) {
    rest = b;
    for (int j = 0; j < size_; ++j)
      for (int i = 0; i < size_; ++i) rest[i] -= W(i, j) * x[j];
    back_substitute(rest.data());
    x += rest;
  }
  b = x;
}

}  // namespace nonsmooth
