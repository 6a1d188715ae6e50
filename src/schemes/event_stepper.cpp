// SPDX-License-Identifier: Apache-2.0
#include "schemes/event_stepper.hpp"

#include "schemes/theta_stepper.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double longest_step = 100.0;  // internal steps, in output steps
// Guards this near zero are zero where a phase begins. Rebounds higher than gap_tolerance (lower
// ones are stopped) must be seen to leave: they are sampled at no less than a quarter of their
// height.
constexpr double guard_share = 0.1;  // of gap_tolerance

// State::memory: four numbers, the mode of every interaction, y
constexpr double memory_mark = 20251115.0;  // tells our memory from that of another scheme
enum Memory { mark, next, phase_begin, phase_first_step, modes_begin };

// Differences in place of a Jacobian are good to about 1e-10 of the forces: an integrator that is
// asked for more chases their noise with ever shorter steps.
double attainable_tolerance(const Model& model) {
  for (const Interaction& interaction : model.interactions())
    if (const auto* relation = std::get_if<Holonomic>(&interaction.relation))
      if (!relation->jacobian) return 1e-8;
  return 0.0;
}

OdeOptions ode_options(const EventDriven& options, const Model& model) {
  const double least = attainable_tolerance(model);
  return {.method = options.stiff ? OdeMethod::stiff : OdeMethod::explicit_runge_kutta,
          .relative_tolerance = std::max(least, options.relative_tolerance),
          .absolute_tolerance = std::max(0.01 * least, options.absolute_tolerance),
          .max_step = longest_step * options.step,
          .guard_tolerance = guard_share * options.gap_tolerance};
}

}  // namespace

EventStepper::EventStepper(const Model& model, EventDriven options)
    : model_(model),
      layout_(model_),
      options_(std::move(options)),
      motion_(model_, layout_),
      integrator_(ode_system(), ode_options(options_, model_)),
      coupling_(static_cast<int>(layout_.systems.size())) {
  const std::size_t n = layout_.interactions.size();
  for (std::size_t i = 0; i < n; ++i) {
    const InteractionLaw& own = model_.interactions()[i].law;
    laws_.push_back(own.bilateral()   ? AnyLaw(Free{own.size()})
                    : own.size() == 1 ? AnyLaw(NonNegative{1})
                                      : AnyLaw(coulomb(own.mu, 2)));
    if (own.bilateral()) continue;
    contacts_.push_back(static_cast<int>(i));
  }
  modes_.assign(n, ContactMode::absent);
  for (auto* flags : {&closed_, &stopped_, &hit_, &undecided_}) flags->assign(n, 0);
  for (Vector* vector : {&y_, &later_, &rates_}) vector->setZero(motion_.places().size);
  for (Vector* vector :
       {&impulse_before_, &projection_, &offset_, &guess_, &u_before_, &force_scale_})
    vector->setZero(layout_.row_count);
  impact_.contacts.reserve(n);
  first_step_ = options_.stiff ? 0.0 : options_.step;
}

EventStepper::~EventStepper() = default;

OdeSystem EventStepper::ode_system() {
  int guards = 0;
  for (const Interaction& interaction : model_.interactions())
    if (interaction.law.unilateral()) guards += guards_per_contact;
  return {.size = motion_.places().size,
          .guard_count = guards,
          .rhs = [this](double t, VectorIn y, VectorOut dy) { motion_.rates(t, y, dy); },
          .guards = [this](double t, VectorIn y, VectorOut g) { evaluate_guards(t, y, g); },
          .jacobian = {}};
}

// --- Phases
// ---------------------------------------------------------------------------------------

