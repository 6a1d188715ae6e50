// SPDX-License-Identifier: Apache-2.0
// Sweeps with momentum: from the image x_k = S(y_k) of the last point under a sweep S on to
//
//     y_k+1 = x_k + beta_k (x_k - x_k-1),   beta_k = min(limit, (t_k - 1) / t_k+1),
//     t_k+1 = (1 + sqrt(1 + 4 t_k^2)) / 2   (Nesterov 1983).
//
// After some ten sweeps the contacts of a pile hardly change their modes any more, and what is left
// is a linear iteration that gains as 1/k. Without a limit beta goes to 1, and the slipping
// contacts, which make S unsymmetric, let the sweeps grow; begun anew whenever a step is longer
// than the last (Silcowitz, Niebe, Erleben 2010; O'Donoghue, Candes 2015), they begin anew all the
// time. A limit takes a third of the sweeps of either. It falls whenever the residual has not
// fallen for some looks: what momentum stirs up in clusters of slipping contacts then calms down.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonsmooth {

class Momentum {
 public:
  /// The beta of the next step.
  double next() {
    const double after = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    return std::min(limit_, (std::exchange(t_, after) - 1.0) / after);
  }
  /// Looks at the residual of a point.
  void look(double residual) {
    if (residual < best_) {
      best_ = residual;
      vain_ = 0;
    } else if (++vain_ == most_vain) {
      best_ = residual;
      vain_ = 0;
      limit_ = std::max(least_limit, limit_decrease * limit_);
    }
  }

  /// A vector that moves on: r, or what depends linearly on r.
  class Follower {
   public:
    Follower(VectorIn start, Arena& scratch) : previous_(scratch.vector(start.size())) {
      previous_ = start;
    }
    void advance(double beta, VectorOut x) {
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        const double here = x[i];
        x[i] += beta * (here - previous_[i]);
        previous_[i] = here;
      }
    }

   private:
    VectorMap previous_;
  };

 private:
  // measured on piles of 10 000 spheres: a constant 0.8 takes 20 % more sweeps, 0.9 to begin with
  // is as good, a constant 0.9 fails in half of them
  static constexpr double first_limit = 0.85, least_limit = 0.3, limit_decrease = 0.9;
  static constexpr int most_vain = 3;
  double t_ = 1.0, limit_ = first_limit, best_ = infinity;
  int vain_ = 0;
};

}  // namespace nonsmooth
