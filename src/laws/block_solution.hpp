// SPDX-License-Identifier: Apache-2.0
// What the exact one-block solutions share. One block is
//
//     u = W r + q,    r = R(rho, u, r - rho u)   for any rho > 0   (R the resolvent of the law)
//
// A family enumerates its modes (release, stick, slip, ...) and offers every candidate to a Trial,
// which keeps the one of least natural map. Where no candidate is exact (singular or indefinite W,
// lost digits) the Trial improves the best one: damped Newton on the natural map (Qi and Sun 1993),
// then extragradient steps of self-adaptive length (Khobotov 1987). The warm start is the first
// candidate, so that the answer is never worse than it.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/base/types.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

/// Solves A x = b by complete pivoting; unknowns that A does not determine (pivot below 1e-14 of
/// the largest) become zero. Overwrites A; b becomes x. Returns false if A was singular.
bool eliminate(MatrixOut A, VectorOut b, Arena& scratch);

/// The disk problem  u = W r + b,  -u in N_{|r| <= radius}(r)  for r of any size: stick, or the
/// root alpha > 0 of |(W + alpha I)^-1 b| = radius. Returns alpha; u = -alpha r.
double solve_disk(MatrixIn W, VectorIn b, double radius, VectorOut r, Arena& scratch);

/// Root of an increasing continuous function, f(low) < 0: doubles the step from low until the sign
/// changes, then regula falsi with halved weights (Anderson and Bjorck 1973), at worst bisection.
template <class Function>
double bracketed_root(Function&& f, double low, double f_low, double step) {
  double high = low, f_high = f_low;
  for (int i = 0; i < 200 && !(f_high >= 0.0); ++i, step *= 4.0) {
    if (i > 0) low = high, f_low = f_high;
    high = low + step;
    f_high = f(high);
    if (!std::isfinite(f_high)) return low;
  }
  if (f_high < 0.0) return high;
  double previous = high - low;
  for (int i = 0; i < 200; ++i) {
    if (f_high == 0.0 || !(high - low > 2e-16 * (std::abs(low) + std::abs(high)))) break;
    double middle = (low * f_high - high * f_low) / (f_high - f_low);
    // every third step must have halved the interval
    if (!(middle > low && middle < high) || (i % 3 == 2 && high - low > 0.5 * previous))
      middle = 0.5 * (low + high);
    if (i % 3 == 2) previous = high - low;
    const double value = f(middle);
    if (!(value < 0.0)) {
      const double kept = 1.0 - value / f_high;
      high = middle, f_high = value;
      f_low *= kept > 0.0 ? kept : 0.5;
    } else {
      const double kept = 1.0 - value / f_low;
      low = middle, f_low = value;
      f_high *= kept > 0.0 ? kept : 0.5;
    }
  }
  return high;
}

template <class L>
class Trial {
 public:
  static constexpr double exact = 1e-14;       // nothing is left to gain
  static constexpr double acceptable = 1e-12;  // what rounding leaves of an ill-conditioned block

  Trial(const L& law, MatrixIn W, VectorIn q, VectorOut r, Arena& scratch)
      : law_(law),
        W_(W),
        q_(q),
        best_(r),
        scratch_(scratch),
        n_(static_cast<int>(q.size())),
        r_(scratch.vector(n_)),
        u_(scratch.vector(n_)),
        z_(scratch.vector(n_)),
        F_(scratch.vector(n_)),
        warm_(scratch.vector(n_)) {
    double d = W.diagonal().cwiseAbs().mean();
    if (!(d > 0.0)) d = W.cwiseAbs().maxCoeff();
    rho_ = d > 0.0 && std::isfinite(1.0 / d) ? 1.0 / d : 1.0;
    q_size_ = rho_ * q.norm();
    if (!best_.allFinite()) best_.setZero();
    warm_ = best_;
    error_ = error_of(warm_);
  }

  double error() const { return error_; }
  bool solved() const { return error_ <= exact; }
  const VectorMap& warm() const { return warm_; }

  /// Keeps the candidate if it is better. Returns true when nothing is left to gain.
  bool offer(VectorIn candidate) {
    const double error = error_of(candidate);
    if (error < error_) {
      error_ = error;
      best_ = candidate;
    }
    return solved();
  }

  bool offer_zero() {
    r_.setZero();
    return offer(r_);
  }

