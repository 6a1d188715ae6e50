// SPDX-License-Identifier: Apache-2.0
#include "solvers/grouped_matrix.hpp"

#include "solvers/four.hpp"

#include "nonsmooth/base/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nonsmooth {
namespace {

// a remainder this small, relative to the diagonal of the contact, is rounding
constexpr double least_pivot = 1e-13;
constexpr double largest_remainder = 1e-12;
// of a pair of groups computed again, relative to its size
constexpr double largest_error = 1e-12;
// share of the multiplications of a product with W as it is, below which the form is worth finding
constexpr double worthwhile = 0.6;

constexpr int square = GroupedMatrix::rank * GroupedMatrix::rank;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// W_PP = L D L^T by columns, largest remainder first, then C = L (picked rows of L)^-1.
class Elimination {
 public:
  Elimination(const BlockSparse& W, std::span<const int> members, std::span<const int> place,
              std::span<const double> inverse_mean, Arena& scratch)
      : members_(members),
        place_(place),
        inverse_mean_(inverse_mean),
        row_(scratch.array<const double*>(static_cast<Eigen::Index>(members.size()))),
        L_(scratch.matrix(3 * static_cast<Eigen::Index>(members.size()), rank)),
        left_(scratch.vector(L_.rows())) {
    for (std::size_t i = 0; i < members.size(); ++i)
      row_[i] = W.block(members[i], W.row_begin(members[i])).data();
  }

  /// False if more than six rows are independent.
  bool run() {
    L_.setZero();
    for (int a = 0; a < L_.rows(); ++a) left_[a] = entry(a, a);
    int next = 0;
    while (count_ < rank && largest_part(next) > least_pivot) pick(next);
    return largest_part(next) <= largest_remainder;
  }

  /// C. Call once.
  const MatrixMap& interpolation() {
    for (int j = count_ - 1; j >= 0; --j)
      for (int m = j + 1; m < count_; ++m) {
        const double factor = L_(picked_[m], j);  // column m is one there
        for (int a = 0; a < L_.rows(); ++a) L_(a, j) -= factor * L_(a, m);
      }
    for (int c = 0; c < count_; ++c)
      for (int j = 0; j < count_; ++j) L_(picked_[c], j) = j == c ? 1.0 : 0.0;
    return L_;
  }
  /// A row of the group, -1 if less than six are needed.
  int picked(int k) const { return k < count_ ? picked_[k] : -1; }

 private:
  static constexpr int rank = GroupedMatrix::rank;

  // all rows of the group have the same columns: a member lies at the same place in each
  double entry(int a, int b) const {
    return row_[at(a / 3)][9 * place_[at(members_[at(b / 3)])] + 3 * (b % 3) + a % 3];
  }
  // of what a contact had, and in which row
  double largest_part(int& which) const {
    double most = 0.0;
    for (int a = 0; a < L_.rows(); ++a)
      if (const double part = left_[a] * inverse_mean_[at(members_[at(a / 3)])]; part > most)
        most = part, which = a;
    return most;
  }
  void pick(int row) {
    const double pivot = left_[row];
    for (int a = 0; a < L_.rows(); ++a) {
      double value = entry(a, row);
      for (int m = 0; m < count_; ++m) value -= L_(a, m) * D_[m] * L_(row, m);
      L_(a, count_) = value / pivot;
      left_[a] -= L_(a, count_) * value;
    }
    L_(row, count_) = 1.0;
    left_[row] = 0.0;
    D_[count_] = pivot;
    picked_[count_++] = row;
  }

  std::span<const int> members_, place_;
  std::span<const double> inverse_mean_;
  std::span<const double*> row_;
  MatrixMap L_;
  VectorMap left_;  // diagonal of the remainder
  double D_[rank]{};
  int picked_[rank]{}, count_ = 0;
};

// Adds the squares of a 3 x 3 block W, and of W less `part` C^T, in the given unit. Columns are
// read four entries at a time, within the block.
void compare(const double* W, const Lanes::Four* part, const double* C, double unit,
             Lanes::Four& size, Lanes::Four& error) {
  const Lanes::FourMask three{-1, -1, -1, 0};
  const Lanes::Four last = load(W + 5);
  Lanes::Four given[3]{load(W), load(W + 3), __builtin_shufflevector(last, last, 1, 2, 3, 0)};
  for (int e = 0; e < 3; ++e) {
    given[e] = three ? given[e] : Lanes::Four{};
    Lanes::Four miss = given[e];
    for (int c = 0; c < GroupedMatrix::rank; ++c) miss -= part[c] * C[3 * c + e];
    size += unit * given[e] * given[e];
    error += unit * miss * miss;
  }
}

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
  if (2 * group_count() > n || !pays(count_pairs(scratch)) || !cut_groups(scratch)) return false;
  return list_pairs(scratch);
}

