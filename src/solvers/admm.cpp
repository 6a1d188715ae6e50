// SPDX-License-Identifier: Apache-2.0
// Alternating direction method of multipliers on the splitting r = z, D = diag(d_i):
//
//     (W + rho D) r = -q + rho D (z - x)          u = W r + q = rho D (z - x - r)
//     z <- R(1 / rho d, u, r' + x),   r' = omega r + (1 - omega) z
//     x <- x + r' - z
//
// Where it rests, r = z and u = -rho D x satisfy the laws. The non-associated part g is taken at
// the u of the linear solve, which is known without a product. rho is balanced: it doubles or
// halves while |r - z| / |z| and |z - z_old| / |x| differ by more than a factor ten, x being
// rescaled. Momentum on (z, x) restarts when |z - z_ahead|^2 + |x - x_ahead|^2 does not fall.
//
// Glowinski and Marrocco 1975; Boyd et al. 2011; Goldstein et al. 2014 (momentum and restart);
// Wohlberg 2017 (relative balancing).
#include "solvers/iterate.hpp"
#include "solvers/penalty_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double imbalance = 10.0;
constexpr int most_changes = 60;  // of rho: convergence needs it constant in the end
constexpr int between_changes = 10;
constexpr double least_decrease = 0.999;

class AlternatingSteps {
 public:
  AlternatingSteps(const Admm& options, LawSteps& steps, VectorIn start, Arena& scratch)
      : options_(options),
        steps_(steps),
        r_(scratch.vector(start.size())),
        u_(scratch.vector(start.size())),
        z_(scratch.vector(start.size())),
        x_(scratch.vector(start.size())),
        z_ahead_(scratch.vector(start.size())),
        x_ahead_(scratch.vector(start.size())),
        z_next_(scratch.vector(start.size())),
        x_next_(scratch.vector(start.size())),
        rho_(options.penalty),
        matrix_(steps.problem(), steps.scales(), scratch) {
    z_ = start;
    steps_.velocity(z_, u_);
    x_.array() = -u_.array() / (rho_ * steps_.scales().array());
    restart();
    regular_ = matrix_.factorize(rho_);
  }

  VectorView r() const { return {z_.data(), z_.size()}; }
  VectorView u() {
    if (regular_)
      steps_.velocity(z_, u_);
    else
      u_.setConstant(infinity);
    return {u_.data(), u_.size()};
  }

  void advance() {
    if (!regular_) return;
    const auto d = steps_.scales().array();
    r_.array() = rho_ * d * (z_ahead_ - x_ahead_).array() - steps_.problem().q.array();
    matrix_.solve(r_);
    u_.array() = rho_ * d * (z_ahead_ - x_ahead_ - r_).array();
    x_next_ = x_ahead_ + options_.relaxation * r_ + (1.0 - options_.relaxation) * z_ahead_;
    steps_.resolve(1.0 / rho_, u_, x_next_, z_next_);
    x_next_ -= z_next_;
    move();
    if (options_.balance) balance();
  }

 private:
  void restart() {
    z_ahead_ = z_;
    x_ahead_ = x_;
    momentum_ = 1.0;
    merit_ = infinity;
  }

  // (z, x) <- next, and the point ahead of it
  void move() {
    const auto d = steps_.scales().array();
    r_ -= z_next_;
    primal_ = steps_.reaction_norm(r_) / std::max(steps_.reaction_norm(z_next_), 1e-300);
    dual_ = std::sqrt((d * (z_next_ - z_ahead_).array().square()).sum()) /
            std::max(steps_.reaction_norm(x_next_), 1e-300);
    const double merit =
        (d * ((z_next_ - z_ahead_).array().square() + (x_next_ - x_ahead_).array().square())).sum();
    if (options_.momentum && !(merit < least_decrease * merit_)) {
      // not a step at all: back to the last point, without momentum
      const double kept = merit_ / least_decrease;
      const bool again = momentum_ == 1.0;
      if (!again) {
        restart();
        merit_ = kept;
        return;
      }
    }
    const double momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum_ * momentum_));
    const double beta = options_.momentum ? (momentum_ - 1.0) / momentum : 0.0;
    z_ahead_ = z_next_ + beta * (z_next_ - z_);
    x_ahead_ = x_next_ + beta * (x_next_ - x_);
    z_ = z_next_;
    x_ = x_next_;
    momentum_ = momentum;
    merit_ = merit;
  }

  void balance() {
    if (++since_change_ < between_changes || changes_ >= most_changes) return;
    const double factor = primal_ > imbalance * dual_   ? 2.0
                          : dual_ > imbalance * primal_ ? 0.5
                                                        : 1.0;
    if (factor == 1.0) return;
    rho_ *= factor;
    x_ /= factor;
    restart();
    regular_ = matrix_.factorize(rho_);
    ++changes_;
    since_change_ = 0;
  }

  const Admm& options_;
  LawSteps& steps_;
  VectorMap r_, u_, z_, x_, z_ahead_, x_ahead_, z_next_, x_next_;
  double rho_;
  PenaltyMatrix matrix_;
  bool regular_ = true;
  double momentum_ = 1.0, merit_ = infinity, primal_ = 0.0, dual_ = 0.0;
  int since_change_ = 0, changes_ = 0;
};

}  // namespace

std::string_view obstacle(const Admm&, const Problem&) { return {}; }

Outcome run(const Admm& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  LawSteps steps(problem, workspace.arena);
  return iterate(AlternatingSteps(options, steps, r, workspace.arena), options, steps, workspace,
                 r);
}

}  // namespace nonsmooth
