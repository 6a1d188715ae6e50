// SPDX-License-Identifier: Apache-2.0
#include "schemes/theta_stepper.hpp"
#include "schemes/ledger.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr const char* singular_message =
    ": the matrix of its step is singular; check mass, stiffness, E and A, or change the step";

}  // namespace

ThetaStepper::ThetaStepper(const Model& model, ThetaOptions options)
    : model_(model),
      layout_(model_),
      options_(std::move(options)),
      systems_(model_, layout_),
      rows_(model_, layout_),
      matrices_(static_cast<int>(layout_.systems.size()), options_.form == StepForm::global),
      coupling_(static_cast<int>(layout_.systems.size())),
      h_(options_.step) {
  const int n = layout_.v_count + layout_.x_count;
  for (Vector* v : {&increment_, &z0_, &z_, &z_free_, &z_last_, &R_, &external_, &internal_,
                    &external0_, &internal0_, &boundary_})
    v->setZero(n);
  for (Vector* v : {&after_, &drift_, &mean_, &offset_, &r_}) v->setZero(layout_.row_count);
  compile_systems();
  compile_links();
  if (options_.form == StepForm::global) check_form();
  const State state = initial_state(model_, layout_);
  t1_ = h_;
  z0_ << state.v, state.x;
  z_ = z0_;
  for (std::size_t s = 0; s < parts_.size(); ++s)
    if (!parts_[s].constant && !set_matrix(static_cast<int>(s), z0_, state) &&
        !keep(static_cast<int>(s), z0_))
      throw Error(model_.name(SystemId{static_cast<int>(s)}) + singular_message);
  if (!set_step(h_, state)) throw Error(model_.name(SystemId{singular_}) + singular_message);
  if (options_.projection == Projection::none) return;
  projection_.emplace(model_, layout_,
                      PositionProjection::Options{options_.projection_tolerance,
                                                  options_.projection_iterations, options_.solver});
  if (projection_->empty()) projection_.reset();
  forced_.assign(layout_.interactions.size(), 0);
  closed_.assign(layout_.interactions.size(), 0);
}

void ThetaStepper::check_form() const {
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (!layout_.interactions[i].mechanical || links_[i].has_direct)
      throw Error(model_.name(InteractionId{static_cast<int>(i)}) +
                  ": the global form of a step is for contacts and joints without compliance; use "
                  "form = reduced");
}

bool ThetaStepper::set_step(double step, const State& state) {
  h_ = options_.step = step;
  assembled_ = false;
  coupling_.forget();
  fill_links();
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const Part& part = parts_[s];
    if (!part.constant) continue;
    if (!set_matrix(static_cast<int>(s), z0_, state) && !keep(static_cast<int>(s), z0_)) {
      singular_ = static_cast<int>(s);
      return false;
    }
    if (!part.trivial) continue;
    const System& system = model_.systems()[s];
    const Force& force = std::holds_alternative<Lagrangian>(system)
                             ? std::get<Lagrangian>(system).force
                             : std::get<RigidBody>(system).force;
    auto external = external_.segment(part.z, part.n);
    if (force.constant.size() > 0) external = force.constant;
    increment_.segment(part.z, part.n) = h_ * external;
    matrices_.solve(static_cast<int>(s), VectorOut(increment_.segment(part.z, part.n)));
  }
  return true;
}

void ThetaStepper::start(State& state) {
  assembled_ = false;
  if (state.step > 0) return;
  state.origin = state.t;
  begin_ledger(model_, layout_, state, workspace_.arena);
}

StepReport ThetaStepper::step(State& state, double) {
  StepReport report;
  begin(state);
  detect(state, report);
  iterate(state, report);
  measure_boundary(state);
  correct(state);
  if (projection_) project(state, report);
  record(state, report);
  return report;
}

// predict, assemble and solve, until the equations of motion hold
void ThetaStepper::iterate(State& state, StepReport& report) {
  for (int pass = 1;; ++pass) {
    report.newton_iterations = pass;
    if (input_.size() > 0) linearise_inputs(state);
    if (!predict(state)) {
      report.status = Status::numerical_failure;
      report.message = "the matrix of a system became singular";
      return;
    }
    if (!solve(state, report) || linear_) return;
    report.equation_residual = newton_change();
    if (report.equation_residual <= options_.newton_tolerance) return;
    if (pass == options_.newton_iterations || !std::isfinite(report.equation_residual)) {
      report.status = Status::max_iterations;
      report.message = "the Newton loop of the equations of motion did not converge";
      return;
    }
  }
}

void ThetaStepper::begin(const State& state) {
  t0_ = state.t;
  // counted in steps, so that a long run does not collect rounding
  t1_ = state.origin + static_cast<double>(state.step + 1 - state.origin_step) * h_;
  z0_.head(layout_.v_count) = state.v;
  z0_.tail(layout_.x_count) = state.x;
  z_ = z0_;
  if (projection_) {
    q0_ = state.q;
    std::fill(forced_.begin(), forced_.end(), 0);
  }
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const Part& part = parts_[s];
    if (part.trivial || options_.theta == 1.0) continue;
    const SystemSlot& slot = layout_.systems[s];
    const auto z = z0_.segment(part.z, part.n);
    auto external = external0_.segment(part.z, part.n);
    external.setZero();
    if (const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s])) {
      const auto q = state.q.segment(slot.q, slot.q_count);
      auto internal = internal0_.segment(part.z, part.n);
      internal.setZero();
      add_force(lagrangian->force, 1.0, t0_, q, z, external, workspace_.arena);
      add_force(lagrangian->internal, -1.0, t0_, q, z, internal, workspace_.arena);
      add_force(lagrangian->gyroscopic, -1.0, t0_, q, z, internal, workspace_.arena);
    } else if (const auto* body = std::get_if<RigidBody>(&model_.systems()[s])) {
      add_force(body->force, 1.0, t0_, state.q.segment(slot.q, 7), z, external, workspace_.arena);
    } else {
      add_first_order_rate(std::get<FirstOrder>(model_.systems()[s]), 1.0, t0_, z, external,
                           workspace_.arena);
    }
  }
}