bool GroupedMatrix::pays(long pairs) const {
  const double work = square * static_cast<double>(pairs) + 72.0 * W_->block_rows();
  return work < worthwhile * 9.0 * W_->block_count();
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
// cut into single contacts. False where a diagonal block is missing.
bool GroupedMatrix::cut_groups(Arena& scratch) {
  const int n = W_->block_rows();
  inverse_mean_ = scratch.array<double>(n);
  place_ = scratch.array<int>(n);
  basis_ = scratch.array<double>(18 * static_cast<Eigen::Index>(n));
  pivots_ = scratch.array<Pivot>(rank * static_cast<Eigen::Index>(n));
  for (int i = 0; i < n; ++i) {
    const int diagonal = W_->find(i, i);
    if (diagonal < 0) return false;
    const double* W = W_->block(i, diagonal).data();
    const double mean = (std::abs(W[0]) + std::abs(W[4]) + std::abs(W[8])) / 3.0;
    inverse_mean_[at(i)] = mean > 0.0 ? 1.0 / mean : 1.0;
    place_[at(i)] = diagonal - W_->row_begin(i);
  }
  const auto classes = group_begin_;
  group_begin_ = scratch.array<int>(n + 1);
  int groups = 0;
  for (std::size_t c = 0; c + 1 < classes.size(); ++c) {
    const auto rows = members_.subspan(at(classes[c]), at(classes[c + 1] - classes[c]));
    const bool whole = rows.size() > 1 && reduce(rows, pivots(groups), scratch);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (!whole) take_alone(rows[k], pivots(groups));
      if (!whole || k == 0) group_begin_[at(groups++)] = classes[c] + static_cast<int>(k);
      group_of_[at(rows[k])] = groups - 1;
    }
  }
  group_begin_[at(groups)] = n;
  group_begin_ = group_begin_.first(at(groups + 1));
  return true;
}

void GroupedMatrix::take_alone(int block_row, Pivots pivots) {
  double* basis = basis_.data() + 18 * static_cast<std::ptrdiff_t>(block_row);
  std::fill_n(basis, 18, 0.0);
  for (int c = 0; c < rank; ++c) {
    pivots[at(c)] = c < 3 ? Pivot{block_row, c} : Pivot{-1, 0};
    if (c < 3) basis[3 * c + c] = 1.0;
  }
}

bool GroupedMatrix::reduce(std::span<const int> members, Pivots pivots, Arena& scratch) {
  const Arena::Scope scope(scratch);
  Elimination elimination(*W_, members, place_, inverse_mean_, scratch);
  if (!elimination.run()) return false;
  const MatrixMap& C = elimination.interpolation();
  for (int c = 0; c < rank; ++c) {
    const int row = elimination.picked(c);
    pivots[at(c)] = row < 0 ? Pivot{-1, 0} : Pivot{members[at(row / 3)], row % 3};
  }
  for (int i = 0; i < static_cast<int>(members.size()); ++i)
    for (int c = 0; c < rank; ++c)
      for (int e = 0; e < 3; ++e) basis_[at(18 * members[at(i)] + 3 * c + e)] = C(3 * i + e, c);
  return true;
}

long GroupedMatrix::count_pairs(Arena& scratch) {
  const Arena::Scope scope(scratch);
  auto seen_by = scratch.array<int>(group_count());
  std::fill(seen_by.begin(), seen_by.end(), -1);
  long pairs = 0;
  for (int p = 0; p < group_count(); ++p) {
    const int row = members(p)[0];
    for (int k = W_->row_begin(row); k < W_->row_begin(row + 1); ++k) {
      int& last = seen_by[at(group_of_[at(W_->block_col(k))])];
      pairs += last == p ? 0 : 1;
      last = p;
    }
  }
  return pairs;
}

// The groups that each group sees. False if it sees only part of one, or if it does not pay.
bool GroupedMatrix::list_pairs(Arena& scratch) {
  const int groups = group_count();
  const long pairs = count_pairs(scratch);
  if (!pays(pairs)) return false;
  pair_begin_ = scratch.array<int>(groups + 1);
  pair_columns_ = scratch.array<int>(pairs);
  const Arena::Scope scope(scratch);
  auto seen = scratch.array<int>(groups);
  std::fill(seen.begin(), seen.end(), 0);
  int count = 0;
  for (int p = 0; p < groups; ++p) {
    const int row = members(p)[0];
    pair_begin_[at(p)] = count;
    for (int k = W_->row_begin(row); k < W_->row_begin(row + 1); ++k) {
      const int q = group_of_[at(W_->block_col(k))];
      if (seen[at(q)]++ == 0) pair_columns_[at(count++)] = q;
    }
    for (int k = pair_begin_[at(p)]; k < count; ++k) {
      const int q = pair_columns_[at(k)];
      if (seen[at(q)] != static_cast<int>(members(q).size())) return false;
      seen[at(q)] = 0;
    }
  }
  pair_begin_[at(groups)] = count;
  return true;
}

