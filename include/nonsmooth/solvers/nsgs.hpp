// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Nonsmooth Gauss-Seidel: sweeps over the blocks, solving each law with the others held fixed
/// (projected Gauss-Seidel and SOR on scalar laws). Converges for symmetric positive definite W;
/// cheap per sweep, first choice for large sparse problems at moderate accuracy.
struct Nsgs {
  double tolerance = 1e-8;
  int max_iterations = 10000;
  double relaxation = 1.0;
  double regularisation = 0.0;

  static constexpr std::string_view name = "nsgs";
  static constexpr auto fields() {
    return std::tuple{
        field("tolerance", &Nsgs::tolerance, "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &Nsgs::max_iterations, "most sweeps", 1),
        field("relaxation", &Nsgs::relaxation,
              "1 is Gauss-Seidel; above 1 (SOR) often speeds up long chains", 0.01, 1.99),
        field("regularisation", &Nsgs::regularisation,
              "proximal term added to each diagonal block, relative to it; helps singular W", 0)};
  }
};

}  // namespace nonsmooth
