// SPDX-License-Identifier: Apache-2.0
// The implicit form predicts the chain by implicit Euler, x_i+ = x_i + h x_{i+1}+, in which every
// entry grows with u. For order 2 phi(u) then rises, and the generalised equation
// u in -gain Sgn(phi(u)) has one solution; near zero the control is that of a dead-beat linear
// loop, x2+ = -x1 / h, and nothing chatters. For order 3 phi may jump: the sign change found is a
// solution in Filippov's sense.
#include "control/require.hpp"
#include "control/signs.hpp"
#include "nonsmooth/control/sliding.hpp"

namespace nonsmooth::control {

Nested::Nested(const NestedOptions& o) : options_(o) {
  require_positive("Nested", "period", o.period);
  require_positive("Nested", "gain", o.gain);
  require_positive("Nested", "beta", o.beta);
  require(o.order == 2 || o.order == 3,
          "Nested: order is " + std::to_string(o.order) + "; it is 2 or 3");
  require(o.form != Form::compensated, "Nested: has no compensated form");
}

double Nested::phi(VectorIn in, double u) const {
  const double h = options_.form == Form::explicit_euler ? 0.0 : options_.period;
  if (options_.order == 2) {
    const double x2 = in[1] + h * u, x1 = in[0] + h * x2;
    return x2 + options_.beta * signed_power(x1, 0.5);
  }
  const double x3 = in[2] + h * u, x2 = in[1] + h * x3, x1 = in[0] + h * x2;
  const double size = std::pow(std::abs(x2 * x2 * x2) + x1 * x1, 1.0 / 6.0);
  return x3 + 2.0 * size * sign(x2 + signed_power(x1, 2.0 / 3.0));
}

void Nested::operator()(double, VectorIn in, VectorOut out) {
  const double gain = options_.gain;
  double low = -gain, high = gain;
  if (options_.form == Form::explicit_euler) {
    out[0] = -gain * sign(phi(in, 0.0));
  } else if (phi(in, low) >= 0.0) {
    out[0] = low;
  } else if (phi(in, high) <= 0.0) {
    out[0] = high;
  } else {
    for (int i = 0; i < 100 && high - low > machine_epsilon * gain; ++i) {
      const double middle = 0.5 * (low + high);
      (phi(in, middle) > 0.0 ? high : low) = middle;
    }
    out[0] = 0.5 * (low + high);
  }
}

}  // namespace nonsmooth::control
