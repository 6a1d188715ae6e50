// SPDX-License-Identifier: Apache-2.0
// Impact rules: what happens when one or several contacts hit at the same instant. In go the
// relative velocities before the impact, out come impulses and the velocities after it:
//
//   u+ = u- + W P,   W = H^T M^-1 H
//
// Positions do not change and smooth forces do nothing at an instant, so that no model and no time
// is needed. The rules differ in what closes the equation; src/impacts/README.md compares them.
//
//   ns::Impact impact{.W = W, .u_before = u, .contacts = {{.e = 0.9}, {.e = 0.9}}};
//   ns::ImpactResult result = ns::resolve_impact(impact, ns::NewtonRule{});
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <array>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace nonsmooth {

/// What one contact (or joint) brings to an impact. Component order: normal first.
struct ImpactContact {
  double e = 0.0;          ///< normal restitution, 0 to 1
  double mu = 0.0;         ///< friction coefficient
  int dimension = 1;       ///< 1 normal only, 2 plane, 3 space; bilateral: any number of rows
  double et = 0.0;         ///< tangential restitution, -1 to 1; NewtonRule only
  double stiffness = 1.0;  ///< K of the force K compression^exponent; EnergeticRule only
  double exponent = 1.5;   ///< 1.5 spheres (Hertz), 1 linear; EnergeticRule only
  bool bilateral = false;  ///< a joint: u+ = 0 in all its rows, impulse free; nothing else counts

  static constexpr auto fields() {
    return Fields{
        field("e", &ImpactContact::e, "normal restitution", 0, 1),
        field("mu", &ImpactContact::mu, "friction coefficient", 0, 1e6),
        field("dimension", &ImpactContact::dimension, "rows of the contact", 1),
        field("et", &ImpactContact::et, "tangential restitution (newton)", -1, 1),
        field("stiffness", &ImpactContact::stiffness, "of the compliance (energetic)", 1e-300),
        field("exponent", &ImpactContact::exponent, "of the compliance (energetic)", 1, 10),
        field("bilateral", &ImpactContact::bilateral, "a joint, not a contact")};
  }
};

/// u+ = u- + W P over the rows of all contacts, in their order.
struct Impact {
  Delassus W;       ///< 1/kg, symmetric positive semidefinite
  Vector u_before;  ///< m/s; a negative normal entry approaches
  std::vector<ImpactContact> contacts;

  int size() const { return static_cast<int>(u_before.size()); }
};

/// Throws Error with every complaint: sizes that do not fit, NaN, values out of range.
void validate(const Impact& impact);

// --- Rules
// ----------------------------------------------------------------------------------------

/// Newton (kinematic), all contacts at once; Moreau's rule where all e are equal:
///   0 <= u_N+ + e u_N- _|_ P_N >= 0,  Coulomb friction between u_T+ + et u_T- and P where mu > 0.
/// Can create energy with friction or with different e (reported).
struct NewtonRule {
  double tolerance = 1e-12;

  static constexpr std::string_view name = "newton";
  static constexpr auto fields() {
    return Fields{field("tolerance", &NewtonRule::tolerance, "of the one-step problem", 0, 1)};
  }
};

/// Fremond: friction acts on the mean velocity (u_T+ + u_T-)/2, which is what the work of an impact
/// depends on. Never creates energy with one e; a contact that "sticks" has u_T+ = -u_T-.
struct FremondRule {
  double tolerance = 1e-12;

  static constexpr std::string_view name = "fremond";
  static constexpr auto fields() {
    return Fields{field("tolerance", &FremondRule::tolerance, "of the one-step problem", 0, 1)};
  }
};

/// Poisson (kinetic): compression to u_N = 0, then expansion that returns at least e times the
/// normal impulse of compression; Coulomb friction in both phases.
struct PoissonRule {
  double tolerance = 1e-12;

  static constexpr std::string_view name = "poisson";
  static constexpr auto fields() {
    return Fields{field("tolerance", &PoissonRule::tolerance, "of both one-step problems", 0, 1)};
  }
};

/// One contact after the other, the most approaching first, each with Newton's rule, until none
/// approaches. No friction. After max_collisions the rest is resolved with e = 0 and the status is
/// max_iterations.
struct BinaryCollisions {
  int max_collisions = 10000;
  double tolerance = 1e-12;

  static constexpr std::string_view name = "binary";
  static constexpr auto fields() {
    return Fields{
        field("max_collisions", &BinaryCollisions::max_collisions, "then finish with e = 0", 0),
        field("tolerance", &BinaryCollisions::tolerance,
              "approach over the fastest one that counts as none", 0, 1)};
  }
};

/// How a compressed contact returns its energy; both return e^2 of it.
enum class Compliance {
  bi_stiffness,    ///< on a steeper curve down to force zero: the force is continuous
  mono_stiffness,  ///< on the curve of compression, and lets go when its share is spent
};
inline std::span<const std::string_view> enum_names(Compliance) {
  static constexpr std::array<std::string_view, 2> names{"bi_stiffness", "mono_stiffness"};
  return names;
}

/// Liu, Zhao and Brogliato: every contact is a spring (F = K compression^exponent) in an instant
/// that is stretched until all energy is returned; only ratios of stiffness count where exponents
/// are equal. e is the energetic restitution of Stronge. No friction. Never creates energy.
struct EnergeticRule {
  Compliance compliance = Compliance::bi_stiffness;
  double tolerance = 1e-12;   ///< relative error per step of the integration
  double impulse_step = 0.0;  ///< N s; positive: fixed steps of first order, as in published runs
  double threshold = machine_epsilon;  ///< fixed steps: J and m/s that count as zero
  int max_steps = 1'000'000;           ///< then the rest is resolved with e = 0

  static constexpr std::string_view name = "energetic";
  static constexpr auto fields() {
    return Fields{
        field("compliance", &EnergeticRule::compliance, "bi_stiffness or mono_stiffness"),
        field("tolerance", &EnergeticRule::tolerance, "relative error per step", 1e-15, 1),
        field("impulse_step", &EnergeticRule::impulse_step, "N s; 0: adaptive steps", 0),
        field("threshold", &EnergeticRule::threshold, "fixed steps: J and m/s taken for zero", 0),
        field("max_steps", &EnergeticRule::max_steps, "then finish with e = 0", 1)};
  }
};

/// To add a rule: its options above, `run` in one file of src/impacts, one line here.
using ImpactRule =
    std::variant<NewtonRule, FremondRule, PoissonRule, BinaryCollisions, EnergeticRule>;
std::string_view name(const ImpactRule& rule);

// --- Answer
// ---------------------------------------------------------------------------------------

struct ImpactResult {
  Vector impulse, u_after;  ///< N s and m/s, in the rows of the impact
  Status status = Status::numerical_failure;
  std::string_view message;  ///< one sentence in plain words, never empty afterwards
  double residual =
      infinity;        ///< of the one-step problem; binary, energetic: approach that is left
  int iterations = 0;  ///< of the solver; collisions; steps
  double energy_change = 0.0;  ///< J, 1/2 P.(u+ + u-): exact, whatever the rule
  double energy_normal = 0.0, energy_tangential = 0.0;  ///< its parts; the rest is in joints
  bool gains_energy = false;  ///< energy_change above rounding: the rule does not fit this impact
  /// Somewhere W_NN < mu |W_NT|: sliding presses bodies together (Painleve); the answer is one of
  /// possibly several, or there is none.
  bool paradox = false;

  bool success() const { return status == Status::solved; }
};

/// Memory of repeated impacts; one per thread. What a rule solves stays in `first` (and, with
/// PoissonRule, `second`) for whoever wants to look at it.
struct ImpactWorkspace {
  struct Phase {
    Problem problem;
    Solution solution;
  };
  Workspace solver;
  Phase first, second;
};

/// Does not throw and does not validate. Allocates nothing once workspace and result have grown.
void resolve_impact(const Impact& impact, const ImpactRule& rule, ImpactWorkspace& workspace,
                    ImpactResult& result);
/// Throws Error for data or options that make no sense; any numerical outcome is a status.
[[nodiscard]] ImpactResult resolve_impact(const Impact& impact, const ImpactRule& rule);

}  // namespace nonsmooth
