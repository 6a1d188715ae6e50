// SPDX-License-Identifier: Apache-2.0
#include "solvers/anderson.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

Anderson::Anderson(int memory, VectorIn weights, Arena& scratch)
    : memory_(memory),
      root_weights_(scratch.vector(weights.size())),
      dF_(scratch.matrix(weights.size(), memory)),
      dG_(scratch.matrix(weights.size(), memory)),
      length_(scratch.vector(memory)),
      cosine_(scratch.matrix(memory, memory)),
      factor_(scratch.matrix(memory, memory)),
      f_(scratch.vector(weights.size())),
      previous_f_(scratch.vector(weights.size())),
      previous_image_(scratch.vector(weights.size())),
      rhs_(scratch.vector(memory)),
      c_(scratch.vector(memory)) {
  root_weights_ = weights.cwiseSqrt();
}

void Anderson::restart() {
  count_ = 0;
  newest_ = -1;
  started_ = false;
}

double Anderson::step_norm(VectorIn x, VectorIn image) const {
  return root_weights_.cwiseProduct(image - x).norm();
}

void Anderson::append(VectorIn image) {
  newest_ = (newest_ + 1) % memory_;
  count_ = std::min(count_ + 1, memory_);
  dF_.col(newest_) = f_ - previous_f_;
  dG_.col(newest_) = image - previous_image_;
  const auto newest = dF_.col(newest_);
  length_[newest_] = std::sqrt(newest.dot(newest));
  for (int j = 0; j < count_; ++j)
    if (j != newest_)
      cosine_(newest_, j) = cosine_(j, newest_) =
          newest.dot(dF_.col(j)) / (length_[newest_] * length_[j]);
}

// Cholesky with unit diagonal, newest column first. A column whose remainder is rounding gets c =
// 0.
int Anderson::solve_normal_equations() {
  const auto place = [&](int k) { return (newest_ - k + 2 * memory_) % memory_; };
  int used = 0;
  for (int k = 0; k < count_; ++k) {
    const int p = place(k);
    const double scale = length_[p];
    factor_.row(k).setZero();
    c_[k] = 0.0;
    if (!(scale > 0.0)) continue;
    double rest = 1.0, sum = dF_.col(p).dot(f_) / scale;
    for (int j = 0; j < k; ++j) {
      if (factor_(j, j) == 0.0) continue;
      double entry = cosine_(p, place(j));
      for (int i = 0; i < j; ++i) entry -= factor_(k, i) * factor_(j, i);
      factor_(k, j) = entry / factor_(j, j);
      rest -= factor_(k, j) * factor_(k, j);
      sum -= factor_(k, j) * rhs_[j];
    }
    if (!(rest > 1e-12)) {
      factor_.row(k).setZero();
      continue;
    }
    factor_(k, k) = std::sqrt(rest);
    rhs_[k] = sum / factor_(k, k);
    ++used;
  }
  for (int k = count_ - 1; k >= 0; --k) {
    if (factor_(k, k) == 0.0) continue;
    double sum = rhs_[k];
    for (int j = k + 1; j < count_; ++j) sum -= factor_(j, k) * c_[j];
    c_[k] = sum / factor_(k, k);
  }
  for (int k = 0; k < count_; ++k)
    if (factor_(k, k) != 0.0) c_[k] /= length_[place(k)];
  return used;
}

void Anderson::extrapolate(VectorIn x, VectorIn image, VectorOut next) {
  f_ = root_weights_.cwiseProduct(image - x);
  if (started_) append(image);
  started_ = true;
  previous_f_ = f_;
  previous_image_ = image;
  next = image;
  if (count_ == 0 || solve_normal_equations() == 0) return;
  for (int k = 0; k < count_; ++k)
    if (c_[k] != 0.0) next -= c_[k] * dG_.col((newest_ - k + 2 * memory_) % memory_);
}

}  // namespace nonsmooth
