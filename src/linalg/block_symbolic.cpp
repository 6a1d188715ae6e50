// SPDX-License-Identifier: Apache-2.0
#include "linalg/block_symbolic.hpp"

#include <algorithm>

namespace nonsmooth {

void BlockSymbolic::analyse(const BlockSparse& A) {
  minimum_degree_.order(A, node_at);
  follow(A);
}

void BlockSymbolic::gather_families(const BlockSparse& A) {
  const int n = size();
  std::vector<int> child(at(n), -1), sibling(at(n), -1), order, open;
  for (int i = n - 1; i >= 0; --i)
    if (const int p = parent_[at(i)]; p >= 0) {
      sibling[at(i)] = child[at(p)];
      child[at(p)] = i;
    }
  for (int root = 0; root < n; ++root) {
    if (parent_[at(root)] >= 0) continue;
    open.push_back(root);
    while (!open.empty()) {
      const int i = open.back();
      if (const int first = child[at(i)]; first >= 0) {
        child[at(i)] = sibling[at(first)];
        open.push_back(first);
        continue;
      }
      order.push_back(node_at[at(i)]);
      open.pop_back();
    }
  }
  node_at = order;
  follow(A);
}

void BlockSymbolic::follow(const BlockSparse& A) {
  const int n = A.block_rows();
  position_of.resize(at(n));
  for (int i = 0; i < n; ++i) position_of[at(node_at[at(i)])] = i;
  set_rows(A);
  fill_in();
  transpose();
}

void BlockSymbolic::set_rows(const BlockSparse& A) {
  const int n = A.block_rows();
  const auto each_entry = [&](auto&& use) {
    for (int i = 0; i < n; ++i)
      for (int k = A.row_begin(i); k < A.row_begin(i + 1); ++k) {
        const int a = position_of[at(i)], b = position_of[at(A.block_col(k))];
        if (a != b) use(std::max(a, b), std::min(a, b));
      }
  };
  rows_.begin.assign(at(n + 1), 0);
  each_entry([&](int row, int) { ++rows_.begin[at(row + 1)]; });
  for (int i = 0; i < n; ++i) rows_.begin[at(i + 1)] += rows_.begin[at(i)];
  rows_.nodes.resize(at(rows_.begin.back()));
  next_.assign(rows_.begin.begin(), rows_.begin.end() - 1);
  each_entry([&](int row, int col) { rows_.nodes[at(next_[at(row)]++)] = col; });
}

// from every entry of a row up the elimination tree to the row itself
void BlockSymbolic::fill_in() {
  const int n = size();
  parent_.assign(at(n), -1);
  ancestor_.assign(at(n), -1);
  seen_.assign(at(n), -1);
  lower.begin.assign(1, 0);
  lower.nodes.clear();
  for (int i = 0; i < n; ++i) {
    const int begin = rows_.begin[at(i)], end = rows_.begin[at(i + 1)];
    for (int k = begin; k < end; ++k)
      for (int j = rows_.nodes[at(k)]; j != -1 && j < i;) {  // with path compression
        const int next = ancestor_[at(j)];
        ancestor_[at(j)] = i;
        if (next == -1) parent_[at(j)] = i;
        j = next;
      }
    seen_[at(i)] = i;
    for (int k = begin; k < end; ++k)
      for (int j = rows_.nodes[at(k)]; seen_[at(j)] != i; j = parent_[at(j)]) {
        lower.nodes.push_back(j);
        seen_[at(j)] = i;
      }
    std::sort(lower.nodes.begin() + lower.begin.back(), lower.nodes.end());
    lower.begin.push_back(static_cast<int>(lower.nodes.size()));
  }
}

void BlockSymbolic::transpose() {
  const int n = size();
  upper.begin.assign(at(n + 1), 0);
  upper.nodes.resize(lower.nodes.size());
  for (const int j : lower.nodes) ++upper.begin[at(j + 1)];
  for (int j = 0; j < n; ++j) upper.begin[at(j + 1)] += upper.begin[at(j)];
  next_.assign(upper.begin.begin(), upper.begin.end() - 1);
  for (int i = 0; i < n; ++i)
    for (int k = lower.begin[at(i)]; k < lower.begin[at(i + 1)]; ++k)
      upper.nodes[at(next_[at(lower.nodes[at(k)])]++)] = i;
}

}  // namespace nonsmooth
