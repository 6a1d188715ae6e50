// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/linear.hpp"

#include "control/require.hpp"

namespace nonsmooth::control {

void Pid::operator()(double t, VectorIn in, VectorOut out) {
  const double e = (reference ? reference(t) : 0.0) - in[0], h = period;
  u += (Kp + Ki * h + Kd / h) * e - (Kp + 2 * Kd / h) * e1 + Kd / h * e2;
  e2 = e1;
  e1 = e;
  out[0] = u;
}

void StateFeedback::operator()(double t, VectorIn in, VectorOut out) {
  error.setZero(in.size());
  if (reference) reference(t, error);
  error = in - error;
  out.setZero();
  if (feedforward) feedforward(t, out);
  out.noalias() -= K * error;
}

Luenberger::Luenberger(const LuenbergerOptions& o)
    : model_(hold(o.A, o.B, o.period)), C_(o.C), L_(o.L), x_(o.x0) {
  const Eigen::Index n = o.A.rows();
  require_positive("Luenberger", "period", o.period);
  require_size("Luenberger", "C", C_, C_.rows(), n);
  require_size("Luenberger", "L", L_, n, C_.rows());
  if (x_.size() == 0) x_ = Vector::Zero(n);
  require_size("Luenberger", "x0", x_, n, 1);
}

void Luenberger::operator()(double, VectorIn in, VectorOut out) {
  const Eigen::Index p = C_.rows();
  if (started_) {
    next_.noalias() = model_.Phi * x_;
    next_.noalias() += model_.Psi * in.tail(model_.Psi.cols());
    x_.swap(next_);
  }
  started_ = true;
  error_ = in.head(p);
  error_.noalias() -= C_ * x_;
  x_.noalias() += L_ * error_;
  out = x_;
}

}  // namespace nonsmooth::control
