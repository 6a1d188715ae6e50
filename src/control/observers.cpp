// SPDX-License-Identifier: Apache-2.0
// SlidingObserver. With the prediction x_m and all injections at the end of the interval,
//   x^ = x_m + h L e + h G v,   e = y - C x^   =>   (I + h C L) e = y - C x_m - h C G v,
// and v in gain Sgn(e) is a relay law on (-e, v).
#include "nonsmooth/control/observers.hpp"

#include "control/require.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

#include <Eigen/LU>

namespace nonsmooth::control {

SlidingObserver::SlidingObserver(const SlidingObserverOptions& o)
    : model_(hold(o.A, o.B, o.period)), C_(o.C), x_(o.x0) {
  const char* who = "SlidingObserver";
  const Eigen::Index n = o.A.rows(), p = o.C.rows();
  require_positive(who, "period", o.period);
  require_size(who, "C", o.C, p, n);
  require_size(who, "G", o.G, n, p);
  require_size(who, "gain", o.gain, p, 1);
  require(o.gain.minCoeff() >= 0.0, "SlidingObserver: gain has negative entries");
  const Matrix L = o.L.size() > 0 ? o.L : Matrix::Zero(n, p);
  require_size(who, "L", L, n, p);
  if (x_.size() == 0) x_ = Vector::Zero(n);
  require_size(who, "x0", x_, n, 1);
  weight_ = inverse(Matrix::Identity(p, p) + o.period * o.C * L);
  step_ =
      ImplicitStep(Matrix::Identity(p, p), o.period * weight_ * o.C * o.G, Box{-o.gain, o.gain});
  correct_ = o.period * L;
  inject_ = o.period * o.G;
  error_ = Vector::Zero(p);
}

void SlidingObserver::operator()(double, VectorIn in, VectorOut out) {
  const Eigen::Index n = x_.size(), p = C_.rows();
  if (started_) {
    next_.noalias() = model_.Phi * x_;
    next_.noalias() += model_.Psi * in.tail(model_.Psi.cols());
    x_.swap(next_);
  }
  started_ = true;
  difference_ = -in.head(p);
  difference_.noalias() += C_ * x_;
  error_.noalias() = weight_ * difference_;  // -e without v
  (void)step_.solve(error_);
  x_.noalias() += inject_ * step_.lambda();
  x_.noalias() -= correct_ * error_;
  out.head(n) = x_;
  out.tail(p) = step_.lambda();
}

LcsObserver::LcsObserver(const LcsObserverOptions& o) : x_(o.x0) {
  const char* who = "LcsObserver";
  const Eigen::Index n = o.A.rows(), p = o.C.rows(), m = o.B.cols();
  const double h = o.period;
  require_positive(who, "period", h);
  require_size(who, "A", o.A, n, n);
  require_size(who, "B", o.B, n, m);
  require_size(who, "H", o.H, m, n);
  require_size(who, "C", o.C, p, n);
  require_size(who, "L", o.L, n, p);
  const Matrix E = o.E.size() > 0 ? o.E : Matrix(n, 0);
  require_size(who, "E", E, n, E.cols());
  if (x_.size() == 0) x_ = Vector::Zero(n);
  require_size(who, "x0", x_, n, 1);
  const Eigen::PartialPivLU<Matrix> matrix(Matrix::Identity(n, n) - h * o.A + h * o.L * o.C);
  free_ = matrix.solve(Matrix::Identity(n, n));
  from_y_ = matrix.solve(h * o.L);
  from_u_ = E;
  if (E.cols() > 0) from_u_ = matrix.solve(h * E);  // Eigen solves nothing for no columns
  step_ = ImplicitStep(o.H, matrix.solve(h * o.B), o.law, o.J, o.c);
}

void LcsObserver::operator()(double, VectorIn in, VectorOut out) {
  if (started_) {
    next_.noalias() = free_ * x_;
    next_.noalias() += from_y_ * in.head(from_y_.cols());
    next_.noalias() += from_u_ * in.tail(from_u_.cols());
    x_.swap(next_);
    (void)step_.solve(x_);
  }
  started_ = true;
  out.head(x_.size()) = x_;
  out.tail(step_.lambda().size()) = step_.lambda();
}

}  // namespace nonsmooth::control
