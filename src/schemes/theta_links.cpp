// SPDX-License-Identifier: Apache-2.0
// The interactions' side of a theta step: which take part, and with which rows.
#include "schemes/scaled_law.hpp"
#include "schemes/theta_stepper.hpp"

#include "nonsmooth/base/error.hpp"

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void ThetaStepper::compile_links() {
  std::size_t total = 0;
  bool general = false;
  for (std::size_t i = 0; i < layout_.interactions.size(); ++i) {
    const Interaction& interaction = model_.interactions()[i];
    const InteractionSlot& slot = layout_.interactions[i];
    if (std::holds_alternative<FirstOrderSparse>(interaction.relation))
      throw Error(model_.name(InteractionId{static_cast<int>(i)}) +
                  ": a sparse relation is for euler_moreau and switched_linear; use "
                  "FirstOrderLinear");
    Link link;
    for (const SystemId id : interaction.on) link.columns += parts_[at(id.index)].n;
    const auto take = [&](int rows, int cols) {
      const std::size_t begin = total;
      total += at(rows) * at(cols);
      return begin;
    };
    link.direct = take(slot.size, slot.size);
    if (slot.mechanical) {
      link.constant = rows_.constant(static_cast<int>(i));
      link.has_direct = relation_compliance(interaction.relation).size() > 0;
    } else {
      link.J = take(slot.size, link.columns);
      link.B = take(link.columns, slot.size);
      link.has_direct = true;
      if (const auto* linear = std::get_if<FirstOrderLinear>(&interaction.relation))
        link.constant = !linear->C_of_t && !linear->B_of_t && !linear->D_of_t;
      else
        link.constant = linear_ = false, general = true;
    }
    constant_ = constant_ && link.constant;
    links_.push_back(link);
    laws_.push_back(interaction.law.block);
  }
  numbers_.assign(total, 0.0);
  if (general) {
    input_.setZero(z0_.size());
    input_dx_.setZero(z0_.size(), z0_.size());
  }
}

// laws in impulses, and the matrices that change with the step alone
void ThetaStepper::fill_links() {
  const double h = options_.step, theta = options_.theta;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const int m = layout_.interactions[i].size;
    MatrixMap direct(number(link.direct), m, m);
    const Relation& relation = model_.interactions()[i].relation;
    if (layout_.interactions[i].mechanical) {
      laws_[i] = scaled_law(model_.interactions()[i].law.block, h,
                            layout_.interactions[i].level == LawLevel::position ? h * theta : 1.0);
      // (y + D P / h) / (h theta) is what the law of positions holds for
      if (link.has_direct) direct = relation_compliance(relation) / (h * h * theta);
    } else if (link.constant) {
      const FirstOrderLinear& linear = std::get<FirstOrderLinear>(relation);
      if (linear.C.size() > 0)
        MatrixMap(number(link.J), m, link.columns) = options_.input_gamma * linear.C;
      if (linear.D.size() > 0) direct = linear.D;
      MatrixMap(number(link.B), link.columns, m) = h * linear.B;
    }
  }
}

