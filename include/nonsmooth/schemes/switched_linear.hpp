// SPDX-License-Identifier: Apache-2.0
// Linear first-order systems under laws of bounds (diodes, relays, saturations), with controlled
// error and located switching instants. In a mode (which laws are at which bound) all is linear and
// smooth:
//
//   smooth steps   two implicit stages, L-stable, order 2 (SDIRK, gamma = 1 - 1/sqrt 2)
//                   error = 0.04 h^3 |x'''|, next step = 0.9 h (tol/error)^1/3
//   switching      the step ends where the first law leaves its place, to rounding
//   after it       two short steps of implicit Euler find the new mode, and take jumps
//
// Instants where sources have corners or jumps belong into `breakpoints`: steps end there.
// (Alexander 1977; Acary, Brogliato 2008, chapter 9.)
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>
#include <vector>

namespace nonsmooth {

struct SwitchedLinear {
  double step = 1e-6;
  double tolerance = 1e-6;
  double smallest_step = 1e-15;
  double largest_step = 1e300;
  std::vector<double> breakpoints{};  ///< ascending, s

  static constexpr std::string_view name = "switched_linear";
  static constexpr auto fields() {
    return Fields{field("step", &SwitchedLinear::step, "the first step tried, s", 1e-300),
                  field("tolerance", &SwitchedLinear::tolerance,
                        "error of the states per step, relative to states above 1", 1e-14),
                  field("smallest_step", &SwitchedLinear::smallest_step, "s", 1e-300),
                  field("largest_step", &SwitchedLinear::largest_step, "s", 1e-300)};
  }
};

}  // namespace nonsmooth
