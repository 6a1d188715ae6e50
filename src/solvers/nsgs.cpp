// SPDX-License-Identifier: Apache-2.0
// Nonsmooth Gauss-Seidel (Moreau and Jean 1992): r <- S(r), S one sweep of exact local solves (see
// block_sweeps.hpp; contact_sweeps.hpp where the bodies are known), optionally with Anderson
// acceleration of S.
//
// The change of a sweep is cheap to watch but proves nothing. When it falls below `watch` the true
// residual decides; if that is still too large, `watch` falls in proportion.
//
// Acceleration is safeguarded twice. The step of S from the extrapolated point, in energy units,
// must not exceed ten times the least one since the last restart, else the point goes back to the
// last plain sweep and the history is forgotten. And the true residual, looked at every ten sweeps,
// must fall below its best within three looks, else the point goes back to the best one and the
// next sweeps are plain: 20 the first time, twice as many every other time. Asking for a decrease
// in every sweep costs more than it saves: the residual of a good extrapolation often rises before
// it falls. A symmetric pair of sweeps counts as one application of S.
//
// Momentum (momentum.hpp) is the cheap alternative, and the better one in large piles.
#include "solvers/anderson.hpp"
#include "solvers/block_sweeps.hpp"
#include "solvers/contact_sweeps.hpp"
#include "solvers/momentum.hpp"
#include "solvers/run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace nonsmooth {
namespace {

// measured on contact problems of 20 to 600 blocks; factors of 2 and 30 are 20 % slower and as fast
constexpr double largest_growth = 10.0;
constexpr int most_checks = 3;
constexpr int first_plain_run = 20;
constexpr int first_mark = 20;  // sweeps before their rate of convergence means anything

template <class Sweeps>
class Run {
 public:
  Run(const Nsgs& options, const Problem& problem, Workspace& workspace, VectorOut r,
      Sweeps& sweeps)
      : options_(options),
        problem_(problem),
        workspace_(workspace),
        r_(r),
        sweeps_(sweeps),
        watch_(options.tolerance),
        start_(workspace.arena.vector(options.anderson > 0 ? r.size() : 0)),
        plain_(workspace.arena.vector(start_.size())),
        best_(workspace.arena.vector(start_.size())) {
    if (options.momentum) follower_.emplace(r, workspace.arena);
    if (options.anderson == 0) return;
    block_scales(problem, start_);
    anderson_.emplace(options.anderson, start_, workspace.arena);
    best_ = start_ = plain_ = r;
  }

  Outcome run() {
    for (int sweep = 1; sweep <= options_.max_iterations; ++sweep) {
      const double change = sweeps_.sweep(full_);
      if (workspace_.expired())
        return end({Status::max_time, "the time budget was used up", sweep});
      if (const std::optional<Outcome> outcome = judge(change, sweep)) return end(*outcome);
      if (anderson_ && !sweeps_.halfway()) {
        if (plain_left_ > 0)
          go_plainly();
        else
          accelerate();
      }
      if (follower_ && !sweeps_.halfway()) {
        const double beta = momentum_.next();
        follower_->advance(beta, r_);
        sweeps_.follow(beta);
      }
    }
    if (follower_) sweeps_.sweep(true);  // the last point may lie outside of the cones
    return end({Status::max_iterations, "the sweep limit was reached", options_.max_iterations});
  }

 private:
  // Ends the run, or says what the next sweep must be.
  std::optional<Outcome> judge(double change, int sweep) {
    const bool resting = change <= watch_;
    const int period = anderson_ ? 10 : follower_ ? 20 : 100;
    // frozen blocks must have been looked at before the residual is worth its price
    const bool ask_all = resting && sweeps_.skipped();
    full_ = ask_all || (sweep + 1) % period == 0;
    if (ask_all || (!resting && sweep % period != 0)) return std::nullopt;
    const double residual = natural_residual(problem_, r_, workspace_.arena).worst();
    if (residual <= options_.tolerance) {
      best_residual_ = 0.0;
      return Outcome{Status::solved, "", sweep};
    }
    if (residual == infinity && !anderson_)
      return Outcome{Status::numerical_failure, "the sweeps diverged", sweep};
    if (change == 0.0) return Outcome{Status::numerical_failure, "the sweeps came to rest", sweep};
    if (options_.patience > 0 && sweep % period == 0 && too_slow(residual, sweep))
      return Outcome{Status::max_iterations, "the sweeps converge too slowly", sweep};
    if (resting) watch_ *= std::clamp(options_.tolerance / residual, 0.1, 0.9);
    if (anderson_)
      keep_best(residual);
    else if (follower_)
      momentum_.look(residual);
    else
      sweeps_.refresh();
    return std::nullopt;
  }

