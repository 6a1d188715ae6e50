// SPDX-License-Identifier: Apache-2.0
// One contact with Coulomb friction in space, normal N and tangential T, solved exactly:
//
//     [u_N]   [w   a^T] [r_N]   [q_N]      release   r = 0,  q_N >= 0
//     [u_T] = [c   T  ] [r_T] + [q_T]      stick     u = 0,  |r_T| <= mu r_N
//                                          slip      u_N = 0,  |r_T| = mu r_N,  u_T = -alpha r_T
//
// a and c are kept apart: W need not be symmetric. Eliminate r_N with u_N = 0,
// S = T - c a^T / w, b = q_T - c q_N / w. Then
//
//   r_T = -(S + alpha I)^-1 b = -t / D,   t = adj(S) b + alpha b,   D = det(S + alpha I),
//   w r_N = p / D,                        p = -q_N D + a.t,
//
// and slip asks for mu p = w |t|: the quartic of the literature (Bonnefon and Daviet 2011), one
// root of which is wanted. mu p / (w |t|) - 1 is nearly linear in alpha; Newton on it, kept in a
// bracket that exists because stick failed (negative at zero) and q_N < 0 (positive far away),
// takes 1 to 4 steps from nothing, and one from the alpha of the last visit.
//
// Written once for one contact (Real = double) and for several at a time (Real = Lanes).
#pragma once

#include "nonsmooth/base/lanes.hpp"
#include "nonsmooth/base/types.hpp"

#include <algorithm>

