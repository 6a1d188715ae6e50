// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/simulate.hpp"

#include <cmath>
#include <cstdio>

namespace nonsmooth {
namespace {

// A start beyond rounding inside an obstacle is a mistake of the model more often than not.
constexpr double start_tolerance = 1e-6;

void check_start(const Model& model, const Layout& layout, const State& state) {
  Arena scratch;
  for (std::size_t i = 0; i < layout.interactions.size(); ++i) {
    const Interaction& interaction = model.interactions()[i];
    if (!interaction.law.unilateral() || state.present[i] == 0) continue;
    const Arena::Scope scope(scratch);
    const VectorMap q =
        joined(layout, interaction, state.q, &SystemSlot::q, &SystemSlot::q_count, scratch);
    Vector y(interaction.law.size());
    relation_gap(interaction.relation, state.t, q, y);
    const double allowed = start_tolerance * std::max(1.0, q.lpNorm<Eigen::Infinity>());
    if (y[0] >= -allowed) continue;
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", y[0]);
    throw Error(model.name(InteractionId{static_cast<int>(i)}) + ": the gap is " + number +
                (std::isfinite(y[0]) ? " at the start, inside the obstacle; change q0, or allow it "
                                       "with allow_initial_penetration"
                                     : " at the start; check the relation's function"));
  }
}

}  // namespace

Simulator::Simulator(const Model& model, Scheme scheme, bool allow_initial_penetration)
    : model_(model), scheme_(std::move(scheme)), stepper_(make_stepper(scheme_, model_)) {
  const Layout layout(model_);
  state_ = initial_state(model_, layout);
  if (!allow_initial_penetration) check_start(model_, layout, state_);
  stepper_->start(state_);
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

StepReport Simulator::step() { return stepper_->step(state_, infinity); }
StepReport Simulator::step(double end) { return stepper_->step(state_, end); }

void Simulator::restart(const State& state) {
  if (state.q.size() != state_.q.size() || state.v.size() != state_.v.size() ||
      state.x.size() != state_.x.size() || state.lambda.size() != state_.lambda.size())
    throw Error("Simulator: the checkpoint has " + std::to_string(state.q.size()) +
                " positions and " + std::to_string(state.x.size()) + " states, the model has " +
                std::to_string(state_.q.size()) + " and " + std::to_string(state_.x.size()) +
                "; it belongs to another model");
  state_ = state;
  stepper_ = make_stepper(scheme_, model_);
  use_recorder(recorder_);
  stepper_->start(state_);
}

void Simulator::set_present(InteractionId id, bool present) {
  (void)model_.name(id);  // throws for an unknown one
  state_.present[static_cast<std::size_t>(id.index)] = present ? 1 : 0;
}

void Simulator::update(const Model& model) {
  const Layout layout(model);
  State state = initial_state(model, layout);
  if (model.systems().size() < model_.systems().size() ||
      model.interactions().size() < model_.interactions().size())
    throw Error(
        "Simulator: the new model has fewer systems or interactions than the old one; "
        "switch interactions off with set_present instead");
  state.t = state_.t;
  state.step = state_.step;
  state.origin = state_.origin;
  state.origin_step = state_.origin_step;
  state.q.head(state_.q.size()) = state_.q;
  state.v.head(state_.v.size()) = state_.v;
  state.x.head(state_.x.size()) = state_.x;
  state.lambda.head(state_.lambda.size()) = state_.lambda;
  state.output.head(state_.output.size()) = state_.output;
  state.work.head(state_.work.size()) = state_.work;
  std::copy(state_.present.begin(), state_.present.end(), state.present.begin());
  state.energy = state_.energy;
  model_ = model;
  state_ = state;
  stepper_ = make_stepper(scheme_, model_);
  use_recorder(recorder_);
  stepper_->start(state_);
}

void Simulator::use_recorder(FlightRecorder* recorder) {
  recorder_ = recorder;
  stepper_->use_recorder(recorder);
}

void Simulator::use(Scheme scheme) {
  scheme_ = std::move(scheme);
  stepper_ = make_stepper(scheme_, model_);
  use_recorder(recorder_);
  state_.origin = state_.t;
  state_.origin_step = state_.step;
  stepper_->start(state_);
}

}  // namespace nonsmooth
