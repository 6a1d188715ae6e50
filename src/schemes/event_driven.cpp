// SPDX-License-Identifier: Apache-2.0
// Event-driven integration: which models it takes.
#include "schemes/event_stepper.hpp"
#include "schemes/make.hpp"

#include "nonsmooth/base/error.hpp"

namespace nonsmooth {
namespace {

[[noreturn]] void refuse(const std::string& who, const std::string& why) {
  throw Error("event_driven: " + who + ": " + why);
}

void check_system(const Model& model, SystemId id) {
  const auto* lagrangian =
      std::get_if<Lagrangian>(&model.systems()[static_cast<std::size_t>(id.index)]);
  if (lagrangian != nullptr && !lagrangian->prescribed.empty())
    refuse(model.name(id), "prescribed velocities are not integrated; moreau_jean steps them");
}

bool allows_friction(const ImpactRule& rule) {
  return !std::holds_alternative<BinaryCollisions>(rule) &&
         !std::holds_alternative<EnergeticRule>(rule);
}

void check_interaction(const Model& model, const Layout& layout, InteractionId id,
                       const ImpactRule& rule) {
  const auto i = static_cast<std::size_t>(id.index);
  const Interaction& interaction = model.interactions()[i];
  const InteractionLaw& law = interaction.law;
  const std::string who = model.name(id);
  if (!layout.interactions[i].mechanical)
    refuse(who, "it is on a first-order system; euler_moreau steps those");
  if (layout.interactions[i].level == LawLevel::position)
    refuse(who, "its law is one of positions; moreau_jean steps compliant contacts");
  if (law.bilateral()) return;
  if (!law.unilateral() || law.jump == InteractionLaw::Jump::custom)
    refuse(who, "its law is neither a contact nor a joint; moreau_jean steps any law");
  if (law.block.get_if<RollingCone>() != nullptr)
    refuse(who, "rolling friction is not integrated by events; moreau_jean steps it");
  if (law.size() > 2)
    refuse(who, "friction has " + std::to_string(law.size() - 1) +
                    " directions, but events of sliding are found in the plane only; moreau_jean "
                    "steps friction in space");
  if (law.size() == 2 && !allows_friction(rule))
    refuse(who, "the impact rule " + std::string(name(rule)) +
                    " knows no friction; choose newton, fremond or poisson");
}

}  // namespace

std::unique_ptr<Stepper> make(const EventDriven& options, const Model& model) {
  const Layout layout(model);
  for (std::size_t s = 0; s < model.systems().size(); ++s)
    check_system(model, SystemId{static_cast<int>(s)});
  for (std::size_t i = 0; i < model.interactions().size(); ++i)
    check_interaction(model, layout, InteractionId{static_cast<int>(i)}, options.impact);
  std::visit(
      []<class Rule>(const Rule& rule) {
        const std::vector<std::string> complaints = validate(rule);
        if (!complaints.empty())
          throw Error("event_driven: impact " + std::string(Rule::name) + ": " +
                      complaints.front());
      },
      options.impact);
  return std::make_unique<EventStepper>(model, options);
}

}  // namespace nonsmooth
