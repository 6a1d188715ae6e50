// SPDX-License-Identifier: Apache-2.0
// Overlapping boxes by classes of size (a hierarchical grid, Mirtich 1997, Ericson 2005, ch. 7).
//
// Boxes whose largest edges share a power of four form a class. The class has cells as large as its
// largest box in each axis, so boxes of one class that overlap have lower corners in the same or in
// neighbouring rows of cells. A row is a range of y and z; along it boxes are sorted by x, which
// makes a sweep of every row. Keys (row z, row y, step x) are integers made by monotone rounding:
// they decide only where to look, overlap itself is decided by the boxes.
//
// Between two classes, every box of the finer looks into the at most 3 x 3 rows of the coarser that
// can hold a partner. Unbounded boxes are few and meet everybody.
#include "nonsmooth/collide/broad_phase.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

// Keys: 16 bits of row in z, 16 of row in y, 32 of steps in x. What is farther away than the
// numbers reach shares the last row, which costs time but no pair. The middle lies beside a change
// of the upper bytes, so that sorting can skip them.
constexpr double row_middle = 0x8080, row_last = 0xFFFE;
constexpr double step_middle = 0x80800000, step_last = 0xFFFFFFFF;
constexpr int steps_per_cell = 16;
// Rounding in a quotient of up to 2^32 must not carry two neighbours two cells apart.
constexpr double cell_slack = 1.0 + 1e-6;

constexpr int class_count = 1100;
constexpr int class_of_one = 560;  // exponents of doubles run from -1074 to 1024

int class_of(double size) { return (std::ilogb(size) >> 1) + class_of_one; }

double largest_edge(const Aabb& box) { return (box.upper - box.lower).maxCoeff(); }

bool is_empty(const Aabb& box) { return !(box.lower.array() <= box.upper.array()).all(); }

std::uint64_t quantised(double offset, double quantum, double middle, double last) {
  return static_cast<std::uint64_t>(
      std::clamp(std::floor(offset / quantum) + middle, middle == row_middle ? 1.0 : 0.0, last));
}

std::uint64_t row_of(std::uint64_t key) { return key >> 32; }

std::uint64_t begin_of_search(std::uint64_t row, std::uint64_t key) {
  const std::uint64_t step = key & 0xFFFFFFFF;
  return (row << 32) | (step > steps_per_cell ? step - steps_per_cell - 1 : 0);
}

std::uint64_t end_of_search(std::uint64_t row, std::uint64_t key) {
  return (row << 32) | (key & 0xFFFFFFFF);
}

}  // namespace

std::span<const std::pair<int, int>> BroadPhase::pairs(std::span<const Aabb> boxes) {
  classify(boxes);
  unsorted_.clear();
  for (Class& group : classes_) {
    sort_class(group, boxes);
    pairs_within(group);
  }
  for (std::size_t fine = 0; fine < classes_.size(); ++fine)
    for (std::size_t coarse = fine + 1; coarse < classes_.size(); ++coarse)
      pairs_between(classes_[fine], classes_[coarse]);
  pairs_of_unbounded(boxes);
  sort_pairs(boxes.size());
  return pairs_;
}

