// SPDX-License-Identifier: Apache-2.0
// Signs and signed powers, zero at zero.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <cmath>

namespace nonsmooth::control {

inline double sign(double z) { return z > 0.0 ? 1.0 : z < 0.0 ? -1.0 : 0.0; }
inline Vector signs(VectorIn z) {
  return z.unaryExpr([](double c) { return sign(c); });
}
/// |z|^a sgn(z).
inline double signed_power(double z, double a) { return sign(z) * std::pow(std::abs(z), a); }

}  // namespace nonsmooth::control
