// SPDX-License-Identifier: Apache-2.0
// Nonsmooth generalized-alpha: the equations are in the options header. State::memory holds a mark,
// a_0 and v~'_0.
//
// With positions the three problems are solved one after the other. Without, F is taken at
// q_1 = q~ + h/2 W and v_1 = v~ + W, which is what conserves energy; smooth motion and jump are
// then solved in turn, the jump with the tangent A / c in place of M, c = (1 - alpha_m)/(1 -
// alpha_f): exact for linear systems with beta = gamma/2, and a contraction by |beta -
// gamma/2|/beta otherwise.
#include "schemes/make.hpp"
#include "schemes/mechanical_stepper.hpp"
#include "schemes/position_projection.hpp"
#include "schemes/row_problem.hpp"
#include "schemes/scaled_law.hpp"

#include "nonsmooth/base/error.hpp"

#include <cmath>

namespace nonsmooth {

AlphaCoefficients alpha_coefficients(double rho) {
  const double alpha_m = (2.0 * rho - 1.0) / (rho + 1.0), alpha_f = rho / (rho + 1.0);
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {alpha_m, alpha_f, gamma, 0.25 * (gamma + 0.5) * (gamma + 0.5)};
}

GeneralizedAlpha newmark(double gamma, double beta, double step) {
  return {.step = step, .coefficients = AlphaCoefficients{0.0, 0.0, gamma, beta}};
}

GeneralizedAlpha hht(double alpha, double step) {
  return {.step = step,
          .coefficients =
              AlphaCoefficients{0.0, alpha, 0.5 + alpha, 0.25 * (1.0 + alpha) * (1.0 + alpha)}};
}

namespace {

constexpr double memory_mark = 1.0;
constexpr double coupling_tolerance = 1e-13;  // of velocities: energy is to balance to rounding

class AlphaStepper final : public MechanicalStepper {
 public:
  AlphaStepper(const Model& model, const GeneralizedAlpha& options);

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  bool set_step(double step, const State& state) override;

 private:
  using Weights = MechanicalSystems::Weights;

  bool smooth(const State& state, StepReport& report);
  void couple(const State& state, StepReport& report);
  void follow(const Vector& a);
  bool set_tangents(bool changing_only);
  void add_joints(const State& state, double velocity_weight);
  double change(const Vector& from, const Vector& to, double factor) const;
  void detect(const State& state, StepReport& report);
  void assemble(const State& state);
  void correct(State& state);
  void record(State& state, StepReport& report);
  bool joint(int i) const { return law(i).bilateral(); }