void ThetaStepper::add_block(int i) {
  const Link& link = links_[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  if (slot.mechanical) {
    rows_.add_block(i, laws_[at(i)], coupling_);
  } else {
    coupling_.add_block(i, laws_[at(i)]);
    int column = 0;
    for (const SystemId id : model_.interactions()[at(i)].on) {
      const Part& part = parts_[at(id.index)];
      coupling_.add_leg(id.index, part.z, part.n, number(link.J) + at(slot.size) * at(column),
                        number(link.B) + column, link.columns);
      column += part.n;
    }
  }
  if (link.has_direct) coupling_.set_direct(number(link.direct));
}

// Gap, direction and velocity at the beginning of the step; true if the interaction takes part.
bool ThetaStepper::link_mechanical(int i, const State& state, StepReport& report) {
  const Interaction& interaction = model_.interactions()[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  rows_.evaluate(i, t0_, state.q, state.v, workspace_.arena);
  if (!rows_.constant(i))
    rows_.drift_at(i, t1_, state.q, drift_.segment(slot.row, slot.size), workspace_.arena);
  if (!interaction.law.unilateral()) return true;
  const double gap = rows_.gap[slot.row];
  if (gap < report.deepest_gap) report.deepest_gap = gap;
  return gap + options_.gamma * h_ * rows_.u[slot.row] <= 0.0;
}

void ThetaStepper::link_first_order(int i) {
  const Interaction& interaction = model_.interactions()[at(i)];
  const Link& link = links_[at(i)];
  const int m = layout_.interactions[at(i)].size;
  if (link.constant) return;
  const FirstOrderLinear& linear = std::get<FirstOrderLinear>(interaction.relation);
  const double gamma = options_.input_gamma, t = input_time();
  MatrixMap J(number(link.J), m, link.columns), direct(number(link.direct), m, m),
      B(number(link.B), link.columns, m);
  if (linear.C_of_t) {
    J.setZero();
    linear.C_of_t(t, J);
    J *= gamma;
  } else if (linear.C.size() > 0) {
    J = gamma * linear.C;
  }
  if (linear.D_of_t) {
    direct.setZero();
    linear.D_of_t(t, direct);
  } else if (linear.D.size() > 0) {
    direct = linear.D;
  }
  if (linear.B_of_t) {
    B.setZero();
    linear.B_of_t(t, B);
    B *= h_;
  } else {
    B = h_ * linear.B;
  }
}

// y ~ h_j + h_x gamma (x - x_j) + h_lambda (lambda - lambda_j), and the input likewise
void ThetaStepper::link_general(int i, const State& state) {
  const Interaction& interaction = model_.interactions()[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  const Link& link = links_[at(i)];
  const int m = slot.size, n = link.columns;
  const double gamma = options_.input_gamma;
  const Arena::Scope scope(workspace_.arena);
  Arena& scratch = workspace_.arena;
  VectorMap x = scratch.vector(n), lambda = scratch.vector(m), h = scratch.vector(m),
            g = scratch.vector(n);
  MatrixMap g_x = scratch.matrix(n, n);
  MatrixMap J(number(link.J), m, n), direct(number(link.direct), m, m), B(number(link.B), n, m);
  int next = 0;
  for (const SystemId id : interaction.on) {
    const Part& part = parts_[at(id.index)];
    x.segment(next, part.n) =
        gamma * z_.segment(part.z, part.n) + (1.0 - gamma) * z0_.segment(part.z, part.n);
    next += part.n;
  }
  lambda = state.lambda.segment(slot.row, m);
  linearise(std::get<FirstOrderGeneral>(interaction.relation), input_time(), x, lambda,
            {h, g, J, direct, g_x, B}, scratch);
  J *= gamma;
  g.noalias() -= B * lambda;
  B *= h_;
  // h_j - h_x gamma x_j - h_lambda lambda_j
  auto offset = drift_.segment(slot.row, m);
  offset = h;
  offset.noalias() -= direct * lambda;
  next = 0;
  for (const SystemId id : interaction.on) {
    const Part& part = parts_[at(id.index)];
    offset.noalias() -= J.middleCols(next, part.n) * z_.segment(part.z, part.n);
    input_.segment(part.z, part.n) += h_ * g.segment(next, part.n);
    // couplings between systems through the input are left to the Newton loop
    input_dx_.block(part.z, part.z, part.n, part.n) +=
        h_ * gamma * g_x.block(next, next, part.n, part.n);
    next += part.n;
  }
}

// c of every active row
void ThetaStepper::offsets(const State& state) {
  for (int block = 0; block < coupling_.block_count(); ++block) {
    const int i = coupling_.interaction(block), row = coupling_.row(block),
              m = coupling_.size(block);
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const Interaction& interaction = model_.interactions()[at(i)];
    const double theta = options_.theta;
    auto c = offset_.segment(row, m);
    c = drift_.segment(slot.row, m);
    if (!slot.mechanical) {
      if (const auto* linear = std::get_if<FirstOrderLinear>(&interaction.relation)) {
        const double gamma = options_.input_gamma;
        c.setZero();
        if (linear->e.size() > 0) c += linear->e;
        if (linear->e_of_t) {
          const Arena::Scope scope(workspace_.arena);
          VectorMap e = workspace_.arena.vector(m);
          linear->e_of_t(input_time(), e);
          c += e;
        }
        if (gamma < 1.0) {
          // J holds gamma C
          const Arena::Scope scope(workspace_.arena);
          const VectorMap x = joined(layout_, interaction, state.x, &SystemSlot::x,
                                     &SystemSlot::x_count, workspace_.arena);
          if (gamma > 0.0)
            c += (1.0 - gamma) / gamma *
                 (MatrixView(number(links_[at(i)].J), m, links_[at(i)].columns) * x);
          else if (linear->C.size() > 0)
            c += linear->C * x;
        }
      }
      continue;
    }
    const auto u = rows_.u.segment(slot.row, m);
    if (slot.level == LawLevel::position)
      c += (1.0 - theta) / theta * u + rows_.gap.segment(slot.row, m) / (h_ * theta);
    add_jump_bias(interaction.law, u, theta, c, workspace_.arena);
  }
}

}  // namespace nonsmooth
