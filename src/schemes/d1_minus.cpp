// SPDX-License-Identifier: Apache-2.0
// D1-minus: the equations are in the options header. Explicit, so that a step has no loop; it needs
// no memory beyond q and v.
#include "schemes/make.hpp"
#include "schemes/mechanical_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

class D1MinusStepper final : public MechanicalStepper {
 public:
  D1MinusStepper(const Model& model, const D1Minus& options);

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  bool set_step(double step, const State&) override {
    h_ = step;
    return true;
  }

 private:
  // what a contact does at one end of the step
  enum Mode : unsigned char { absent, open, closed, resting };

  Mode mode(int i, const State& state, StepReport& report);
  void accelerate_resting(double t, const Vector& q, const Vector& v, const State& state,
                          RowProblem& problem, Vector& force, Vector& a, StepReport& report);
  void predict(const State& state, StepReport& report);
  void detect(const State& state, StepReport& report);
  void assemble();
  void record(State& state, StepReport& report);
  double bias(int i);

  const D1Minus options_;
  IterationMatrices mass_;
  RowProblem before_, after_, impacts_;
  std::vector<Mode> modes0_, modes_;
  bool constant_ = true;
  Vector a0_, a1_, free_, v_end_, force0_, force1_, impulse_, curvature_;
};

D1MinusStepper::D1MinusStepper(const Model& model, const D1Minus& options)
    : MechanicalStepper(model, options.step, D1Minus::name),
      options_(options),
      mass_(systems_.count()),
      before_(layout_),
      after_(layout_),
      impacts_(layout_),
      modes0_(layout_.interactions.size(), absent),
      modes_(layout_.interactions.size(), absent) {
  require_frictionless(D1Minus::name);
  constant_ = systems_.constant_mass();
  for (int i = 0; i < interaction_count(); ++i) constant_ = constant_ && rows_.constant(i);
  for (Vector* v : {&a0_, &a1_, &free_, &v_end_}) v->setZero(layout_.v_count);
  for (Vector* v : {&force0_, &force1_, &impulse_, &curvature_}) v->setZero(layout_.row_count);
  if (!systems_.set_mass(initial_state(model_, layout_).q, false, mass_, workspace_.arena))
    throw Error("d1_minus: the mass matrix of a system is singular");
}

void D1MinusStepper::start(State& state) {
  for (RowProblem* problem : {&before_, &after_, &impacts_}) problem->forget();
  if (state.step == 0) begin_run(state);
}

StepReport D1MinusStepper::step(State& state, double) {
  StepReport report;
  begin(state);
  predict(state, report);
  detect(state, report);
  assemble();
  // solve: impacts, and what is left of the velocity of joints and resting contacts
  (void)impacts_.solve(mass_, systems_.fixed(), constant_, options_.solver, workspace_, impulse_,
                       v1_, report);
  finish(state);
  record(state, report);
  return report;
}

// after rows_.evaluate
D1MinusStepper::Mode D1MinusStepper::mode(int i, const State& state, StepReport& report) {
  if (state.present[at(i)] == 0) return absent;
  if (law(i).bilateral()) return resting;
  const double gap = rows_.gap[slot(i).row], u = rows_.u[slot(i).row];
  if (gap < report.deepest_gap) report.deepest_gap = gap;
  if (gap > options_.gap_tolerance) return open;
  return std::abs(u) <= options_.velocity_tolerance ? resting : closed;
}

// a = M^-1 (F + J^T lambda); a holds F and `force` receives lambda
void D1MinusStepper::accelerate_resting(double t, const Vector& q, const Vector& v,
                                        const State& state, RowProblem& problem, Vector& force,
                                        Vector& a, StepReport& report) {
  Arena& scratch = workspace_.arena;
  if (!systems_.constant_mass() && !systems_.set_mass(q, true, mass_, scratch)) {
    report.status = Status::numerical_failure;
    report.message = "the mass matrix of a system became singular";
    return;
  }
  for (int s = 0; s < systems_.count(); ++s) {
    const SystemSlot& at_s = layout_.systems[at(s)];
    mass_.solve(s, a.segment(at_s.v, at_s.v_count));
  }
  systems_.for_each_prescribed(t1_, [&](int i, double given) { a[i] = (given - v0_[i]) / h_; });
  free_ = a;
  problem.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    force[slot(i).row] = 0.0;
    modes_[at(i)] = absent;
    if (state.present[at(i)] == 0) continue;
    rows_.evaluate(i, t, q, v, scratch);
    modes_[at(i)] = mode(i, state, report);
    if (modes_[at(i)] == open) continue;
    auto rate = curvature_.segment(slot(i).row, slot(i).size);
    rows_.curvature(i, t, q, v, rate, scratch);
    if (modes_[at(i)] != resting) continue;
    force.segment(slot(i).row, slot(i).size) = state.lambda.segment(slot(i).row, slot(i).size) / h_;
    VectorMap c = problem.add(i, law(i).block, rows_);
    c = rate;
  }
  (void)problem.solve(mass_, systems_.fixed(), constant_, options_.solver, workspace_, force, a,
                      report);
}

