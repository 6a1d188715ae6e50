// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/differentiator.hpp"

#include "control/require.hpp"
#include "control/signs.hpp"

#include <array>

namespace nonsmooth::control {

Differentiator::Differentiator(const DifferentiatorOptions& o) : order_(o.order), form_(o.form) {
  static constexpr std::array<double, 6> levant{1.1, 1.5, 2, 3, 5, 8};
  const int n = o.order;
  require(n >= 1 && n <= 5, "Differentiator: order is " + std::to_string(n) + "; it is 1 to 5");
  require_positive("Differentiator", "L", o.L);
  require_positive("Differentiator", "period", o.period);
  require(o.form != Form::compensated, "Differentiator: has no compensated form");
  const Vector g = o.gains.size() > 0 ? o.gains : Eigen::Map<const Vector>(levant.data(), n + 1);
  require_size("Differentiator", "gains", g, n + 1, 1);
  require(g.minCoeff() > 0.0, "Differentiator: gains must be positive");
  const double h = o.period;
  k_ = c_ = z_ = next_ = powers_ = Vector::Zero(n + 1);
  double l = 1.0, factorial = 1.0;
  for (int i = 0; i <= n; ++i) {
    const int j = n - i;
    l = j == n ? g[n] : g[j] * std::pow(l, double(j) / (j + 1));
    factorial *= std::max(1, i);
    k_[i] = l * std::pow(o.L, (i + 1.0) / (n + 1));
    c_[i] = k_[i] * std::pow(h, i + 1) / factorial;
  }
  Matrix chain = Matrix::Zero(n + 1, n + 1);
  chain.diagonal(1).setOnes();
  Phi_ = hold(chain, Matrix(n + 1, 0), h).Phi;
  Psi_ = h * Phi_;
}

void Differentiator::inject(double e, VectorOut powers) const {
  for (int i = 0; i <= order_; ++i)
    powers[i] = k_[i] * signed_power(e, double(order_ - i) / (order_ + 1));
}

// with w = |e|^(1/(n+1)): w^(n+1) + sum of c_i w^(n-i) + c_n = |b|, convex and rising in w, so that
// Newton's method falls to the root from the right
void Differentiator::inject_implicitly(double b, VectorOut powers) const {
  const double target = std::abs(b) - c_[order_];
  if (target <= 0.0) {  // on the surface: e = 0, the last power is the selection that keeps it
    powers.setZero();
    powers[order_] = k_[order_] * b / c_[order_];
    return;
  }
  double w = std::pow(target, 1.0 / (order_ + 1));
  for (int iteration = 0; iteration < 100; ++iteration) {
    double value = 1.0, slope = 0.0;  // Horner, coefficients 1, c_0, .., c_{n-1}, -target
    for (int i = 0; i <= order_; ++i) {
      slope = slope * w + value;
      value = value * w + (i < order_ ? c_[i] : -target);
    }
    const double next = w - value / slope;
    if (!(next < w) || next <= 0.0) break;
    w = next;
  }
  double power = 1.0;
  for (int i = order_; i >= 0; --i, power *= w) powers[i] = k_[i] * power * sign(b);
}

void Differentiator::operator()(double, VectorIn in, VectorOut out) {
  if (!started_) z_[0] = in[0];
  if (form_ == Form::explicit_euler) {
    out = z_;
    inject(z_[0] - in[0], powers_);
    next_.noalias() = Phi_ * z_;
    next_.noalias() -= Psi_ * powers_;
    z_.swap(next_);
  } else {
    if (started_) {
      next_.noalias() = Phi_ * z_;
      z_.swap(next_);
      inject_implicitly(z_[0] - in[0], powers_);
      z_.noalias() -= Psi_ * powers_;
    }
    out = z_;
  }
  started_ = true;
}

}  // namespace nonsmooth::control
