// SPDX-License-Identifier: Apache-2.0
// The loop around a projected method: advance, look at the point now and then, return the best one.
#pragma once

#include "solvers/law_steps.hpp"
#include "solvers/run.hpp"

namespace nonsmooth {

/// A Method offers advance(), r() and u() = W r() + q; Options a tolerance and max_iterations.
template <class Method, class Options>
Outcome iterate(Method&& method, const Options& options, LawSteps& steps, Workspace& workspace,
                VectorOut r) {
  constexpr int period = 5;  // a look costs about as much as a step
  Watch watch(steps, options.tolerance, workspace, r);
  const auto end = [&](Status status, std::string_view message, int step) {
    r = watch.best();
    return Outcome{status, message, step};
  };
  for (int step = 0;; ++step) {
    if (step % period == 0 || step == options.max_iterations) {
      if (watch.accepts(method.r(), method.u())) return end(Status::solved, "", step);
      if (watch.last_residual() == infinity)
        return end(Status::numerical_failure, "the steps diverged", step);
      if (watch.expired()) return end(Status::max_time, "the time budget was used up", step);
    }
    if (step == options.max_iterations)
      return end(Status::max_iterations, "the step limit was reached", step);
    method.advance();
  }
}

}  // namespace nonsmooth
