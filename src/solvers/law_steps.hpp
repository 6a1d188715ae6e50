// SPDX-License-Identifier: Apache-2.0
// The common ground of projected methods, for any mix of laws. Block i has the scale d_i of
// block_scales; with x_i = sqrt(d_i) r_i and y_i = u_i / sqrt(d_i) every diagonal block of the
// matrix has mean one, and a step
//
//     r_i  <-  R_i(rho / d_i, v_i, r_i - rho / d_i u_i)          u = W r + q
//
// with one dimensionless rho for all blocks is a projected step in x: no choice of units changes
// it. v = u takes the law as it is. Since R(rho, v, z) = P_K(z - rho g(v)), any other v freezes the
// non-associated part g(v) and leaves a convex problem in r.
#pragma once

#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/solver.hpp"

namespace nonsmooth {

class LawSteps {
 public:
  /// Keeps references to the problem and the arena.
  LawSteps(const Problem& problem, Arena& scratch);

  const Problem& problem() const { return problem_; }
  VectorView scales() const { return {scale_.data(), scale_.size()}; }

  /// u = W r + q
  void velocity(VectorIn r, VectorOut u) const;
  /// next = R(rho / d, v, r - rho / d u)
  void step(double rho, VectorIn r, VectorIn u, VectorIn v, VectorOut next);
  /// next = R(rho / d, v, z)
  void resolve(double rho, VectorIn v, VectorIn z, VectorOut next);
  /// shifted = u + g(u); the part g of a law of one's own is not known and left out.
  void add_shift(VectorIn u, VectorOut shifted) const;

  /// Inner products and norms in the common unit.
  double reaction_dot(VectorIn a, VectorIn b) const;
  double reaction_norm(VectorIn a) const;
  double velocity_norm(VectorIn a) const;
  /// The natural map |r - R(1 / d, v, r - u / d)| over the largest of |r|, |u|, |q|; for v = u the
  /// invariant residual up to rounding.
  double residual(VectorIn r, VectorIn u, VectorIn v);

 private:
  const Problem& problem_;
  Arena& scratch_;
  VectorMap scale_, z_, mapped_;
  double q_norm_ = 0.0;
};

/// Watches an iteration: keeps the best point, and asks the certificate when the cheap residual
/// promises success. Where the certificate disagrees, the promise must be better next time.
class Watch {
 public:
  Watch(LawSteps& steps, double tolerance, Workspace& workspace, VectorIn start);

  /// True when the certificate accepts r. Precondition: u = W r + q.
  bool accepts(VectorIn r, VectorIn u);
  bool expired() const { return workspace_.expired(); }
  double last_residual() const { return last_residual_; }
  VectorView best() const { return {best_.data(), best_.size()}; }

 private:
  LawSteps& steps_;
  Workspace& workspace_;
  double tolerance_, watch_;
  double best_residual_ = infinity, last_residual_ = infinity;
  VectorMap best_;
};

}  // namespace nonsmooth
