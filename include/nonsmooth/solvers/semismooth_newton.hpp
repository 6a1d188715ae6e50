// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

enum class NewtonMap { natural, fischer_burmeister, alart_curnier };
inline std::span<const std::string_view> enum_names(NewtonMap) {
  static constexpr std::array<std::string_view, 3> names{"natural", "fischer_burmeister",
                                                         "alart_curnier"};
  return names;
}

/// Newton's method on a nonsmooth equation equivalent to the laws: the natural map ("min" on scalar
/// laws; any differentiable law), Fischer-Burmeister (scalar laws), or Alart-Curnier (Coulomb
/// blocks; the natural map on the others). Armijo line search on the squared norm; a singular or
/// useless Jacobian is met by a Levenberg-Marquardt step.
struct SemismoothNewton {
  double tolerance = 1e-10;
  int max_iterations = 200;
  NewtonMap map = NewtonMap::fischer_burmeister;
  bool scale = true;
  bool line_search = true;

  static constexpr std::string_view name = "semismooth_newton";
  static constexpr auto fields() {
    return std::tuple{
        field("tolerance", &SemismoothNewton::tolerance,
              "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &SemismoothNewton::max_iterations, "most Newton steps", 1),
        field("map", &SemismoothNewton::map, "the equation whose root is sought"),
        field("scale", &SemismoothNewton::scale, "equilibrate the problem first"),
        field("line_search", &SemismoothNewton::line_search, "off takes every full step")};
  }
};

}  // namespace nonsmooth
