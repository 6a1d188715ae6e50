// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Mehrotra's predictor-corrector interior-point method. On scalar and polyhedral laws, for
/// monotone problems (W + W^T positive semidefinite), then a re-solve on the active set it has
/// identified. On cones, disks and friction with Nesterov and Todd's scaling, then Newton steps: 10
/// to 40 factorisations at any size where friction is associated, usually so where it is not, and W
/// may be singular. Starts cold; sparse factorisations allocate.
struct InteriorPoint {
  double tolerance = 1e-10;
  int max_iterations = 100;
  double smoothing = 10.0;
  int lagged_steps = 0;

  static constexpr std::string_view name = "interior_point";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &InteriorPoint::tolerance, "accept when both residuals are at most this",
              0, 1),
        field("max_iterations", &InteriorPoint::max_iterations, "most steps", 1),
        field("smoothing", &InteriorPoint::smoothing,
              "of the slip speed of friction, in units of the complementarity left: friction is "
              "associated far from the solution; 0: never",
              0),
        field("lagged_steps", &InteriorPoint::lagged_steps,
              "first steps that take the slip speed of friction as given, which is the convex step "
              "and needs Cholesky factors only",
              0)};
  }
};

}  // namespace nonsmooth
