// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

enum class SweepOrder { forward, symmetric, random, coloured };
inline std::span<const std::string_view> enum_names(SweepOrder) {
  static constexpr std::array<std::string_view, 4> names{"forward", "symmetric", "random",
                                                         "coloured"};
  return names;
}

/// Nonsmooth Gauss-Seidel: sweeps over the blocks, solving each law exactly with the others held
/// fixed (projected Gauss-Seidel and SOR on scalar laws). Converges for symmetric positive definite
/// W and convex laws; with friction there is no proof, but usually success. Cheap per sweep, first
/// choice for large sparse problems at moderate accuracy. `anderson` is worth its memory in most
/// stacks.
struct Nsgs {
  double tolerance = 1e-8;
  int max_iterations = 10000;
  double relaxation = 1.0;
  double regularisation = 0.0;
  SweepOrder order = SweepOrder::forward;
  int seed = 1;
  int freeze_after = 0;
  int anderson = 0;
  bool momentum = false;
  int threads = 1;
  int patience = 0;

  static constexpr std::string_view name = "nsgs";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &Nsgs::tolerance, "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &Nsgs::max_iterations, "most sweeps", 1),
        field("relaxation", &Nsgs::relaxation,
              "1 is Gauss-Seidel; above 1 (SOR) often speeds up long chains", 0.01, 1.99),
        field("regularisation", &Nsgs::regularisation,
              "proximal term added to each diagonal block, relative to it; helps singular W", 0),
        field("order", &Nsgs::order,
              "of the blocks: forward, forward and back in turn, a new random order per sweep "
              "(breaks "
              "limit cycles), or by fixed colours, which is the fastest on sparse W"),
        field("seed", &Nsgs::seed, "of the random order", 0),
        field("freeze_after", &Nsgs::freeze_after,
              "skip blocks at rest for this many sweeps until the others are too; 0: never", 0),
        field("anderson", &Nsgs::anderson,
              "sweeps that Anderson acceleration remembers, 5 to 10 are usual; 0: off", 0, 100),
        field("momentum", &Nsgs::momentum,
              "goes on in the direction of the last sweeps: cheap, for large piles; not with "
              "anderson"),
        field("threads", &Nsgs::threads,
              "that share the coloured order; the result does not depend on them", 1, 256),
        field("patience", &Nsgs::patience,
              "give up when the present rate would need more sweeps than this; 0: never", 0)};
  }
};

}  // namespace nonsmooth