  // Looks back whenever the number of sweeps has doubled: at the rate since then, how many more?
  bool too_slow(double residual, int sweep) {
    least_residual_ = std::min(least_residual_, residual);
    if (sweep < 2 * mark_) return false;
    const double decades = std::log10(marked_residual_ / least_residual_) / (sweep - mark_);
    const bool first = mark_ == 0;
    mark_ = first ? std::max(sweep, first_mark) : sweep;
    marked_residual_ = least_residual_;
    return !first && !(decades * options_.patience >= std::log10(residual / options_.tolerance));
  }

  void keep_best(double residual) {
    if (residual < best_residual_) {
      best_residual_ = residual;
      best_ = r_;
      grown_ = 0;
    } else if (++grown_ >= most_checks) {
      reject_ = true;
      grown_ = 0;
    }
  }

  // r is the image of start_ under one sweep; moves it to the extrapolated point.
  void accelerate() {
    const double step = anderson_->step_norm(start_, r_);
    if (extrapolated_ && (reject_ || !(step <= largest_growth * least_step_))) {
      anderson_->restart();
      if (reject_) {
        plain_left_ = plain_run_;
        plain_run_ *= 2;
      }
      r_ = reject_ ? best_ : plain_;
      least_step_ = infinity;
      extrapolated_ = reject_ = false;
    } else {
      least_step_ = std::min(least_step_, step);
      plain_ = r_;
      anderson_->extrapolate(start_, plain_, r_);
      if constexpr (requires { sweeps_.project(r_); }) sweeps_.project(r_);
      extrapolated_ = true;
    }
    sweeps_.refresh();
    start_ = r_;
  }

  // Extrapolation that has led nowhere is left alone for twice as many sweeps each time.
  void go_plainly() {
    --plain_left_;
    start_ = r_;
  }

  Outcome end(Outcome outcome) {
    if (best_residual_ > 0.0 && best_residual_ < infinity &&
        !(natural_residual(problem_, r_, workspace_.arena).worst() <= best_residual_))
      r_ = best_;
    return outcome;
  }

  const Nsgs& options_;
  const Problem& problem_;
  Workspace& workspace_;
  VectorOut r_;
  Sweeps& sweeps_;
  std::optional<Anderson> anderson_;
  Momentum momentum_;
  std::optional<Momentum::Follower> follower_;
  double watch_;
  bool full_ = true, extrapolated_ = false, reject_ = false;
  int grown_ = 0;
  int plain_left_ = 0, plain_run_ = first_plain_run;
  double least_step_ = infinity, best_residual_ = infinity;
  int mark_ = 0;  // sweeps when the rate of convergence was last looked at
  double least_residual_ = infinity, marked_residual_ = infinity;
  VectorMap start_, plain_, best_;
};

}  // namespace

std::string_view obstacle(const Nsgs&, const Problem& problem) {
  if (!BlockSweeps::fits(problem))
    return "the blocks of W do not coincide with the laws; store W with one block per law";
  return {};
}

Outcome run(const Nsgs& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  if (ContactSweeps::fits(options, workspace.contact_form, problem)) {
    ContactSweeps sweeps(options, *workspace.contact_form, problem, r, workspace.arena);
    return Run(options, problem, workspace, r, sweeps).run();
  }
  BlockSweeps sweeps(options, problem, r, workspace.arena);
  return Run(options, problem, workspace, r, sweeps).run();
}

}  // namespace nonsmooth
