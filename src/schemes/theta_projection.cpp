// SPDX-License-Identifier: Apache-2.0
// Positions after a theta step, brought onto joints and out of obstacles (position_projection.hpp).
#include "schemes/ledger.hpp"
#include "schemes/theta_stepper.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr int largest_rounds = 10;  // of a combined projection; its set only grows

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Contacts that the projection found violated and that took no part in the velocity problem take
// part from now on. True if there are some.
bool ThetaStepper::take_violated(const State& state) {
  bool grown = false;
  int block = 0;
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) {
    const bool active = block < coupling_.block_count() && coupling_.interaction(block) == i;
    if (active) ++block;
    if (active || state.present[at(i)] == 0 || !projection_->violated(i)) continue;
    forced_[at(i)] = 1;
    grown = true;
  }
  return grown;
}

void ThetaStepper::project(State& state, StepReport& report) {
  const bool combined = options_.projection == Projection::combined;
  for (int round = 1;; ++round) {
    measure_energy(model_, layout_, state, workspace_.arena);
    const double potential = state.energy.potential;
    std::fill(closed_.begin(), closed_.end(), 0);
    for (int block = 0; combined && block < coupling_.block_count(); ++block) {
      const int i = coupling_.interaction(block);
      if (model_.interactions()[at(i)].law.unilateral())
        closed_[at(i)] = state.lambda[layout_.interactions[at(i)].row] > 0.0 ? 1 : 0;
    }
    const auto moved =
        projection_->project(t1_, state.present, closed_, systems_, state.q, workspace_);
    if (combined && round < largest_rounds && take_violated(state)) {
      // the step again from its beginning
      state.q = q0_;
      state.v = z0_.head(layout_.v_count);
      state.x = z0_.tail(layout_.x_count);
      state.t = t0_;
      --state.step;
      z_ = z0_;
      detect(state, report);
      iterate(state, report);
      correct(state);
      continue;
    }
    if (!moved.converged && report.ok()) {
      report.status = Status::max_iterations;
      report.message = "the positions could not be brought onto joints and contacts";
    }
    // what the move stores in springs is the scheme's own
    measure_energy(model_, layout_, state, workspace_.arena);
    state.energy.numerical += state.energy.potential - potential;
    return;
  }
}

}  // namespace nonsmooth
