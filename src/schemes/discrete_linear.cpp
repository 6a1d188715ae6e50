// SPDX-License-Identifier: Apache-2.0
#include "schemes/discrete_linear.hpp"

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const FirstOrder& first_order(const Model& model, std::size_t s) {
  return std::get<FirstOrder>(model.systems()[s]);
}
const FirstOrderLinear& linear_relation(const Model& model, std::size_t i) {
  return std::get<FirstOrderLinear>(model.interactions()[i].relation);
}

// y += M x, M column-major m x n
void add_product(const double* M, int m, int n, const double* x, double* y) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) y[i] += M[j * m + i] * x[j];
}

}  // namespace

bool is_discrete_linear(const Model& model) {
  for (const System& any : model.systems()) {
    const auto* system = std::get_if<FirstOrder>(&any);
    if (system == nullptr || system->f || system->A_of_t) return false;
  }
  for (const Interaction& interaction : model.interactions())
    if (!std::holds_alternative<FirstOrderLinear>(interaction.relation)) return false;
  return true;
}

DiscreteLinearStepper::DiscreteLinearStepper(const Model& model, std::vector<DiscreteSystem> maps,
                                             DiscreteOptions options)
    : model_(model),
      layout_(model_),
      maps_(std::move(maps)),
      options_(std::move(options)),
      fixed_(at(layout_.x_count), 0),
      matrices_(static_cast<int>(maps_.size())),
      coupling_(static_cast<int>(maps_.size())) {
  constant_input_.setZero(layout_.x_count);
  free_.setZero(layout_.x_count);
  offset_.setZero(layout_.row_count);
  r_.setZero(layout_.row_count);
  for (std::size_t s = 0; s < maps_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    (void)matrices_.set_diagonal(static_cast<int>(s), Vector::Ones(slot.x_count));
    const FirstOrder& system = first_order(model_, s);
    if (system.b.size() > 0) constant_input_.segment(slot.x, slot.x_count) = maps_[s].G * system.b;
    varying_input_ = varying_input_ || system.b_of_t;
  }
  compile_links();
}

void DiscreteLinearStepper::compile_links() {
  std::size_t total = 0;
  const auto take = [&](int rows, int cols) {
    const std::size_t begin = total;
    total += at(rows) * at(cols);
    return begin;
  };
  for (std::size_t i = 0; i < layout_.interactions.size(); ++i) {
    const FirstOrderLinear& relation = linear_relation(model_, i);
    Link link;
    link.row = layout_.interactions[i].row;
    link.size = layout_.interactions[i].size;
    for (const SystemId id : model_.interactions()[i].on)
      link.columns += layout_.systems[at(id.index)].x_count;
    link.C = take(link.size, link.columns);
    link.J = options_.gamma == 1.0 ? link.C : take(link.size, link.columns);
    link.S = take(link.columns, link.size);
    link.direct = take(link.size, link.size);
    link.constant = !relation.C_of_t && !relation.B_of_t && !relation.D_of_t;
    link.has_direct = relation.D.size() > 0 || relation.D_of_t;
    constant_ = constant_ && link.constant;
    links_.push_back(link);
  }
  numbers_.assign(total, 0.0);
  for (std::size_t i = 0; i < links_.size(); ++i) fill_link(i, 0.0);
}

// what the law's multiplier does to the states: G B, system by system
void DiscreteLinearStepper::set_right(std::size_t i, MatrixIn B) {
  const Link& link = links_[i];
  MatrixMap S(number(link.S), link.columns, link.size);
  int row = 0;
  for (const SystemId id : model_.interactions()[i].on) {
    const int n = layout_.systems[at(id.index)].x_count;
    S.middleRows(row, n).noalias() = maps_[at(id.index)].G * B.middleRows(row, n);
    row += n;
  }
}

void DiscreteLinearStepper::fill_link(std::size_t i, double t) {
  const Link& link = links_[i];
  const FirstOrderLinear& relation = linear_relation(model_, i);
  MatrixMap C(number(link.C), link.size, link.columns),
      direct(number(link.direct), link.size, link.size);
  if (relation.C_of_t) {
    C.setZero();
    relation.C_of_t(t, C);
  } else if (relation.C.size() > 0) {
    C = relation.C;
  }
  if (link.J != link.C) MatrixMap(number(link.J), link.size, link.columns) = options_.gamma * C;
  if (relation.D_of_t) {
    direct.setZero();
    relation.D_of_t(t, direct);
  } else if (relation.D.size() > 0) {
    direct = relation.D;
  }
  const Arena::Scope scope(workspace_.arena);
  MatrixMap B = workspace_.arena.matrix(link.columns, link.size);
  B.setZero();
  if (relation.B_of_t)
    relation.B_of_t(t, B);
  else
    B = relation.B;
  set_right(i, B);
}

void DiscreteLinearStepper::start(State& state) {
  present_.clear();  // what is assembled may belong to another state
  if (state.step > 0) return;
  state.origin = state.t;
  state.energy = {};
}

