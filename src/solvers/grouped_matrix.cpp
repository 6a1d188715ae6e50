// SPDX-License-Identifier: Apache-2.0
#include "solvers/grouped_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nonsmooth {
namespace {

// a remainder this small, relative to the diagonal of the contact, is rounding
constexpr double least_pivot = 1e-13;
constexpr double largest_remainder = 1e-12;
// of a block computed again, relative to the largest of its pair of groups
constexpr double largest_error = 1e-12;
// from which share of the multiplications of a product with W as it is the form is worth finding
constexpr double worthwhile = 0.6;

using Rows = Eigen::Matrix<double, 3, GroupedMatrix::rank>;
using Square = Eigen::Matrix<double, GroupedMatrix::rank, GroupedMatrix::rank>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::span<const int> GroupedMatrix::members(int group) const {
  return members_.subspan(at(group_begin_[at(group)]),
                          at(group_begin_[at(group) + 1] - group_begin_[at(group)]));
}

bool GroupedMatrix::find(const BlockSparse& W, Arena& scratch) {
  W_ = &W;
  const int n = W.block_rows();
  members_ = scratch.array<int>(n);
  group_begin_ = scratch.array<int>(n + 1);
  group_of_ = scratch.array<int>(n);
  sort_by_pattern(scratch);
  // one group for each pattern is the best that can come
  if (2 * group_count() > n) return false;
  mean_ = scratch.array<double>(n);
  basis_ = scratch.array<double>(18 * static_cast<Eigen::Index>(n));
  pivots_ = scratch.array<Pivot>(rank * static_cast<Eigen::Index>(n));
  cut_groups(scratch);
  return connect(scratch) && reproduces_W(scratch);
}

bool GroupedMatrix::same_columns(int a, int b) const {
  const int count = W_->row_begin(a + 1) - W_->row_begin(a);
  if (count != W_->row_begin(b + 1) - W_->row_begin(b)) return false;
  for (int k = 0; k < count; ++k)
    if (W_->block_col(W_->row_begin(a) + k) != W_->block_col(W_->row_begin(b) + k)) return false;
  return true;
}

// Rows with the same columns, one class after the other. Each has its diagonal, so that all the
// rows of a class are among the columns of the first.
void GroupedMatrix::sort_by_pattern(Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = W_->block_rows();
  auto hash = scratch.array<std::uint64_t>(n);
  for (int i = 0; i < n; ++i) {
    std::uint64_t value = 14695981039346656037u;
    for (int k = W_->row_begin(i); k < W_->row_begin(i + 1); ++k)
      value = (value ^ static_cast<std::uint64_t>(W_->block_col(k))) * 1099511628211u;
    hash[at(i)] = value;
  }
  std::fill(group_of_.begin(), group_of_.end(), -1);
  int groups = 0, count = 0;
  for (int i = 0; i < n; ++i) {
    if (group_of_[at(i)] >= 0) continue;
    group_begin_[at(groups)] = count;
    members_[at(count++)] = i;
    group_of_[at(i)] = groups;
    for (int k = W_->row_begin(i); k < W_->row_begin(i + 1); ++k) {
      const int j = W_->block_col(k);
      if (j <= i || group_of_[at(j)] >= 0 || hash[at(j)] != hash[at(i)] || !same_columns(i, j))
        continue;
      members_[at(count++)] = j;
      group_of_[at(j)] = groups;
    }
    ++groups;
  }
  group_begin_[at(groups)] = count;
  group_begin_ = group_begin_.first(at(groups + 1));
}

// Contacts with the same neighbours need not join the same bodies: classes of too high a rank are
// cut into single contacts.
void GroupedMatrix::cut_groups(Arena& scratch) {
  const int n = W_->block_rows();
  for (int i = 0; i < n; ++i) {
    const int diagonal = W_->find(i, i);
    const double mean =
        diagonal < 0 ? 0.0 : W_->block(i, diagonal).diagonal().cwiseAbs().mean();
    mean_[at(i)] = mean > 0.0 ? mean : 1.0;
  }
  const auto classes = group_begin_;
  group_begin_ = scratch.array<int>(n + 1);
  int groups = 0;
  for (std::size_t c = 0; c + 1 < classes.size(); ++c) {
    const auto rows = members_.subspan(at(classes[c]), at(classes[c + 1] - classes[c]));
    if (rows.size() > 1 && reduce(rows, pivots(groups), scratch)) {
      group_begin_[at(groups)] = classes[c];
      for (const int i : rows) group_of_[at(i)] = groups;
      ++groups;
      continue;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      take_alone(rows[k], pivots(groups));
      group_begin_[at(groups)] = classes[c] + static_cast<int>(k);
      group_of_[at(rows[k])] = groups++;
    }
  }
  group_begin_[at(groups)] = n;
  group_begin_ = group_begin_.first(at(groups + 1));
}

void GroupedMatrix::take_alone(int block_row, Pivots pivots) {
  double* basis = basis_.data() + 18 * static_cast<std::ptrdiff_t>(block_row);
  std::fill_n(basis, 18, 0.0);
  for (int c = 0; c < rank; ++c) {
    pivots[at(c)] = c < 3 ? Pivot{block_row, c} : Pivot{-1, 0};
    if (c < 3) basis[3 * c + c] = 1.0;
  }
}

// W_PP = L D L^T by columns, largest remainder first, then C = L (picked rows of L)^-1.
bool GroupedMatrix::reduce(std::span<const int> members, Pivots pivots, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const auto k = static_cast<int>(members.size()), rows = 3 * k;
  // all rows of the group have the same columns: a member lies at the same place in each
  auto place = scratch.array<int>(k);
  for (int i = 0; i < k; ++i) {
    const int row = members[at(i)], diagonal = W_->find(row, row);
    if (diagonal < 0) return false;
    place[at(i)] = diagonal - W_->row_begin(row);
  }
  const auto entry = [&](int a, int b) {
    const int row = members[at(a / 3)];
    return W_->block(row, W_->row_begin(row) + place[at(b / 3)])(a % 3, b % 3);
  };
  MatrixMap L = scratch.matrix(rows, rank);
  VectorMap left = scratch.vector(rows);  // diagonal of the remainder
  L.setZero();
  for (int a = 0; a < rows; ++a) left[a] = entry(a, a);
  const auto largest = [&](int& which) {
    double part = 0.0;
    for (int a = 0; a < rows; ++a) {
      const double ratio = left[a] / mean_[at(members[at(a / 3)])];
      if (ratio > part) part = ratio, which = a;
    }
    return part;
  };
  double D[rank];
  int picked[rank], count = 0, next = 0;
  for (; count < rank && largest(next) > least_pivot; ++count) {
    picked[count] = next;
    D[count] = left[next];
    for (int a = 0; a < rows; ++a) {
      double value = entry(a, next);
      for (int m = 0; m < count; ++m) value -= L(a, m) * D[m] * L(next, m);
      L(a, count) = value / D[count];
      left[a] -= L(a, count) * value;
    }
    L(next, count) = 1.0;
    left[next] = 0.0;
  }
  if (largest(next) > largest_remainder) return false;
  for (int j = count - 1; j >= 0; --j)
    for (int m = j + 1; m < count; ++m) {
      const double factor = L(picked[m], j);  // column m is done; row picked[m] of it is a unit
      for (int a = 0; a < rows; ++a) L(a, j) -= factor * L(a, m);
    }
  for (int c = 0; c < rank; ++c) {
    pivots[at(c)] = {-1, 0};
    if (c >= count) continue;
    pivots[at(c)] = {members[at(picked[c] / 3)], picked[c] % 3};
    for (int j = 0; j < count; ++j) L(picked[c], j) = j == c ? 1.0 : 0.0;
  }
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < rank; ++j)
      for (int e = 0; e < 3; ++e) basis_[at(18 * members[at(i)] + 3 * j + e)] = L(3 * i + e, j);
  return true;
}

