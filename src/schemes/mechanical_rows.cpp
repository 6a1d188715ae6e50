// SPDX-License-Identifier: Apache-2.0
#include "schemes/mechanical_rows.hpp"

#include <algorithm>
#include <array>

namespace nonsmooth {
namespace {

// Differences along the motion, over a time in which positions change by this share: truncation
// s^4 and rounding eps / s are then both about 1e-12; second differences need ten times as much.
constexpr double difference_share = 2e-4;

double difference_time(VectorIn q, VectorIn v) {
  const double size = std::max(1.0, q.lpNorm<Eigen::Infinity>());
  return difference_share / std::max(1.0, v.lpNorm<Eigen::Infinity>() / size);
}

// y += M x, M column-major m x n
void add_product(const double* M, int m, int n, const double* x, double* y) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) y[i] += M[j * m + i] * x[j];
}

bool mechanical(const Layout& layout, int i) {
  return layout.interactions[static_cast<std::size_t>(i)].mechanical;
}

}  // namespace

MechanicalRows::MechanicalRows(const Model& model, const Layout& layout)
    : model_(model), layout_(layout) {
  for (Vector* rows : {&gap, &u, &drift}) rows->setZero(layout.row_count);
  std::size_t total = 0;
  for (int i = 0; i < static_cast<int>(layout.interactions.size()); ++i) {
    Link link;
    if (mechanical(layout, i)) {
      const Interaction& interaction = model.interactions()[at(i)];
      for (const SystemId id : interaction.on) link.columns += layout.systems[at(id.index)].v_count;
      link.constant = std::holds_alternative<LinearRelation>(interaction.relation);
      link.J = total;
      link.normal = total + at(layout.interactions[at(i)].size * link.columns);
      total = link.normal + at(link.columns);
    }
    links_.push_back(link);
  }
  numbers_.assign(total, 0.0);
  for (int i = 0; i < static_cast<int>(links_.size()); ++i)
    if (mechanical(layout, i) && constant(i))
      MatrixMap(numbers_.data() + links_[at(i)].J, layout.interactions[at(i)].size, columns(i)) =
          std::get<LinearRelation>(model.interactions()[at(i)].relation).H;
}

void MechanicalRows::evaluate(int i, double t, VectorIn q, VectorIn v, Arena& scratch) {
  const Interaction& interaction = model_.interactions()[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  const int m = slot.size;
  if (constant(i)) {
    const LinearRelation& linear = std::get<LinearRelation>(interaction.relation);
    double *y = gap.data() + slot.row, *rate = u.data() + slot.row;
    for (int k = 0; k < m; ++k) {
      y[k] = linear.b.size() > 0 ? linear.b[k] : 0.0;
      rate[k] = 0.0;
    }
    const double* direction = J(i);
    for (const SystemId id : interaction.on) {
      const SystemSlot& system = layout_.systems[at(id.index)];
      add_product(direction, m, system.v_count, q.data() + system.q, y);
      add_product(direction, m, system.v_count, v.data() + system.v, rate);
      direction += m * system.v_count;
    }
    return;
  }
  const Arena::Scope scope(scratch);
  const VectorMap own =
      joined(layout_, interaction, q, &SystemSlot::q, &SystemSlot::q_count, scratch);
  MatrixMap direction(numbers_.data() + links_[at(i)].J, m, columns(i));
  relation_gap(interaction.relation, t, own, gap.segment(slot.row, m));
  relation_jacobian(model_, interaction, t, own, direction, scratch);
  relation_drift(interaction.relation, t, own, drift.segment(slot.row, m), scratch);
  velocity(i, v.data(), drift.data() + slot.row, u.data() + slot.row);
}

void MechanicalRows::drift_at(int i, double t, VectorIn q, VectorOut rate, Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const Interaction& interaction = model_.interactions()[at(i)];
  const VectorMap own =
      joined(layout_, interaction, q, &SystemSlot::q, &SystemSlot::q_count, scratch);
  relation_drift(interaction.relation, t, own, rate, scratch);
}

void MechanicalRows::velocity(int i, const double* v, const double* moving, double* rate) const {
  const int m = layout_.interactions[at(i)].size;
  const double* direction = J(i);
  for (int k = 0; k < m; ++k) rate[k] = moving[k];
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    add_product(direction, m, system.v_count, v + system.v, rate);
    direction += m * system.v_count;
  }
}

// positions of the interaction's systems after moving along v for the time
VectorMap MechanicalRows::moved(int i, VectorIn q, VectorIn v, double time, Arena& scratch) const {
  const Interaction& interaction = model_.interactions()[at(i)];
  VectorMap end = joined(layout_, interaction, q, &SystemSlot::q, &SystemSlot::q_count, scratch);
  int next = 0;
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = layout_.systems[at(id.index)];
    move_position(model_.systems()[at(id.index)], q.segment(slot.q, slot.q_count),
                  v.segment(slot.v, slot.v_count), time, end.segment(next, slot.q_count));
    next += slot.q_count;
  }
  return end;
}

