// SPDX-License-Identifier: Apache-2.0
// What a time-stepping scheme does, and what it says about each step.
#pragma once

#include "nonsmooth/base/status.hpp"
#include "nonsmooth/model.hpp"
#include "nonsmooth/solvers/flight_recorder.hpp"

#include <memory>
#include <string_view>

namespace nonsmooth {

/// How one step ended. The residuals are those of the one-step problem, computed outside the
/// solver; a step without active interaction has none to satisfy.
struct StepReport {
  Status status = Status::solved;
  std::string_view message = "nothing to solve";
  double residual = 0.0;            ///< standard measure
  double residual_invariant = 0.0;  ///< independent of units
  double equation_residual = 0.0;   ///< of the nonlinear equations of motion, relative
  int newton_iterations = 0;        ///< of the nonlinear equations; 1 for linear systems
  int solver_iterations = 0;        ///< of the one-step problem, summed over the Newton loop
  int active = 0;                   ///< interactions in the one-step problem
  double deepest_gap = 0.0;         ///< most negative gap of a contact met, 0 if none is
  double step = 0.0;                ///< time advanced, s
  int events = 0;                   ///< impacts and mode changes inside it (event-driven only)

  bool ok() const { return status == Status::solved; }
};

/// A scheme compiled for one model. Does not throw, allocate (after the first steps) or print.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Brings a state into the form the scheme needs (memory, consistent start). Also called after
  /// interactions have appeared or vanished.
  virtual void start(State& state) = 0;
  /// Advances the state by one step, but not beyond `end` where the scheme can choose.
  virtual StepReport step(State& state, double end) = 0;
  /// The nominal step, s.
  virtual double nominal_step() const = 0;
  /// Changes the length of all further steps in place; `state` is where the next one begins. False
  /// if a matrix becomes singular, or the scheme is bound to the step it was made with.
  [[nodiscard]] virtual bool set_step(double, const State&) { return false; }
  /// One-step problems that fail or are slow go there from now on; null for nowhere.
  virtual void use_recorder(FlightRecorder*) {}
};

}  // namespace nonsmooth
