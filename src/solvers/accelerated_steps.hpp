// SPDX-License-Identifier: Apache-2.0
// Nesterov's accelerated projected steps with backtracking and restarts, as a piece to build with.
//
//     next = R(1/L, v, y - u(y) / L),   y <- next + beta (next - r),   r <- next
//
// L doubles while (next - y).W(next - y) > L |next - y|^2, and falls by a tenth in every step. For
// a quadratic this is the usual test of sufficient decrease, without the objective and its
// cancellation, and it does not ask what the laws are. Momentum is given up when it leads uphill,
// (y - next).(next - r) > 0. u(y) follows from u(next) and u(r) by linearity: one product per step.
//
// Nesterov 1983; O'Donoghue and Candes 2015 (restart); Mazhar, Heyn, Negrut, Tasora 2015 (contact).
#pragma once

#include "solvers/law_steps.hpp"

namespace nonsmooth {

class AcceleratedSteps {
 public:
  AcceleratedSteps(LawSteps& steps, VectorIn start, Arena& scratch);

  /// One step of the laws as they are: g is taken at u(y).
  void advance() { advance(u_ahead_); }
  /// One step with g frozen at the given velocity.
  void advance(VectorIn frozen);
  /// Forgets the momentum.
  void restart();
  /// Goes on from another point; precondition: u = W r + q.
  void start_from(VectorIn r, VectorIn u);

  VectorView r() const { return {r_.data(), r_.size()}; }
  /// W r + q
  VectorView u() const { return {u_.data(), u_.size()}; }
  double lipschitz() const { return lipschitz_; }

 private:
  void backtrack(VectorIn frozen);

  LawSteps& steps_;
  VectorMap r_, u_;              // the last point
  VectorMap ahead_, u_ahead_;    // y: the point the next step starts from
  VectorMap next_, u_next_, d_;  // where it arrives
  double lipschitz_ = 1.0;       // the diagonal is one: the largest eigenvalue is not below
  double theta_ = 1.0;
};

}  // namespace nonsmooth
