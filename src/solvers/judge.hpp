// SPDX-License-Identifier: Apache-2.0
// The certificate while a ladder climbs: rungs offer points, the judge measures every one from the
// problem data alone and keeps the best in the solution, with the u it was measured by. Nothing is
// evaluated twice, and no rung can touch what is kept.
#pragma once

#include "nonsmooth/problem.hpp"

namespace nonsmooth {

class Judge {
 public:
  /// solution.r is the warm start, which is kept until something is measured. Keeps references.
  /// Precondition: r and u have the size of the problem.
  Judge(const Problem& problem, Solution& solution, Arena& scratch)
      : problem_(problem),
        scratch_(scratch),
        solution_(solution),
        scales_(scratch.vector(problem.size())) {
    block_scales(problem, scales_);
  }

  /// Measures solution.r in place. Precondition: nothing was offered before that is to be kept.
  double measure_start() {
    residuals_ = natural_residual(problem_, scales_, solution_.r, solution_.u, scratch_);
    return residuals_.worst();
  }

  /// Measures a point and keeps it if it is better than the kept one. Returns its worst residual.
  double offer(VectorIn r) {
    const Arena::Scope scope(scratch_);
    VectorMap u = scratch_.vector(problem_.size());
    const Residuals residuals = natural_residual(problem_, scales_, r, u, scratch_);
    const double worst = residuals.worst();
    if (worst < residuals_.worst()) {
      residuals_ = residuals;
      solution_.r = r;
      solution_.u = u;
    }
    return worst;
  }

  const Residuals& residuals() const { return residuals_; }
  double worst() const { return residuals_.worst(); }
  VectorView r() const { return {solution_.r.data(), solution_.r.size()}; }
  VectorView u() const { return {solution_.u.data(), solution_.u.size()}; }
  void note(const Attempt& attempt) {
    if (solution_.path.size() < most_entries) solution_.path.push_back(attempt);
  }

 private:
  static constexpr std::size_t most_entries = 64;
  const Problem& problem_;
  Arena& scratch_;
  Solution& solution_;
  VectorMap scales_;
  Residuals residuals_;
};

}  // namespace nonsmooth
