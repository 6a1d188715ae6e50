// SPDX-License-Identifier: Apache-2.0
// Whether sweeps are worth going on with: whenever their number has doubled, looks at the rate of
// the residual since then. How many more would it take?
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/solvers/nsgs.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

class Patience {
 public:
  explicit Patience(const Nsgs& options) : most_(options.patience), tolerance_(options.tolerance) {}

  bool lost(double residual, int sweep) {
    if (most_ == 0) return false;
    least_ = std::min(least_, residual);
    if (sweep < 2 * mark_) return false;
    const double decades = std::log10(marked_ / least_) / (sweep - mark_);
    const bool first = mark_ == 0;
    mark_ = first ? std::max(sweep, first_mark) : sweep;
    marked_ = least_;
    return !first && !(decades * most_ >= std::log10(residual / tolerance_));
  }

 private:
  static constexpr int first_mark = 20;  // sweeps before their rate of convergence means anything
  int most_;
  double tolerance_;
  int mark_ = 0;  // sweeps when the rate was last looked at
  double least_ = infinity, marked_ = infinity;
};

}  // namespace nonsmooth