  /// u = 0, the unknowns that W leaves open taken from the warm start; where that is too large to
  /// leave any digits, zero.
  bool offer_stick() { return offer_stick(1.0) || offer_stick(0.0); }
  bool offer_stick(double keep) {
    const Arena::Scope scope(scratch_);
    MatrixMap A = scratch_.matrix(n_, n_);
    VectorMap x = scratch_.vector(n_);
    A = W_;
    x.noalias() = W_ * warm_;
    x *= -keep;
    x -= q_;
    eliminate(A, x, scratch_);
    x += keep * warm_;
    return offer(x);
  }

  /// Newton on the natural map from the warm start and from the best candidate, then extragradient.
  bool improve() {
    if (solved()) return true;
    newton(warm_);
    if (!solved()) newton(best_);
    if (error_ > acceptable) extragradient();
    if (error_ > acceptable) newton(best_);
    if (error_ > acceptable) restart();
    return solved();
  }

  void newton(VectorIn start) {
    const Arena::Scope scope(scratch_);
    MatrixMap J = scratch_.matrix(n_, n_), dz = scratch_.matrix(n_, n_),
              du = scratch_.matrix(n_, n_);
    VectorMap x = scratch_.vector(n_), step = scratch_.vector(n_), next = scratch_.vector(n_);
    x = start;
    double error = error_of(x);
    for (int k = 0; k < 30 && error > 0.0; ++k) {
      z_ = x - rho_ * u_;
      law_.resolvent_jacobian(rho_, u_, z_, dz, du, scratch_);
      // F = r - R(rho, u, r - rho u):  J = I - dz (I - rho W) - du W
      dz *= -1.0;
      du += rho_ * dz;
      J = dz;
      J.noalias() -= du.lazyProduct(W_);
      J.diagonal().array() += 1.0;
      step = -F_;
      eliminate(J, step, scratch_);
      if (!step.allFinite()) break;
      double reached = infinity;
      for (double length = 1.0; length > 1e-3 && !(reached < error); length *= 0.5) {
        next = x + length * step;
        reached = error_of(next);
      }
      if (reached < error_) {
        error_ = reached;
        best_ = next;
      }
      if (!(reached < error)) break;
      x = next;
      error = reached;
    }
  }

  /// Newton from scattered points of the size of the answer: several solutions, or a merit function
  /// with a valley, may hide one from the others.
  void restart() {
    const Arena::Scope scope(scratch_);
    VectorMap start = scratch_.vector(n_);
    Random random(20261115);
    const double size = std::max(q_size_, best_.norm());
    for (int k = 0; k < 16 && error_ > acceptable; ++k) {
      r_.setZero();
      for (int i = 0; i < n_; ++i) z_[i] = random.normal();
      z_[0] = std::abs(z_[0]);
      z_ *= size * std::pow(10.0, random.uniform(-1.0, 1.0));
      law_.resolvent(rho_, r_, z_, start, scratch_);
      newton(start);
    }
  }

  void extragradient() {
    const Arena::Scope scope(scratch_);
    VectorMap x = scratch_.vector(n_), u = scratch_.vector(n_), y = scratch_.vector(n_);
    VectorMap change = scratch_.vector(n_);
    x = best_;
    double rho = rho_;
    for (int k = 0; k < 300 && !solved(); ++k) {
      u.noalias() = W_ * x;
      u += q_;
      for (int tries = 0; tries < 30; ++tries) {
        z_ = x - rho * u;
        law_.resolvent(rho, u, z_, y, scratch_);
        change = y - x;
        const double moved = change.norm();
        if (!(moved > 0.0)) return;
        r_.noalias() = W_ * change;
        const double ratio = rho * r_.norm() / moved;
        if (ratio < 0.3) rho *= 1.5;
        if (ratio <= 0.9) break;
        rho *= 2.0 / 3.0 * std::min(1.0, 1.0 / ratio);
      }
      u += r_;
      z_ = x - rho * u;
      law_.resolvent(rho, u, z_, change, scratch_);
      x = change;
      offer(x);
    }
  }

 private:
  // leaves u_ and F_ of the candidate behind
  double error_of(VectorIn candidate) {
    u_.noalias() = W_ * candidate;
    u_ += q_;
    z_ = candidate - rho_ * u_;
    law_.resolvent(rho_, u_, z_, F_, scratch_);
    F_ = candidate - F_;
    const double size = std::max({candidate.norm(), rho_ * u_.norm(), q_size_});
    const double error = size > 0.0 ? F_.norm() / size : 0.0;
    return std::isfinite(error) ? error : infinity;
  }

  const L& law_;
  MatrixIn W_;
  VectorIn q_;
  VectorOut best_;
  Arena& scratch_;
  int n_;
  VectorMap r_, u_, z_, F_, warm_;
  double rho_ = 1.0, q_size_ = 0.0, error_ = infinity;
};

}  // namespace nonsmooth
