// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/model/layout.hpp"

namespace nonsmooth {

Layout::Layout(const Model& model) {
  for (int s = 0; s < static_cast<int>(model.systems().size()); ++s) {
    const SystemId id{s};
    const SystemSlot slot{q_count, model.position_count(id), v_count, model.velocity_count(id),
                          x_count, model.state_count(id)};
    q_count += slot.q_count;
    v_count += slot.v_count;
    x_count += slot.x_count;
    systems.push_back(slot);
  }
  for (const Interaction& interaction : model.interactions()) {
    const bool mechanical = std::holds_alternative<LinearRelation>(interaction.relation) ||
                            std::holds_alternative<Holonomic>(interaction.relation);
    LawLevel level = interaction.level;
    if (level == LawLevel::automatic)
      level = mechanical && relation_compliance(interaction.relation).size() > 0
                  ? LawLevel::position
                  : LawLevel::velocity;
    interactions.push_back({row_count, interaction.law.size(), mechanical, level});
    row_count += interaction.law.size();
  }
}

VectorMap joined(const Layout& layout, const Interaction& interaction, VectorIn all,
                 int SystemSlot::*first, int SystemSlot::*count, Arena& scratch) {
  const auto slot_of = [&](SystemId id) -> const SystemSlot& {
    return layout.systems[static_cast<std::size_t>(id.index)];
  };
  int size = 0, next = 0;
  for (const SystemId id : interaction.on) size += slot_of(id).*count;
  VectorMap result = scratch.vector(size);
  for (const SystemId id : interaction.on) {
    const SystemSlot& slot = slot_of(id);
    result.segment(next, slot.*count) = all.segment(slot.*first, slot.*count);
    next += slot.*count;
  }
  return result;
}

State initial_state(const Model& model, const Layout& layout) {
  State state;
  state.q.setZero(layout.q_count);
  state.v.setZero(layout.v_count);
  state.x.setZero(layout.x_count);
  state.lambda.setZero(layout.row_count);
  state.output.setZero(layout.row_count);
  state.work.setZero(2 * static_cast<Eigen::Index>(layout.interactions.size()));
  for (std::size_t s = 0; s < layout.systems.size(); ++s) {
    const SystemSlot& slot = layout.systems[s];
    const System& system = model.systems()[s];
    if (const auto* lagrangian = std::get_if<Lagrangian>(&system)) {
      state.q.segment(slot.q, slot.q_count) = lagrangian->q0;
      state.v.segment(slot.v, slot.v_count) = lagrangian->v0;
    } else if (const auto* body = std::get_if<RigidBody>(&system)) {
      state.q.segment<3>(slot.q) = body->position;
      state.q.segment<4>(slot.q + 3) = body->orientation;
      state.v.segment<3>(slot.v) = body->velocity;
      state.v.segment<3>(slot.v + 3) = body->angular_velocity;
    } else {
      state.x.segment(slot.x, slot.x_count) = std::get<FirstOrder>(system).x0;
    }
  }
  for (const Interaction& interaction : model.interactions())
    state.present.push_back(interaction.present ? 1 : 0);
  return state;
}

}  // namespace nonsmooth