  const GeneralizedAlpha options_;
  const AlphaCoefficients alpha_;
  std::vector<AnyLaw> laws_;  // in impulses
  IterationMatrices tangent_, mass_, jump_matrix_;
  RowProblem joints_, jumps_;
  PositionProjection projection_;
  std::vector<unsigned char> active_;
  bool linear_ = true, constant_rows_ = true, has_joints_ = false;
  Vector a0_, rate0_, a_, a_last_, rate_, R_, increment_;
  Vector response_;                  // (A / c)^-1 J^T P of the last pass of jumps
  Vector q_s_;                       // q~
  Vector jump_, q_force_, v_force_;  // W, and where forces are taken
  Vector force_, impulse_;  // of joints in the smooth motion, of all interactions at the jump
};

AlphaStepper::AlphaStepper(const Model& model, const GeneralizedAlpha& options)
    : MechanicalStepper(model, options.step, GeneralizedAlpha::name),
      options_(options),
      alpha_(options.coefficients ? *options.coefficients : alpha_coefficients(options.rho)),
      tangent_(systems_.count()),
      mass_(systems_.count()),
      jump_matrix_(systems_.count()),
      joints_(layout_),
      jumps_(layout_),
      projection_(model_, layout_,
                  {options.position_tolerance, options.newton_iterations, options.solver}),
      active_(layout_.interactions.size(), 0) {
  for (int i = 0; i < interaction_count(); ++i) {
    if (slot(i).level == LawLevel::position)
      throw Error("generalized_alpha: " + model_.name(InteractionId{i}) +
                  " is a law of positions (a compliant relation); use moreau_jean");
    laws_.push_back(scaled_law(law(i).block, h_, 1.0));
    has_joints_ = has_joints_ || joint(i);
    constant_rows_ = constant_rows_ && rows_.constant(i);
  }
  linear_ = systems_.linear() && (!has_joints_ || constant_rows_);
  for (Vector* v : {&a0_, &rate0_, &a_, &a_last_, &rate_, &R_, &increment_, &jump_, &response_})
    v->setZero(layout_.v_count);
  for (Vector* v : {&force_, &impulse_}) v->setZero(layout_.row_count);
  q_s_ = q_force_ = initial_state(model_, layout_).q;
  v_s_ = v_force_ = initial_state(model_, layout_).v;
  if (!set_tangents(false) || !systems_.set_mass(q_s_, false, mass_, workspace_.arena))
    throw Error("generalized_alpha: the matrix of a system is singular; check mass and stiffness");
}

// --- Start

void AlphaStepper::start(State& state) {
  joints_.forget();
  jumps_.forget();
  if (state.step == 0) begin_run(state);
  const int n = layout_.v_count;
  if (remembers(state, memory_mark, 1 + 2 * n)) return;
  begin(state);
  accelerate(state, joints_, mass_, options_.solver, a_);
  state.memory.resize(1 + 2 * n);
  state.memory << memory_mark, a_, a_;
}

// Accelerations do not depend on the step: the next one begins with those of the last.
bool AlphaStepper::set_step(double step, const State& state) {
  h_ = step;
  t1_ = state.t;
  q_force_ = state.q;
  v_force_ = state.v;
  for (int i = 0; i < interaction_count(); ++i) laws_[at(i)] = scaled_law(law(i).block, h_, 1.0);
  joints_.forget();
  jumps_.forget();
  return set_tangents(false);
}

// --- Step

StepReport AlphaStepper::step(State& state, double) {
  StepReport report;
  begin(state);
  jump_.setZero();
  // predict: the smooth motion
  const bool predicted = smooth(state, report);
  detect(state, report);
  if (options_.positions) {
    const auto moved = projection_.project(t1_, state.present, {}, systems_, q1_, workspace_);
    if (!moved.converged && report.ok()) {
      report.status = Status::max_iterations;
      report.message = "the positions could not be brought onto joints and contacts";
    }
  }
  assemble(state);
  // solve: the jump of velocities
  if (predicted && options_.positions)
    (void)jumps_.solve(mass_, systems_.fixed(), constant_rows_ && systems_.constant_mass(),
                       options_.solver, workspace_, impulse_, v1_, report);
  else if (predicted)
    couple(state, report);
  correct(state);
  record(state, report);
  return report;
}

// q~, v~ and v~' for accelerations a
void AlphaStepper::follow(const Vector& a) {
  const auto [alpha_m, alpha_f, gamma, beta] = alpha_;
  increment_ = v0_ + h_ * (0.5 - beta) * a0_ + h_ * beta * a;
  systems_.move(q0_, increment_, h_, q_s_);
  v_s_ = v0_ + h_ * (1.0 - gamma) * a0_ + h_ * gamma * a;
  rate_ = ((1.0 - alpha_m) * a + alpha_m * a0_ - alpha_f * rate0_) / (1.0 - alpha_f);
  v_force_ = v_s_ + jump_;
  systems_.move(q_s_, jump_, 0.5 * h_, q_force_);
}

bool AlphaStepper::set_tangents(bool changing_only) {
  const auto [alpha_m, alpha_f, gamma, beta] = alpha_;
  const double c = (1.0 - alpha_m) / (1.0 - alpha_f);
  const Weights weights{c, h_ * gamma, h_ * h_ * beta},
      jump_weights{1.0, h_ * gamma / c, h_ * h_ * beta / c};
  for (int s = 0; s < systems_.count(); ++s) {
    if (changing_only && systems_.part(s).linear) continue;
    const SystemSlot& at_s = layout_.systems[at(s)];
    const VectorView q(q_force_.data() + at_s.q, at_s.q_count),
        v(v_force_.data() + at_s.v, at_s.v_count);
    if (!systems_.set_tangent(s, weights, {t1_, q, q, v, v}, tangent_, workspace_.arena))
      return false;
    if (!options_.positions &&
        !systems_.set_tangent(s, jump_weights, {t1_, q, q, v, v}, jump_matrix_, workspace_.arena))
      return false;
  }
  return true;
}

// u~ / (h gamma) = J a + c
void AlphaStepper::add_joints(const State& state, double weight) {
  joints_.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    if (!joint(i) || state.present[at(i)] == 0) continue;
    rows_.evaluate(i, t1_, q_s_, v_s_, workspace_.arena);
    VectorMap c = joints_.add(i, law(i).block, rows_);
    c = rows_.u.segment(slot(i).row, slot(i).size) / weight;
    rows_.subtract_product(i, a_.data(), slot(i).size, c.data());
  }
}

// Newton on a; false if it failed.
bool AlphaStepper::smooth(const State& state, StepReport& report) {
  const int n = layout_.v_count;
  const double weight = h_ * alpha_.gamma;
  Arena& scratch = workspace_.arena;
  a0_ = state.memory.segment(1, n);
  rate0_ = state.memory.segment(1 + n, n);
  a_ = a0_;
  for (int i = 0; i < interaction_count(); ++i)
    if (joint(i))
      force_.segment(slot(i).row, slot(i).size) =
          state.lambda.segment(slot(i).row, slot(i).size) / h_;
  for (int pass = 1;; ++pass) {
    report.newton_iterations = pass;
    follow(a_);
    systems_.forces(t1_, q_force_, v_force_, external1_, internal1_, scratch);
    R_ = -external1_ - internal1_;
    systems_.add_mass_product(q_force_, rate_, R_, scratch);
    systems_.for_each_prescribed(t1_, [&](int i, double v) { R_[i] = (v_s_[i] - v) / weight; });
    if (!linear_ && !set_tangents(true)) {
      report.status = Status::numerical_failure;
      report.message = "the matrix of a system became singular";
      return false;
    }
    if (has_joints_) add_joints(state, weight);
    for (int s = 0; s < systems_.count(); ++s) {
      const SystemSlot& at_s = layout_.systems[at(s)];
      tangent_.solve(s, R_.segment(at_s.v, at_s.v_count));
    }
    a_last_ = a_;
    a_ -= R_;
    if (has_joints_)
      (void)joints_.solve(tangent_, systems_.fixed(), linear_, options_.solver, workspace_, force_,
                          a_, report);
    if (linear_) break;
    report.equation_residual = change(a_last_, a_, h_);
    if (report.equation_residual <= options_.newton_tolerance) break;
    if (pass == options_.newton_iterations || !std::isfinite(report.equation_residual)) {
      report.status = Status::max_iterations;
      report.message = "the Newton loop of the smooth motion did not converge";
      break;
    }
  }
  follow(a_);
  return true;
}

// factor (to - from) as a change of velocities, system by system relative to its size
double AlphaStepper::change(const Vector& from, const Vector& to, double factor) const {
  double worst = 0.0;
  for (const SystemSlot& at_s : layout_.systems) {
    const int n = at_s.v_count;
    const double moved = factor * (to - from).segment(at_s.v, n).lpNorm<Eigen::Infinity>();
    const double size = std::max({v_s_.segment(at_s.v, n).lpNorm<Eigen::Infinity>(),
                                  v0_.segment(at_s.v, n).lpNorm<Eigen::Infinity>(),
                                  h_ * a_.segment(at_s.v, n).lpNorm<Eigen::Infinity>()});
    if (!std::isfinite(moved)) return infinity;
    if (moved > 0.0) worst = std::max(worst, moved / size);
  }
  return worst;
}

// Jump and smooth motion in turn, until the motion that the jump's impulse gives is the one it was
// computed for.
void AlphaStepper::couple(const State& state, StepReport& report) {
  if (jumps_.empty()) return;
  response_.setZero();
  for (int pass = 1;; ++pass) {
    v1_ = v_s_ + jump_ - response_;
    (void)jumps_.solve(jump_matrix_, systems_.fixed(), pass == 1 && constant_rows_ && linear_,
                       options_.solver, workspace_, impulse_, v1_, report);
    jump_.setZero();
    for (int block = 0; block < jumps_.block_count(); ++block) {
      const int i = jumps_.interaction(block);
      rows_.subtract_reaction(i, impulse_.data() + slot(i).row, jump_.data());
    }
    jump_ = -jump_;
    for (int k = 0; k < layout_.v_count; ++k)
      if (systems_.fixed()[at(k)] != 0) jump_[k] = 0.0;
    R_ = jump_;
    for (int s = 0; s < systems_.count(); ++s) {
      const SystemSlot& at_s = layout_.systems[at(s)];
      mass_.solve(s, jump_.segment(at_s.v, at_s.v_count));
      jump_matrix_.solve(s, R_.segment(at_s.v, at_s.v_count));
    }
    response_ = R_;
    if (!smooth(state, report)) return;
    R_ = v_s_ + jump_;
    const double left = change(v1_, R_, 1.0);
    v1_ = R_;
    if (left <= coupling_tolerance) return;
    if (pass == options_.newton_iterations || !std::isfinite(left)) {
      report.status = Status::max_iterations;
      report.message = "jump and smooth motion could not be made to agree";
      return;
    }
  }
}

// Contacts that the uncorrected prediction closes take part in the jump, and so does all that is
// no contact.
void AlphaStepper::detect(const State& state, StepReport& report) {
  q1_ = q_s_;
  v1_ = v_s_;
  report.active = 0;
  for (int i = 0; i < interaction_count(); ++i) {
    active_[at(i)] = state.present[at(i)];
    if (active_[at(i)] != 0 && law(i).unilateral()) {
      rows_.evaluate(i, t1_, q_s_, v0_, workspace_.arena);
      const double gap = rows_.gap[slot(i).row];
      active_[at(i)] = gap <= 0.0 ? 1 : 0;
      if (!options_.positions) report.deepest_gap = std::min(report.deepest_gap, gap);
    }
    report.active += active_[at(i)];
  }
}

void AlphaStepper::assemble(const State& state) {
  Arena& scratch = workspace_.arena;
  if (!systems_.constant_mass()) (void)systems_.set_mass(q1_, true, mass_, scratch);
  jumps_.begin();
  for (int i = 0; i < interaction_count(); ++i) {
    if (state.present[at(i)] == 0) continue;
    // directions at the end of the step; the velocity before it is measured with them too
    rows_.evaluate(i, t1_, q1_, v0_, scratch);
    const int row = slot(i).row, size = slot(i).size;
    auto warm = impulse_.segment(row, size);
    if (joint(i) || active_[at(i)] == 0)
      warm.setZero();
    else
      warm = state.lambda.segment(row, size);
    if (active_[at(i)] == 0) continue;
    VectorMap c = jumps_.add(i, laws_[at(i)], rows_);
    c = rows_.drift.segment(row, size);
    add_jump_bias(law(i), rows_.u.segment(row, size), 0.5, c, scratch);
  }
}

void AlphaStepper::correct(State& state) {
  const int n = layout_.v_count;
  if (!options_.positions) {
    increment_ = v1_ - v_s_;
    systems_.move(q_s_, increment_, 0.5 * h_, q1_);
  }
  finish(state);
  state.memory.segment(1, n) = a_;
  state.memory.segment(1 + n, n) = rate_;
}

void AlphaStepper::record(State& state, StepReport& report) {
  mean_smooth_ = 0.5 * (v0_ + v1_);
  mean_jump_ = mean_smooth_;
  momentum_.setZero();
  increment_ = v_s_ - v0_;
  systems_.add_mass_product(q1_, increment_, momentum_, workspace_.arena);
  for (int i = 0; i < interaction_count(); ++i) {
    const int row = slot(i).row, size = slot(i).size;
    auto lambda = state.lambda.segment(row, size);
    if (state.present[at(i)] == 0) {
      lambda.setZero();
      state.output.segment(row, size).setZero();
      continue;
    }
    lambda = impulse_.segment(row, size);
    auto force = force_.segment(row, size);
    if (joint(i)) {
      force *= h_;
      lambda += force;
      rows_.subtract_reaction(i, force.data(), momentum_.data());
    }
    account_interaction(i, joint(i) ? force.data() : nullptr,
                        active_[at(i)] != 0 ? impulse_.data() + row : nullptr, state);
  }
  systems_.forces(t1_, q1_, v1_, external1_, internal1_, workspace_.arena);
  q_mean_ = 0.5 * (q0_ + q1_);
  account_smooth(q_mean_, mean_smooth_, state);
  close_ledger(state, report);
}

}  // namespace

std::unique_ptr<Stepper> make(const GeneralizedAlpha& options, const Model& model) {
  if (options.coefficients) {
    const auto [alpha_m, alpha_f, gamma, beta] = *options.coefficients;
    if (!(alpha_m < 1.0 && alpha_f < 1.0 && gamma > 0.0 && beta > 0.0))
      throw Error("generalized_alpha: coefficients alpha_m = " + std::to_string(alpha_m) +
                  ", alpha_f = " + std::to_string(alpha_f) + ", gamma = " + std::to_string(gamma) +
                  ", beta = " + std::to_string(beta) +
                  " give no implicit rule; both alphas must be below 1, gamma and beta positive");
  }
  return std::make_unique<AlphaStepper>(model, options);
}

}  // namespace nonsmooth
