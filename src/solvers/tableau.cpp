// SPDX-License-Identifier: Apache-2.0
#include "solvers/tableau.hpp"

#include <utility>

namespace nonsmooth {

Tableau::Tableau(const BoxForm& box, Arena& scratch)
    : n_(box.size),
      T_(scratch.matrix(n_, n_ + 1)),
      value_(scratch.vector(n_)),
      nonbasic_value_(scratch.vector(n_ + 1)),
      pivot_column_(scratch.vector(n_)),
      basic_(scratch.array<int>(n_)),
      place_(scratch.array<int>(2 * n_ + 1)),
      nonbasic_(scratch.array<int>(n_ + 1)) {
  T_.leftCols(n_) = box.M;
  T_.col(n_).setZero();
  for (int i = 0; i < n_; ++i) {
    nonbasic_value_[i] = box.start(i);
    basic_[at(i)] = w(i);
    nonbasic_[at(i)] = z(i);
    place_[at(w(i))] = i;
    place_[at(z(i))] = -1 - i;
  }
  nonbasic_[at(n_)] = t();
  nonbasic_value_[n_] = 0.0;
  place_[at(t())] = -1 - n_;
  value_ = box.q;
  for (int j = 0; j < n_; ++j)
    if (nonbasic_value_[j] != 0.0) value_ += nonbasic_value_[j] * box.M.col(j);
}

void Tableau::move(int nonbasic, double by) {
  const int c = column(nonbasic);
  nonbasic_value_[c] += by;
  value_ += by * T_.col(c);
}

void Tableau::exchange(int basic, int nonbasic) {
  const int r = row(basic), c = column(nonbasic);
  // basic = value + sum T_rj x_j  is solved for x_c and put into the other rows
  const double inverse = 1.0 / T_(r, c);
  pivot_column_ = T_.col(c);
  pivot_column_[r] = 0.0;
  for (int j = 0; j <= n_; ++j) {
    if (j == c) continue;
    const double factor = -T_(r, j) * inverse;
    if (factor != 0.0) T_.col(j) += factor * pivot_column_;
    T_(r, j) = factor;
  }
  T_.col(c) = inverse * pivot_column_;
  T_(r, c) = inverse;
  basic_[at(r)] = nonbasic;
  nonbasic_[at(c)] = basic;
  std::swap(place_[at(basic)], place_[at(nonbasic)]);
  std::swap(value_[r], nonbasic_value_[c]);
}

}  // namespace nonsmooth
