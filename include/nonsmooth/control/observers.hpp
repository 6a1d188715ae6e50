// SPDX-License-Identifier: Apache-2.0
// Observers with set-valued parts, in implicit discrete time: one generalised equation per sample.
//
//   SlidingObserver   x^' = A x^ + B u + L e + G v,  v in gain Sgn(e),  e = y - C x^
//   LcsObserver       x^' = A x^ + B l + E u + L e,  the law on (H x^ + J l + c, l)
//
// For the second, if (A - L C, B, H, J) is strictly passive the estimate converges although the
// multiplier l of the plant is never measured (Heemels, Camlibel, Schumacher, Brogliato 2011).
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/control/implicit_step.hpp"
#include "nonsmooth/laws.hpp"

namespace nonsmooth::control {

struct SlidingObserverOptions {
  Matrix A, B, C;
  Matrix L{};   ///< linear injection, 1/s; empty means none
  Matrix G;     ///< directions of the set-valued injection, one column per output
  Vector gain;  ///< its bounds, larger than what acts on the plant and is not in B u
  Vector x0{};  ///< empty means zero
  double period = 1e-3;
};

/// Measures (y, u) with the u held since the last sample; gives (x^, v). Once e is zero, v is what
/// acts on the plant along G and was not known, one sample late.
class SlidingObserver {
 public:
  explicit SlidingObserver(const SlidingObserverOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);

 private:
  HeldModel model_;
  Matrix C_, weight_, correct_, inject_;  // weight (I + h C L)^-1, then h L and h G
  ImplicitStep step_;
  Vector x_, next_, error_, difference_;
  bool started_ = false;
};

struct LcsObserverOptions {
  Matrix A, B, H, J{};  ///< of the plant; empty J means zero
  Matrix E{};           ///< of its inputs; empty means none
  Vector c{};           ///< constant of the law's argument; empty means zero
  AnyLaw law = NonNegative{1};
  Matrix C, L;  ///< y = C x is measured; gain of the observer, 1/s
  Vector x0{};
  double period = 1e-3;
};

/// Measures (y, u); gives (x^, l). Implicit Euler.
class LcsObserver {
 public:
  explicit LcsObserver(const LcsObserverOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);

 private:
  Matrix free_, from_y_, from_u_;
  ImplicitStep step_;
  Vector x_, next_;
  bool started_ = false;
};

}  // namespace nonsmooth::control