// for a processor without wide registers the compiler warns of how it would pass them between
// functions; all of these are inline
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace nonsmooth {

/// For sweeps: the slip root of a contact starts from its last visit, one step is enough, and the
/// next visit goes on.
inline constexpr double slip_accuracy = 1e-8;

/// The constants of one contact, or of one per lane, prepared once, and its solution for any q.
template <class Real>
class SpaceCoulomb {
 public:
  using Mask = decltype(Real{} < Real{});

  SpaceCoulomb() = default;
  /// Entries of W by name as above; precondition: mu > 0, w > 0.
  SpaceCoulomb(Real mu, Real w, Real a1, Real a2, Real c1, Real c2, Real t11, Real t12, Real t21,
               Real t22)
      : mu_(mu), w_(w), inverse_w_(1.0 / w), a1_(a1), a2_(a2), c1_(c1 / w), c2_(c2 / w) {
    s11_ = t11 - c1_ * a1, s12_ = t12 - c1_ * a2;
    s21_ = t21 - c2_ * a1, s22_ = t22 - c2_ * a2;
    trace_ = s11_ + s22_;
    det_ = s11_ * s22_ - s12_ * s21_;
    inverse_det_ = 1.0 / det_;
    const Real size =
        largest(largest(magnitude(t11), magnitude(t22)), largest(magnitude(s12_), magnitude(s21_)));
    // a determinant that is only rounding of its terms would make stick arbitrary
    regular_ = (trace_ > 0.0) & (det_ > 1e-11 * size * size);
  }

  struct Answer {
    Real r0, r1, r2;
    Real alpha;  ///< of slip, zero otherwise
    Mask exact;  ///< false where the block is singular or digits were lost
  };

  /// `alpha` is a guess from a neighbouring q, zero for none. Newton takes its last step where the
  /// slip equation holds to `enough`, so the error left is about the square of that.
  Answer solve(Real q0, Real q1, Real q2, Real alpha, double enough) const {
    State at{q0, q1 - c1_ * q0, q2 - c2_ * q0};
    at.t1 = s22_ * at.b1 - s12_ * at.b2, at.t2 = s11_ * at.b2 - s21_ * at.b1;
    evaluate(at, Real{});
    const Mask open = q0 >= 0.0;
    const Mask sticks = (at.p >= 0.0) & (mu_ * mu_ * at.p * at.p >= w_ * w_ * at.square);
    Answer answer{at.p * inverse_det_ * inverse_w_, -at.x1 * inverse_det_, -at.x2 * inverse_det_,
                  Real{}, sticks};
    const Mask slips = !(open | sticks);
    if (any(slips)) {
      alpha = slip_root(at, first_alpha(at, alpha), slips, enough);
      evaluate(at, alpha);
      // r_N from the normal equation, r_T put on the cone: both hold to the last bit
      const Real inverse = 1.0 / at.determinant;
      const Real normal = at.p * inverse * inverse_w_;
      const Real across = -mu_ * normal / root(at.square);
      answer.r0 = select(slips, normal, answer.r0);
      answer.r1 = select(slips, across * at.x1, answer.r1);
      answer.r2 = select(slips, across * at.x2, answer.r2);
      answer.alpha = select(slips, alpha, answer.alpha);
    }
    answer.exact = (accurate(at, answer, std::max(1e-14, 1e3 * enough * enough)) & regular_) | open;
    answer.r0 = select(open, Real{}, answer.r0);
    answer.r1 = select(open, Real{}, answer.r1);
    answer.r2 = select(open, Real{}, answer.r2);
    return answer;
  }

 private:
  struct State {
    Real q, b1, b2;   // q_N and b
    Real t1{}, t2{};  // adj(S) b
    Real x1{}, x2{}, determinant{}, p{}, dp{}, square{},
        along{};  // t, D, p, p', |t|^2 and half its slope
  };

  static Real largest(Real a, Real b) { return select(a < b, b, a); }

  void evaluate(State& at, Real alpha) const {
    at.x1 = at.t1 + alpha * at.b1, at.x2 = at.t2 + alpha * at.b2;
    at.determinant = (alpha + trace_) * alpha + det_;
    at.p = a1_ * at.x1 + a2_ * at.x2 - at.q * at.determinant;
    at.dp = a1_ * at.b1 + a2_ * at.b2 - at.q * (2.0 * alpha + trace_);
    at.square = at.x1 * at.x1 + at.x2 * at.x2;
    at.along = at.x1 * at.b1 + at.x2 * at.b2;
  }

  // the guess where it is positive, else what is exact for isotropic S
  Real first_alpha(const State& at, Real guess) const {
    const Mask usable = (guess > 0.0) & (guess < infinity);
    if (!any(!usable)) return guess;
    const Real b = root(at.b1 * at.b1 + at.b2 * at.b2);
    const Real alpha = (w_ * b / mu_ - a1_ * at.b1 - a2_ * at.b2) / -at.q - 0.5 * trace_;
    const Mask good = (alpha > 0.0) & (alpha < infinity);
    return select(usable, guess, select(good, alpha, 1e-3 * trace_));
  }

  Real slip_root(State& at, Real alpha, Mask unsettled, double enough) const {
    Real low{}, high = infinity;
    for (int k = 0; k < 60 && any(unsettled); ++k) {
      evaluate(at, alpha);
      const Real size = w_ * root(at.square), excess = mu_ * at.p - size;
      const Mask below = excess < 0.0;
      low = select(below, alpha, low);
      high = select(below, high, alpha);
      // Newton on mu p / (w |t|) - 1, with one division
      Real next = alpha - excess * at.square / (mu_ * (at.dp * at.square - at.p * at.along));
      const Mask inside = (next > low) & (next < high);
      const Mask bounded = high < infinity;
      next = select(inside, next, select(bounded, 0.5 * (low + high), 4.0 * low + trace_));
      const Real miss = magnitude(excess);
      const Mask moves = unsettled & (miss > 1e-15 * size) &
                         (magnitude(next - alpha) > 2e-16 * alpha) & (next < infinity);
      alpha = select(moves, next, alpha);
      unsettled = moves & ((miss > enough * size) | !inside);
    }
    return alpha;
  }

  // (S + alpha I) r_T + b and the normal equation, relative to their terms
  Mask accurate(const State& at, const Answer& r, double accuracy) const {
    const Real e1 = at.b1 + s11_ * r.r1 + s12_ * r.r2 + r.alpha * r.r1;
    const Real e2 = at.b2 + s21_ * r.r1 + s22_ * r.r2 + r.alpha * r.r2;
    const Real e0 = w_ * r.r0 + a1_ * r.r1 + a2_ * r.r2 + at.q;
    const Real error = magnitude(e0) + magnitude(e1) + magnitude(e2);
    return error <= accuracy * (magnitude(at.q) + magnitude(at.b1) + magnitude(at.b2));
  }

  Real mu_, w_, inverse_w_, a1_, a2_, c1_, c2_, s11_, s12_, s21_, s22_, trace_, det_, inverse_det_;
  Mask regular_;
};

}  // namespace nonsmooth

#pragma GCC diagnostic pop
