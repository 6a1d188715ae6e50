// SPDX-License-Identifier: Apache-2.0
// Model: what exists. Systems evolve smoothly, interactions tie them by laws.
//
//   ns::Model model;
//   const auto ball = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{1.0}},
//                                              .force = ns::constant(ns::Vector{{-9.81}})});
//   model.add(ns::Interaction{.on = {ball}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
//                             .law = ns::NewtonImpact{.e = 0.9}});
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/id.hpp"
#include "nonsmooth/model/functions.hpp"
#include "nonsmooth/model/interaction.hpp"
#include "nonsmooth/model/relations.hpp"
#include "nonsmooth/model/state.hpp"
#include "nonsmooth/model/system_matrix.hpp"
#include "nonsmooth/model/systems.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonsmooth {

using System = std::variant<Lagrangian, RigidBody, FirstOrder>;

/// Everything is checked when it is added: wrong sizes, NaN, a mass that is not positive definite,
/// laws and relations that do not fit throw an Error that names object, field, values and remedy.
class Model {
 public:
  SystemId add(Lagrangian system);
  SystemId add(RigidBody system);
  SystemId add(FirstOrder system);
  InteractionId add(Interaction interaction);

  const std::vector<System>& systems() const { return systems_; }
  const std::vector<Interaction>& interactions() const { return interactions_; }
  /// Its name, or "system 3" / "interaction 3". An unknown id throws.
  std::string name(SystemId id) const;
  std::string name(InteractionId id) const;
  /// The thing of that name; throws Error naming the nearest one.
  SystemId system(std::string_view name) const;
  InteractionId interaction(std::string_view name) const;

  // Sizes of a system; an unknown id throws.
  int position_count(SystemId id) const;  ///< entries of q; 0 for a first-order system
  int velocity_count(SystemId id) const;  ///< entries of v; 0 for a first-order system
  int state_count(SystemId id) const;     ///< entries of x; 0 for a mechanical system

 private:
  std::vector<System> systems_;
  std::vector<Interaction> interactions_;
};

/// One user Jacobian that differs from differences of its function.
struct JacobianComplaint {
  std::string where;  ///< "Lagrangian 'arm', force.dq"
  double error;       ///< largest difference relative to the largest entry
};
/// Compares every Jacobian of the model with central differences at the initial state and at
/// seeded random states near it. Differences above `tolerance` are returned.
std::vector<JacobianComplaint> check_jacobians(const Model& model, double tolerance = 1e-5);

}  // namespace nonsmooth
