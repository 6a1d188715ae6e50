// SPDX-License-Identifier: Apache-2.0
// Outer step k freezes s_k = g(u_k) and solves the convex problem
//
//     u = W r + q,    -(u_i + s_k,i) in dPhi_i(r_i)           (min r.W r / 2 + (q + s_k).r on
//     cones)
//
// by accelerated projected steps from the last point, until its residual is below a fraction of the
// residual of the whole problem; then u_k+1 = u. Where the residual rises, the frozen velocity
// moves half the way only.
//
// De Saxce and Feng 1991; Acary, Cadoux, Lemarechal, Malick 2011 (fixed point on the cone problem).
#include "solvers/accelerated_steps.hpp"
#include "solvers/run.hpp"

namespace nonsmooth {
namespace {

constexpr int period = 5;  // steps between two looks at the inner residual

// Steps with g frozen until the convex problem is solved to `target`.
void solve_convex(const ConvexFixedPoint& options, LawSteps& steps, AcceleratedSteps& method,
                  VectorIn frozen, double target, const Workspace& workspace) {
  method.restart();
  for (int step = 1; step <= options.inner_iterations; ++step) {
    method.advance(frozen);
    if (step % period != 0) continue;
    const double residual = steps.residual(method.r(), method.u(), frozen);
    if (residual <= target || !(residual < infinity) || workspace.expired()) return;
  }
}

}  // namespace

std::string_view obstacle(const ConvexFixedPoint&, const Problem&) { return {}; }

Outcome run(const ConvexFixedPoint& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  LawSteps steps(problem, scratch);
  AcceleratedSteps method(steps, r, scratch);
  Watch watch(steps, options.tolerance, workspace, r);
  VectorMap frozen = scratch.vector(problem.size());
  frozen.setZero();
  const auto end = [&](Status status, std::string_view message, int step) {
    r = watch.best();
    return Outcome{status, message, step};
  };
  double before = infinity;
  for (int step = 0;; ++step) {
    if (watch.accepts(method.r(), method.u())) return end(Status::solved, "", step);
    const double residual = watch.last_residual();
    if (residual == infinity) return end(Status::numerical_failure, "the steps diverged", step);
    if (watch.expired()) return end(Status::max_time, "the time budget was used up", step);
    if (step == options.max_iterations)
      return end(Status::max_iterations, "the limit on convex problems was reached", step);
    if (residual <= before)
      frozen = method.u();
    else
      frozen = 0.5 * (frozen + method.u());
    before = residual;
    solve_convex(options, steps, method, frozen, options.inner_accuracy * residual, workspace);
  }
}

}  // namespace nonsmooth
