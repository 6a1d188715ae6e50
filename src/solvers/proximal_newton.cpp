// SPDX-License-Identifier: Apache-2.0
// Proximal point iteration around Newton's method. Outer step k solves
//
//     u = (W + alpha D) r + q - alpha D r_k,    -(u_i + g_i(u_i)) in dPhi_i(r_i)
//
// roughly: some sweeps, then undamped Alart-Curnier Newton steps until the
// residual is small against alpha |r - r_k|. The shift makes the matrix regular where W is
// hyperstatic and restores monotonicity where friction has destroyed it. Success: over-relax, halve
// alpha. Failure: keep r_k, raise alpha, and do not go below that value again before six successes.
// There is no acceptance test on the true residual, which may rise between steps; the best point is
// returned.
//
// Rockafellar 1976 (proximal point); Eckstein and Bertsekas 1992 (over-relaxation).
#include "solvers/best_point.hpp"
#include "solvers/block_newton.hpp"
#include "solvers/block_sweeps.hpp"
#include "solvers/run.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

constexpr int newton_steps = 7;
constexpr double inner_accuracy = 0.1;  // of the residual, against alpha |r - r_k|
constexpr double over_relaxation = 1.8;
// Monotonicity is lost where contacts slip: those that stick may move more freely. That is faster
// on most piles and fails on some, so the shift of sticking contacts changes between a share and
// the whole whenever the best point has not become 30 % better for so many outer steps.
constexpr double sticking_share = 0.1;
constexpr int patience = 25;
constexpr double smallest_shift = 1e-12;
constexpr int polish_steps = 6;

// The problem with W + S and q - S centre, S = alpha D; W is copied once.
class ShiftedProblem {
 public:
  ShiftedProblem(const Problem& problem, VectorIn scales)
      : original_(problem),
        scales_(scales),
        shift_(Vector::Zero(problem.size())),
        last_shift_(problem.size()),
        shifted_(problem) {}

  const Problem& problem() const { return shifted_; }
  void set(double alpha, double share, VectorIn centre) {
    last_shift_ = shift_;
    shift_ = alpha * scales_;
    free_sticking(share, centre);
    shifted_.W.add_to_diagonal(shift_ - last_shift_);
    shifted_.q = original_.q - shift_.cwiseProduct(centre);
  }

 private:
  void free_sticking(double share, VectorIn r) {
    int row = 0;
    for (const AnyLaw& law : original_.laws) {
      const auto* cone = law.get_if<SecondOrderCone>();
      if (cone != nullptr && r.segment(row + 1, law.size() - 1).norm() < 0.98 * cone->mu * r[row])
        shift_.segment(row, law.size()) *= share;
      row += law.size();
    }
  }

  const Problem& original_;
  Vector scales_, shift_, last_shift_;
  Problem shifted_;
};

class ProximalPoint {
 public:
  ProximalPoint(const ProximalNewton& options, const Problem& problem, Workspace& workspace,
                VectorOut r)
      : options_(options),
        problem_(problem),
        workspace_(workspace),
        r_(r),
        y_(workspace.arena.vector(problem.size())),
        d_(workspace.arena.vector(problem.size())),
        best_(problem, r, workspace.arena),
        root_(scales_of(problem, workspace.arena)),
        shifted_(problem, root_),
        newton_(shifted_.problem(), NewtonMap::alart_curnier, workspace.arena),
        exact_(problem, NewtonMap::alart_curnier, workspace.arena) {
    root_ = root_.cwiseSqrt();
    // the fastest order; a dense W has no colours, and there a random one breaks cycles
    order_ = problem.W.is_dense() ? SweepOrder::random : SweepOrder::coloured;
  }

