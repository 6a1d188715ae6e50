// SPDX-License-Identifier: Apache-2.0
// An interaction: which systems, which relation, which law. Any law of laws.hpp may stand here;
// impact laws add what happens at a jump of the velocity, for contacts that are closed:
//
//   NewtonImpact           0 <= u_N+ + e u_N- _|_ P >= 0
//   NewtonImpactFriction   Coulomb on (u_N+ + e u_N-, u_T+ + et u_T-)
//   FremondImpact          the same cone on the mean of u_T+ and u_T-: never creates energy
//   RollingImpact          Coulomb with rolling resistance
#pragma once

#include "nonsmooth/base/id.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/laws.hpp"
#include "nonsmooth/model/relations.hpp"

#include <concepts>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace nonsmooth {

struct NewtonImpact {
  double e = 0.0;          ///< restitution, 0 to 1
  double stiffness = 1.0;  ///< for energetic multiple impacts, where only ratios matter
  double exponent = 1.5;   ///< of that stiffness: 1 linear, 1.5 Hertz
};

struct NewtonImpactFriction {
  double e = 0.0;
  double mu = 0.0;
  double et = 0.0;    ///< tangential restitution
  int dimension = 3;  ///< 2 in the plane
};

struct FremondImpact {
  double e = 0.0;
  double mu = 0.0;
  int dimension = 3;
};

struct RollingImpact {
  double e = 0.0;
  double mu = 0.0;
  double mu_r = 0.0;  ///< m
  int dimension = 5;  ///< 3 in the plane
};

/// An impact law of one's own: a law, and the bias that is added to u+ from u-.
template <class L>
concept ImpactLaw = Law<L> && requires(const L& law, const Vec<L::dimension>& u_before) {
  { law.bias(u_before) } -> std::convertible_to<Vec<L::dimension>>;
};

/// What an interaction knows of its law: the block of the one-step problem, and its jump rule.
class InteractionLaw {
 public:
  enum class Jump {
    none,     ///< a law between y (or u) and lambda, without a rule for jumps; always active
    newton,   ///< u+ + (e u_N-, et u_T-)
    fremond,  ///< normal as newton, tangential on the mean velocity
    custom    ///< u+ + bias(u-)
  };

  InteractionLaw(NewtonImpact law);                      // NOLINT: implicit by intent
  InteractionLaw(NewtonImpactFriction law);              // NOLINT: implicit by intent
  InteractionLaw(FremondImpact law);                     // NOLINT: implicit by intent
  InteractionLaw(RollingImpact law);                     // NOLINT: implicit by intent
  InteractionLaw(AnyLaw law) : block(std::move(law)) {}  // NOLINT: implicit by intent
  template <class L>
  requires(std::constructible_from<AnyLaw::Kinds, L> && !std::same_as<L, AnyLaw>)
      InteractionLaw(L law)  // NOLINT: implicit by intent
      : block(AnyLaw(std::move(law))) {}
  template <ImpactLaw L>
  InteractionLaw(L law)  // NOLINT: implicit by intent
      : block(AnyLaw(law)),
        jump(Jump::custom),
        bias([law = std::move(law)](VectorIn u_before, VectorOut added) {
          const Vec<L::dimension> u = u_before;
          added = law.bias(u);
        }) {}

  int size() const { return block.size(); }
  /// Whether the law acts only while the gap is closed.
  bool unilateral() const { return jump != Jump::none; }
  /// Whether it holds an equality: a joint.
  bool bilateral() const { return block.get_if<Free>() != nullptr; }

  AnyLaw block;
  Jump jump = Jump::none;
  double e = 0.0, et = 0.0, mu = 0.0;
  double stiffness = 1.0, exponent = 1.5;
  std::function<void(VectorIn u_before, VectorOut added)> bias{};
};

/// Laws without a jump rule on mechanical systems act on velocities (dry friction of given
/// threshold, joints) or on positions (compliant contact, springs with stops).
enum class LawLevel { automatic, position, velocity };

struct Interaction {
  std::vector<SystemId> on{};
  Relation relation{};
  InteractionLaw law = NewtonImpact{};
  std::string name{};                    ///< for messages and files; "interaction 3" if empty
  LawLevel level = LawLevel::automatic;  ///< automatic: position where the relation is compliant
  bool present = true;                   ///< at the start; a simulator can change it
};

}  // namespace nonsmooth
