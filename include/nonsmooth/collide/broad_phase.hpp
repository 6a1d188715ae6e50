// SPDX-License-Identifier: Apache-2.0
// Which pairs of boxes overlap. The answer is exact and sorted by (first, second), so that
// everything after it is independent of how it was found and of the number of threads.
#pragma once

#include "nonsmooth/collide/pose.hpp"

#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

class BroadPhase {
 public:
  /// All pairs i < j with overlapping boxes, ascending. Unbounded boxes (half-spaces) are allowed.
  /// Work is close to linear in boxes and pairs, also where few boxes are much larger than the
  /// rest; memory that has grown is kept. The span is valid until the next call.
  std::span<const std::pair<int, int>> pairs(std::span<const Aabb> boxes);

 private:
  std::vector<int> order_, large_;
  std::vector<std::pair<int, int>> pairs_, scratch_;
  std::vector<double> keys_;
};

}  // namespace nonsmooth
