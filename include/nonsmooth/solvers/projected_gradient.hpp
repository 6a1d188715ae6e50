// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

enum class Acceleration { nesterov, barzilai_borwein };
inline std::span<const std::string_view> enum_names(Acceleration) {
  static constexpr std::array<std::string_view, 2> names{"nesterov", "barzilai_borwein"};
  return names;
}

/// Projected gradient steps, accelerated: Nesterov's momentum with restarts (APGD), or the spectral
/// step lengths of Barzilai and Borwein. One product with W and one pass over the laws per step, no
/// factorisation, any law; the non-associated part of friction is renewed in every step. Meant for
/// symmetric positive semidefinite W, of any rank; the most robust method on stacks at 1e-8.
struct ProjectedGradient {
  double tolerance = 1e-8;
  int max_iterations = 100000;
  Acceleration acceleration = Acceleration::nesterov;

  static constexpr std::string_view name = "projected_gradient";
  static constexpr auto fields() {
    return Fields{field("tolerance", &ProjectedGradient::tolerance,
                        "accept when both residuals are at most this", 0, 1),
                  field("max_iterations", &ProjectedGradient::max_iterations, "most steps", 1),
                  field("acceleration", &ProjectedGradient::acceleration,
                        "nesterov: momentum with restarts; barzilai_borwein: spectral steps")};
  }
};

}  // namespace nonsmooth
