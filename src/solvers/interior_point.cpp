// SPDX-License-Identifier: Apache-2.0
// Mehrotra's predictor-corrector method for monotone box problems. With multipliers s of the lower
// and t of the upper bounds,
//
//     M z + q - s + t = 0,   s (z - l) = mu,   t (u - z) = mu,   mu -> 0,
//
// one factorisation of M + diag(s / (z - l) + t / (u - z)) per step serves predictor and corrector.
// The answer is re-solved on the active set it has identified.
//
// Mehrotra 1992; for complementarity problems Wright, Primal-Dual Interior-Point Methods, 1997.
#include "solvers/box_system.hpp"
#include "solvers/cone_form.hpp"
#include "solvers/cone_interior_point.hpp"
#include "solvers/run.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

class PathFollower {
 public:
  PathFollower(const Problem& problem, Workspace& workspace)
      : system_(problem, true, workspace),
        box_(system_.box()),
        n_(box_.size),
        scratch_(workspace.arena),
        z_(scratch_.vector(n_)),
        s_(scratch_.vector(n_)),
        t_(scratch_.vector(n_)),
        residual_(scratch_.vector(n_)),
        dz_(scratch_.vector(n_)),
        ds_(scratch_.vector(n_)),
        dt_(scratch_.vector(n_)),
        a_(scratch_.vector(n_)),
        b_(scratch_.vector(n_)) {}

  Outcome run(int max_iterations, const Workspace& workspace, VectorOut r) {
    start();
    const double size = 1.0 + box_.q.norm();
    Outcome outcome{Status::max_iterations, "the step limit was reached", max_iterations};
    for (int step = 1; step <= max_iterations; ++step) {
      const double mu = complementarity(0.0, false);
      evaluate();
      if (!(mu < infinity) || !residual_.allFinite()) {
        outcome = {Status::numerical_failure, "the iterates diverged", step};
        break;
      }
      if (mu <= 1e-14 * size && residual_.norm() <= 1e-13 * size) {
        outcome = {Status::solved, "", step - 1};
        break;
      }
      if (workspace.expired()) {
        outcome = {Status::max_time, "the time budget was used up", step - 1};
        break;
      }
      if (!advance(mu)) {
        outcome = {Status::numerical_failure, "the Newton matrix is singular", step};
        break;
      }
    }
    system_.finish(z_, r);
    return outcome;
  }

 private:
  bool has_lower(int i) const { return box_.lower[i] > -infinity && !fixed(i); }
  bool has_upper(int i) const { return box_.upper[i] < infinity && !fixed(i); }
  bool fixed(int i) const { return box_.lower[i] == box_.upper[i]; }
  double above(int i) const { return z_[i] - box_.lower[i]; }
  double below(int i) const { return box_.upper[i] - z_[i]; }

  void start() {
    const double size = std::max(1.0, box_.q.cwiseAbs().maxCoeff());
    for (int i = 0; i < n_; ++i) {
      const double l = box_.lower[i], u = box_.upper[i];
      z_[i] = box_.is_boxed(i) ? 0.5 * (l + u)
              : l > -infinity  ? l + size
              : u < infinity   ? u - size
                               : 0.0;
      s_[i] = has_lower(i) ? size : 0.0;
      t_[i] = has_upper(i) ? size : 0.0;
    }
  }

  // M z + q - s + t
  void evaluate() {
    system_.multiply(z_, residual_);
    residual_ += box_.q - s_ + t_;
    for (int i = 0; i < n_; ++i)
      if (fixed(i)) residual_[i] = 0.0;
  }