// The groups that each group sees. False if it sees only part of one, or if it does not pay.
bool GroupedMatrix::connect(Arena& scratch) {
  const int groups = group_count();
  pair_begin_ = scratch.array<int>(groups + 1);
  auto seen = scratch.array<int>(groups), seen_by = scratch.array<int>(groups);
  std::fill(seen_by.begin(), seen_by.end(), -1);
  std::fill(seen.begin(), seen.end(), 0);
  const auto walk = [&](int p, auto&& first_sight) {
    const int row = members(p)[0];
    for (int k = W_->row_begin(row); k < W_->row_begin(row + 1); ++k) {
      const int q = group_of_[at(W_->block_col(k))];
      if (seen_by[at(q)] != p) {
        seen_by[at(q)] = p;
        seen[at(q)] = 0;
        first_sight(q);
      }
      ++seen[at(q)];
    }
  };
  long pairs = 0;
  for (int p = 0; p < groups; ++p) {
    pair_begin_[at(p)] = static_cast<int>(pairs);
    walk(p, [&](int) { ++pairs; });
  }
  pair_begin_[at(groups)] = static_cast<int>(pairs);
  const double work = 36.0 * static_cast<double>(pairs) + 72.0 * W_->block_rows();
  if (!(work < worthwhile * 9.0 * W_->block_count())) return false;
  pair_columns_ = scratch.array<int>(pairs);
  std::fill(seen_by.begin(), seen_by.end(), -1);
  for (int p = 0; p < groups; ++p) {
    auto to = pair_columns_.begin() + pair_begin_[at(p)];
    walk(p, [&](int q) { *to++ = q; });
    for (int k = pair_begin_[at(p)]; k < pair_begin_[at(p + 1)]; ++k)
      if (at(seen[at(pair_columns_[at(k)])]) != members(pair_columns_[at(k)]).size()) return false;
    if (seen_by[at(p)] != p) return false;
  }
  return true;
}

