// SPDX-License-Identifier: Apache-2.0
// Event-driven integration: smooth motion to the tolerance of an ODE integrator, with every impact,
// take-off and change between sticking and sliding at its own instant.
//
//   between events   M a = F + H lambda,  and on joints and closed contacts
//                    d/dt (H^T v + w) = 0
//   an event is      a gap that closes, a force lambda_N that falls to zero,
//                    |lambda_T| that reaches mu lambda_N,
//                    or a sliding velocity that reaches zero
//   at an event      the impact rule, if a closed gap approaches faster than
//                    `velocity_tolerance`; then Coulomb's law with
//                    0 <= d/dt u_N _|_ lambda_N >= 0 says which stay closed
//
// One step is one output step: the integrator passes output times with steps of its own, at most a
// hundred output steps long.
//
// State::lambda is the impulse of the output step, N s, as with every other scheme: the integral of
// the force plus the impulses of impacts in it. Where nothing hits, it is step times mean force.
//
// Accumulation of impacts. A rebound is predicted to last 2 u_N+ / -(d/dt u_N); where that is less
// than `accumulation_time`, or its height less than `gap_tolerance`, the contact stops (u_N+ = 0,
// the energy counts as that of an impact) and stays closed if the forces hold it. More than
// `max_events` events within one output step end it with one Moreau-Jean step of the length that is
// left. Both are said in StepReport::message. A contact found violated at an event (after that
// step, or switched on there) is moved out first.
//
// Joints and closed contacts are kept by projecting positions and velocities onto them at events
// and for output; the integrator is restarted from there when they are violated by `gap_tolerance`.
// Relations without a Jacobian of their own are differentiated, which leaves noise in the forces:
// with one of them in the model tolerances are at least 1e-8 (relative) and 1e-10.
// Smooth first-order systems in the same model are integrated along.
// Reference: Acary, Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008, chapter 8.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/impacts.hpp"
#include "nonsmooth/solvers.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct EventDriven {
  double step = 1e-2;  ///< between outputs
  double relative_tolerance = 1e-10;
  double absolute_tolerance = 1e-12;
  bool stiff = false;  ///< BDF in place of Dormand-Prince
  ImpactRule impact = NewtonRule{};
  double gap_tolerance = 1e-10;
  double velocity_tolerance = 1e-10;
  double accumulation_time = 1e-6;
  int max_events = 1000;
  Solver solver = Auto{};  ///< of the problem of accelerations

  static constexpr std::string_view name = "event_driven";
  static constexpr auto fields() {
    return Fields{
        field("step", &EventDriven::step, "time between outputs, s", 1e-300),
        field("relative_tolerance", &EventDriven::relative_tolerance,
              "error per internal step, relative to each entry of the state", 1e-14, 1e-1),
        field("absolute_tolerance", &EventDriven::absolute_tolerance,
              "error per internal step, in the unit of the state", 1e-300),
        field("stiff", &EventDriven::stiff, "BDF in place of an explicit method"),
        field("gap_tolerance", &EventDriven::gap_tolerance, "a gap that counts as closed, m", 0, 1),
        field("velocity_tolerance", &EventDriven::velocity_tolerance,
              "a relative velocity that counts as zero, m/s", 0, 1),
        field("accumulation_time", &EventDriven::accumulation_time,
              "rebounds shorter than this, s, end at rest", 0),
        field("max_events", &EventDriven::max_events,
              "per output step, then Moreau-Jean takes what is left of it", 1)};
  }
};

}  // namespace nonsmooth
