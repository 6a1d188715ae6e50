// SPDX-License-Identifier: Apache-2.0
// The relations' side of smooth motion: gaps, directions, and how directions turn along the motion.
#include "schemes/smooth_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

// Differences along the motion, over a time in which positions change by this share: truncation
// s^4 and rounding eps / s are then both about 1e-12; second differences need ten times as much.
constexpr double difference_share = 2e-4;

// y += M x, M column-major m x n
void add_product(const double* M, int m, int n, const double* x, double* y) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) y[i] += M[j * m + i] * x[j];
}

double difference_time(VectorIn q, VectorIn v) {
  const double size = std::max(1.0, q.lpNorm<Eigen::Infinity>());
  return difference_share / std::max(1.0, v.lpNorm<Eigen::Infinity>() / size);
}

}  // namespace

void SmoothMotion::compile_links() {
  std::size_t total = 0;
  const auto take = [&](int count) {
    const std::size_t begin = total;
    total += at(count);
    return begin;
  };
  for (std::size_t i = 0; i < layout_.interactions.size(); ++i) {
    const Interaction& interaction = model_.interactions()[i];
    const int size = layout_.interactions[i].size;
    Link link;
    for (const SystemId id : interaction.on) link.columns += model_.velocity_count(id);
    link.constant = std::holds_alternative<LinearRelation>(interaction.relation);
    link.has_friction = interaction.law.unilateral() && size > 1;
    link.J = take(size * link.columns);
    if (link.has_friction) {
      link.normal = take(link.columns);
      link.slide = take(link.columns);
    }
    links_.push_back(link);
    free_.push_back(Free{size});
  }
  numbers_.assign(total, 0.0);
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (links_[i].constant)
      MatrixMap(number(links_[i].J), layout_.interactions[i].size, links_[i].columns) =
          std::get<LinearRelation>(model_.interactions()[i].relation).H;
}

VectorMap SmoothMotion::gather(int i, VectorIn all, int SystemSlot::*first,
                               int SystemSlot::*count) {
  const Interaction& interaction = model_.interactions()[at(i)];
  int size = 0;
  for (const SystemId id : interaction.on) size += layout_.systems[at(id.index)].*count;
  VectorMap joined = scratch_.vector(size);
  int next = 0;
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = layout_.systems[at(id.index)];
    joined.segment(next, slot.*count) = all.segment(slot.*first, slot.*count);
    next += slot.*count;
  }
  return joined;
}

void SmoothMotion::link(int i, double t, VectorIn q, VectorIn v) {
  const Interaction& interaction = model_.interactions()[at(i)];
  const InteractionSlot& slot = layout_.interactions[at(i)];
  const int m = slot.size;
  if (links_[at(i)].constant) {
    const LinearRelation& linear = std::get<LinearRelation>(interaction.relation);
    double *gap = gap_.data() + slot.row, *u = u_.data() + slot.row;
    for (int k = 0; k < m; ++k) {
      gap[k] = linear.b.size() > 0 ? linear.b[k] : 0.0;
      u[k] = 0.0;
    }
    const double* J = number(links_[at(i)].J);
    for (const SystemId id : interaction.on) {
      const SystemSlot& system = layout_.systems[at(id.index)];
      add_product(J, m, system.v_count, q.data() + system.q, gap);
      add_product(J, m, system.v_count, v.data() + system.v, u);
      J += m * system.v_count;
    }
    return;
  }
  const Arena::Scope scope(scratch_);
  const VectorMap own_q = gather(i, q, &SystemSlot::q, &SystemSlot::q_count);
  const VectorMap own_v = gather(i, v, &SystemSlot::v, &SystemSlot::v_count);
  MatrixMap J(number(links_[at(i)].J), m, links_[at(i)].columns);
  auto drift = drift_.segment(slot.row, m);
  relation_gap(interaction.relation, t, own_q, gap_.segment(slot.row, m));
  relation_jacobian(model_, interaction, t, own_q, J, scratch_);
  relation_drift(interaction.relation, t, own_q, drift, scratch_);
  u_.segment(slot.row, m).noalias() = J * own_v;
  u_.segment(slot.row, m) += drift;
}

double SmoothMotion::along(int i, int k, VectorIn a) const {
  const int m = layout_.interactions[at(i)].size;
  const double* J = number(links_[at(i)].J) + k;
  double sum = 0.0;
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    for (int j = 0; j < system.v_count; ++j, J += m) sum += *J * a[system.v + j];
  }
  return sum;
}