  // mean of s (z - l) and t (u - z), after a step of the given length if asked
  double complementarity(double length, bool moved) const {
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < n_; ++i) {
      const double dz = moved ? length * dz_[i] : 0.0;
      if (has_lower(i)) {
        sum += (above(i) + dz) * (s_[i] + (moved ? length * ds_[i] : 0.0));
        ++count;
      }
      if (has_upper(i)) {
        sum += (below(i) - dz) * (t_[i] + (moved ? length * dt_[i] : 0.0));
        ++count;
      }
    }
    return count == 0 ? 0.0 : sum / count;
  }

  // Solves for (dz, ds, dt) that aim at complementarity `mu`; `second_order` adds Mehrotra's
  // correction by the products of the predictor, which dz, ds, dt hold.
  void direction(double mu, bool second_order) {
    const Arena::Scope scope(scratch_);
    VectorMap lower_target = scratch_.vector(n_), upper_target = scratch_.vector(n_);
    for (int i = 0; i < n_; ++i) {
      lower_target[i] = has_lower(i) ? mu - s_[i] * above(i) : 0.0;
      upper_target[i] = has_upper(i) ? mu - t_[i] * below(i) : 0.0;
      if (second_order) {
        if (has_lower(i)) lower_target[i] -= ds_[i] * dz_[i];
        if (has_upper(i)) upper_target[i] += dt_[i] * dz_[i];
      }
    }
    for (int i = 0; i < n_; ++i) {
      dz_[i] = fixed(i) ? 0.0 : -residual_[i];
      if (has_lower(i)) dz_[i] += lower_target[i] / above(i);
      if (has_upper(i)) dz_[i] -= upper_target[i] / below(i);
    }
    system_.solve(dz_);
    for (int i = 0; i < n_; ++i) {
      ds_[i] = has_lower(i) ? (lower_target[i] - s_[i] * dz_[i]) / above(i) : 0.0;
      dt_[i] = has_upper(i) ? (upper_target[i] + t_[i] * dz_[i]) / below(i) : 0.0;
    }
  }

  // the longest step that keeps everything positive, at most 1
  double longest_step(double fraction) const {
    double length = 1.0 / fraction;
    const auto limit = [&](double value, double rate) {
      if (rate < 0.0) length = std::min(length, -value / rate);
    };
    for (int i = 0; i < n_; ++i) {
      if (has_lower(i)) {
        limit(above(i), dz_[i]);
        limit(s_[i], ds_[i]);
      }
      if (has_upper(i)) {
        limit(below(i), -dz_[i]);
        limit(t_[i], dt_[i]);
      }
    }
    return std::min(1.0, fraction * length);
  }

  bool advance(double mu) {
    const Arena::Scope scope(scratch_);  // the factors of this step
    for (int i = 0; i < n_; ++i) {
      a_[i] = fixed(i) ? 1.0 : 0.0;
      b_[i] = fixed(i) ? 0.0 : 1.0;
      if (has_lower(i)) a_[i] += s_[i] / above(i);
      if (has_upper(i)) a_[i] += t_[i] / below(i);
    }
    if (!system_.factor(a_, b_)) {
      // singular equations: a shift far below the accuracy sought
      a_.array() += 1e-11;
      if (!system_.factor(a_, b_)) return false;
    }
    direction(0.0, false);
    if (!dz_.allFinite()) return false;
    const double predicted = complementarity(longest_step(1.0), true);
    const double centring = mu > 0.0 ? std::pow(std::max(predicted, 0.0) / mu, 3) : 0.0;
    direction(centring * mu, true);
    if (!dz_.allFinite()) return false;
    const double length = longest_step(0.995);
    z_ += length * dz_;
    s_ += length * ds_;
    t_ += length * dt_;
    return true;
  }

  BoxSystem system_;
  const BoxForm& box_;
  int n_;
  Arena& scratch_;
  VectorMap z_, s_, t_, residual_, dz_, ds_, dt_, a_, b_;
};

}  // namespace

std::string_view obstacle(const InteriorPoint&, const Problem& problem) {
  const std::string_view reason = polyhedral_obstacle(problem);
  return reason.empty() ? reason : cone_form_obstacle(problem);
}

Outcome run(const InteriorPoint& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  if (!polyhedral_obstacle(problem).empty())
    return run_cone_interior_point(options, problem, workspace, r);
  const Arena::Scope scope(workspace.arena);
  return PathFollower(problem, workspace).run(options.max_iterations, workspace, r);
}

}  // namespace nonsmooth
