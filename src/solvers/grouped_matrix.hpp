// SPDX-License-Identifier: Apache-2.0
// Contacts between the same two rigid bodies see the world through the relative motion of the two,
// six numbers. With the contacts of W grouped by pairs of bodies, P and Q two of the groups,
//
//     W_PQ = C_P X_PQ C_Q^T,    C_P: 3 k x 6,    X_PQ: 6 x 6,
//
// which is found from W alone. Contacts of one group have the same neighbours. Six rows of a group
// give all its others: pivoted elimination of W_PP (semidefinite) picks those whose remainder is
// the largest part of what the contact had, C_P says how the others follow from them, and X_PQ are
// the entries of W where the picked rows and columns cross, as they are. Nothing is scaled: every
// comparison is relative to the contact, so units, also of single contacts, change nothing.
//
// Nothing is believed: every block of W is computed again and compared, relative to the size of
// its pair of groups, since the masses of bodies may differ by decades. Elastic bodies, or contact
// points that differ between the two bodies of a pair, fail and are refused.
#pragma once

#include "solvers/colouring.hpp"

namespace nonsmooth {

class GroupedMatrix {
 public:
  static constexpr int rank = 6;

  /// Whether W, whose blocks must be 3 x 3, seems to be of this kind and a product in this form
  /// costs much less. Takes memory from `scratch`; keeps a reference to W.
  bool find(const BlockSparse& W, Arena& scratch);
  /// Takes X from W, the groups in the given order in memory. False if that does not give W again.
  bool couple(std::span<const int> order, Arena& scratch);

  /// Which groups see which, themselves included.
  RowPattern pattern() const { return {pair_begin_, pair_columns_}; }
  int group_count() const { return static_cast<int>(group_begin_.size()) - 1; }
  /// The block rows of a group, ascending.
  std::span<const int> members(int group) const;
  /// Three rows of C by columns.
  const double* basis(int block_row) const { return basis_.data() + 18 * block_row; }
  /// X by columns, for one after the other of the groups that `group` sees.
  const double* coupling(int group) const { return X_.data() + X_begin_[index(group)]; }

 private:
  struct Pivot {
    int block_row, component;  // -1 where a group needs less than six
  };
  using Pivots = std::span<Pivot, rank>;
  struct Comparison;

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Pivots pivots(int group) const { return Pivots(pivots_.data() + rank * group, rank); }
  void sort_by_pattern(Arena& scratch);
  bool same_columns(int a, int b) const;
  bool cut_groups(Arena& scratch);
  bool reduce(std::span<const int> members, Pivots pivots, Arena& scratch);
  void take_alone(int block_row, Pivots pivots);
  long count_pairs(Arena& scratch);
  bool list_pairs(Arena& scratch);
  bool pays(long pairs) const;
  void take_entries(int p, Comparison& work);
  bool gives_rows(int p, Comparison& work) const;

  const BlockSparse* W_ = nullptr;
  std::span<int> place_;                      // of the diagonal block in its row
  std::span<double> inverse_mean_;            // one over the mean diagonal of W_ii
  std::span<int> group_of_;                   // of every block row
  std::span<int> group_begin_, members_;      // block rows, group by group
  std::span<int> pair_begin_, pair_columns_;  // groups that a group sees
  std::span<Pivot> pivots_;                   // six per group
  std::span<double> basis_;                   // 3 x 6 per block row
  std::span<double> X_;                       // 6 x 6 per pair
  std::span<std::ptrdiff_t> X_begin_;         // of every group
};

}  // namespace nonsmooth
