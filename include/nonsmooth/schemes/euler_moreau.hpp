// SPDX-License-Identifier: Apache-2.0
// Euler-Moreau for first-order systems E x' = f(t, x) + B lambda, y = C x + D lambda + e:
//
//   E (x_1 - x_0) = h (theta f_1 + (1 - theta) f_0) + h B lambda
//   y = gamma C x_1 + (1 - gamma) C x_0 + D lambda + e,      the law on (y, lambda)
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct EulerMoreau {
  double step = 1e-3;
  double theta = 1.0;
  double gamma = 1.0;
  double newton_tolerance = 1e-10;
  int newton_iterations = 20;
  Solver solver = Auto{};

  static constexpr std::string_view name = "euler_moreau";
  static constexpr auto fields() {
    return Fields{
        field("step", &EulerMoreau::step, "time step, s", 1e-300),
        field("theta", &EulerMoreau::theta, "1/2 trapezoidal, 1 implicit Euler", 0, 1),
        field("gamma", &EulerMoreau::gamma, "where the law holds: 1 at the end of the step", 0, 1),
        field("newton_tolerance", &EulerMoreau::newton_tolerance,
              "relative residual of nonlinear equations", 0, 1),
        field("newton_iterations", &EulerMoreau::newton_iterations, "at most, per step", 1, 1000)};
  }
};

}  // namespace nonsmooth
