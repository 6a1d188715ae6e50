// SPDX-License-Identifier: Apache-2.0
// Where the voltages of capacitors and the currents of inductors jump. A switching that closes a
// loop of capacitors, or leaves a node to inductors, makes states inconsistent; charge and flux are
// what goes from one element to the other in that instant:
//
//   capacitor   q = C (v+ - v-)            charges of a closed loop's ends cancel at every node
//   inductor    phi = L (i+ - i-) + M ...   fluxes cancel around every loop
//
// A step of a run is a jump where a state changes many times faster than in the steps beside it.
#pragma once

#include "nonsmooth/circuit.hpp"

#include <string>
#include <vector>

namespace nonsmooth {

struct StateJump {
  double t = 0.0;  ///< end of the step, s
  std::string element;
  bool charge = true;                ///< else flux
  double before = 0.0, after = 0.0;  ///< V of a capacitor, A of an inductor
  double amount = 0.0;               ///< C, or Wb
};

struct JumpOptions {
  double sharpness = 100.0;  ///< times the rates of the steps before and after
  double smallest = 1e-6;    ///< of the largest value of that state
};

/// From a run of signals as `CircuitModel::observe` gives them, in the order of time.
std::vector<StateJump> state_jumps(const Circuit& circuit, const CircuitModel& lowered, VectorIn t,
                                   MatrixIn rows, const JumpOptions& options = {});

}  // namespace nonsmooth
