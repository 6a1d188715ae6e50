// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Alternating directions: a linear solve with W + rho D, then one pass over the laws. One
/// factorisation per value of rho, which is balanced until it settles; works for singular W and
/// reaches moderate accuracy at a predictable price. Sparse factorisations allocate.
struct Admm {
  double tolerance = 1e-8;
  int max_iterations = 100000;
  double penalty = 1.0;
  double relaxation = 1.6;
  bool balance = true;
  bool momentum = true;

  static constexpr std::string_view name = "admm";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &Admm::tolerance, "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &Admm::max_iterations, "most steps", 1),
        field("penalty", &Admm::penalty, "first rho, relative to the diagonal of W", 1e-8, 1e8),
        field("relaxation", &Admm::relaxation, "1 is plain; 1.5 to 1.8 is usually faster", 0.01,
              1.99),
        field("balance", &Admm::balance, "change rho until both residuals fall together"),
        field("momentum", &Admm::momentum, "Nesterov's, given up whenever the residual grows")};
  }
};

}  // namespace nonsmooth
