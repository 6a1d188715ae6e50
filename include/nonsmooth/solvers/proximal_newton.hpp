// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Proximal point iteration with an adaptive shift: each outer step solves W + alpha D, which is
/// regular and nearly monotone, by a few sweeps and undamped Newton steps; alpha falls while that
/// succeeds and rises when it does not. For friction problems with singular W on which Newton alone
/// stalls. Copies W once per solve; sparse factorisations allocate.
struct ProximalNewton {
  double tolerance = 1e-10;
  int max_iterations = 1000;
  int first_sweeps = 50;
  int inner_sweeps = 200;
  double first_shift = 1e-2;

  static constexpr std::string_view name = "proximal_newton";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &ProximalNewton::tolerance,
              "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &ProximalNewton::max_iterations, "most outer steps", 1),
        field("first_sweeps", &ProximalNewton::first_sweeps, "sweeps before the first outer step",
              0),
        field("inner_sweeps", &ProximalNewton::inner_sweeps,
              "sweeps on each shifted problem before Newton takes over", 0),
        field("first_shift", &ProximalNewton::first_shift,
              "alpha of the first outer step, relative to the diagonal of W", 1e-12, 1e6)};
  }
};

}  // namespace nonsmooth
