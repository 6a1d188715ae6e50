// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

enum class NewtonMap { natural, fischer_burmeister, alart_curnier, jean_moreau };
inline std::span<const std::string_view> enum_names(NewtonMap) {
  static constexpr std::array<std::string_view, 4> names{"natural", "fischer_burmeister",
                                                         "alart_curnier", "jean_moreau"};
  return names;
}

/// Newton's method on a nonsmooth equation equivalent to the laws: the natural map ("min" on scalar
/// laws; any differentiable law), Fischer-Burmeister (scalar laws and second-order cones), or
/// Alart-Curnier and Jean-Moreau (Coulomb blocks); laws that a map does not know take the natural
/// one. Armijo line search on the squared norm; a singular or useless Jacobian is met by a
/// Levenberg-Marquardt step. After some sweeps (`first_sweeps`, about 100 in a stack) it is the
/// classical hybrid method. Sparse factorisations allocate.
struct SemismoothNewton {
  double tolerance = 1e-10;
  int max_iterations = 200;
  NewtonMap map = NewtonMap::fischer_burmeister;
  bool scale = true;
  bool line_search = true;
  int first_sweeps = 0;
  double regularisation = 0.0;

  static constexpr std::string_view name = "semismooth_newton";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &SemismoothNewton::tolerance,
              "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &SemismoothNewton::max_iterations, "most Newton steps", 1),
        field("map", &SemismoothNewton::map, "the equation whose root is sought"),
        field("scale", &SemismoothNewton::scale, "equilibrate the problem first"),
        field("line_search", &SemismoothNewton::line_search, "off takes every full step"),
        field("first_sweeps", &SemismoothNewton::first_sweeps,
              "Gauss-Seidel sweeps before the first Newton step", 0),
        field("regularisation", &SemismoothNewton::regularisation,
              "proximal term in every step, relative to the diagonal of W; helps singular W", 0)};
  }
};

}  // namespace nonsmooth
