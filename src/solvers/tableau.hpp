// SPDX-License-Identifier: Apache-2.0
// The condensed tableau of w = M z + q + d t: every basic variable as an affine function of the
// non-basic ones,  basic = value + T (nonbasic - its present value).  Exchanging a basic and a
// non-basic variable costs one rank-one update; z_i and w_i are each other's complements.
#pragma once

#include "solvers/box_form.hpp"

#include <span>

namespace nonsmooth {

class Tableau {
 public:
  /// Starts with every z non-basic at box.start(i), every w basic, t = 0 with zero column.
  Tableau(const BoxForm& box, Arena& scratch);

  int size() const { return n_; }
  int z(int i) const { return i; }
  int w(int i) const { return n_ + i; }
  int t() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  int index(int variable) const { return variable < n_ ? variable : variable - n_; }

  bool is_basic(int variable) const { return place_[at(variable)] >= 0; }
  int row(int basic) const { return place_[at(basic)]; }
  int column(int nonbasic) const { return -1 - place_[at(nonbasic)]; }
  int basic(int row) const { return basic_[at(row)]; }
  double value(int variable) const {
    return is_basic(variable) ? value_[row(variable)] : nonbasic_value_[column(variable)];
  }
  double entry(int row, int column) const { return T_(row, column); }
  auto column_entries(int column) const { return T_.col(column); }

  /// Entry of the column of t; precondition: t has not been exchanged yet.
  void set_covering(int row, double d) { T_(row, n_) = d; }
  /// Moves a non-basic variable; the basic ones follow.
  void move(int nonbasic, double by);
  /// Makes the non-basic variable basic in the row of the basic one, at unchanged values.
  void exchange(int basic, int nonbasic);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int n_;
  MatrixMap T_;      // n x (n + 1)
  VectorMap value_;  // of the basic variables
  VectorMap nonbasic_value_;
  VectorMap pivot_column_;
  std::span<int> basic_;     // variable of each row
  std::span<int> place_;     // of each variable: its row, or -1 - its column
  std::span<int> nonbasic_;  // variable of each column
};

}  // namespace nonsmooth
