// SPDX-License-Identifier: Apache-2.0
#include "schemes/mechanical_stepper.hpp"

#include "nonsmooth/base/error.hpp"
#include "schemes/ledger.hpp"

namespace nonsmooth {

MechanicalStepper::MechanicalStepper(const Model& model, double step, std::string_view scheme)
    : model_((require_mechanical(model, scheme), model)),
      layout_(model_),
      h_(step),
      systems_(model_, layout_),
      rows_(model_, layout_) {
  for (Vector* q : {&q0_, &q1_, &q_mean_}) q->setZero(layout_.q_count);
  for (Vector* v : {&v0_, &v1_, &v_s_, &mean_smooth_, &mean_jump_, &external0_, &internal0_,
                    &external1_, &internal1_, &momentum_})
    v->setZero(layout_.v_count);
  for (Vector* rows : {&rows_smooth_, &rows_jump_, &no_drift_, &joint_force_})
    rows->setZero(layout_.row_count);
}

void MechanicalStepper::require_frictionless(std::string_view scheme) const {
  for (int i = 0; i < interaction_count(); ++i) {
    const bool contact = law(i).jump == InteractionLaw::Jump::newton && slot(i).size == 1;
    if (slot(i).level == LawLevel::velocity && (contact || law(i).bilateral())) continue;
    throw Error(std::string(scheme) + ": " + model_.name(InteractionId{i}) + " has the law '" +
                std::string(law(i).block.kind()) + "' of " + std::to_string(slot(i).size) +
                " components; the scheme treats contacts without friction and joints; use "
                "moreau_jean or generalized_alpha");
  }
}

void MechanicalStepper::begin_run(State& state) {
  state.origin = state.t;
  begin_ledger(model_, layout_, state, workspace_.arena);
}

void MechanicalStepper::begin(const State& state) {
  t0_ = state.t;
  // counted in steps, so that a long run does not collect rounding
  t1_ = state.origin + static_cast<double>(state.step + 1 - state.origin_step) * h_;
  q0_ = state.q;
  v0_ = state.v;
  systems_.forces(t0_, q0_, v0_, external0_, internal0_, workspace_.arena);
}

void MechanicalStepper::accelerate(const State& state, RowProblem& problem, IterationMatrices& mass,
                                   const Solver& solver, Vector& a) {
  Arena& scratch = workspace_.arena;
  a = external0_ + internal0_;
  if (!systems_.set_mass(q0_, false, mass, scratch)) return;
  for (int s = 0; s < systems_.count(); ++s) {
    const SystemSlot& at_s = layout_.systems[at(s)];
    mass.solve(s, a.segment(at_s.v, at_s.v_count));
  }
  const double dt = 1e-5;
  systems_.for_each_prescribed(t0_ + dt, [&](int i, double v) { a[i] = v / (2.0 * dt); });
  systems_.for_each_prescribed(t0_ - dt, [&](int i, double v) { a[i] -= v / (2.0 * dt); });
  problem.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    if (!law(i).bilateral() || state.present[at(i)] == 0) continue;
    rows_.evaluate(i, t0_, q0_, v0_, scratch);
    VectorMap c = problem.add(i, law(i).block, rows_);
    rows_.curvature(i, t0_, q0_, v0_, c, scratch);
  }
  StepReport report;
  joint_force_.setZero();
  (void)problem.solve(mass, systems_.fixed(), false, solver, workspace_, joint_force_, a, report);
  problem.forget();
}

void MechanicalStepper::finish(State& state) {
  state.q = q1_;
  state.v = v1_;
  state.t = t1_;
  ++state.step;
}

void MechanicalStepper::account_interaction(int i, const double* smooth, const double* jump,
                                            State& state) {
  const int row = slot(i).row;
  rows_.velocity(i, v1_.data(), rows_.drift.data() + row, state.output.data() + row);
  const auto account = [&](const double* impulse, const Vector& mean, Vector& u) {
    if (impulse == nullptr) return;
    rows_.velocity(i, mean.data(), no_drift_.data() + row, u.data() + row);
    add_interaction_work(i, slot(i), impulse, u.data() + row, state);
  };
  account(smooth, mean_smooth_, rows_smooth_);
  account(jump, mean_jump_, rows_jump_);
}

void MechanicalStepper::account_smooth(const Vector& q_mean, const Vector& v_mean, State& state) {
  EnergyLedger& energy = state.energy;
  Arena& scratch = workspace_.arena;
  double excess = 0.0;
  for (int s = 0; s < systems_.count(); ++s) {
    const SystemSlot& slot = layout_.systems[at(s)];
    const int n = slot.v_count, first = slot.v;
    const double *v = mean_smooth_.data() + first, *p = momentum_.data() + first,
                 *f0 = external0_.data() + first, *f1 = external1_.data() + first,
                 *g0 = internal0_.data() + first, *g1 = internal1_.data() + first;
    double outer = 0.0, inner = 0.0;
    for (int i = 0; i < n; ++i) {
      const double e = 0.5 * h_ * (f0[i] + f1[i]), k = 0.5 * h_ * (g0[i] + g1[i]);
      outer += v[i] * e;
      inner += v[i] * k;
      const double rest = v[i] * (p[i] - e - k);
      if (systems_.fixed()[at(first + i)] != 0)
        energy.boundary += rest;
      else
        excess += rest;
    }
    energy.external += outer;
    energy.internal += inner;
    if (systems_.part(s).trivial) continue;
    const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[at(s)]);
    if (lagrangian == nullptr) continue;
    // damping and stiffness have accounts of their own
    const Arena::Scope scope(scratch);
    VectorMap product = scratch.vector(n);
    const VectorView velocity(v, n);
    product.setZero();
    lagrangian->damping.add_product(h_, v_mean.segment(first, n), product);
    const double viscous = velocity.dot(product);
    product.setZero();
    lagrangian->stiffness.add_product(h_, q_mean.segment(slot.q, n), product);
    const double elastic = velocity.dot(product);
    energy.viscous -= viscous;
    energy.internal += viscous + elastic;
    excess -= elastic;
  }
  energy.numerical += excess;
}

void MechanicalStepper::close_ledger(State& state, StepReport& report) {
  const double potential = state.energy.potential;
  measure_energy(model_, layout_, state, workspace_.arena);
  state.energy.numerical += state.energy.potential - potential;
  report.step = h_;
  if (!state.q.allFinite() || !state.v.allFinite()) {
    report.status = Status::numerical_failure;
    report.message = "the state is no longer finite";
  }
}

}  // namespace nonsmooth
