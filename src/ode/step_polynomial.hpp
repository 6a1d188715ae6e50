// SPDX-License-Identifier: Apache-2.0
// The solution inside one step of a Runge-Kutta method: a polynomial of degree 5 with an error
// O(h^6), one order more than the step itself needs, from what the step leaves behind and three
// evaluations of the right-hand side.
//
//   theta = (t - t0) / h,   p(0) = y0,  p(1) = y1,  p'(0) = h f0,  p'(1) = h f1   (cubic, O(h^4))
//   f_a = f at 1/3 of the cubic;  with p'(1/3) = h f_a a quartic, O(h^5)
//   f_a, f_b = f at 1/3 and 2/3 of the quartic;  with both the quintic, O(h^6)
//
// Each f is one order in h better than the polynomial gained by it: the bootstrap of Enright,
// Jackson, Norsett, Thomsen, Interpolants for Runge-Kutta formulas, ACM TOMS 12 (1986). The node
// 1/2 would leave the quartic undetermined.
#pragma once

#include "nonsmooth/ode.hpp"

namespace nonsmooth::ode {

class StepPolynomial {
 public:
  explicit StepPolynomial(int size) : coefficients_(size, 6), f_a_(size), f_b_(size), y_(size) {}

  void build(const OdeSystem& system, double t0, double t1, const Vector& y0, const Vector& y1,
             const Vector& f0, const Vector& f1) {
    const double h = t1 - t0;
    t0_ = t0;
    h_ = h;
    y_ = (20.0 * y0 + 7.0 * y1 + h * (4.0 * f0 - 2.0 * f1)) / 27.0;
    system.rhs(t0 + h / 3.0, y_, f_b_);  // at the cubic; the slope at 2/3 takes its place
    y_ = (32.0 * y0 - 5.0 * y1 + h * (4.0 * f0 + f1 + 9.0 * f_b_)) / 27.0;
    system.rhs(t0 + h / 3.0, y_, f_a_);
    y_ = (19.0 * y0 + 8.0 * y1 + h * (2.0 * f0 - f1 + 9.0 * f_b_)) / 27.0;
    system.rhs(t0 + 2.0 * h / 3.0, y_, f_b_);
    // p' = the cubic through the four slopes (in forward differences d1, d2, d3) plus k w, where
    // w = theta (theta - 1/3) (theta - 2/3) (theta - 1) has the integral -1/270,
    // and k makes p(1) = y1
    for (Eigen::Index i = 0; i < y0.size(); ++i) {
      const double d1 = f_a_[i] - f0[i], d2 = f_b_[i] - 2.0 * f_a_[i] + f0[i];
      const double d3 = f1[i] - 3.0 * f_b_[i] + 3.0 * f_a_[i] - f0[i];
      const double mean = (f0[i] + 3.0 * f_a_[i] + 3.0 * f_b_[i] + f1[i]) / 8.0;
      const double k = -270.0 * ((y1[i] - y0[i]) / h - mean);
      coefficients_(i, 0) = y0[i];
      coefficients_(i, 1) = h * f0[i];
      coefficients_(i, 2) = h * (1.5 * d1 - 0.75 * d2 + 0.5 * d3 - k / 9.0);
      coefficients_(i, 3) = h * (1.5 * d2 - 1.5 * d3 + 11.0 / 27.0 * k);
      coefficients_(i, 4) = h * (1.125 * d3 - 0.5 * k);
      coefficients_(i, 5) = h * 0.2 * k;
    }
  }

  void evaluate(double t, VectorOut y) const {
    const double theta = (t - t0_) / h_;
    const Eigen::Index n = coefficients_.rows();
    const double* c = coefficients_.data();
    for (Eigen::Index i = 0; i < n; ++i) {
      double value = c[5 * n + i];
      for (int power = 4; power >= 0; --power) value = theta * value + c[power * n + i];
      y[i] = value;
    }
  }

 private:
  double t0_ = 0.0, h_ = 1.0;
  Matrix coefficients_;  // one column per power of theta
  Vector f_a_, f_b_, y_;
};

}  // namespace nonsmooth::ode
