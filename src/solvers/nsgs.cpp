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
// last plain sweep and the history is forgotten. And the true residual, looked at every ten sweeps
// unless the change has meanwhile fallen by two decades, must fall below its best within three
// looks, else the point goes back to the best one and the next sweeps are plain: 20 the first time,
// twice as many every other time. Asking for a decrease in every sweep costs more than it saves:
// the residual of a good extrapolation often rises before it falls. A symmetric pair of sweeps
// counts as one application of S.
//
// Momentum (momentum.hpp) is the cheap alternative, and the better one in large piles.
#include "solvers/anderson.hpp"
#include "solvers/block_sweeps.hpp"
#include "solvers/contact_sweeps.hpp"
#include "solvers/momentum.hpp"
#include "solvers/patience.hpp"
#include "solvers/run.hpp"
#include "solvers/set_aside.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace nonsmooth {
namespace {

// measured on contact problems of 20 to 600 blocks; factors of 2 and 30 are 20 % slower and as fast
constexpr double largest_growth = 10.0;
constexpr int most_checks = 3;
constexpr int first_plain_run = 20;

// The rows of r that sweeps change: all of them, but for contacts that are set aside.
class SweptRows {
 public:
  SweptRows(const Problem& problem, const BusySweeps& busy, Arena& scratch)
      : all_(busy.left_out() == 0), count_(problem.size()) {
    if (all_) return;
    const BlockSparse& W = problem.W.blocks();
    size_ = W.uniform_size();
    blocks_ = scratch.array<int>(W.block_rows() - busy.left_out());
    count_ = size_ * static_cast<Eigen::Index>(blocks_.size());
    auto to = blocks_.begin();
    for (int block = 0; block < W.block_rows(); ++block)
      if (!busy.aside()[static_cast<std::size_t>(block)]) *to++ = W.row_offset(block);
  }

  Eigen::Index count() const { return count_; }
  void gather(VectorIn all, VectorOut some) const {
    if (all_)
      some = all;
    else
      copy_blocks([&](int there, int here) { some[here] = all[there]; });
  }
  void scatter(VectorIn some, VectorOut all) const {
    if (all_)
      all = some;
    else
      copy_blocks([&](int there, int here) { all[there] = some[here]; });
  }

 private:
  template <class Copy>
  void copy_blocks(Copy&& copy) const {
    const auto copy_all = [&]<int Size>() {
      int here = 0;
      for (const int there : blocks_)
        for (int i = 0; i < (Size > 0 ? Size : size_); ++i) copy(there + i, here++);
    };
    switch (size_) {  // loops of known length for the usual sizes
      case 2: return copy_all.template operator()<2>();
      case 3: return copy_all.template operator()<3>();
      default: return copy_all.template operator()<0>();
    }
  }

