// SPDX-License-Identifier: Apache-2.0
// What an output step leaves behind: positions on the joints, impulses, velocities, the ledger.
#include "schemes/event_stepper.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

// q, v, x of the state from y_, with held gaps and joints satisfied; drift_ says how far off y_
// was.
void EventStepper::write_positions(State& state) {
  const SmoothMotion::Places& places = motion_.places();
  state.q = y_.head(layout_.q_count);
  state.v = y_.segment(places.v, layout_.v_count);
  state.x = y_.segment(places.x, layout_.x_count);
  motion_.normalise(state.q);
  drift_ = 0.0;
  // linear rows are kept by every Runge-Kutta method
  if (!motion_.holds_nonlinear()) return;
  drift_ = motion_.project_positions(t_, state.q);
  drift_ = std::max(drift_,
                    options_.step * motion_.project_velocities(t_, state.q, state.v, projection_));
}

void EventStepper::take_impulses(State& state) {
  state.lambda += impulses() - impulse_before_;
  impulse_before_ = impulses();
}

void EventStepper::record(State& state, double t, StepReport& report) {
  const SmoothMotion::Places& places = motion_.places();
  state.t = t;
  take_impulses(state);
  write_positions(state);
  state.energy.external = y_[places.external];
  if (places.internal >= 0) state.energy.internal = y_[places.internal];
  if (places.viscous >= 0) state.energy.viscous = y_[places.viscous];
  record_interactions(state, report);
  measure_energy(state);
  if (drift_ > options_.gap_tolerance && next_ == Next::go_on) next_ = Next::new_phase;
  if (!state.q.allFinite() || !state.v.allFinite() || !state.x.allFinite()) {
    report.status = Status::numerical_failure;
    report.message = "the state is no longer finite";
  }
}

// Also finds contacts whose guard left zero to the wrong side, which no change of sign betrays.
void EventStepper::record_interactions(State& state, StepReport& report) {
  const SmoothMotion::Places& places = motion_.places();
  double normal = 0.0, tangential = 0.0;
  report.active = 0;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    double* work = state.work.data() + 2 * i;
    if (places.normal_work[at(i)] >= 0) work[0] = y_[places.normal_work[at(i)]];
    if (places.tangential_work[at(i)] >= 0) work[1] = y_[places.tangential_work[at(i)]];
    normal += work[0];
    tangential += work[1];
    const ContactMode mode = modes_[at(i)];
    double* u = state.output.data() + row(i);
    if (mode == ContactMode::absent) {
      for (int k = 0; k < size(i); ++k) u[k] = 0.0;
      continue;
    }
    motion_.link(i, state.t, state.q, state.v);
    for (int k = 0; k < size(i); ++k) u[k] = motion_.u()[row(i) + k];
    if (holds(mode)) ++report.active;
    if (law(i).bilateral()) continue;
    const double gap = motion_.gap()[row(i)];
    if (gap < report.deepest_gap) report.deepest_gap = gap;
    const bool sinks =
        mode == ContactMode::open && u[0] < 0.0 && gap < -10.0 * options_.gap_tolerance;
    const bool pulls =
        holds(mode) &&
        state.lambda[row(i)] < -1e-9 * options_.step * (1.0 + std::abs(state.lambda[row(i)]));
    if (sinks || pulls) next_ = Next::event;
  }
  state.energy.normal = normal;
  state.energy.tangential = tangential;
}

void EventStepper::measure_energy(State& state) {
  state.energy.kinetic = motion_.kinetic(state.q, state.v);
  state.energy.potential = motion_.potential(state.q);
}

}  // namespace nonsmooth
