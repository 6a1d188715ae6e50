// SPDX-License-Identifier: Apache-2.0
// Smooth phases and the events between them (see event_driven.hpp). Index sets of the literature:
// I1 are the contacts found closed at an event, I2 those whose mode holds them afterwards.
//
//   step      advance the integrator to the output time; at every root: resolve
//   resolve   project, impact, settle the modes, stop what accumulates, begin the next phase
//
// State::memory holds the beginning of the present phase, so that a copied state goes on with the
// same bits: the phase is integrated again up to the time of the copy.
#pragma once

#include "nonsmooth/impacts.hpp"
#include "nonsmooth/ode.hpp"
#include "nonsmooth/schemes/event_driven.hpp"
#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/smooth_motion.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nonsmooth {

class ThetaStepper;

class EventStepper final : public Stepper {
 public:
  EventStepper(const Model& model, EventDriven options);
  ~EventStepper() override;

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  double nominal_step() const override { return options_.step; }
  void use_recorder(FlightRecorder* recorder) override { workspace_.recorder = recorder; }

 private:
  // How the next step begins.
  enum class Next {
    go_on,      // the phase of the memory
    new_phase,  // a phase in the same mode, from the state
    event       // an event, at the state
  };
  // Guards of every contact, three in a row.
  enum Guard { gap_closes, force_vanishes, friction_changes, guards_per_contact };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int contact_count() const { return static_cast<int>(contacts_.size()); }
  const InteractionLaw& law(int i) const { return model_.interactions()[at(i)].law; }
  int row(int i) const { return layout_.interactions[at(i)].row; }
  int size(int i) const { return layout_.interactions[at(i)].size; }
  VectorMap q() { return {y_.data(), layout_.q_count}; }
  VectorMap v() { return {y_.data() + motion_.places().v, layout_.v_count}; }
  VectorMap impulses() { return {y_.data() + motion_.places().impulse, layout_.row_count}; }

  // event_stepper.cpp
  OdeSystem ode_system();
  void evaluate_guards(double t, VectorIn y, VectorOut g);
  void load(const State& state);
  void begin_phase(State& state);
  void watch();
  bool resume(State& state);
  bool presence_changed(const State& state) const;
  void advance(State& state, double end, StepReport& report);
  void hand_over(State& state, double end, StepReport& report);

  // event_jumps.cpp
  void resolve(State& state, StepReport& report);
  void link_all(const State& state);
  void find_closed(const State& state);
  void move_out(const State& state);
  bool approaching() const;
  void impact(State& state, StepReport& report);
  void settle(State& state, StepReport& report);
  bool tentative_modes(const State& state);
  void hold_velocities(State& state);
  void solve_accelerations(StepReport& report);
  void choose_modes(const Solution& solution);
  void decide_undecided();
  bool stop_short_rebounds();
  void add_jump(State& state, int i, const double* P, const double* before, const double* after);

  // event_record.cpp
  void write_positions(State& state);
  void record(State& state, double t, StepReport& report);
  void record_interactions(State& state, StepReport& report);
  void take_impulses(State& state);
  void measure_energy(State& state);

  const Model model_;
  const Layout layout_;
  const EventDriven options_;
  SmoothMotion motion_;
  OdeIntegrator integrator_;
  std::vector<int> contacts_;  // the interactions that are contacts
  std::vector<AnyLaw> laws_;   // of accelerations, per interaction
  const AnyLaw sliding_law_ = NonNegative{1};

  double t_ = 0.0;
  Vector y_, later_, rates_;
  Vector impulse_before_;  // of the phase, when the output step began
  Vector projection_;      // impulses of a projection, rows of layout
  std::vector<ContactMode> modes_;
  std::vector<unsigned char> closed_, stopped_, hit_, undecided_;
  double first_step_ = 0.0;  // of the next phase; 0 is an estimate
  Next next_ = Next::event;
  double drift_ = 0.0;  // of held gaps at the last output

  Coupling coupling_;
  Workspace workspace_;
  Vector offset_, guess_, u_before_;
  double acceleration_scale_ = 0.0;  // the largest that meet in the problem of accelerations
  Vector force_scale_;               // what forces are compared with, in rows of layout
  Impact impact_;
  ImpactWorkspace impact_workspace_;
  ImpactResult impact_result_;
  // what time stepping takes over; made when that first happens
  std::unique_ptr<ThetaStepper> rest_stepper_;
  State rest_;
  Vector lambda_before_;
  std::string message_;
};

}  // namespace nonsmooth