// positions of the interaction's systems after moving along v for the time s
VectorMap SmoothMotion::moved(int i, VectorIn q, VectorIn v, double s) {
  const VectorMap joined = gather(i, q, &SystemSlot::q, &SystemSlot::q_count);
  VectorMap end = joined;
  int next = 0;
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& slot = layout_.systems[at(id.index)];
    move_position(model_.systems()[at(id.index)], q.segment(slot.q, slot.q_count),
                  v.segment(slot.v, slot.v_count), s, end.segment(next, slot.q_count));
    next += slot.q_count;
  }
  return end;
}

// second derivative of the gap along the motion, with time going on (moving_t = 1) or not
void SmoothMotion::gap_curvature(int i, double t, double moving_t, VectorIn q, VectorIn v, double s,
                                 VectorOut second) {
  constexpr std::array<double, 5> weights{-1.0, 16.0, -30.0, 16.0, -1.0};
  const Arena::Scope scope(scratch_);
  VectorMap value = scratch_.vector(second.size());
  second.setZero();
  for (int k = -2; k <= 2; ++k) {
    const Arena::Scope inner(scratch_);
    relation_gap(model_.interactions()[at(i)].relation, t + moving_t * k * s, moved(i, q, v, k * s),
                 value);
    second += weights[at(k + 2)] / (12.0 * s * s) * value;
  }
}

void SmoothMotion::find_bias(int i, double t, VectorIn q, VectorIn v) {
  const InteractionSlot& slot = layout_.interactions[at(i)];
  const int m = slot.size;
  auto bias = bias_.segment(slot.row, m);
  bias.setZero();
  if (links_[at(i)].constant) return;
  const Interaction& interaction = model_.interactions()[at(i)];
  const Holonomic& relation = std::get<Holonomic>(interaction.relation);
  const Arena::Scope scope(scratch_);
  const VectorMap own_v = gather(i, v, &SystemSlot::v, &SystemSlot::v_count);
  const double s = difference_time(q, v);
  if (!relation.jacobian) {
    gap_curvature(i, t, 1.0, q, v, 10.0 * s, bias);
    return;
  }
  constexpr std::array<double, 5> weights{1.0, -8.0, 0.0, 8.0, -1.0};
  const double moving_t = relation.drift ? 1.0 : 0.0;
  VectorMap value = scratch_.vector(m);
  MatrixMap J = scratch_.matrix(m, links_[at(i)].columns);
  for (int k = -2; k <= 2; ++k) {
    if (k == 0) continue;
    const Arena::Scope inner(scratch_);
    const VectorMap there = moved(i, q, v, k * s);
    const double when = t + moving_t * k * s;
    relation_jacobian(model_, interaction, when, there, J, scratch_);
    value.noalias() = J * own_v;
    bias += weights[at(k + 2)] / (12.0 * s) * value;
    if (!relation.drift) continue;
    relation_drift(interaction.relation, when, there, value, scratch_);
    bias += weights[at(k + 2)] / (12.0 * s) * value;
  }
  if (relation.drift) return;
  // what time adds; exactly zero where the gap does not depend on it
  gap_curvature(i, t, 1.0, q, v, 10.0 * s, value);
  bias += value;
  gap_curvature(i, t, 0.0, q, v, 10.0 * s, value);
  bias -= value;
}

// L and R of a contact that slides
void SmoothMotion::set_slide(int i, ContactMode mode) {
  const Link& link = links_[at(i)];
  const double mu = model_.interactions()[at(i)].law.mu;
  const double against = mode == ContactMode::forward ? -mu : mu;
  const double* J = number(link.J);
  for (int j = 0; j < link.columns; ++j) {
    number(link.normal)[j] = J[2 * j];
    number(link.slide)[j] = J[2 * j] + against * J[2 * j + 1];
  }
}

void SmoothMotion::add_block(Coupling& coupling, int i, int id, const AnyLaw& law,
                             ContactMode mode) {
  const Link& link = links_[at(i)];
  const bool sliding = slides(mode);
  const int rows = sliding ? 1 : layout_.interactions[at(i)].size;
  if (sliding) set_slide(i, mode);
  coupling.add_block(id, law);
  int column = 0;
  for (const SystemId system : model_.interactions()[at(i)].on) {
    const SystemSlot& slot = layout_.systems[at(system.index)];
    const double* left = number(sliding ? link.normal : link.J) + at(rows) * at(column);
    coupling.add_leg(system.index, slot.v, slot.v_count, left,
                     sliding ? number(link.slide) + column : nullptr, link.columns);
    column += slot.v_count;
  }
}

}  // namespace nonsmooth