// the motion that the forces at the beginning give
void D1MinusStepper::predict(const State& state, StepReport& report) {
  a0_ = external0_ + internal0_;
  accelerate_resting(t0_, q0_, v0_, state, before_, force0_, a0_, report);
  modes0_.swap(modes_);
  v_end_ = v0_ + 0.5 * h_ * a0_;
  systems_.move(q0_, v_end_, h_, q1_);
  v_end_ = v0_ + h_ * a0_;
}

// what is closed where that motion ends, the forces there, and the velocity before impacts
void D1MinusStepper::detect(const State& state, StepReport& report) {
  systems_.forces(t1_, q1_, v_end_, external1_, internal1_, workspace_.arena);
  a1_ = external1_ + internal1_;
  accelerate_resting(t1_, q1_, v_end_, state, after_, force1_, a1_, report);
  v_s_ = v0_ + 0.5 * h_ * (a0_ + a1_);
  v1_ = v_s_;
  report.active = 0;
  for (int i = 0; i < interaction_count(); ++i) report.active += modes_[at(i)] >= closed ? 1 : 0;
}

// e u-, unless the contact has not opened since the last step, or would be back within the next
double D1MinusStepper::bias(int i) {
  const int row = slot(i).row;
  const double speed = -law(i).e * rows_.u[row];
  if (modes_[at(i)] == resting || modes0_[at(i)] != open || speed <= 0.0) return 0.0;
  double fall = 0.0;
  rows_.velocity(i, free_.data(), curvature_.data() + row, &fall);
  return 2.0 * speed < -fall * h_ ? 0.0 : -speed;
}

void D1MinusStepper::assemble() {
  impacts_.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    const int row = slot(i).row, size = slot(i).size;
    impulse_.segment(row, size).setZero();
    if (modes_[at(i)] < closed) continue;
    rows_.velocity(i, v_s_.data(), rows_.drift.data() + row, rows_.u.data() + row);
    const bool approaching = rows_.u[row] < 0.0;
    if (modes_[at(i)] == closed && modes0_[at(i)] != open && !approaching) continue;
    VectorMap c = impacts_.add(i, law(i).block, rows_);
    c = rows_.drift.segment(row, size);
    if (law(i).unilateral()) c[0] += bias(i);
  }
}

void D1MinusStepper::record(State& state, StepReport& report) {
  mean_smooth_ = 0.5 * (v0_ + v_s_);
  mean_jump_ = 0.5 * (v_s_ + v1_);
  momentum_.setZero();
  free_ = v_s_ - v0_;
  systems_.add_mass_product(q1_, free_, momentum_, workspace_.arena);
  for (int i = 0; i < interaction_count(); ++i) {
    const int row = slot(i).row, size = slot(i).size;
    auto lambda = state.lambda.segment(row, size);
    if (modes_[at(i)] == absent) {
      lambda.setZero();
      state.output.segment(row, size).setZero();
      continue;
    }
    auto smooth = force0_.segment(row, size);
    smooth = 0.5 * h_ * (smooth + force1_.segment(row, size));
    rows_.subtract_reaction(i, smooth.data(), momentum_.data());
    lambda = smooth + impulse_.segment(row, size);
    account_interaction(i, smooth.data(), impulse_.data() + row, state);
  }
  free_ = v1_;
  systems_.forces(t1_, q1_, v1_, external1_, internal1_, workspace_.arena);
  q_mean_ = 0.5 * (q0_ + q1_);
  free_ = 0.5 * (v0_ + v1_);
  account_smooth(q_mean_, free_, state);
  close_ledger(state, report);
}

}  // namespace

std::unique_ptr<Stepper> make(const D1Minus& options, const Model& model) {
  return std::make_unique<D1MinusStepper>(model, options);
}

}  // namespace nonsmooth