  bool all_;
  int size_ = 0;
  std::span<int> blocks_;  // first rows of the blocks that are swept
  Eigen::Index count_;
};

class Run {
 public:
  Run(const Nsgs& options, const Problem& problem, Workspace& workspace, VectorOut r,
      const SweptRows& rows, BlockSweeps& sweeps)
      : options_(options),
        problem_(problem),
        workspace_(workspace),
        r_(r),
        scales_(workspace.arena.vector(r.size())),
        rows_(rows),
        sweeps_(sweeps),
        watch_(options.tolerance),
        patience_(options),
        start_(workspace.arena.vector(options.anderson > 0 ? rows_.count() : 0)),
        plain_(workspace.arena.vector(start_.size())),
        image_(workspace.arena.vector(start_.size())),
        best_(workspace.arena.vector(options.anderson > 0 ? r.size() : 0)) {
    block_scales(problem, scales_);
    if (options.momentum) follower_.emplace(r, workspace.arena);
    if (options.anderson == 0) return;
    rows_.gather(scales_, start_);
    anderson_.emplace(options.anderson, start_, workspace.arena);
    rows_.gather(r, start_);
    plain_ = start_;
    best_ = r;
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
    if (sweep == 1) looked_change_ = change;
    const bool resting = change <= watch_;
    const int period = anderson_ ? 10 : follower_ ? 20 : 100;
    // frozen blocks must have been looked at before the residual is worth its price
    const bool ask_all = resting && sweeps_.skipped();
    full_ = ask_all || (sweep + 1) % period == 0;
    if (ask_all || (!resting && (sweep % period != 0 || falls_fast(change)))) return std::nullopt;
    const double residual = residual_of(r_);
    if (residual <= options_.tolerance) {
      best_residual_ = 0.0;
      return Outcome{Status::solved, "", sweep};
    }
    if (residual == infinity && !anderson_)
      return Outcome{Status::numerical_failure, "the sweeps diverged", sweep};
    if (change == 0.0) return Outcome{Status::numerical_failure, "the sweeps came to rest", sweep};
    if (sweep % period == 0 && patience_.lost(residual, sweep))
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

  // Acceleration that gains two decades between two looks needs none: a look costs as much as two
  // or three sweeps.
  bool falls_fast(double change) {
    const double before = std::exchange(looked_change_, change);
    return anderson_ && change <= 0.01 * before;
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

  double residual_of(VectorIn r) {
    const Arena::Scope scope(workspace_.arena);
    VectorMap u = workspace_.arena.vector(r.size());
    return natural_residual(problem_, scales_, r, u, workspace_.arena).worst();
  }

  // r is the image of start_ under one sweep; moves it to the extrapolated point.
  void accelerate() {
    rows_.gather(r_, image_);
    const double step = anderson_->step_norm(start_, image_);
    if (extrapolated_ && (reject_ || !(step <= largest_growth * least_step_))) {
      anderson_->restart();
      if (reject_) {
        plain_left_ = plain_run_;
        plain_run_ *= 2;
      }
      if (reject_)
        r_ = best_;
      else
        rows_.scatter(plain_, r_);
      least_step_ = infinity;
      extrapolated_ = reject_ = false;
    } else {
      least_step_ = std::min(least_step_, step);
      plain_ = image_;
      anderson_->extrapolate(start_, plain_, image_);
      rows_.scatter(image_, r_);
      sweeps_.project(r_);
      extrapolated_ = true;
    }
    sweeps_.refresh();
    rows_.gather(r_, start_);
  }

  // Extrapolation that has led nowhere is left alone for twice as many sweeps each time.
  void go_plainly() {
    --plain_left_;
    rows_.gather(r_, start_);
  }

  Outcome end(Outcome outcome) {
    if (best_residual_ > 0.0 && best_residual_ < infinity && !(residual_of(r_) <= best_residual_))
      r_ = best_;
    return outcome;
  }

  const Nsgs& options_;
  const Problem& problem_;
  Workspace& workspace_;
  VectorOut r_;
  VectorMap scales_;
  const SweptRows& rows_;
  BlockSweeps& sweeps_;
  std::optional<Anderson> anderson_;
  Momentum momentum_;
  std::optional<Momentum::Follower> follower_;
  double watch_;
  bool full_ = true, extrapolated_ = false, reject_ = false;
  int grown_ = 0;
  int plain_left_ = 0, plain_run_ = first_plain_run;
  double least_step_ = infinity, best_residual_ = infinity;
  double looked_change_ = 0.0;  // of the first sweep, then of the last one that was due for a look
  Patience patience_;
  VectorMap start_, plain_, image_;  // of the rows that are swept
  VectorMap best_;
};

}  // namespace

std::string_view obstacle(const Nsgs&, const Problem& problem) {
  if (!BlockSweeps::fits(problem))
    return "the blocks of W do not coincide with the laws; store W with one block per law";
  return {};
}

Outcome run(const Nsgs& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  if (ContactSweeps::fits(options, workspace.contact_form, problem))
    return run_contact_sweeps(options, *workspace.contact_form, problem, workspace, r);
  const Arena::Scope scope(workspace.arena);
  BusySweeps busy(problem, options, r, workspace.arena);
  const SweptRows rows(problem, busy, workspace.arena);
  return Run(options, problem, workspace, r, rows, busy.sweeps()).run();
}

}  // namespace nonsmooth