void ThetaStepper::detect(const State& state, StepReport& report) {
  coupling_.begin();
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) {
    if (state.present[at(i)] == 0) continue;
    const bool mechanical = layout_.interactions[at(i)].mechanical;
    if (mechanical && !link_mechanical(i, state, report) && !(projection_ && forced_[at(i)] != 0))
      continue;
    if (!mechanical &&
        std::holds_alternative<FirstOrderLinear>(model_.interactions()[at(i)].relation))
      link_first_order(i);
    add_block(i);
  }
  report.active = coupling_.block_count();
}

void ThetaStepper::linearise_inputs(const State& state) {
  input_.setZero();
  input_dx_.setZero();
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const int i = coupling_.interaction(block);
    if (std::holds_alternative<FirstOrderGeneral>(model_.interactions()[at(i)].relation))
      link_general(i, state);
  }
}

bool ThetaStepper::solve(State& state, StepReport& report) {
  if (!linear_) z_last_ = z_;
  z_ = z_free_;
  if (coupling_.block_count() == 0 && !coupling_.keeps()) return true;
  const bool global = options_.form == StepForm::global;
  if (!(assembled_ && constant_ && coupling_.same_as_before()))
    coupling_.assemble(matrices_, systems_.fixed());
  assembled_ = true;
  offsets(state);
  const int rows = coupling_.rows();
  for (int block = 0; block < coupling_.block_count(); ++block)
    r_.segment(coupling_.row(block), coupling_.size(block)) = state.lambda.segment(
        layout_.interactions[at(coupling_.interaction(block))].row, coupling_.size(block));
  const auto c = offset_.head(rows), start = r_.head(rows);
  const Solution& solution = global
                                 ? coupling_.solve_global(matrices_, systems_.fixed(), c, start,
                                                          options_.solver, workspace_, z_)
                                 : coupling_.solve(z_free_, c, start, options_.solver, workspace_);
  report.status = solution.status;
  report.message = solution.message;
  report.residual = solution.residual;
  report.residual_invariant = solution.residual_invariant;
  report.solver_iterations += solution.iterations;
  r_.head(rows) = solution.r.head(rows);
  if (!global) coupling_.add_response(solution.r, z_);
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const int row = layout_.interactions[at(coupling_.interaction(block))].row,
              from = coupling_.row(block), size = coupling_.size(block);
    state.lambda.segment(row, size) = r_.segment(from, size);
    after_.segment(row, size) = solution.u.segment(from, size);
  }
  return report.ok() || !linear_;
}

// largest change of the last Newton pass, system by system relative to its size
double ThetaStepper::newton_change() const {
  double worst = 0.0;
  for (const Part& part : parts_) {
    const auto now = z_.segment(part.z, part.n), last = z_last_.segment(part.z, part.n);
    // of a body at rest, the velocity that its contacts take away
    const auto start = z0_.segment(part.z, part.n), free = z_free_.segment(part.z, part.n);
    const double size = std::max({now.lpNorm<Eigen::Infinity>(), start.lpNorm<Eigen::Infinity>(),
                                  (free - start).lpNorm<Eigen::Infinity>()});
    const double change = (now - last).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(change)) return infinity;
    // below this the quotient would be that of numbers without digits
    if (change > std::numeric_limits<double>::min() / machine_epsilon)
      worst = std::max(worst, change / size);
  }
  return worst;
}

// What prescribed velocities had to add: the residual of their equations at the end of the step.
void ThetaStepper::measure_boundary(const State& state) {
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const auto* lagrangian = std::get_if<Lagrangian>(&model_.systems()[s]);
    if (lagrangian == nullptr || lagrangian->prescribed.empty()) continue;
    residual_lagrangian(static_cast<int>(s), state);
    for (const PrescribedVelocity& given : lagrangian->prescribed) {
      const int z = parts_[s].z + given.dof;
      boundary_[z] -= coupling_.input_at(z, r_);
    }
  }
}

void ThetaStepper::correct(State& state) {
  const double theta = options_.theta;
  state.v = z_.head(layout_.v_count);
  state.x = z_.tail(layout_.x_count);
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    if (!parts_[s].mechanical) continue;
    const SystemSlot& slot = layout_.systems[s];
    double* q = state.q.data() + slot.q;
    if (slot.q_count == slot.v_count) {
      const double *v0 = z0_.data() + slot.v, *v1 = z_.data() + slot.v;
      for (int i = 0; i < slot.q_count; ++i) q[i] += h_ * (theta * v1[i] + (1.0 - theta) * v0[i]);
    } else {
      const Vec<6> v_theta = theta * z_.segment<6>(slot.v) + (1.0 - theta) * z0_.segment<6>(slot.v);
      const Vec<7> q0 = state.q.segment<7>(slot.q);
      move_position(model_.systems()[s], q0, v_theta, h_, state.q.segment(slot.q, 7));
    }
  }
  state.t = t1_;
  ++state.step;
}

}  // namespace nonsmooth