// second derivative of the gap along the motion, with time going on (moving_t = 1) or not
void MechanicalRows::gap_curvature(int i, double t, double moving_t, VectorIn q, VectorIn v,
                                   double time, VectorOut second, Arena& scratch) const {
  constexpr std::array<double, 5> weights{-1.0, 16.0, -30.0, 16.0, -1.0};
  const Arena::Scope scope(scratch);
  VectorMap value = scratch.vector(second.size());
  second.setZero();
  for (int k = -2; k <= 2; ++k) {
    const Arena::Scope inner(scratch);
    relation_gap(model_.interactions()[at(i)].relation, t + moving_t * k * time,
                 moved(i, q, v, k * time, scratch), value);
    second += weights[at(k + 2)] / (12.0 * time * time) * value;
  }
}

void MechanicalRows::curvature(int i, double t, VectorIn q, VectorIn v, VectorOut rate,
                               Arena& scratch) const {
  rate.setZero();
  if (constant(i)) return;
  const Interaction& interaction = model_.interactions()[at(i)];
  const Holonomic& relation = std::get<Holonomic>(interaction.relation);
  const int m = layout_.interactions[at(i)].size;
  const Arena::Scope scope(scratch);
  const VectorMap own_v =
      joined(layout_, interaction, v, &SystemSlot::v, &SystemSlot::v_count, scratch);
  const double s = difference_time(q, v);
  if (!relation.jacobian) {
    gap_curvature(i, t, 1.0, q, v, 10.0 * s, rate, scratch);
    return;
  }
  constexpr std::array<double, 5> weights{1.0, -8.0, 0.0, 8.0, -1.0};
  const double moving_t = relation.drift ? 1.0 : 0.0;
  VectorMap value = scratch.vector(m);
  MatrixMap there_J = scratch.matrix(m, columns(i));
  for (int k = -2; k <= 2; ++k) {
    if (k == 0) continue;
    const Arena::Scope inner(scratch);
    const VectorMap there = moved(i, q, v, k * s, scratch);
    const double when = t + moving_t * k * s;
    relation_jacobian(model_, interaction, when, there, there_J, scratch);
    value.noalias() = there_J * own_v;
    rate += weights[at(k + 2)] / (12.0 * s) * value;
    if (!relation.drift) continue;
    relation_drift(interaction.relation, when, there, value, scratch);
    rate += weights[at(k + 2)] / (12.0 * s) * value;
  }
  if (relation.drift) return;
  // what time adds; exactly zero where the gap does not depend on it
  gap_curvature(i, t, 1.0, q, v, 10.0 * s, value, scratch);
  rate += value;
  gap_curvature(i, t, 0.0, q, v, 10.0 * s, value, scratch);
  rate -= value;
}

void MechanicalRows::add_legs(int i, int rows, const double* direction, Coupling& problem) const {
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    problem.add_leg(id.index, system.v, system.v_count, direction);
    direction += rows * system.v_count;
  }
}

void MechanicalRows::add_block(int i, const AnyLaw& law, Coupling& problem) const {
  problem.add_block(i, law);
  add_legs(i, layout_.interactions[at(i)].size, J(i), problem);
}

void MechanicalRows::subtract_product(int i, const double* x, int rows, double* y) const {
  const int m = layout_.interactions[at(i)].size;
  const double* direction = J(i);
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    for (int j = 0; j < system.v_count; ++j, direction += m)
      for (int k = 0; k < rows; ++k) y[k] -= direction[k] * x[system.v + j];
  }
}

void MechanicalRows::subtract_reaction(int i, const double* r, double* y) const {
  const int m = layout_.interactions[at(i)].size;
  const double* direction = J(i);
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    for (int j = 0; j < system.v_count; ++j, direction += m)
      for (int k = 0; k < m; ++k) y[system.v + j] -= direction[k] * r[k];
  }
}

void MechanicalRows::add_gap_block(int i, const AnyLaw& law, Coupling& problem, int name) {
  const int m = layout_.interactions[at(i)].size;
  double* normal = numbers_.data() + links_[at(i)].normal;
  for (int j = 0; j < columns(i); ++j) normal[j] = J(i)[j * m];
  problem.add_block(name, law);
  add_legs(i, 1, normal, problem);
}

void add_jump_bias(const InteractionLaw& law, VectorIn before, double mean, VectorOut c,
                   Arena& scratch) {
  if (law.jump == InteractionLaw::Jump::newton || law.jump == InteractionLaw::Jump::fremond) {
    // Fremond's sliding velocity mean u_1 + (1 - mean) u_0, divided by mean
    const double et = law.jump == InteractionLaw::Jump::fremond ? (1.0 - mean) / mean : law.et;
    c[0] += law.e * before[0];
    if (et != 0.0) c.tail(c.size() - 1) += et * before.tail(c.size() - 1);
  } else if (law.jump == InteractionLaw::Jump::custom) {
    const Arena::Scope scope(scratch);
    VectorMap added = scratch.vector(c.size());
    law.bias(before, added);
    c += added;
  }
}

}  // namespace nonsmooth