  Outcome run() {
    y_ = r_;
    sweep(problem_, options_.first_sweeps);
    r_ = y_;
    double alpha = options_.first_shift, forbidden = 0.0;
    int successes = 0;
    for (int step = 1; step <= options_.max_iterations; ++step) {
      if (judge()) return finish(Status::solved, "", step - 1);
      change_share_if_stalled();
      if (workspace_.expired())
        return finish(Status::max_time, "the time budget was used up", step - 1);
      if (solve_shifted(alpha)) {
        best_.offer(y_);  // the over-relaxed point may be worse than the step itself
        r_ += over_relaxation * (y_ - r_);
        if (++successes > 6) forbidden = 0.0;
        alpha = std::max({0.5 * alpha, 1.3 * forbidden, smallest_shift});
      } else {
        forbidden = alpha;
        successes = 0;
        alpha *= 2.5;
        if (alpha > 1e3)
          return finish(Status::numerical_failure, "no shift makes it solvable", step);
      }
    }
    return finish(Status::max_iterations, "the limit on outer steps was reached",
                  options_.max_iterations);
  }

 private:
  // Keeps the best point, and tries plain Newton from it whenever it has become ten times better:
  // once the sets are right a few steps go to rounding. True when the best point is good enough.
  bool judge() {
    best_.offer(r_);
    if (best_.residual() < 0.1 * polished_residual_ && best_.residual() < 1e-3) {
      polished_residual_ = best_.residual();
      y_ = best_.point();
      for (int step = 0; step < polish_steps; ++step) {
        exact_.evaluate(y_);
        if (!exact_.direction(y_, d_)) break;
        y_ += d_;
        if (!(best_.offer(y_) < 0.5 * polished_residual_)) break;
        polished_residual_ = best_.residual();
        r_ = best_.point();
      }
    }
    return best_.residual() <= options_.tolerance;
  }

  void change_share_if_stalled() {
    if (best_.residual() < 0.7 * progress_residual_) {
      progress_residual_ = best_.residual();
      stalled_ = 0;
    } else if (++stalled_ > patience) {
      stalled_ = 0;
      share_ = share_ == 1.0 ? sticking_share : 1.0;
    }
  }

  Outcome finish(Status status, std::string_view message, int steps) {
    r_ = best_.point();
    return {status, message, steps};
  }

  static VectorMap scales_of(const Problem& problem, Arena& scratch) {
    VectorMap scales = scratch.vector(problem.size());
    block_scales(problem, scales);
    return scales;
  }

  // sweeps of y on the given problem
  void sweep(const Problem& problem, int count) {
    const Arena::Scope scope(workspace_.arena);
    const Nsgs options{.order = order_, .seed = ++seed_};
    BlockSweeps sweeps(options, problem, y_, workspace_.arena);
    for (int k = 0; k < count; ++k) sweeps.sweep(true);
  }

  // y = approximate solution of the problem shifted around r_k
  bool solve_shifted(double alpha) {
    const Arena::Scope scope(workspace_.arena);
    shifted_.set(alpha, share_, r_);
    y_ = r_;
    sweep(shifted_.problem(), options_.inner_sweeps);
    for (int step = 0; step <= newton_steps; ++step) {
      const double residual = newton_.evaluate(y_);
      const double moved = (y_ - r_).cwiseProduct(root_).norm();
      if (!(residual < infinity)) return false;
      if (residual <= inner_accuracy * alpha * moved) return true;
      if (step == newton_steps || !newton_.direction(y_, d_)) return false;
      y_ += d_;
    }
    return false;
  }

  const ProximalNewton& options_;
  const Problem& problem_;
  Workspace& workspace_;
  VectorOut r_;
  VectorMap y_, d_;
  BestPoint best_;
  VectorMap root_;
  ShiftedProblem shifted_;
  BlockNewton newton_, exact_;  // of the shifted problem, and of the problem itself
  SweepOrder order_;
  int seed_ = 0, stalled_ = 0;
  double share_ = sticking_share, progress_residual_ = infinity;
  double polished_residual_ = infinity;
};

}  // namespace

std::string_view obstacle(const ProximalNewton&, const Problem& problem) {
  for (const AnyLaw& law : problem.laws)
    if (!law.differentiable()) return "a law offers no resolvent_jacobian";
  if (!BlockSweeps::fits(problem))
    return "the blocks of W do not coincide with the laws; store W with one block per law";
  return {};
}

Outcome run(const ProximalNewton& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  return ProximalPoint(options, problem, workspace, r).run();
}

}  // namespace nonsmooth
