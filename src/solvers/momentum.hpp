// SPDX-License-Identifier: Apache-2.0
// Sweeps with momentum: the step of a sweep S stands for minus a gradient, and conjugate directions
// follow from it as in Fletcher and Reeves,
//
//     g_k = y_k - S(y_k),   beta = |g_k|^2 / |g_k-1|^2,   y_k+1 = S(y_k) + beta p_k-1,
//     p_k = beta p_k-1 - g_k,   p_k = -g_k where beta > 1,
//
// in a norm weighted per component. Two vectors of memory where Anderson takes twenty.
// Silcowitz, Niebe, Erleben 2010 (nonsmooth nonlinear conjugate gradients).
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

namespace nonsmooth {

class Momentum {
 public:
  /// Takes its memory from `scratch`; `weights` must outlive this.
  Momentum(VectorIn start, VectorIn weights, Arena& scratch)
      : weights_(weights.data(), weights.size()),
        start_(scratch.vector(start.size())),
        direction_(scratch.vector(start.size())) {
    start_ = start;
    direction_.setZero();
  }

  /// r is the image of the last point under a sweep; moves it on to the next point.
  void advance(VectorOut r) {
    double square = 0.0;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const double step = r[i] - start_[i];
      square += weights_[i] * step * step;
    }
    // the first step has nothing to go on with; a larger one than the last means to begin anew
    const double beta = square < last_square_ ? square / last_square_ : 0.0;
    last_square_ = square;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const double step = r[i] - start_[i], before = beta * direction_[i];
      r[i] += before;
      start_[i] = r[i];
      direction_[i] = before + step;
    }
  }

 private:
  VectorView weights_;
  VectorMap start_, direction_;
  double last_square_ = 0.0;
};

}  // namespace nonsmooth
