// SPDX-License-Identifier: Apache-2.0
// Levant's differentiator of order n: derivatives 0 to n of a sampled signal f with |f^(n+1)| <= L.
//
//   z_i' = z_{i+1} - k_i [z_0 - f]^((n-i)/(n+1)),   i < n,      z_n' in -k_n Sgn(z_0 - f)
//
// with [e]^a = |e|^a sgn(e), k_i = l_{n-i} L^((i+1)/(n+1)), l_n = g_n, l_j = g_j l_{j+1}^(j/(j+1)).
// Over one period the powers act once, at its beginning, and the chain is integrated exactly
// (Taylor terms): z+ = Phi (z - h powers). The explicit form takes e = z_0 - f at the old sample.
// The implicit form takes it at the new one, so that
//
//   e + sum over i < n of c_i [e]^((n-i)/(n+1)) + c_n Sgn(e)  contains  b,   c_i = k_i
//   h^(i+1)/(i+1)!
//
// with b the error of the prediction Phi z: one monotone scalar inclusion per sample, solved
// exactly. Order 1 is the implicit super-twisting algorithm; its z_0 is f to rounding once it has
// arrived. Errors of derivative i: O(h^(n+1-i)) without noise, O(a^((n+1-i)/(n+1))) under noise of
// size a. References: Levant 1998, 2003; Livne, Levant 2014; Carvajal-Rubio, Loukianov et al. 2021;
// Mojallizadeh, Brogliato, Acary 2021.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/control/sliding.hpp"

namespace nonsmooth::control {

struct DifferentiatorOptions {
  int order = 1;   ///< 1 to 5
  double L = 1.0;  ///< bound of the derivative of that order plus one
  double period = 1e-3;
  Form form = Form::implicit;
  Vector gains{};  ///< g_0 to g_n; empty means Levant's 1.1, 1.5, 2, 3, 5, 8
};

/// Measures f, gives z_0 to z_n at that instant.
class Differentiator {
 public:
  explicit Differentiator(const DifferentiatorOptions& options);
  void operator()(double t, VectorIn in, VectorOut out);
  const Vector& derivatives() const { return z_; }

 private:
  void inject(double b, VectorOut powers) const;
  void inject_implicitly(double b, VectorOut powers) const;

  int order_;
  Form form_;
  Vector k_, c_;      // gains, and their weights in the inclusion
  Matrix Phi_, Psi_;  // the chain over one period, free and under held powers
  Vector z_, next_, powers_;
  bool started_ = false;
};

}  // namespace nonsmooth::control
