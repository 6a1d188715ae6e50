// SPDX-License-Identifier: Apache-2.0
// Sliding-mode controllers. The explicit form evaluates signs at the sample and chatters; the
// implicit one takes the set-valued sign at the end of the interval and solves for the control, so
// that the nominal model is on its surface at the next sample whenever the bounds allow it.
//
//   SlidingMode     x' = A x + B u,  sigma = C x:   u = u_eq + u_s,  u_s in -gain Sgn(sigma)
//   Twisting        x1' = x2, x2' = u + d:          u in -r1 Sgn(x1) - r2 Sgn(x2),  r1 > r2 > |d|
//   SuperTwisting   sigma' = u + d:                 u = -k1 |sigma|^(1/2) dir(sigma) + w,
//                                                   w' in -k2 Dir(sigma),           k2 > |d'|
//   Nested          x' = (x2, .., u + d):           u in -gain Sgn(phi(x))
//
// dir(sigma) is sigma / |sigma|, Dir(0) the unit ball: in one dimension the sign.
// References: Utkin 1992; Levant 1993, 2003; Acary, Brogliato 2010; Acary, Brogliato, Orlov 2012;
// Huber, Acary, Brogliato, Plestan 2016; Brogliato, Polyakov, Efimov 2020; Miranda-Villatoro 2025.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/control/implicit_step.hpp"

namespace nonsmooth::control {

enum class Form {
  explicit_euler,  ///< signs of the sample
  implicit,        ///< signs of the nominal next sample
  compensated,     ///< implicit, and the disturbance of the last interval is expected again
                ///< (SlidingMode, SuperTwisting): the surface is kept to the square of the period
};

struct SlidingModeOptions {
  Matrix A, B, C;  ///< nominal plant and surface; C B regular, and a P-matrix if it is no number
  Vector gain;     ///< bound of every component of u_s
  double period = 1e-3;
  Form form = Form::implicit;
};

/// Equivalent-control-based. Measures x, gives u.
class SlidingMode {
 public:
  explicit SlidingMode(const SlidingModeOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);
  const Vector& discontinuous_part() const { return u_s_; }

 private:
  SlidingModeOptions options_;
  Matrix equivalent_, reach_;  // u_eq = equivalent x; sigma_1 = sigma_0 + reach u_s
  ImplicitStep step_;
  Vector sigma_, predicted_, u_s_, next_;
  bool started_ = false;
};

struct TwistingOptions {
  double r1 = 1.0, r2 = 0.5;
  double period = 1e-3;
  Form form = Form::implicit;
};

/// Measures (x1, x2), gives u. Implicit: both signs as one variational inequality on the model that
/// is exact for held inputs; it ends at zero.
class Twisting {
 public:
  explicit Twisting(const TwistingOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);

 private:
  TwistingOptions options_;
  ImplicitStep step_;
  Vector next_ = Vector::Zero(2);
};

struct SuperTwistingOptions {
  double k1 = 1.5, k2 = 1.1;
  double period = 1e-3;
  Form form = Form::implicit;
  int size = 1;  ///< of sigma
};

/// Measures sigma, gives u. The implicit step, |sigma+| + h k1 |sigma+|^(1/2) + h^2 k2 Dir contains
/// |sigma + h w|, has a closed form in any dimension: everything lies along sigma + h w.
class SuperTwisting {
 public:
  explicit SuperTwisting(const SuperTwistingOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);
  const Vector& integral() const { return w_; }  ///< tends to -d; to 0 in compensated form

 private:
  SuperTwistingOptions options_;
  Vector w_, predicted_, b_;
  bool started_ = false;
};

struct NestedOptions {
  int order = 2;  ///< length of the chain of integrators, 2 or 3
  double gain = 1.0;
  double beta = 1.0;  ///< of order 2: gain > beta^2 / 2 + |d|
  double period = 1e-3;
  Form form = Form::implicit;
};

/// Measures the chain (sigma, sigma', ..), gives u. With [z]^a = |z|^a sgn(z):
///   order 2   phi = x2 + beta [x1]^(1/2)
///   order 3   phi = x3 + 2 (|x2|^3 + x1^2)^(1/6) sgn(x2 + [x1]^(2/3))
class Nested {
 public:
  explicit Nested(const NestedOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);

 private:
  double phi(VectorIn in, double u) const;
  NestedOptions options_;
};

}  // namespace nonsmooth::control