// Splits boxes into classes (finest first) and places the middle of all keys where most boxes are,
// so that a few that flew far away do not coarsen the grid of the rest.
void BroadPhase::classify(std::span<const Aabb> boxes) {
  const auto is_bounded = [](const Aabb& box) { return std::isfinite(largest_edge(box)); };
  items_.clear();
  unbounded_.clear();
  for (int i = 0; const Aabb& box : boxes) {
    if (is_bounded(box) && !is_empty(box)) items_.push_back({0, i});
    if (!is_bounded(box) && !is_empty(box)) unbounded_.push_back(i);
    ++i;
  }
  classes_.clear();
  if (items_.empty()) return;

  smallest_ = 0.0;
  const std::size_t stride = 1 + items_.size() / 1000;
  for (int axis = 0; axis < 3; ++axis) {
    sample_.clear();
    for (std::size_t i = 0; i < items_.size(); i += stride)
      sample_.push_back(boxes[static_cast<std::size_t>(items_[i].box)].lower[axis]);
    std::sort(sample_.begin(), sample_.end());
    centre_[axis] = sample_[sample_.size() / 2];
    const double spread = sample_[sample_.size() * 3 / 4] - sample_[sample_.size() / 4];
    if (std::isfinite(spread)) smallest_ = std::max(smallest_, spread / 4096.0);
  }
  if (smallest_ == 0.0) smallest_ = std::numeric_limits<double>::min();

  std::array<int, class_count + 1> starts{};
  const auto class_of_item = [&](const Item& item) {
    const Aabb& box = boxes[static_cast<std::size_t>(item.box)];
    return static_cast<std::size_t>(class_of(std::max(largest_edge(box), smallest_)));
  };
  for (const Item& item : items_) ++starts[class_of_item(item) + 1];
  for (std::size_t k = 0; k < class_count; ++k) {
    if (starts[k + 1] > 0) classes_.push_back({starts[k], starts[k] + starts[k + 1], {}});
    starts[k + 1] += starts[k];
  }
  other_items_.resize(items_.size());
  for (const Item& item : items_)
    other_items_[static_cast<std::size_t>(starts[class_of_item(item)]++)] = item;
  items_.swap(other_items_);
  sorted_.resize(items_.size());
}

std::uint64_t BroadPhase::key(const Class& group, const Vec<3>& corner) const {
  const Vec<3> offset = corner - centre_;
  return quantised(offset.z(), group.quantum.z(), row_middle, row_last) << 48 |
         quantised(offset.y(), group.quantum.y(), row_middle, row_last) << 32 |
         quantised(offset.x(), group.quantum.x(), step_middle, step_last);
}

// Radix sort by the bytes in which keys differ: stable, linear, and the same for equal keys.
void BroadPhase::sort_class(Class& group, std::span<const Aabb> boxes) {
  const auto begin = items_.begin() + group.begin, end = items_.begin() + group.end;
  group.quantum.setConstant(smallest_);
  for (auto item = begin; item != end; ++item) {
    const Aabb& box = boxes[static_cast<std::size_t>(item->box)];
    group.quantum = group.quantum.cwiseMax(box.upper - box.lower);
  }
  group.quantum *= cell_slack;
  group.quantum.x() /= steps_per_cell;

  std::uint64_t ones = 0, all = ~std::uint64_t{0};
  for (auto item = begin; item != end; ++item) {
    item->key = key(group, boxes[static_cast<std::size_t>(item->box)].lower);
    ones |= item->key;
    all &= item->key;
  }
  for (int shift = 0; shift < 64; shift += 8) {
    if ((((ones ^ all) >> shift) & 0xFF) == 0) continue;
    std::array<int, 257> starts{};
    for (auto item = begin; item != end; ++item) ++starts[((item->key >> shift) & 0xFF) + 1];
    for (std::size_t k = 0; k < 256; ++k) starts[k + 1] += starts[k];
    for (auto item = begin; item != end; ++item)
      other_items_[static_cast<std::size_t>(starts[(item->key >> shift) & 0xFF]++)] = *item;
    std::copy_n(other_items_.begin(), group.end - group.begin, begin);
  }
  for (int i = group.begin; i < group.end; ++i) {
    const auto k = static_cast<std::size_t>(i);
    sorted_[k] = boxes[static_cast<std::size_t>(items_[k].box)];
  }
}

// Appends the pairs of sorted box i with those from `first` on, up to the last key.
void BroadPhase::scan(int i, int first, int end, std::uint64_t last_key) {
  const auto mine = static_cast<std::size_t>(i);
  const Aabb& box = sorted_[mine];
  for (auto j = static_cast<std::size_t>(first);
       j < static_cast<std::size_t>(end) && items_[j].key <= last_key; ++j)
    if (box.overlaps(sorted_[j])) unsorted_.push_back(std::minmax(items_[mine].box, items_[j].box));
}

