// SPDX-License-Identifier: Apache-2.0
// What happens at an event: impacts, then which contacts stay closed and which of them slide.
#include "schemes/event_stepper.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int most_impacts = 5;  // one after the other at an instant: rules may leave approach
// Accelerations below this share of the largest count as undecided: the problem was solved to a
// tolerance. The forces of equality, good to rounding, decide then, or their tendency does.
constexpr double undecided_share = 1e-7, rounding_share = 1e-10, tendency_share = 1e-12;
constexpr double tendency_time = 1e-3;  // in output steps

}  // namespace

void EventStepper::resolve(State& state, StepReport& report) {
  take_impulses(state);
  motion_.normalise(q());
  link_all(state);
  find_closed(state);
  move_out(state);
  std::fill(hit_.begin(), hit_.end(), 0);
  std::fill(stopped_.begin(), stopped_.end(), 0);
  for (int k = 0; k < most_impacts && approaching(); ++k) impact(state, report);
  settle(state, report);
  while (stop_short_rebounds()) {
    settle(state, report);
    report.message = "a rebound too short for accumulation_time or gap_tolerance ended at rest";
  }
  motion_.set_modes(modes_);
  const double before = motion_.potential(q());
  if (motion_.project_positions(t_, q()) > 0.0)
    state.energy.numerical += motion_.potential(q()) - before;
  if (motion_.holds_nonlinear()) hold_velocities(state);
  begin_phase(state);
}

void EventStepper::link_all(const State& state) {
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i)
    if (state.present[at(i)] != 0) motion_.link(i, t_, q(), v());
}

void EventStepper::find_closed(const State& state) {
  for (const int i : contacts_)
    closed_[at(i)] = state.present[at(i)] != 0 &&
                     (holds(modes_[at(i)]) || motion_.gap()[row(i)] <= options_.gap_tolerance);
}

// Contacts that were violated when they came to us (time stepping, or switched on): no root of a
// gap would be found inside an obstacle.
void EventStepper::move_out(const State& state) {
  bool any = false;
  for (const int i : contacts_)
    any = any || (closed_[at(i)] != 0 && motion_.gap()[row(i)] < -options_.gap_tolerance);
  if (!any) return;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    const bool held = law(i).bilateral() || (closed_[at(i)] != 0 && motion_.gap()[row(i)] < 0.0);
    modes_[at(i)] = state.present[at(i)] == 0 ? ContactMode::absent
                    : !held                   ? ContactMode::open
                    : law(i).bilateral()      ? ContactMode::closed
                    : size(i) == 1            ? ContactMode::closed
                                              : ContactMode::forward;
  }
  motion_.set_modes(modes_);
  (void)motion_.project_positions(t_, q());
  link_all(state);
}

bool EventStepper::approaching() const {
  for (const int i : contacts_)
    if (closed_[at(i)] != 0 && motion_.u()[row(i)] < -options_.velocity_tolerance) return true;
  return false;
}

// --- Jumps of the velocity
// ------------------------------------------------------------------------

// An impulse P of one interaction, with its velocities on both sides of the instant.
void EventStepper::add_jump(State& state, int i, const double* P, const double* before,
                            const double* after) {
  const SmoothMotion::Places& places = motion_.places();
  for (int k = 0; k < size(i); ++k) {
    state.lambda[row(i) + k] += P[k];
    // on the systems: without the motion of the obstacle itself
    const double work = P[k] * (0.5 * (before[k] + after[k]) - motion_.drift()[row(i) + k]);
    const bool tangential = k > 0 && law(i).unilateral();
    const int place = (tangential ? places.tangential_work : places.normal_work)[at(i)];
    (place >= 0 ? y_[place] : state.work[2 * i + (tangential ? 1 : 0)]) += work;
  }
}

