// SPDX-License-Identifier: Apache-2.0
// Twisting and super-twisting.
#include "control/require.hpp"
#include "control/signs.hpp"
#include "nonsmooth/control/sliding.hpp"

namespace nonsmooth::control {

// With lambda = -(s1, s2), u = r1 lambda1 + r2 lambda2 held over h:
//   x_1 = (x1 + h x2, x2) + (h^2/2, h) u.
// Two bounds on one u: W = C Psi has rank one. The set |l1| <= 1, |l2 - h l1 / 2| <= 1 is the one
// for which the inclusion holds at zero too (Huber et al. 2016), so that zero is reached and kept.
Twisting::Twisting(const TwistingOptions& o) : options_(o) {
  require_positive("Twisting", "period", o.period);
  require(o.r1 > o.r2 && o.r2 > 0.0, "Twisting: r1 is " + std::to_string(o.r1) + ", r2 is " +
                                         std::to_string(o.r2) + "; r1 > r2 > 0 makes it converge");
  require(o.form != Form::compensated, "Twisting: has no compensated form");
  const double h = o.period;
  const Matrix reach{{h * h / 2 * o.r1, h * h / 2 * o.r2}, {h * o.r1, h * o.r2}};
  step_ =
      ImplicitStep(Matrix::Identity(2, 2), reach,
                   Polytope{Matrix{{1, 0}, {-1, 0}, {-h / 2, 1}, {h / 2, -1}}, Vector::Ones(4)});
}

void Twisting::operator()(double, VectorIn in, VectorOut out) {
  if (options_.form == Form::explicit_euler) {
    out[0] = -options_.r1 * sign(in[0]) - options_.r2 * sign(in[1]);
    return;
  }
  next_ << in[0] + options_.period * in[1], in[1];
  (void)step_.solve(next_);
  out[0] = options_.r1 * step_.lambda()[0] + options_.r2 * step_.lambda()[1];
}

SuperTwisting::SuperTwisting(const SuperTwistingOptions& o)
    : options_(o), w_(Vector::Zero(o.size)), predicted_(w_), b_(w_) {
  require_positive("SuperTwisting", "period", o.period);
  require_positive("SuperTwisting", "k1", o.k1);
  require_positive("SuperTwisting", "k2", o.k2);
  require(o.size > 0, "SuperTwisting: size is " + std::to_string(o.size));
}

void SuperTwisting::operator()(double, VectorIn in, VectorOut out) {
  const double h = options_.period, k1 = options_.k1, k2 = options_.k2;
  if (options_.form == Form::explicit_euler) {
    const double size = in.norm();
    if (size > 0.0) {
      out = w_ - k1 / std::sqrt(size) * in;
      w_ -= h * k2 / size * in;
    } else {
      out = w_;
    }
    return;
  }
  b_ = in + h * w_;
  if (options_.form == Form::compensated && started_) b_ += in - predicted_;
  started_ = true;
  const double size = b_.norm(), excess = size - h * h * k2;
  if (excess <= 0.0) {  // zero at the next sample: the part of Dir(0) that does it
    w_ -= b_ / h;
    out = w_;
    predicted_ = in + h * out;
    return;
  }
  const double root = 2 * excess / (h * k1 + std::sqrt(h * h * k1 * k1 + 4 * excess));
  w_ -= h * k2 / size * b_;
  out = w_ - k1 * root / size * b_;
  predicted_ = in + h * out;
}

}  // namespace nonsmooth::control
