// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/problem.hpp"

#include <string>

namespace nonsmooth::cli {

/// The solvers that ran, in order: "nsgs > proximal_newton x2".
inline std::string path_text(const Solution& solution) {
  std::string text;
  for (std::size_t i = 0; i < solution.path.size(); ++i) {
    // a run of the same rung is shown once with its count
    std::size_t same = 1;
    while (i + same < solution.path.size() &&
           solution.path[i + same].solver == solution.path[i].solver)
      ++same;
    text += (text.empty() ? "" : " > ") + std::string(solution.path[i].solver);
    if (same > 1) text += " x" + std::to_string(same);
    i += same - 1;
  }
  return text.empty() ? "start" : text;
}

}  // namespace nonsmooth::cli
