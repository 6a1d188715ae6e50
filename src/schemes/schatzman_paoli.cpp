// SPDX-License-Identifier: Apache-2.0
// Schatzman-Paoli: the equations are in the options header. With the central velocity v as unknown,
// q_1 = q_-1 + 2 h v, and d = (q_0 - q_-1) / h the step reads
//
//   (M + h^2 theta/2 K) (v - d) - h/2 F(t_0, q_0, v) = J^T P/2
//   J (v - v_j) + (1 + e) / (2 h) y(q_-1 + 2 h v_j / (1 + e))  complementary to  P/2
//
// for the iterate v_j. State::memory holds a mark, h and q_-1.
#include "schemes/make.hpp"
#include "schemes/mechanical_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

constexpr double memory_mark = 2.0;

class SchatzmanPaoliStepper final : public MechanicalStepper {
 public:
  SchatzmanPaoliStepper(const Model& model, const SchatzmanPaoli& options);

  void start(State& state) override;
  StepReport step(State& state, double end) override;

 private:
  bool predict(StepReport& report);
  bool detect(const State& state, StepReport& report);
  void assemble();
  bool converged(StepReport& report, int pass, bool grown);
  bool set_matrices(bool changing_only);
  double restitution(int i) const { return law(i).unilateral() ? law(i).e : 0.0; }
  void record(State& state, StepReport& report);

  const SchatzmanPaoli options_;
  IterationMatrices matrix_, mass_;
  RowProblem problem_;
  std::vector<unsigned char> active_;
  bool linear_ = true, constant_ = true;
  Vector q_before_, point_, d_, v_, R_;
  Vector v_last_, v_at_;  // the last iterate, and where relations are linearised
  Vector half_;           // P/2
};

SchatzmanPaoliStepper::SchatzmanPaoliStepper(const Model& model, const SchatzmanPaoli& options)
    : MechanicalStepper(model, options.step, SchatzmanPaoli::name),
      options_(options),
      matrix_(systems_.count()),
      mass_(systems_.count()),
      problem_(layout_),
      active_(layout_.interactions.size(), 0) {
  require_frictionless(SchatzmanPaoli::name);
  for (int s = 0; s < systems_.count(); ++s)
    if (std::holds_alternative<RigidBody>(model_.systems()[at(s)]))
      throw Error("schatzman_paoli: " + model_.name(SystemId{s}) +
                  " is a rigid body, whose rotations cannot be added; use moreau_jean, "
                  "generalized_alpha or d1_minus");
  constant_ = systems_.constant_mass();
  for (int i = 0; i < interaction_count(); ++i) constant_ = constant_ && rows_.constant(i);
  linear_ = systems_.linear() && constant_;
  const State first = initial_state(model_, layout_);
  for (Vector* v : {&q_before_, &point_, &d_, &v_, &v_last_, &v_at_, &R_})
    v->setZero(layout_.v_count);
  half_.setZero(layout_.row_count);
  q0_ = first.q;
  v_ = first.v;
  if (!set_matrices(false))
    throw Error("schatzman_paoli: the matrix of a system is singular; check mass and stiffness");
}

void SchatzmanPaoliStepper::start(State& state) {
  problem_.forget();
  if (state.step == 0) begin_run(state);
  const int n = layout_.q_count;
  if (remembers(state, memory_mark, 2 + n) && state.memory[1] == h_) return;
  begin(state);
  accelerate(state, problem_, mass_, options_.solver, R_);
  state.memory.resize(2 + n);
  state.memory << memory_mark, h_, state.q - h_ * state.v + 0.5 * h_ * h_ * R_;
}

StepReport SchatzmanPaoliStepper::step(State& state, double) {
  StepReport report;
  begin(state);
  q_before_ = state.memory.tail(layout_.q_count);
  d_ = (q0_ - q_before_) / h_;
  v_ = d_;
  for (auto& mark : active_) mark = 0;
  for (int pass = 1;; ++pass) {
    report.newton_iterations = pass;
    v_last_ = v_;
    if (!predict(report)) break;
    v_at_ = pass == 1 ? v_ : v_last_;
    const bool grown = detect(state, report);
    assemble();
    (void)problem_.solve(matrix_, systems_.fixed(), linear_, options_.solver, workspace_, half_, v_,
                         report);
    if (converged(report, pass, grown)) break;
  }
  // correct
  q1_ = q_before_ + 2.0 * h_ * v_;
  v1_ = v_;
  finish(state);
  record(state, report);
  return report;
}

bool SchatzmanPaoliStepper::set_matrices(bool changing_only) {
  for (int s = 0; s < systems_.count(); ++s) {
    if (changing_only && systems_.part(s).linear) continue;
    const SystemSlot& at_s = layout_.systems[at(s)];
    const VectorView q(q0_.data() + at_s.q, at_s.q_count), v(v_.data() + at_s.v, at_s.v_count);
    if (!systems_.set_tangent(s, {1.0, 0.5 * h_, 0.5 * h_ * h_ * options_.theta}, {t0_, q, q, v, v},
                              matrix_, workspace_.arena))
      return false;
  }
  return true;
}