void DiscreteLinearStepper::assemble(const State& state) {
  present_ = state.present;
  coupling_.begin();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (state.present[i] == 0) continue;
    const Link& link = links_[i];
    coupling_.add_block(static_cast<int>(i), model_.interactions()[i].law.block);
    int column = 0;
    for (const SystemId id : model_.interactions()[i].on) {
      const SystemSlot& slot = layout_.systems[at(id.index)];
      coupling_.add_leg(id.index, slot.x, slot.x_count, number(link.J) + link.size * column,
                        number(link.S) + column, link.columns);
      column += slot.x_count;
    }
    if (link.has_direct) coupling_.set_direct(number(link.direct));
  }
  coupling_.assemble(matrices_, fixed_);
  if (constant_) modes_.begin(coupling_.problem());
}

// the states at the end of the step if nothing interacts
void DiscreteLinearStepper::predict(const State& state, double t0, double t1) {
  free_ = constant_input_;
  for (std::size_t s = 0; s < maps_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    add_product(maps_[s].P.data(), slot.x_count, slot.x_count, state.x.data() + slot.x,
                free_.data() + slot.x);
  }
  if (!varying_input_) return;
  for (std::size_t s = 0; s < maps_.size(); ++s) {
    const SystemSlot& slot = layout_.systems[s];
    const FirstOrder& system = first_order(model_, s);
    if (!system.b_of_t) continue;
    const Arena::Scope scope(workspace_.arena);
    VectorMap b = workspace_.arena.vector(slot.x_count),
              sum = workspace_.arena.vector(slot.x_count);
    sum.setZero();
    for (std::size_t k = 0; k < 2; ++k) {
      if (maps_[s].share[k].size() == 0) continue;
      b.setZero();
      const double at_end = options_.instants[k];
      system.b_of_t(at_end == 1.0 ? t1 : t0 + at_end * options_.step, b);
      sum += maps_[s].share[k].cwiseProduct(b);
    }
    add_product(maps_[s].G.data(), slot.x_count, slot.x_count, sum.data(), free_.data() + slot.x);
  }
}

// what the outputs are without lambda and without the state at the end
void DiscreteLinearStepper::offsets(const State& state, double t) {
  const double gamma = options_.gamma;
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const std::size_t i = at(coupling_.interaction(block));
    const Link& link = links_[i];
    const FirstOrderLinear& relation = linear_relation(model_, i);
    double* c = offset_.data() + coupling_.row(block);
    for (int k = 0; k < link.size; ++k) c[k] = relation.e.size() > 0 ? relation.e[k] : 0.0;
    if (relation.e_of_t) {
      const Arena::Scope scope(workspace_.arena);
      VectorMap e = workspace_.arena.vector(link.size);
      e.setZero();
      relation.e_of_t(t, e);
      for (int k = 0; k < link.size; ++k) c[k] += e[k];
    }
    if (gamma == 1.0) continue;
    const double* C = number(link.C);
    for (const SystemId id : model_.interactions()[i].on) {
      const SystemSlot& slot = layout_.systems[at(id.index)];
      for (int j = 0; j < slot.x_count; ++j, C += link.size)
        for (int k = 0; k < link.size; ++k) c[k] += (1.0 - gamma) * C[k] * state.x[slot.x + j];
    }
  }
}

void DiscreteLinearStepper::solve(State& state, StepReport& report) {
  const int rows = coupling_.rows();
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const double* lambda = state.lambda.data() + links_[at(coupling_.interaction(block))].row;
    for (int k = 0; k < coupling_.size(block); ++k) r_[coupling_.row(block) + k] = lambda[k];
  }
  const auto* automatic = std::get_if<Auto>(&options_.solver);
  coupling_.prepare(free_, offset_.head(rows), r_.head(rows));
  Solution& solution = coupling_.solution();
  const Problem& problem = coupling_.problem();
  if (!constant_ || automatic == nullptr ||
      !modes_.answer(problem, automatic->tolerance, solution, workspace_.arena))
    nonsmooth::solve(problem, options_.solver, workspace_, solution);
  report.status = solution.status;
  report.message = solution.message;
  report.residual = solution.residual;
  report.residual_invariant = solution.residual_invariant;
  report.solver_iterations = solution.iterations;
  if (rows < layout_.row_count) {
    state.lambda.setZero();
    state.output.setZero();
  }
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const int row = coupling_.row(block), to = links_[at(coupling_.interaction(block))].row;
    for (int k = 0; k < coupling_.size(block); ++k) {
      state.lambda[to + k] = solution.r[row + k];
      state.output[to + k] = solution.u[row + k];
    }
  }
  coupling_.add_response(solution.r, free_);
}

StepReport DiscreteLinearStepper::step(State& state, double) {
  StepReport report;
  // counted in steps, so that a long run does not collect rounding
  const double h = options_.step, t0 = state.t,
               t1 = state.origin + static_cast<double>(state.step + 1 - state.origin_step) * h,
               t = options_.gamma == 1.0 ? t1 : t0 + options_.gamma * h;
  if (!constant_)
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!links_[i].constant) fill_link(i, t);
  if (!constant_ || present_ != state.present) assemble(state);
  report.newton_iterations = 1;
  report.active = coupling_.block_count();
  report.step = h;
  predict(state, t0, t1);
  if (coupling_.block_count() > 0) {
    offsets(state, t);
    solve(state, report);
  } else {
    state.lambda.setZero();
    state.output.setZero();
  }
  state.x = free_;
  ++state.step;
  state.t = t1;
  if (!state.x.allFinite()) {
    report.status = Status::numerical_failure;
    report.message = "the state is no longer finite";
  }
  return report;
}

}  // namespace nonsmooth
