// SPDX-License-Identifier: Apache-2.0
// Set-valued passivity-based tracking for Lagrangian systems M(q) q'' + C(q, q') q' + g(q) = tau +
// d:
//
//   v_r = v_d - Lambda (q - q_d),   s = v - v_r
//   tau = M v_r' + C v_r + g - K s - gamma zeta,   zeta in Sgn(s)
//
// The implicit form takes s and zeta at the end of the interval of the nominal closed loop,
// M (s+ - s) = -h K s+ - h gamma zeta: a relay problem with a symmetric positive definite matrix,
// hence with one solution. Disturbances |d_i| < gamma_i are rejected without chattering.
// Reference: Miranda-Villatoro, Brogliato, Castanos, Automatica 85 (2017).
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/control/sliding.hpp"
#include "nonsmooth/model/functions.hpp"

namespace nonsmooth::control {

struct TrackingOptions {
  int freedoms = 1;
  MatrixFunction<VectorIn> mass{};                                ///< M(q)
  VectorFunction<VectorIn, VectorIn, VectorIn> bias{};            ///< (q, v, w) -> C(q, v) w + g(q)
  VectorFunction<double> position{}, velocity{}, acceleration{};  ///< q_d(t) and its derivatives
  Matrix Lambda, K;  ///< symmetric positive definite, 1/s and N s/m
  Vector gamma;      ///< bounds of the set-valued part, N
  double period = 1e-3;
  Form form = Form::implicit;
};

/// Measures (q, v), gives tau.
class PassivityTracking {
 public:
  explicit PassivityTracking(TrackingOptions options);
  void operator()(double t, VectorIn in, VectorOut out);
  const Vector& sliding() const { return s_; }  ///< s at the sample

 private:
  TrackingOptions options_;
  ImplicitStep step_;
  Vector s_;
  Vector q_, v_, q_d_, v_d_, a_d_, v_r_, a_r_, bias_, next_;
  Matrix M_, system_, response_;
};

}  // namespace nonsmooth::control
