// SPDX-License-Identifier: Apache-2.0
// Zero-order hold for linear first-order systems E x' = A x + b + B lambda, E and A constant, E
// regular. With everything on the right but A x held over the step, the step is exact:
//
//   x_1 = e^(h E^-1 A) x_0 + Psi (b + B lambda),      Psi = integral of e^(s E^-1 A) E^-1, 0 to h
//   y   = C x_1 + D lambda + e(t_1),                  the law on (y, lambda)
//
// With a relay law this is the implicit discrete-time sliding mode: the control is the clip that
// brings C x_1 to zero, or as near as the bounds allow, and the plant follows it exactly.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct ZeroOrderHold {
  double step = 1e-3;
  double sample = 0.5;
  Solver solver = Auto{};

  static constexpr std::string_view name = "zero_order_hold";
  static constexpr auto fields() {
    return Fields{field("step", &ZeroOrderHold::step, "time step, s", 1e-300),
                  field("sample", &ZeroOrderHold::sample,
                        "where in the step b(t) is taken: 0 begin, 1/2 middle, 1 end", 0, 1)};
  }
};

}  // namespace nonsmooth