void GroupedMatrix::coupling(int p, int q, double* X) const {
  std::fill_n(X, rank * rank, 0.0);
  const int first = members(p)[0];
  const auto rows = pivots(p), columns = pivots(q);
  int place = 0;
  for (int b = 0; b < rank && columns[at(b)].block_row >= 0; ++b) {
    if (b == 0 || columns[at(b)].block_row != columns[at(b - 1)].block_row)
      place = W_->find(first, columns[at(b)].block_row) - W_->row_begin(first);
    for (int a = 0; a < rank && rows[at(a)].block_row >= 0; ++a) {
      const auto [row, component] = rows[at(a)];
      X[rank * b + a] =
          W_->block(row, W_->row_begin(row) + place)(component, columns[at(b)].component);
    }
  }
}

bool GroupedMatrix::reproduces_W(Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const int groups = group_count();
  int most_pairs = 0, longest = 0;
  for (int p = 0; p < groups; ++p) {
    const int row = members(p)[0];
    most_pairs = std::max(most_pairs, pair_begin_[at(p + 1)] - pair_begin_[at(p)]);
    longest = std::max(longest, W_->row_begin(row + 1) - W_->row_begin(row));
  }
  auto X = scratch.array<Square>(most_pairs);
  auto part = scratch.array<Rows>(most_pairs);  // C_i X_PQ
  auto size = scratch.array<double>(most_pairs), error = scratch.array<double>(most_pairs);
  auto pair_at = scratch.array<int>(longest), pair_of = scratch.array<int>(groups);
  for (int p = 0; p < groups; ++p) {
    const int begin = pair_begin_[at(p)], pairs = pair_begin_[at(p + 1)] - begin;
    const int first = members(p)[0], length = W_->row_begin(first + 1) - W_->row_begin(first);
    for (int k = 0; k < pairs; ++k) {
      pair_of[at(pair_columns_[at(begin + k)])] = k;
      coupling(p, pair_columns_[at(begin + k)], X[at(k)].data());
      size[at(k)] = error[at(k)] = 0.0;
    }
    for (int k = 0; k < length; ++k)
      pair_at[at(k)] = pair_of[at(group_of_[at(W_->block_col(W_->row_begin(first) + k))])];
    for (const int i : members(p)) {
      const Eigen::Map<const Rows> C(basis(i));
      for (int k = 0; k < pairs; ++k) part[at(k)].noalias() = C * X[at(k)];
      for (int k = 0; k < length; ++k) {
        const int block = W_->row_begin(i) + k, j = W_->block_col(block);
        const Eigen::Map<const Mat<3>> given(W_->block(i, block).data());
        const std::size_t pair = at(pair_at[at(k)]);
        const Mat<3> miss = given - part[pair] * Eigen::Map<const Rows>(basis(j)).transpose();
        const double unit = 1.0 / std::sqrt(mean_[at(i)] * mean_[at(j)]);
        size[pair] = std::max(size[pair], unit * given.cwiseAbs().maxCoeff());
        error[pair] = std::max(error[pair], unit * miss.cwiseAbs().maxCoeff());
      }
    }
    for (int k = 0; k < pairs; ++k)
      if (!(error[at(k)] <= largest_error * size[at(k)])) return false;
  }
  return true;
}

}  // namespace nonsmooth
