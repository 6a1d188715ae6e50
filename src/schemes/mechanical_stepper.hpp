// SPDX-License-Identifier: Apache-2.0
// What the schemes for mechanical systems alone share: both ends of the step, the forces there, and
// the ledger. A step takes v_0 to v_s by smooth forces and v_s to v_1 by jumps; with M constant
//
//   T_1 - T_0 = mean(smooth) . M (v_s - v_0) + mean(jump) . J^T P
//
// exactly, if both means are (v_0 + v_1)/2, or (v_0 + v_s)/2 and (v_s + v_1)/2. What M (v_s - v_0)
// holds beyond the trapezoidal impulse of the forces is the scheme's own: `numerical`.
#pragma once

#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/mechanical_rows.hpp"
#include "schemes/mechanical_systems.hpp"
#include "schemes/row_problem.hpp"

#include <string_view>

namespace nonsmooth {

class MechanicalStepper : public Stepper {
 public:
  double nominal_step() const override { return h_; }
  void use_recorder(FlightRecorder* recorder) override { workspace_.recorder = recorder; }

 protected:
  /// Throws Error if the model has a first-order system.
  MechanicalStepper(const Model& model, double step, std::string_view scheme);

  /// Throws Error unless all interactions are joints or contacts without friction.
  void require_frictionless(std::string_view scheme) const;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int interaction_count() const { return static_cast<int>(layout_.interactions.size()); }
  const InteractionLaw& law(int i) const { return model_.interactions()[at(i)].law; }
  const InteractionSlot& slot(int i) const { return layout_.interactions[at(i)]; }

  /// Begins the ledger of a fresh state.
  void begin_run(State& state);
  /// t_0, t_1, q_0, v_0 and the forces there.
  void begin(const State& state);
  /// M a = F with J a + J' v = 0 for joints, at the state of `begin`. `problem` has room for
  /// joints.
  void accelerate(const State& state, RowProblem& problem, IterationMatrices& mass,
                  const Solver& solver, Vector& a);
  /// q_1 and v_1 become the state.
  void finish(State& state);
  /// Velocity after the step and work of interaction i, with J as last evaluated at the end of the
  /// step. `smooth` and `jump` are its impulses.
  void account_interaction(int i, const double* smooth, const double* jump, State& state);
  /// Works of the forces, with q and v the means that belong to those of both ends, and `momentum_`
  /// and `mean_smooth_` set.
  void account_smooth(const Vector& q_mean, const Vector& v_mean, State& state);
  /// Energies, and a failure if the state is not finite.
  void close_ledger(State& state, StepReport& report);
  /// Whether a saved memory is that of this scheme.
  bool remembers(const State& state, double tag, Eigen::Index size) const {
    return state.memory.size() == size && state.memory[0] == tag;
  }

  const Model model_;
  const Layout layout_;
  double h_;
  MechanicalSystems systems_;
  MechanicalRows rows_;
  Workspace workspace_;

  double t0_ = 0.0, t1_ = 0.0;
  Vector q0_, v0_, q1_, v1_;
  Vector v_s_;                      // after the smooth forces
  Vector mean_smooth_, mean_jump_;  // velocities at which impulses do work
  Vector external0_, internal0_, external1_, internal1_;
  Vector momentum_;  // M (v_s - v_0) less the smooth reactions of interactions
  Vector q_mean_, joint_force_;
  Vector rows_smooth_, rows_jump_;  // relative velocities, scratch of the ledger
  Vector no_drift_;
};

}  // namespace nonsmooth
