// SPDX-License-Identifier: Apache-2.0
// Which pairs of boxes overlap. The answer is exact and sorted by (first, second), so that
// everything after it is independent of how it was found and of the number of threads.
#pragma once

#include "nonsmooth/collide/pose.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

class BroadPhase {
 public:
  /// All pairs i < j with overlapping boxes, ascending. Unbounded boxes (half-spaces) are allowed;
  /// empty boxes (lower above upper, or NaN) overlap nothing.
  /// Work is close to linear in boxes and pairs, also where few boxes are much larger than the
  /// rest; memory that has grown is kept. The span is valid until the next call.
  std::span<const std::pair<int, int>> pairs(std::span<const Aabb> boxes);

 private:
  struct Class {  // boxes of similar size, sorted by row and by x within their row
    int begin = 0, end = 0;
    Vec<3> quantum;  // size of a cell in y and z, a fraction of one in x
  };
  struct Item {
    std::uint64_t key = 0;  // row in z, row in y, steps in x
    int box = 0;
  };

  void classify(std::span<const Aabb> boxes);
  void sort_class(Class& group, std::span<const Aabb> boxes);
  void pairs_within(const Class& group);
  void pairs_between(const Class& fine, const Class& coarse);
  void pairs_of_unbounded(std::span<const Aabb> boxes);
  void sort_pairs(std::size_t boxes);
  std::uint64_t key(const Class& group, const Vec<3>& corner) const;
  void scan(int i, int first, int end, std::uint64_t last_key);

  Vec<3> centre_ = Vec<3>::Zero();
  double smallest_ = 0.0;  // boxes below this size are sorted as if they had it
  std::vector<Class> classes_;
  std::vector<Item> items_, other_items_;
  std::vector<Aabb> sorted_;  // the boxes of items_
  std::vector<int> unbounded_, starts_;
  std::vector<double> sample_;
  std::vector<std::pair<int, int>> pairs_, unsorted_;
};

}  // namespace nonsmooth
