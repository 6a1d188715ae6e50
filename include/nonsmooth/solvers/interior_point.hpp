// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Mehrotra's predictor-corrector interior-point method for monotone problems with scalar or
/// polyhedral laws (W + W^T positive semidefinite), then a re-solve on the active set it has
/// identified.
struct InteriorPoint {
  double tolerance = 1e-10;
  int max_iterations = 100;

  static constexpr std::string_view name = "interior_point";
  static constexpr auto fields() {
    return std::tuple{field("tolerance", &InteriorPoint::tolerance,
                            "accept when both residuals are at most this", 0, 1),
                      field("max_iterations", &InteriorPoint::max_iterations, "most steps", 1)};
  }
};

}  // namespace nonsmooth