void EventStepper::evaluate_guards(double t, VectorIn y, VectorOut g) {
  const VectorView q = motion_.positions(y), v = motion_.velocities(y);
  bool needs_forces = false;
  for (const int i : contacts_) needs_forces = needs_forces || holds(modes_[at(i)]);
  if (needs_forces) (void)motion_.accelerate(t, q, v);
  const Vector& lambda = motion_.lambda();
  for (int c = 0; c < contact_count(); ++c) {
    const int i = contacts_[at(c)];
    double* guard = g.data() + c * guards_per_contact;
    for (int k = 0; k < guards_per_contact; ++k) guard[k] = 0.0;
    if (modes_[at(i)] == ContactMode::absent) continue;
    if (modes_[at(i)] == ContactMode::open) {
      motion_.link(i, t, q, v);
      guard[gap_closes] = motion_.gap()[row(i)];
      continue;
    }
    guard[force_vanishes] = lambda[row(i)];
    if (size(i) == 1) continue;
    guard[friction_changes] = modes_[at(i)] == ContactMode::closed
                                  ? law(i).mu * lambda[row(i)] - std::abs(lambda[row(i) + 1])
                              : modes_[at(i)] == ContactMode::forward ? motion_.u()[row(i) + 1]
                                                                      : -motion_.u()[row(i) + 1];
  }
}

void EventStepper::watch() {
  for (int c = 0; c < contact_count(); ++c) {
    const ContactMode mode = modes_[at(contacts_[at(c)])];
    const auto set = [&](Guard guard, bool on) {
      integrator_.watch(c * guards_per_contact + guard, on ? Crossing::falling : Crossing::off,
                        on ? GrazingCheck::on : GrazingCheck::off);
    };
    set(gap_closes, mode == ContactMode::open);
    set(force_vanishes, holds(mode));
    set(friction_changes, holds(mode) && size(contacts_[at(c)]) == 2);
  }
}

// From (t_, y_) in the present modes.
void EventStepper::begin_phase(State& state) {
  impulses().setZero();
  impulse_before_.setZero();
  motion_.set_modes(modes_);
  watch();
  integrator_.restart(t_, y_, infinity, first_step_);
  next_ = Next::go_on;
  double* memory = state.memory.data();
  memory[next] = static_cast<double>(next_);
  memory[phase_begin] = t_;
  memory[phase_first_step] = first_step_;
  for (std::size_t i = 0; i < modes_.size(); ++i)
    memory[modes_begin + i] = static_cast<double>(modes_[i]);
  state.memory.tail(y_.size()) = y_;
}

void EventStepper::load(const State& state) {
  const SmoothMotion::Places& places = motion_.places();
  t_ = state.t;
  y_.setZero();
  y_.head(layout_.q_count) = state.q;
  y_.segment(places.v, layout_.v_count) = state.v;
  y_.segment(places.x, layout_.x_count) = state.x;
  y_[places.external] = state.energy.external;
  if (places.internal >= 0) y_[places.internal] = state.energy.internal;
  if (places.viscous >= 0) y_[places.viscous] = state.energy.viscous;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    if (places.normal_work[at(i)] >= 0) y_[places.normal_work[at(i)]] = state.work[2 * i];
    if (places.tangential_work[at(i)] >= 0)
      y_[places.tangential_work[at(i)]] = state.work[2 * i + 1];
  }
  impulse_before_.setZero();
}

void EventStepper::start(State& state) {
  const Eigen::Index size = modes_begin + static_cast<Eigen::Index>(modes_.size()) + y_.size();
  if (state.step == 0) {
    state.origin = state.t;
    state.energy = {};
    measure_energy(state);
    state.energy.initial = state.energy.kinetic + state.energy.potential;
  }
  if (state.memory.size() == size && state.memory[mark] == memory_mark && resume(state)) return;
  state.memory.setZero(size);
  state.memory[mark] = memory_mark;
  next_ = Next::event;
  state.memory[next] = static_cast<double>(next_);
  state.memory[phase_first_step] = first_step_;
  load(state);
}

// Goes on where the memory says; false if that does not lead to the state.
bool EventStepper::resume(State& state) {
  const Vector memory = state.memory;
  const double begin = memory[phase_begin];
  next_ = static_cast<Next>(static_cast<int>(memory[next]));
  for (std::size_t i = 0; i < modes_.size(); ++i)
    modes_[i] = static_cast<ContactMode>(static_cast<int>(memory[modes_begin + i]));
  first_step_ = memory[phase_first_step];
  load(state);
  motion_.set_modes(modes_);
  if (next_ != Next::go_on) return true;
  if (!(begin <= state.t)) return false;
  t_ = begin;
  y_ = memory.tail(y_.size());
  State again = state;
  begin_phase(again);
  if (integrator_.advance(state.t, y_).end != OdeEnd::reached_end) return false;
  t_ = state.t;
  if (!options_.stiff) first_step_ = integrator_.next_step();
  write_positions(again);
  impulse_before_ = impulses();
  return again.q == state.q && again.v == state.v && again.x == state.x;
}

