// SPDX-License-Identifier: Apache-2.0
// u_eq keeps sigma where it is over one interval of the nominal plant, exactly: with
// x_1 = Phi x_0 + Psi u it solves C Psi u_eq = C (I - Phi) x_0. What is left is
// sigma_1 = sigma_0 + C Psi u_s with u_s in -gain Sgn(sigma_1): a relay problem.
#include "control/require.hpp"
#include "control/signs.hpp"
#include "nonsmooth/control/sliding.hpp"

#include <Eigen/LU>

namespace nonsmooth::control {

SlidingMode::SlidingMode(const SlidingModeOptions& o) : options_(o) {
  const char* who = "SlidingMode";
  const Eigen::Index n = o.A.rows(), m = o.B.cols();
  require_positive(who, "period", o.period);
  require_size(who, "A", o.A, n, n);
  require_size(who, "B", o.B, n, m);
  require_size(who, "C", o.C, m, n);
  require_size(who, "gain", o.gain, m, 1);
  require(o.gain.minCoeff() >= 0.0, "SlidingMode: gain has negative entries");
  const bool sampled = o.form != Form::explicit_euler;
  const HeldModel model = hold(o.A, o.B, o.period);
  reach_ = o.C * model.Psi;
  const Eigen::FullPivLU<Matrix> input(sampled ? reach_ : Matrix(o.C * o.B));
  require(input.isInvertible(),
          "SlidingMode: C B is singular: the surface does not have relative degree 1; take another "
          "C, or Twisting, SuperTwisting or Nested for a higher degree");
  const Matrix drift = sampled ? Matrix(o.C - o.C * model.Phi) : Matrix(-o.C * o.A);
  equivalent_ = input.solve(drift);
  step_ = ImplicitStep(Matrix::Identity(m, m), reach_, Box{-o.gain, o.gain});
  sigma_ = predicted_ = u_s_ = next_ = Vector::Zero(m);
}

void SlidingMode::operator()(double, VectorIn in, VectorOut out) {
  sigma_.noalias() = options_.C * in;
  if (options_.form == Form::explicit_euler) {
    for (Eigen::Index i = 0; i < sigma_.size(); ++i) u_s_[i] = -options_.gain[i] * sign(sigma_[i]);
  } else {
    next_ = sigma_;
    if (options_.form == Form::compensated && started_) next_ += sigma_ - predicted_;
    (void)step_.solve(next_);
    u_s_ = step_.lambda();
    predicted_ = sigma_;
    predicted_.noalias() += reach_ * u_s_;
    started_ = true;
  }
  out = u_s_;
  out.noalias() += equivalent_ * in;
}

}  // namespace nonsmooth::control