// Where the blocks of one row lie, and what they were found to be; as large as the widest group
// needs.
struct GroupedMatrix::Comparison {
  Comparison(int pairs, int length, int groups, int block_rows, Arena& scratch)
      : part(scratch.array<Lanes::Four>(rank * pairs)),
        size(scratch.array<Lanes::Four>(pairs)),
        error(scratch.array<Lanes::Four>(pairs)),
        pair_at(scratch.array<int>(length)),
        pair_of(scratch.array<int>(groups)),
        place(scratch.array<int>(block_rows)) {}

  std::span<Lanes::Four> part;         // C_i X_PQ by columns, and a zero below
  std::span<Lanes::Four> size, error;  // sums of squares over a pair, in the units of its contacts
  std::span<int> pair_at;              // by block of the row
  std::span<int> pair_of, place;       // by group, by block row: only those seen are set
};

bool GroupedMatrix::couple(std::span<const int> order, Arena& scratch) {
  X_ = scratch.array<double>(square * static_cast<Eigen::Index>(pair_columns_.size()));
  X_begin_ = scratch.array<std::ptrdiff_t>(group_count());
  const Arena::Scope scope(scratch);
  int most_pairs = 0, longest = 0;
  std::ptrdiff_t begin = 0;
  for (const int p : order) {
    const int row = members(p)[0], pairs = pair_begin_[at(p + 1)] - pair_begin_[at(p)];
    most_pairs = std::max(most_pairs, pairs);
    longest = std::max(longest, W_->row_begin(row + 1) - W_->row_begin(row));
    X_begin_[at(p)] = begin;
    begin += square * pairs;
  }
  Comparison work(most_pairs, longest, group_count(), W_->block_rows(), scratch);
  for (const int p : order) {
    take_entries(p, work);
    if (!gives_rows(p, work)) return false;
  }
  return true;
}

void GroupedMatrix::take_entries(int p, Comparison& work) {
  const int first = members(p)[0], pair_begin = pair_begin_[at(p)];
  const int pairs = pair_begin_[at(p + 1)] - pair_begin;
  for (int k = 0; k < pairs; ++k) work.pair_of[at(pair_columns_[at(pair_begin + k)])] = k;
  for (int k = 0; k < W_->row_begin(first + 1) - W_->row_begin(first); ++k) {
    const int j = W_->block_col(W_->row_begin(first) + k);
    work.place[at(j)] = k;
    work.pair_at[at(k)] = work.pair_of[at(group_of_[at(j)])];
  }
  double* X = X_.data() + X_begin_[at(p)];
  std::fill_n(X, square * pairs, 0.0);
  const double* row[rank]{};  // of W, from the picked component on
  int count = 0;
  for (; count < rank && pivots(p)[at(count)].block_row >= 0; ++count) {
    const auto [i, component] = pivots(p)[at(count)];
    row[count] = W_->block(i, W_->row_begin(i)).data() + component;
  }
  for (int k = 0; k < pairs; ++k, X += square)
    for (int b = 0; b < rank; ++b) {
      const auto [j, component] = pivots(pair_columns_[at(pair_begin + k)])[at(b)];
      if (j < 0) break;
      const std::ptrdiff_t column = 9 * work.place[at(j)] + 3 * component;
      for (int a = 0; a < count; ++a) X[rank * b + a] = row[a][column];
    }
}

// W_PQ - C_P X_PQ C_Q^T against W_PQ, for all Q
bool GroupedMatrix::gives_rows(int p, Comparison& work) const {
  const int pairs = pair_begin_[at(p + 1)] - pair_begin_[at(p)];
  std::fill_n(work.size.begin(), pairs, Lanes::Four{});
  std::fill_n(work.error.begin(), pairs, Lanes::Four{});
  for (const int i : members(p)) {
    Lanes::Four C[rank];
    for (int c = 0; c < rank; ++c)
      C[c] = Lanes::Four{basis(i)[3 * c], basis(i)[3 * c + 1], basis(i)[3 * c + 2], 0.0};
    const double* X = coupling(p);
    for (int k = 0; k < rank * pairs; ++k, X += rank) {
      Lanes::Four sum = C[0] * X[0];
      for (int c = 1; c < rank; ++c) sum += C[c] * X[c];
      work.part[at(k)] = sum;
    }
    const double* W = W_->block(i, W_->row_begin(i)).data();
    for (int k = 0; k < W_->row_begin(i + 1) - W_->row_begin(i); ++k, W += 9) {
      const int j = W_->block_col(W_->row_begin(i) + k);
      const std::size_t pair = at(work.pair_at[at(k)]);
      const double unit = inverse_mean_[at(i)] * inverse_mean_[at(j)];
      compare(W, work.part.data() + rank * pair, basis(j), unit, work.size[pair], work.error[pair]);
    }
  }
  const auto sum = [](Lanes::Four x) { return x[0] + x[1] + x[2]; };
  for (std::size_t k = 0; k < at(pairs); ++k)
    if (!(sum(work.error[k]) <= largest_error * largest_error * sum(work.size[k]))) return false;
  return true;
}

}  // namespace nonsmooth
