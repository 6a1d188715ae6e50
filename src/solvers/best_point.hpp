// SPDX-License-Identifier: Apache-2.0
// The best point a method has met, judged by the certificate's residuals.
#pragma once

#include "nonsmooth/problem.hpp"

namespace nonsmooth {

class BestPoint {
 public:
  /// `start` is returned if nothing is ever offered. Keeps references.
  BestPoint(const Problem& problem, VectorIn start, Arena& scratch)
      : problem_(problem), scratch_(scratch), point_(scratch.vector(problem.size())) {
    point_ = start;
  }

  /// Keeps the point if it is better; returns its residual, the worse of both.
  double offer(VectorIn point) {
    const double residual = natural_residual(problem_, point, scratch_).worst();
    if (residual < residual_) {
      residual_ = residual;
      point_ = point;
    }
    return residual;
  }

  double residual() const { return residual_; }
  VectorView point() const { return {point_.data(), point_.size()}; }

 private:
  const Problem& problem_;
  Arena& scratch_;
  VectorMap point_;
  double residual_ = infinity;
};

}  // namespace nonsmooth