void EventStepper::impact(State& state, StepReport& report) {
  coupling_.begin();
  impact_.contacts.clear();
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    const bool joint = law(i).bilateral();
    if (state.present[at(i)] == 0 || !(joint || closed_[at(i)] != 0)) continue;
    motion_.add_block(coupling_, i, i, laws_[at(i)], ContactMode::closed);
    impact_.contacts.push_back({.e = law(i).e,
                                .mu = law(i).mu,
                                .dimension = size(i),
                                .et = law(i).et,
                                .stiffness = law(i).stiffness,
                                .exponent = law(i).exponent,
                                .bilateral = joint});
  }
  motion_.set_masses(q());
  coupling_.assemble(motion_.mass(), motion_.fixed());
  impact_.W = coupling_.problem().W;
  impact_.u_before.resize(coupling_.rows());
  for (int b = 0; b < coupling_.block_count(); ++b)
    impact_.u_before.segment(coupling_.row(b), coupling_.size(b)) =
        motion_.u().segment(row(coupling_.interaction(b)), coupling_.size(b));
  resolve_impact(impact_, options_.impact, impact_workspace_, impact_result_);
  report.residual = std::max(report.residual, impact_result_.residual);
  report.solver_iterations += impact_result_.iterations;
  report.message = impact_result_.message;
  if (!impact_result_.success()) report.status = impact_result_.status;
  coupling_.add_response(impact_result_.impulse, v());
  for (int b = 0; b < coupling_.block_count(); ++b) {
    const int i = coupling_.interaction(b), first = coupling_.row(b);
    add_jump(state, i, impact_result_.impulse.data() + first, impact_.u_before.data() + first,
             impact_result_.u_after.data() + first);
    hit_[at(i)] = 1;  // or thrown off: a block that rocks lifts the corner that was not hit
  }
  link_all(state);
}

// Exactly zero where contacts stay closed.
void EventStepper::hold_velocities(State& state) {
  motion_.set_modes(modes_);
  if (!motion_.holds_any()) return;
  u_before_ = motion_.u();
  if (motion_.project_velocities(t_, q(), v(), projection_) == 0.0) return;
  link_all(state);
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i)
    if (holds(modes_[at(i)]))
      add_jump(state, i, projection_.data() + row(i), u_before_.data() + row(i),
               motion_.u().data() + row(i));
}

// --- Modes
// ----------------------------------------------------------------------------------------

void EventStepper::settle(State& state, StepReport& report) {
  const bool contacts = tentative_modes(state);
  hold_velocities(state);
  if (!contacts) return;
  solve_accelerations(report);
  decide_undecided();
}

// Closed where the velocity is zero; sliding where it has a tangential part. True if there are any.
bool EventStepper::tentative_modes(const State& state) {
  bool any = false;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    ContactMode& mode = modes_[at(i)];
    if (state.present[at(i)] == 0) {
      mode = ContactMode::absent;
      continue;
    }
    mode = law(i).bilateral() ? ContactMode::closed : ContactMode::open;
    if (mode == ContactMode::closed || closed_[at(i)] == 0) continue;
    const double* u = motion_.u().data() + row(i);
    if (!(u[0] <= options_.velocity_tolerance || stopped_[at(i)] != 0)) continue;
    any = true;
    mode = size(i) == 1                                    ? ContactMode::closed
           : law(i).mu == 0.0                              ? ContactMode::forward
           : std::abs(u[1]) <= options_.velocity_tolerance ? ContactMode::closed
           : u[1] > 0.0                                    ? ContactMode::forward
                                                           : ContactMode::backward;
  }
  return any;
}

// 0 <= d/dt u_N _|_ lambda_N >= 0 on what is closed, with Coulomb's law where nothing slides yet
void EventStepper::solve_accelerations(StepReport& report) {
  const int n = static_cast<int>(modes_.size());
  motion_.accelerate_freely(t_, q(), v());
  coupling_.begin();
  acceleration_scale_ = 0.0;
  for (int i = 0; i < n; ++i) {
    if (!holds(modes_[at(i)])) continue;
    const bool sliding = slides(modes_[at(i)]);
    motion_.find_bias(i, t_, q(), v());
    motion_.add_block(coupling_, i, sliding ? i + n : i, sliding ? sliding_law_ : laws_[at(i)],
                      modes_[at(i)]);
    const int b = coupling_.block_count() - 1;
    for (int k = 0; k < coupling_.size(b); ++k)
      acceleration_scale_ = std::max({acceleration_scale_, std::abs(motion_.bias()[row(i) + k]),
                                      std::abs(motion_.along(i, k, motion_.acceleration()))});
    offset_.segment(coupling_.row(b), coupling_.size(b)) =
        motion_.bias().segment(row(i), coupling_.size(b));
  }
  coupling_.assemble(motion_.mass(), motion_.fixed());
  guess_.setZero();
  const int rows = coupling_.rows();
  const Solution& solution = coupling_.solve(motion_.acceleration(), offset_.head(rows),
                                             guess_.head(rows), options_.solver, workspace_);
  report.residual = std::max(report.residual, solution.residual);
  report.residual_invariant = std::max(report.residual_invariant, solution.residual_invariant);
  report.solver_iterations += solution.iterations;
  if (solution.status != Status::solved) {
    report.status = solution.status;
    report.message = solution.message;
  }
  choose_modes(solution);
}

