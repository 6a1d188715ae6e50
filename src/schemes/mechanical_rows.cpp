// SPDX-License-Identifier: Apache-2.0
#include "schemes/mechanical_rows.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

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

VectorMap MechanicalRows::gather(int i, const Vector& all, int SystemSlot::*first,
                                 int SystemSlot::*count, Arena& scratch) const {
  const Interaction& interaction = model_.interactions()[at(i)];
  int size = 0;
  for (const SystemId id : interaction.on) size += layout_.systems[at(id.index)].*count;
  VectorMap joined = scratch.vector(size);
  int next = 0;
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = layout_.systems[at(id.index)];
    joined.segment(next, slot.*count) = all.segment(slot.*first, slot.*count);
    next += slot.*count;
  }
  return joined;
}

void MechanicalRows::evaluate(int i, double t, const Vector& q, const Vector& v, Arena& scratch) {
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
  const VectorMap joined = gather(i, q, &SystemSlot::q, &SystemSlot::q_count, scratch);
  MatrixMap direction(numbers_.data() + links_[at(i)].J, m, columns(i));
  relation_gap(interaction.relation, t, joined, gap.segment(slot.row, m));
  relation_jacobian(model_, interaction, t, joined, direction, scratch);
  relation_drift(interaction.relation, t, joined, drift.segment(slot.row, m), scratch);
  velocity(i, v.data(), drift.data() + slot.row, u.data() + slot.row);
}

void MechanicalRows::drift_at(int i, double t, const Vector& q, VectorOut rate,
                              Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const VectorMap joined = gather(i, q, &SystemSlot::q, &SystemSlot::q_count, scratch);
  relation_drift(model_.interactions()[at(i)].relation, t, joined, rate, scratch);
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

VectorMap MechanicalRows::moved(int i, const Vector& q, const Vector& v, double time,
                                Arena& scratch) const {
  const Interaction& interaction = model_.interactions()[at(i)];
  int size = 0, next = 0;
  for (const SystemId id : interaction.on) size += layout_.systems[at(id.index)].q_count;
  VectorMap joined = scratch.vector(size);
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = layout_.systems[at(id.index)];
    move_position(model_.systems()[at(id.index)], q.segment(slot.q, slot.q_count),
                  v.segment(slot.v, slot.v_count), time, joined.segment(next, slot.q_count));
    next += slot.q_count;
  }
  return joined;
}

void MechanicalRows::curvature(int i, double t, const Vector& q, const Vector& v, VectorOut rate,
                               Arena& scratch) {
  rate.setZero();
  if (constant(i)) return;
  const Interaction& interaction = model_.interactions()[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  const Holonomic& holonomic = std::get<Holonomic>(interaction.relation);
  const int m = slot.size;
  const Arena::Scope scope(scratch);
  const double speed = std::max(1.0, v.lpNorm<Eigen::Infinity>());
  if (!holonomic.jacobian) {
    // J is made of differences itself: differences of the gap lose fewer digits
    const double step = 1e-4 / speed;
    VectorMap ahead = scratch.vector(m), here = scratch.vector(m), behind = scratch.vector(m);
    relation_gap(interaction.relation, t + step, moved(i, q, v, step, scratch), ahead);
    relation_gap(interaction.relation, t, moved(i, q, v, 0.0, scratch), here);
    relation_gap(interaction.relation, t - step, moved(i, q, v, -step, scratch), behind);
    rate = (ahead - 2.0 * here + behind) / (step * step);
    return;
  }
  const double step = 1e-5 / speed;
  const VectorMap joined_v = gather(i, v, &SystemSlot::v, &SystemSlot::v_count, scratch);
  MatrixMap direction = scratch.matrix(m, columns(i));
  VectorMap moving = scratch.vector(m);
  for (const double side : {1.0, -1.0}) {
    const VectorMap there = moved(i, q, v, side * step, scratch);
    relation_jacobian(model_, interaction, t + side * step, there, direction, scratch);
    relation_drift(interaction.relation, t + side * step, there, moving, scratch);
    moving.noalias() += direction * joined_v;
    rate += side / (2.0 * step) * moving;
  }
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