// v without reactions, from the iterate v
bool SchatzmanPaoliStepper::predict(StepReport& report) {
  Arena& scratch = workspace_.arena;
  systems_.forces(t0_, q0_, v_, external0_, internal0_, scratch);
  R_ = -0.5 * h_ * (external0_ + internal0_);
  point_ = v_ - d_;
  systems_.add_mass_product(q0_, point_, R_, scratch);
  if (options_.theta > 0.0)
    systems_.add_stiffness_product(0.5 * h_ * h_ * options_.theta, point_, R_);
  systems_.for_each_prescribed(t0_ + 0.5 * h_,
                               [&](int i, double given) { R_[i] = v_[i] - 0.5 * (d_[i] + given); });
  if (!linear_ && !set_matrices(true)) {
    report.status = Status::numerical_failure;
    report.message = "the matrix of a system became singular";
    return false;
  }
  for (int s = 0; s < systems_.count(); ++s) {
    const SystemSlot& at_s = layout_.systems[at(s)];
    matrix_.solve(s, R_.segment(at_s.v, at_s.v_count));
  }
  v_ -= R_;
  return true;
}

// Joints, and contacts whose weighted position is beyond the obstacle. True if some are new.
bool SchatzmanPaoliStepper::detect(const State& state, StepReport& report) {
  bool grown = false;
  report.active = 0;
  report.deepest_gap = 0.0;
  for (int i = 0; i < interaction_count(); ++i) {
    if (state.present[at(i)] == 0) continue;
    const double e = restitution(i);
    point_ = q_before_ + 2.0 * h_ / (1.0 + e) * v_at_;
    rows_.evaluate(i, (t1_ + e * (t0_ - h_)) / (1.0 + e), point_, v_, workspace_.arena);
    const double gap = rows_.gap[slot(i).row];
    if (active_[at(i)] == 0 && (law(i).bilateral() || gap <= 0.0)) {
      active_[at(i)] = 1;
      grown = true;
      half_.segment(slot(i).row, slot(i).size) =
          0.5 * state.lambda.segment(slot(i).row, slot(i).size);
    }
    if (law(i).unilateral()) report.deepest_gap = std::min(report.deepest_gap, gap);
    report.active += active_[at(i)];
  }
  return grown;
}

void SchatzmanPaoliStepper::assemble() {
  problem_.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    if (active_[at(i)] == 0) continue;
    const int row = slot(i).row, size = slot(i).size;
    VectorMap c = problem_.add(i, law(i).block, rows_);
    c = (1.0 + restitution(i)) / (2.0 * h_) * rows_.gap.segment(row, size);
    rows_.subtract_product(i, v_at_.data(), size, c.data());
  }
}

// A pass that found no new contact ends linear steps; others when v stays.
bool SchatzmanPaoliStepper::converged(StepReport& report, int pass, bool grown) {
  if (linear_ && (!grown || interaction_count() == 1)) return true;
  const double size = std::max(v_.lpNorm<Eigen::Infinity>(), d_.lpNorm<Eigen::Infinity>());
  const double moved = (v_ - v_last_).lpNorm<Eigen::Infinity>();
  report.equation_residual = moved > 0.0 ? moved / size : 0.0;
  if (!grown && report.equation_residual <= options_.newton_tolerance) return true;
  if (pass < options_.newton_iterations && std::isfinite(moved)) return false;
  report.status = Status::max_iterations;
  report.message = "the loop of the two-step rule did not converge";
  return true;
}

// With d_1 = (q_1 - q_0) / h:  T(d_1) - T(d) = v . M (d_1 - d).  The ledger's kinetic energy is
// that of the central velocity; the difference is the scheme's own.
void SchatzmanPaoliStepper::record(State& state, StepReport& report) {
  mean_smooth_ = mean_jump_ = v_;
  momentum_.setZero();
  point_ = 2.0 * (v_ - d_);
  systems_.add_mass_product(q0_, point_, momentum_, workspace_.arena);
  const double kinetic = state.energy.kinetic, gained = v_.dot(momentum_);
  for (int i = 0; i < interaction_count(); ++i) {
    const int row = slot(i).row, size = slot(i).size;
    auto lambda = state.lambda.segment(row, size);
    lambda.setZero();
    state.output.segment(row, size).setZero();
    if (state.present[at(i)] == 0) continue;
    if (active_[at(i)] != 0) lambda = 2.0 * half_.segment(row, size);
    if (active_[at(i)] != 0) rows_.subtract_reaction(i, lambda.data(), momentum_.data());
    account_interaction(i, nullptr, lambda.data(), state);
  }
  systems_.forces(t0_, q0_, v_, external0_, internal0_, workspace_.arena);
  external1_ = external0_;
  internal1_ = internal0_;
  account_smooth(q0_, v_, state);
  close_ledger(state, report);
  state.energy.numerical += state.energy.kinetic - kinetic - gained;
  state.memory.tail(layout_.q_count) = q0_;
}

}  // namespace

std::unique_ptr<Stepper> make(const SchatzmanPaoli& options, const Model& model) {
  return std::make_unique<SchatzmanPaoliStepper>(model, options);
}

}  // namespace nonsmooth
