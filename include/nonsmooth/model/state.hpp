// SPDX-License-Identifier: Apache-2.0
// The numbers that evolve. A copy of a State is a checkpoint: restarting from it gives the same
// bits as never having stopped.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <vector>

namespace nonsmooth {

/// Where the mechanical energy went since the start, J. At any time
///   kinetic + potential = initial + work - dissipation + numerical + closure.
struct EnergyLedger {
  double kinetic = 0, potential = 0;  ///< now; potential of the stiffness matrices
  double initial = 0;                 ///< kinetic + potential at the start
  double external = 0;                ///< work of the external forces
  double internal = 0;                ///< work of internal and gyroscopic forces
  double viscous = 0;                 ///< work of the damping matrices, <= 0
  double boundary = 0;                ///< work of prescribed velocities
  double normal = 0, tangential = 0;  ///< work of the interactions, by component
  double numerical = 0;               ///< what the scheme itself adds or takes
  /// What is left unexplained: rounding for linear systems, O(h^2) for nonlinear ones.
  double closure() const {
    return kinetic + potential - initial - external - internal - viscous - boundary - normal -
           tangential - numerical;
  }
};

struct State {
  double t = 0.0;
  long step = 0;                       ///< steps taken
  double origin = 0.0;                 ///< time from which steps of the present length count
  long origin_step = 0;                ///< steps taken by then
  Vector q, v;                         ///< of the mechanical systems, in their order
  Vector x;                            ///< of the first-order systems, in their order
  Vector lambda;                       ///< of all interactions, in their order: impulse of the last
                                       ///< step (mechanics), multiplier (first order)
  Vector output;                       ///< of all interactions: u (mechanics), y (first order)
  Vector work;                         ///< of every interaction since the start: normal, tangential
  std::vector<unsigned char> present;  ///< per interaction
  EnergyLedger energy;
  Vector memory;  ///< whatever else the scheme carries from step to step
};

}  // namespace nonsmooth
