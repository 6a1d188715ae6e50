// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/tracking.hpp"

#include "control/require.hpp"
#include "control/signs.hpp"

#include <Eigen/Cholesky>

namespace nonsmooth::control {

PassivityTracking::PassivityTracking(TrackingOptions o) : options_(std::move(o)) {
  const char* who = "PassivityTracking";
  const int n = options_.freedoms;
  require(n > 0, "PassivityTracking: freedoms is " + std::to_string(n));
  require(options_.mass && options_.position && options_.velocity && options_.acceleration,
          "PassivityTracking: mass, position, velocity and acceleration must all be given");
  require_positive(who, "period", options_.period);
  require_size(who, "Lambda", options_.Lambda, n, n);
  require_size(who, "K", options_.K, n, n);
  require_size(who, "gamma", options_.gamma, n, 1);
  require(options_.form != Form::compensated, "PassivityTracking: has no compensated form");
  step_ = ImplicitStep(Matrix::Identity(n, n), Matrix::Identity(n, n),
                       Box{-options_.gamma, options_.gamma});
  s_ = Vector::Zero(n);
}

void PassivityTracking::operator()(double t, VectorIn in, VectorOut out) {
  const Eigen::Index n = options_.freedoms;
  const Vector q = in.head(n), v = in.tail(n);
  Vector q_d(n), v_d(n), a_d(n), bias = Vector::Zero(n);
  Matrix M = Matrix::Zero(n, n);
  options_.position(t, q_d);
  options_.velocity(t, v_d);
  options_.acceleration(t, a_d);
  options_.mass(q, M);
  const Vector v_r = v_d - options_.Lambda * (q - q_d);
  const Vector a_r = a_d - options_.Lambda * (v - v_d);
  if (options_.bias) options_.bias(q, v, v_r, bias);
  s_ = v - v_r;
  out = M * a_r + bias;
  if (options_.form == Form::explicit_euler) {
    out -= options_.K * s_ + options_.gamma.cwiseProduct(signs(s_));
    return;
  }
  const double h = options_.period;
  const Eigen::LLT<Matrix> factor(M + h * options_.K);
  Vector next = factor.solve(M * s_);
  step_.use(factor.solve(h * Matrix::Identity(n, n)));
  (void)step_.solve(next);
  out += step_.lambda() - options_.K * next;
}

}  // namespace nonsmooth::control
