// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean with steps of controlled error: every step is taken once as a whole and once as two
// halves, whose difference in positions (and first-order states) estimates the error:
//
//   error = |q_h - q_h/2| / (2^p - 1),   p = 1 where contacts open or close, 2 elsewhere
//   next step = h 0.9 (tolerance / error)^(1 / (p + 1)),  rounded down to step 2^k
//
// The halves are kept. A step whose error is above the tolerance is taken again, shorter, down to
// `smallest_step`: at accumulation points the scheme goes on with that.
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