bool EventStepper::presence_changed(const State& state) const {
  for (std::size_t i = 0; i < modes_.size(); ++i)
    if ((modes_[i] == ContactMode::absent) != (state.present[i] == 0)) return true;
  return false;
}

// --- Steps
// ----------------------------------------------------------------------------------------

StepReport EventStepper::step(State& state, double end) {
  StepReport report;
  // counted in steps, so that a long run does not collect rounding
  double until =
      state.origin + static_cast<double>(state.step + 1 - state.origin_step) * options_.step;
  if (end < until && end > state.t) {
    until = end;
    state.origin = end;
    state.origin_step = state.step + 1;
  }
  const double began = state.t;
  state.lambda.setZero();
  try {
    advance(state, until, report);
  } catch (const std::exception& error) {
    message_ = error.what();
    report.status = Status::numerical_failure;
    report.message = message_;
    next_ = Next::event;
  }
  ++state.step;
  report.step = state.t - began;
  state.memory[next] = static_cast<double>(next_);
  state.memory[phase_first_step] =
      next_ == Next::go_on ? state.memory[phase_first_step] : first_step_;
  return report;
}

void EventStepper::advance(State& state, double end, StepReport& report) {
  if (next_ != Next::event && presence_changed(state)) next_ = Next::event;
  if (next_ != Next::go_on) load(state);
  if (next_ == Next::event)
    resolve(state, report);
  else if (next_ == Next::new_phase)
    begin_phase(state);
  for (;;) {
    const OdeResult phase = integrator_.advance(end, y_);
    t_ = phase.t;
    if (!options_.stiff) first_step_ = integrator_.next_step();
    if (phase.end == OdeEnd::reached_end) break;
    if (phase.end == OdeEnd::failed) {
      message_ = phase.message;
      report.status = Status::numerical_failure;
      report.message = message_;
      next_ = Next::event;
      break;
    }
    if (report.events >= options_.max_events) {
      hand_over(state, end, report);
      return;
    }
    ++report.events;
    resolve(state, report);
  }
  record(state, t_, report);
}

// Time stepping takes what is left of an output step.
void EventStepper::hand_over(State& state, double end, StepReport& report) {
  record(state, t_, report);
  lambda_before_ = state.lambda;
  rest_ = state;
  rest_.step = std::max(1L, state.step);
  rest_.origin = state.t;
  rest_.origin_step = rest_.step;
  if (rest_stepper_ == nullptr)
    rest_stepper_ = std::make_unique<ThetaStepper>(model_, ThetaOptions{.step = end - state.t,
                                                                        .theta = 0.5,
                                                                        .gamma = 0.5,
                                                                        .input_gamma = 1.0,
                                                                        .newton_tolerance = 1e-10,
                                                                        .newton_iterations = 20,
                                                                        .solver = options_.solver});
  rest_stepper_->start(rest_);
  if (!rest_stepper_->set_step(end - state.t, rest_)) {
    report.status = Status::numerical_failure;
    report.message = "more than max_events events, and the rest of the step has a singular matrix";
    next_ = Next::event;
    return;
  }
  const StepReport last = rest_stepper_->step(rest_, end);
  state.q = rest_.q;
  state.v = rest_.v;
  state.x = rest_.x;
  state.t = end;
  state.lambda = lambda_before_ + rest_.lambda;
  state.output = rest_.output;
  state.work = rest_.work;
  state.energy = rest_.energy;
  report.status = last.status;
  report.message = last.ok() ? "more than max_events events: Moreau-Jean took the rest of the step"
                             : last.message;
  report.residual = std::max(report.residual, last.residual);
  next_ = Next::event;
}

}  // namespace nonsmooth
