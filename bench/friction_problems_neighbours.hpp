// SPDX-License-Identifier: Apache-2.0
// Pairs of spheres that are near each other, by a grid of cells at least one reach wide.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <span>
#include <utility>
#include <vector>

namespace nonsmooth::bench {

/// Where spheres live: periodic in x and y where the period is positive.
struct Domain {
  double period_x = 0.0, period_y = 0.0;  ///< m

  /// From b to a, the shortest way.
  Vec<3> between(const Vec<3>& a, const Vec<3>& b) const;
};

/// All pairs i < j whose centres are at most `reach` apart, sorted.
std::vector<std::pair<int, int>> near_pairs(std::span<const Vec<3>> centres, double reach,
                                            const Domain& domain);

}  // namespace nonsmooth::bench
