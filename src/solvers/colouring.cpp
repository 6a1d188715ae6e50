// SPDX-License-Identifier: Apache-2.0
#include "solvers/colouring.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

template <class Pattern>
int first_fit(const Pattern& W, std::span<const bool> aside, std::span<int> colours,
              Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = W.block_rows();
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const auto left_out = [&](int i) { return !aside.empty() && aside[at(i)]; };
  // the pattern need not be symmetric: blocks (j, i) by column, for the rows j < i that came before
  auto begin = scratch.array<int>(n + 1), rows = scratch.array<int>(W.block_count());
  std::fill(begin.begin(), begin.end(), 0);
  const auto for_each_block = [&](auto&& visit) {
    for (int i = 0; i < n; ++i)
      for (int k = W.row_begin(i); k < W.row_begin(i + 1) && !left_out(i); ++k)
        visit(i, W.block_col(k));
  };
  for_each_block([&](int, int j) { ++begin[at(j + 1)]; });
  for (int i = 0; i < n; ++i) begin[at(i + 1)] += begin[at(i)];
  auto fill = scratch.array<int>(n);
  std::copy_n(begin.begin(), n, fill.begin());
  for_each_block([&](int i, int j) { rows[at(fill[at(j)]++)] = i; });

  auto taken_by = scratch.array<int>(n + 1);  // the last row that found the colour taken
  std::fill(taken_by.begin(), taken_by.end(), -1);
  int count = 0;
  for (int i = 0; i < n; ++i) {
    if (left_out(i)) continue;
    const auto avoid = [&](int j) {
      if (j < i) taken_by[at(colours[at(j)])] = i;
    };
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k) avoid(W.block_col(k));
    for (int k = begin[at(i)]; k < begin[at(i + 1)]; ++k) avoid(rows[at(k)]);
    int colour = 0;
    while (taken_by[at(colour)] == i) ++colour;
    colours[at(i)] = colour;
    count = std::max(count, colour + 1);
  }
  return count;
}

}  // namespace

int colour_blocks(const BlockSparse& W, std::span<int> colours, Arena& scratch) {
  return first_fit(W, {}, colours, scratch);
}

int colour_blocks(const BlockSparse& W, std::span<const bool> aside, std::span<int> colours,
                  Arena& scratch) {
  return first_fit(W, aside, colours, scratch);
}

int colour_blocks(const RowPattern& pattern, std::span<int> colours, Arena& scratch) {
  return first_fit(pattern, {}, colours, scratch);
}

}  // namespace nonsmooth
