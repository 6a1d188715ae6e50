// SPDX-License-Identifier: Apache-2.0
// Schatzman-Paoli for Lagrangian systems without friction: positions alone, over two steps.
//
//   M (q_1 - 2 q_0 + q_-1) / h = h F(t_0, q_0, v) - h theta/2 K (q_1 - 2 q_0 + q_-1) + J^T P
//   contacts:  0 <= y((q_1 + e q_-1) / (1 + e)) _|_ P >= 0,     joints:  y(q_1) = 0
//   v = (q_1 - q_-1) / (2 h)
//
// theta = 0 is the central difference rule, 1/2 the stiffness averaged over three positions, stable
// for any step. The velocity of the state is the central one, half a step old; do not feed it to
// laws of impact. Reference: Paoli, Schatzman (2002), SIAM Journal on Numerical Analysis 40.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct SchatzmanPaoli {
  double step = 1e-3;
  double theta = 0.5;
  double newton_tolerance = 1e-12;
  int newton_iterations = 20;
  Solver solver = Auto{};

  static constexpr std::string_view name = "schatzman_paoli";
  static constexpr auto fields() {
    return Fields{field("step", &SchatzmanPaoli::step, "time step, s", 1e-300),
                  field("theta", &SchatzmanPaoli::theta, "implicit share of the stiffness", 0, 1),
                  field("newton_tolerance", &SchatzmanPaoli::newton_tolerance,
                        "relative change of velocities at which a step is solved", 0, 1),
                  field("newton_iterations", &SchatzmanPaoli::newton_iterations,
                        "at most, per step", 1, 1000)};
  }
};

}  // namespace nonsmooth
