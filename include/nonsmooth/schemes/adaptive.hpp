// SPDX-License-Identifier: Apache-2.0
// A scheme with steps of controlled error: every step is taken once as a whole and once as two
// halves, whose difference in positions (and first-order states) estimates the error. With p the
// order of the scheme where the motion is smooth,
//
//   smooth steps            error = |q_h - q_h/2| / (2^p - 1)
//                           next step = 0.9 h (tol/error)^1/(p+1)
//   contacts open or close  error = the largest of |q_h - q_h/2|,
//                                   h/2 |v_1 - v_0| and new penetration
//                           next step = 0.9 h tol/error
//
// rounded down to step 2^k. Steps thus shrink towards an impact and grow again after it.
// The halves are kept. A step whose error is above the tolerance is taken again, shorter, down to
// `smallest_step`: at accumulation points the scheme goes on with that.
//
// Not for Schatzman-Paoli, whose past is spaced by its step, and of no use for the zero-order hold,
// which is exact.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/schemes/d1_minus.hpp"
#include "nonsmooth/schemes/euler_moreau.hpp"
#include "nonsmooth/schemes/generalized_alpha.hpp"
#include "nonsmooth/schemes/moreau_jean.hpp"

#include <string_view>
#include <tuple>
#include <variant>

namespace nonsmooth {

struct Adaptive {
  /// Its step is the first one tried.
  std::variant<MoreauJean, EulerMoreau, GeneralizedAlpha, D1Minus> scheme{};
  double tolerance = 1e-5;
  double smallest_step = 1e-8;
  double largest_step = 1e300;

  static constexpr std::string_view name = "adaptive";
  static constexpr auto fields() {
    return Fields{field("tolerance", &Adaptive::tolerance,
                        "error of positions per step, relative to coordinates above 1", 0),
                  field("smallest_step", &Adaptive::smallest_step, "s", 1e-300),
                  field("largest_step", &Adaptive::largest_step, "s", 1e-300)};
  }
};

}  // namespace nonsmooth