// Every pair is found once: from the box with the lower key, in its own row and in the four
// neighbouring rows with higher keys. What is searched for only grows, so cursors never go back.
void BroadPhase::pairs_within(const Class& group) {
  std::array<int, 4> cursors;
  cursors.fill(group.begin);
  for (int i = group.begin; i < group.end; ++i) {
    const auto mine = static_cast<std::size_t>(i);
    const std::uint64_t lower = items_[mine].key, row = row_of(lower);
    const std::uint64_t upper =
        quantised(sorted_[mine].upper.x() - centre_.x(), group.quantum.x(), step_middle, step_last);
    scan(i, i + 1, group.end, end_of_search(row, upper));
    const std::array<std::uint64_t, 4> rows{row + 1, row + 0xFFFF, row + 0x10000, row + 0x10001};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::uint64_t from = begin_of_search(rows[k], lower);
      int& cursor = cursors[k];
      while (cursor < group.end && items_[static_cast<std::size_t>(cursor)].key < from) ++cursor;
      scan(i, cursor, group.end, end_of_search(rows[k], upper));
    }
  }
}

void BroadPhase::pairs_between(const Class& fine, const Class& coarse) {
  const auto begin = items_.begin() + coarse.begin, end = items_.begin() + coarse.end;
  const bool few = coarse.end - coarse.begin <= 8;
  for (int i = fine.begin; i < fine.end; ++i) {
    if (few) {
      scan(i, coarse.begin, coarse.end, ~std::uint64_t{0});
      continue;
    }
    const Aabb& box = sorted_[static_cast<std::size_t>(i)];
    const std::uint64_t lower = key(coarse, box.lower), upper = key(coarse, box.upper);
    for (std::uint64_t z = (lower >> 48) - 1; z <= upper >> 48; ++z)
      for (std::uint64_t y = ((lower >> 32) & 0xFFFF) - 1; y <= ((upper >> 32) & 0xFFFF); ++y) {
        const std::uint64_t row = z << 16 | y;
        const auto first = std::lower_bound(
            begin, end, begin_of_search(row, lower),
            [](const Item& item, std::uint64_t value) { return item.key < value; });
        scan(i, static_cast<int>(first - items_.begin()), coarse.end, end_of_search(row, upper));
      }
  }
}

void BroadPhase::pairs_of_unbounded(std::span<const Aabb> boxes) {
  const auto box = [&](int i) -> const Aabb& { return boxes[static_cast<std::size_t>(i)]; };
  for (std::size_t k = 0; k < unbounded_.size(); ++k) {
    const int i = unbounded_[k];
    for (std::size_t other = k + 1; other < unbounded_.size(); ++other)
      if (box(i).overlaps(box(unbounded_[other]))) unsorted_.emplace_back(i, unbounded_[other]);
    for (const Item& item : items_)
      if (box(i).overlaps(box(item.box))) unsorted_.push_back(std::minmax(i, item.box));
  }
}

// By counting the first of each pair; the few partners of one box are then sorted by comparison.
void BroadPhase::sort_pairs(std::size_t boxes) {
  starts_.assign(boxes + 1, 0);
  for (const auto& pair : unsorted_) ++starts_[static_cast<std::size_t>(pair.first) + 1];
  for (std::size_t i = 0; i < boxes; ++i) starts_[i + 1] += starts_[i];
  pairs_.resize(unsorted_.size());
  for (const auto& pair : unsorted_)
    pairs_[static_cast<std::size_t>(starts_[static_cast<std::size_t>(pair.first)]++)] = pair;
  // starts_[i] now ends the pairs of box i
  for (std::size_t i = 0; i < boxes; ++i)
    std::sort(pairs_.begin() + (i == 0 ? 0 : starts_[i - 1]), pairs_.begin() + starts_[i]);
}

}  // namespace nonsmooth
