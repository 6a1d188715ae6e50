// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Friction as a sequence of convex problems: the non-associated part g(u) is frozen, the convex
/// cone problem is solved by accelerated projected steps, g is renewed, and so on. The inner
/// accuracy follows the outer residual. A problem without such a part is solved in one go.
struct ConvexFixedPoint {
  double tolerance = 1e-8;
  int max_iterations = 1000;
  int inner_iterations = 1000;
  double inner_accuracy = 0.1;

  static constexpr std::string_view name = "convex_fixed_point";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &ConvexFixedPoint::tolerance,
              "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &ConvexFixedPoint::max_iterations, "most convex problems", 1),
        field("inner_iterations", &ConvexFixedPoint::inner_iterations,
              "most projected steps per convex problem", 1),
        field("inner_accuracy", &ConvexFixedPoint::inner_accuracy,
              "residual of a convex problem, relative to that of the whole one", 1e-12, 0.9)};
  }
};

}  // namespace nonsmooth
