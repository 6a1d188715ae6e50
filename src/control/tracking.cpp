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
  for (Vector* v : {&s_, &q_, &v_, &q_d_, &v_d_, &a_d_, &v_r_, &a_r_, &bias_, &next_})
    v->setZero(n);
  for (Matrix* m : {&M_, &system_, &response_}) m->setZero(n, n);
}

void PassivityTracking::operator()(double t, VectorIn in, VectorOut out) {
  const Eigen::Index n = options_.freedoms;
  q_ = in.head(n);
  v_ = in.tail(n);
  options_.position(t, q_d_);
  options_.velocity(t, v_d_);
  options_.acceleration(t, a_d_);
  M_.setZero();
  options_.mass(q_, M_);
  q_d_ = q_ - q_d_;  // errors from here on
  v_r_ = v_d_;
  v_r_.noalias() -= options_.Lambda * q_d_;
  v_d_ = v_ - v_d_;
  a_r_ = a_d_;
  a_r_.noalias() -= options_.Lambda * v_d_;
  bias_.setZero();
  if (options_.bias) options_.bias(q_, v_, v_r_, bias_);
  s_ = v_ - v_r_;
  out = bias_;
  out.noalias() += M_ * a_r_;
  if (options_.form == Form::explicit_euler) {
    out.noalias() -= options_.K * s_;
    for (Eigen::Index i = 0; i < n; ++i) out[i] -= options_.gamma[i] * sign(s_[i]);
    return;
  }
  const double h = options_.period;
  system_ = M_ + h * options_.K;
  const Eigen::LLT<Eigen::Ref<Matrix>> factor(system_);  // in place
  next_.noalias() = M_ * s_;
  factor.solveInPlace(next_);
  response_.setZero();
  response_.diagonal().setConstant(h);
  factor.solveInPlace(response_);
  step_.use(response_);
  (void)step_.solve(next_);
  out += step_.lambda();
  out.noalias() -= options_.K * next_;
}

}  // namespace nonsmooth::control
