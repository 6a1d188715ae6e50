// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean with steps of controlled error: every step is taken once as a whole and once as two
// halves, whose difference in positions (and first-order states) estimates the error:
//
//   smooth steps            error = |q_h - q_h/2| / 3
//                           next step = 0.9 h (tol/error)^1/3
//   contacts open or close  error = the largest of |q_h - q_h/2|,
//                                   h/2 |v_1 - v_0| and new penetration
//                           next step = 0.9 h tol/error
//
// rounded down to step 2^k. Steps thus shrink towards an impact and grow again after it.
// The halves are kept. A step whose error is above the tolerance is taken again, shorter, down to
// `smallest_step`: at accumulation points the scheme goes on with that.
//
// Only the theta step is wrapped, and Euler-Moreau with it, since that is its rule for first-order
// systems: it changes its step in place and carries nothing from one step to the next. The others
// take their step once, when they are made; the past of Schatzman-Paoli is spaced by it, and
// generalized-alpha carries accelerations. Across impacts none has a higher order to gain from.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/schemes/moreau_jean.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct Adaptive {
  MoreauJean scheme{};  ///< its step is the first one tried
  double tolerance = 1e-5;
  double smallest_step = 1e-8;
  double largest_step = 1e300;

  static constexpr std::string_view name = "adaptive";
  static constexpr auto fields() {
    return std::tuple{field("tolerance", &Adaptive::tolerance,
                            "error of positions per step, relative to coordinates above 1", 0),
                      field("smallest_step", &Adaptive::smallest_step, "s", 1e-300),
                      field("largest_step", &Adaptive::largest_step, "s", 1e-300)};
  }
};

}  // namespace nonsmooth
