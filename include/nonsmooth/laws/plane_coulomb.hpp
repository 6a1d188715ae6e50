// SPDX-License-Identifier: Apache-2.0
// One contact with Coulomb friction in the plane, normal N and tangential T, solved exactly:
//
//     [u_N]   [w  a] [r_N]   [q_N]      release   r = 0,  q_N >= 0
//     [u_T] = [c  t] [r_T] + [q_T]      stick     u = 0,  |r_T| <= mu r_N
//                                       slip      u_N = 0,  r_T = d mu r_N,  d u_T <= 0,  d = +-1
//
// All modes are linear equations whose matrices do not change: their inverses are prepared once,
// and a visit needs no division. Where both directions of slip fit, d = 1 is taken.
//
// Written once for one contact (Real = double) and for several at a time (Real = Lanes).
#pragma once

#include "nonsmooth/base/lanes.hpp"
#include "nonsmooth/base/types.hpp"

// for a processor without wide registers the compiler warns of how it would pass them between
// functions; all of these are inline
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace nonsmooth {

/// The constants of one contact, or of one per lane, prepared once, and its solution for any q.
template <class Real>
class PlaneCoulomb {
 public:
  using Mask = decltype(Real{} < Real{});

  PlaneCoulomb() = default;
  /// Entries of W by name as above; precondition: mu >= 0, w > 0.
  PlaneCoulomb(Real mu, Real w, Real a, Real c, Real t) : mu_(mu), w_(w), a_(a), c_(c), t_(t) {
    const Real det = w * t - a * c;
    // a determinant that is only rounding of its terms would make stick arbitrary
    regular_ = det > 1e-8 * magnitude(w * t);
    inverse_det_ = 1.0 / select(regular_, det, Real(1.0));
    const Real up = w + mu * a, down = w - mu * a;
    slips_up_ = up > 0.0;
    slips_down_ = down > 0.0;
    inverse_up_ = 1.0 / select(slips_up_, up, Real(1.0));
    inverse_down_ = 1.0 / select(slips_down_, down, Real(1.0));
  }

  struct Answer {
    Real r0, r1;
    Mask exact;  ///< false where no mode fits or digits were lost
  };

  Answer solve(Real q0, Real q1) const {
    const Mask open = q0 >= 0.0;
    const Real stick0 = (a_ * q1 - t_ * q0) * inverse_det_;
    const Real stick1 = (c_ * q0 - w_ * q1) * inverse_det_;
    const Mask sticks = regular_ & (magnitude(stick1) <= mu_ * stick0);
    const Real up0 = -q0 * inverse_up_, up1 = mu_ * up0;
    const Mask up = slips_up_ & (c_ * up0 + t_ * up1 + q1 <= 0.0);
    const Real down0 = -q0 * inverse_down_, down1 = -mu_ * down0;
    const Mask down = slips_down_ & (c_ * down0 + t_ * down1 + q1 >= 0.0);

    const Mask fits = sticks | up | down;  // of bools the operator makes an int
    Answer answer{select(sticks, stick0, select(up, up0, down0)),
                  select(sticks, stick1, select(up, up1, down1)), fits};
    const Real u0 = w_ * answer.r0 + a_ * answer.r1 + q0;
    const Real u1 = c_ * answer.r0 + t_ * answer.r1 + q1;
    const Real error = magnitude(u0) + select(sticks, magnitude(u1), Real{});
    answer.exact = (answer.exact & (error <= 1e-14 * (magnitude(q0) + magnitude(q1)))) | open;
    answer.r0 = select(open, Real{}, answer.r0);
    answer.r1 = select(open, Real{}, answer.r1);
    return answer;
  }

 private:
  Real mu_, w_, a_, c_, t_, inverse_det_, inverse_up_, inverse_down_;
  Mask regular_, slips_up_, slips_down_;
};

}  // namespace nonsmooth

#pragma GCC diagnostic pop