void EventStepper::choose_modes(const Solution& solution) {
  const int n = static_cast<int>(modes_.size());
  const Vector& free = coupling_.problem().q;
  const double small = undecided_share * acceleration_scale_;
  std::fill(undecided_.begin(), undecided_.end(), 0);
  for (int b = 0; b < coupling_.block_count(); ++b) {
    const int i = coupling_.interaction(b) % n, first = coupling_.row(b);
    if (law(i).bilateral()) continue;
    const double force = solution.r[first], acceleration = solution.u[first];
    double W = 0.0;
    coupling_.problem().W.copy_block(first, first, MatrixMap(&W, 1, 1));
    force_scale_[row(i)] = acceleration_scale_ / W;
    if (acceleration > small) {
      modes_[at(i)] = ContactMode::open;
      continue;
    }
    // the acceleration that the force prevents
    if (!(-free[first] > small)) undecided_[at(i)] = 1;
    if (coupling_.size(b) == 1) continue;
    const double slip = solution.u[first + 1], friction = solution.r[first + 1];
    if (std::abs(slip) > small)
      modes_[at(i)] = slip > 0.0 ? ContactMode::forward : ContactMode::backward;
    else if (law(i).mu * force - std::abs(friction) <= undecided_share * law(i).mu * force)
      undecided_[at(i)] = 1;
  }
}

// Opens contacts that would pull, now or next, and lets those slide that could not be held.
void EventStepper::decide_undecided() {
  if (std::find(undecided_.begin(), undecided_.end(), 1) == undecided_.end()) return;
  motion_.set_modes(modes_);
  motion_.rates(t_, y_, rates_);
  Vector& now = projection_;
  now = motion_.lambda();
  const double later = tendency_time * options_.step;
  later_ = y_ + later * rates_;
  (void)motion_.accelerate(t_ + later, motion_.positions(later_), motion_.velocities(later_));
  const Vector& then = motion_.lambda();
  const auto negative = [](double scale, double value_now, double value_then) {
    if (std::abs(value_now) > rounding_share * scale) return value_now < 0.0;
    return value_then < -tendency_share * scale;
  };
  for (const int i : contacts_) {
    if (undecided_[at(i)] == 0 || !holds(modes_[at(i)])) continue;
    const double *a = now.data() + row(i), *b = then.data() + row(i);
    const double scale = force_scale_[row(i)];
    if (negative(scale, a[0], b[0])) {
      modes_[at(i)] = ContactMode::open;
    } else if (size(i) == 2 && modes_[at(i)] == ContactMode::closed) {
      const double mu = law(i).mu;
      if (negative(scale, mu * a[0] - std::abs(a[1]), mu * b[0] - std::abs(b[1])))
        modes_[at(i)] = b[1] < 0.0 ? ContactMode::forward : ContactMode::backward;
    }
  }
}

// Contacts that left in an impact and would be back within accumulation_time, or hardly rise. True
// if there are any.
bool EventStepper::stop_short_rebounds() {
  bool any = false, accelerated = false;
  for (const int i : contacts_) {
    const double u = motion_.u()[row(i)];
    if (hit_[at(i)] == 0 || stopped_[at(i)] != 0 || holds(modes_[at(i)]) ||
        u <= options_.velocity_tolerance)
      continue;
    if (!accelerated) {
      motion_.set_modes(modes_);
      (void)motion_.accelerate(t_, q(), v());
      accelerated = true;
    }
    motion_.find_bias(i, t_, q(), v());
    const double back = -(motion_.bias()[row(i)] + motion_.along(i, 0, motion_.acceleration()));
    // a parabola of duration 2 u / back and height u^2 / (2 back)
    if (!(2.0 * u < options_.accumulation_time * back) &&
        !(u * u < 2.0 * options_.gap_tolerance * back))
      continue;
    stopped_[at(i)] = 1;
    any = true;
  }
  return any;
}

}  // namespace nonsmooth
