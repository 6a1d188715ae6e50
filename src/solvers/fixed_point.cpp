// SPDX-License-Identifier: Apache-2.0
// With F(r) = u + g(u), u = W r + q, in the common unit of law_steps.hpp:
//
//     predictor     p = R(rho, u(r), r - rho u(r))
//     fixed point   r <- p
//     extragradient r <- R(rho, u(p), r - rho u(p))
//
// The step keeps the local Lipschitz ratio  l = rho |F(r) - F(p)| / |r - p|  below 0.9: above, rho
// shrinks and the predictor is repeated; below 0.3, rho grows for the next step. Symmetric W: the
// fixed point is the projected gradient, which converges up to l = 2; extragradient converges for
// l < 1 and monotone F. Friction is neither; both usually converge.
//
// Korpelevich 1976; Khobotov 1987; Marcotte 1991 (step rule).
#include "solvers/iterate.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double largest_ratio = 0.9, smallest_ratio = 0.3, reduction = 2.0 / 3.0;
constexpr int most_reductions = 60;

class FixedPointSteps {
 public:
  FixedPointSteps(bool extragradient, LawSteps& steps, VectorIn start, Arena& scratch)
      : extragradient_(extragradient),
        steps_(steps),
        r_(scratch.vector(start.size())),
        u_(scratch.vector(start.size())),
        shifted_(scratch.vector(start.size())),
        predicted_(scratch.vector(start.size())),
        u_predicted_(scratch.vector(start.size())),
        shifted_predicted_(scratch.vector(start.size())),
        difference_(scratch.vector(start.size())) {
    r_ = start;
    steps_.velocity(r_, u_);
    steps_.add_shift(u_, shifted_);
  }

  VectorView r() const { return {r_.data(), r_.size()}; }
  VectorView u() const { return {u_.data(), u_.size()}; }

  void advance() {
    const double ratio = predict();
    if (extragradient_) {
      steps_.step(rho_, r_, u_predicted_, u_predicted_, difference_);
      r_ = difference_;
      steps_.velocity(r_, u_);
      steps_.add_shift(u_, shifted_);
    } else {
      r_ = predicted_;
      u_ = u_predicted_;
      shifted_ = shifted_predicted_;
    }
    if (ratio < smallest_ratio) rho_ /= reduction;
  }

 private:
  // p with an admissible rho; returns the ratio l
  double predict() {
    for (int trial = 0;; ++trial) {
      steps_.step(rho_, r_, u_, u_, predicted_);
      steps_.velocity(predicted_, u_predicted_);
      steps_.add_shift(u_predicted_, shifted_predicted_);
      difference_ = predicted_ - r_;
      const double length = steps_.reaction_norm(difference_);
      if (!(length > 1e-14 * steps_.reaction_norm(r_))) return largest_ratio;  // rounding only
      difference_ = shifted_predicted_ - shifted_;
      const double ratio = rho_ * steps_.velocity_norm(difference_) / length;
      if (!(ratio > largest_ratio) || trial == most_reductions) return ratio;
      rho_ *= reduction * std::min(1.0, 1.0 / ratio);
    }
  }

  bool extragradient_;
  LawSteps& steps_;
  VectorMap r_, u_, shifted_;
  VectorMap predicted_, u_predicted_, shifted_predicted_, difference_;
  double rho_ = 1.0;  // the diagonal is one
};

}  // namespace

std::string_view obstacle(const FixedPoint&, const Problem&) { return {}; }

Outcome run(const FixedPoint& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  LawSteps steps(problem, workspace.arena);
  return iterate(FixedPointSteps(options.extragradient, steps, r, workspace.arena), options, steps,
                 workspace, r);
}

}  // namespace nonsmooth
