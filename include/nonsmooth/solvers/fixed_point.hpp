// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// The projected fixed point r <- R(rho, u, r - rho u) with a step length that adapts itself, or
/// Korpelevich's extragradient: a second step from the same point with the velocity found ahead,
/// which needs no symmetry of W, only monotonicity. Any law; slow but cheap per step, and hard to
/// upset.
struct FixedPoint {
  double tolerance = 1e-8;
  int max_iterations = 100000;
  bool extragradient = false;

  static constexpr std::string_view name = "fixed_point";
  static constexpr auto fields() {
    return Fields{field("tolerance", &FixedPoint::tolerance,
                        "accept when both residuals are at most this", 0, 1),
                  field("max_iterations", &FixedPoint::max_iterations, "most steps", 1),
                  field("extragradient", &FixedPoint::extragradient,
                        "a second product per step; converges for every monotone problem")};
  }
};

}  // namespace nonsmooth
