// SPDX-License-Identifier: Apache-2.0
// Up-looking LU by rows, as in block_lu.cpp, for single numbers:
//
//   for i:  w = row i;   for k in row i of L, ascending:
//             l_ik = w_k / u_kk,   w_j -= l_ik u_kj  for all j in row k of U;
//           row i of U = w.
//
// Row i depends on the rows below it in the elimination tree alone. Column k of L has the pattern
// of row k of U: where one needs it by columns, `lower_at_` says where its entries are.
#include "nonsmooth/linalg/diagonal_lu.hpp"

#include "linalg/block_symbolic.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

BlockSparse scalar_blocks(const SparseMatrix& K) {
  const std::vector<int> ones(at(static_cast<int>(K.rows())), 1);
  return BlockSparse(ones, ones, K);
}

}  // namespace

struct DiagonalLu::Factors {
  explicit Factors(const SparseMatrix& K) : n(static_cast<int>(K.rows())) {
    const BlockSparse pattern = scalar_blocks(K);
    symbolic.analyse(pattern);
    symbolic.gather_families(pattern);
    row_begin.push_back(0);
    for (int i = 0; i < n; ++i) {
      const int row = symbolic.node_at[at(i)];
      for (int k = pattern.row_begin(row); k < pattern.row_begin(row + 1); ++k) {
        const int column = pattern.block_col(k);
        entry_place.push_back(symbolic.position_of[at(column)]);
        entry_value.push_back(value_index(K, row, column));
      }
      row_begin.push_back(static_cast<int>(entry_place.size()));
    }
    L.resize(lower.nodes.size());
    U.resize(upper.nodes.size());
    inverse.assign(at(n), 0.0);
    work.assign(at(n), 0.0);
    outdated.assign(at(n), 1);
    marked.assign(at(n), 0);
    x.assign(at(n), 0.0);
    lower_at.resize(upper.nodes.size());
    std::vector<int> next(upper.begin.begin(), upper.begin.end() - 1);
    for (int i = 0; i < n; ++i)
      for (int k = lower.begin[at(i)]; k < lower.begin[at(i + 1)]; ++k)
        lower_at[at(next[at(lower.nodes[at(k)])]++)] = k;
    for (const int k : lower.nodes) products += upper.count(k);
    upper_run = runs(upper);
    lower_run = runs(lower);
    std::vector<int> above(at(n), 1);
    for (int i = n - 1; i >= 0; --i) {
      if (parent(i) >= 0) above[at(i)] = above[at(parent(i))] + 1;
      height = std::max(height, above[at(i)]);
    }
  }

  static int value_index(const SparseMatrix& K, int row, int column) {
    const int *begin = K.innerIndexPtr() + K.outerIndexPtr()[column],
              *end = K.innerIndexPtr() + K.outerIndexPtr()[column + 1];
    return static_cast<int>(std::lower_bound(begin, end, row) - K.innerIndexPtr());
  }
  // where the last nodes of a row, one after the other, begin
  static std::vector<int> runs(const BlockSymbolic::Pattern& rows) {
    std::vector<int> result;
    for (std::size_t i = 0; i + 1 < rows.begin.size(); ++i) {
      int k = rows.begin[i + 1];
      while (k > rows.begin[i] + 1 && rows.nodes[at(k - 2)] + 1 == rows.nodes[at(k - 1)]) --k;
      result.push_back(k > rows.begin[i] ? k - 1 : k);
    }
    return result;
  }
  // sum of value x over a row; four sums at a time, since each waits for its last term
  static double dot(const BlockSymbolic::Pattern& rows, const std::vector<int>& run,
                    const std::vector<double>& values, const std::vector<double>& x, int i) {
    const int begin = rows.begin[at(i)], middle = run[at(i)], end = rows.begin[at(i + 1)];
    const int* node = rows.nodes.data();
    const double* value = values.data();
    if (end - begin < 8) {
      double short_sum = 0.0;
      for (int k = begin; k < end; ++k) short_sum += value[k] * x[at(node[k])];
      return short_sum;
    }
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    int k = begin;
    for (; k + 4 <= middle; k += 4)
      for (int q = 0; q < 4; ++q) sum[q] += value[k + q] * x[at(node[k + q])];
    for (; k < middle; ++k) sum[0] += value[k] * x[at(node[k])];
    if (middle < end) {
      const double* z = x.data() + node[middle] - middle;
      for (; k + 4 <= end; k += 4)
        for (int q = 0; q < 4; ++q) sum[q] += value[k + q] * z[k + q];
      for (; k < end; ++k) sum[0] += value[k] * z[k];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
  int parent(int i) const { return upper.count(i) > 0 ? upper.nodes[at(upper.begin[at(i)])] : -1; }

  // rows that are outdated, and with each of them those above it; what fails is outdated still
  bool eliminate(const SparseMatrix& K, VectorIn shift) {
    for (int i = 0; i < n; ++i) {
      if (outdated[at(i)] == 0) continue;
      if (parent(i) >= 0) outdated[at(parent(i))] = 1;
      if (!eliminate_row(K, shift, i)) {
        std::fill(work.begin(), work.end(), 0.0);
        return false;
      }
      outdated[at(i)] = 0;
    }
    return true;
  }

  bool eliminate_row(const SparseMatrix& K, VectorIn shift, int i) {
    double size = 0.0;
    for (int k = row_begin[at(i)]; k < row_begin[at(i + 1)]; ++k) {
      const double value = K.valuePtr()[entry_value[at(k)]] +
                           (entry_place[at(k)] == i ? shift[symbolic.node_at[at(i)]] : 0.0);
      work[at(entry_place[at(k)])] = value;
      if (!(std::abs(value) <= size)) size = std::abs(value);  // also finds NaN
    }
    for (int a = lower.begin[at(i)]; a < lower.begin[at(i + 1)]; ++a) {
      const int k = lower.nodes[at(a)];
      const double l = L[at(a)] = work[at(k)] * inverse[at(k)];
      work[at(k)] = 0.0;
      if (l == 0.0) continue;  // rows of laws at a bound have nothing but their diagonal
      const int* node = upper.nodes.data();
      const int run = upper_run[at(k)], end = upper.begin[at(k + 1)];
      for (int b = upper.begin[at(k)]; b < run; ++b) work[at(node[b])] -= l * U[at(b)];
      if (run < end) {
        const double* u = U.data() + run;
        double* w = work.data() + node[run];
        for (int b = 0; b < end - run; ++b) w[b] -= l * u[b];
      }
    }
    const double pivot = work[at(i)];
    work[at(i)] = 0.0;
    for (int b = upper.begin[at(i)]; b < upper.begin[at(i + 1)]; ++b) {
      U[at(b)] = work[at(upper.nodes[at(b)])];
      work[at(upper.nodes[at(b)])] = 0.0;
    }
    inverse[at(i)] = 1.0 / pivot;
    return std::abs(pivot) > 1e-15 * size && std::isfinite(size) && std::isfinite(pivot);
  }

  // places that entries reach: up the tree from each of them
  void reach(Entries b, Part& part) {
    part.place.clear();
    for (const auto& [row, value] : b)
      for (int i = symbolic.position_of[at(row)]; i >= 0 && marked[at(i)] == 0; i = parent(i)) {
        marked[at(i)] = 1;
        part.place.push_back(i);
      }
    std::sort(part.place.begin(), part.place.end());
    for (const int i : part.place) marked[at(i)] = 0;
    for (const auto& [row, value] : b) work[at(symbolic.position_of[at(row)])] += value;
  }
  void collect(Part& part) {
    part.value.clear();
    for (const int i : part.place) {
      part.value.push_back(work[at(i)]);
      work[at(i)] = 0.0;
    }
  }

  int n;
  int height = 0;  // of the elimination tree
  double products = 0.0;
  BlockSymbolic symbolic;
  const BlockSymbolic::Pattern &lower = symbolic.lower, &upper = symbolic.upper;
  std::vector<int> row_begin, entry_place, entry_value;  // rows of K in the order of elimination
  std::vector<int> lower_run, upper_run;                 // see runs()
  std::vector<int> lower_at;                             // entry of L, by that of U at (j, i)
  std::vector<double> L, U, inverse, work, x;            // inverse: 1 / diagonal of U
  std::vector<unsigned char> outdated, marked;
};

DiagonalLu::DiagonalLu(const SparseMatrix& pattern)
    : factors_(std::make_unique<Factors>(pattern)) {}
DiagonalLu::~DiagonalLu() = default;
DiagonalLu::DiagonalLu(DiagonalLu&&) noexcept = default;
DiagonalLu& DiagonalLu::operator=(DiagonalLu&&) noexcept = default;

bool DiagonalLu::factorize(const SparseMatrix& K, VectorIn shift) {
  std::fill(factors_->outdated.begin(), factors_->outdated.end(), 1);
  return factors_->eliminate(K, shift);
}

bool DiagonalLu::refactorize(const SparseMatrix& K, VectorIn shift, std::span<const int> changed) {
  for (const int row : changed) factors_->outdated[at(factors_->symbolic.position_of[at(row)])] = 1;
  return factors_->eliminate(K, shift);
}

void DiagonalLu::forward(VectorOut b) {
  Factors& f = *factors_;
  for (int i = 0; i < f.n; ++i)
    f.x[at(i)] = b[f.symbolic.node_at[at(i)]] - Factors::dot(f.lower, f.lower_run, f.L, f.x, i);
  std::copy(f.x.begin(), f.x.end(), b.begin());
}

void DiagonalLu::backward(VectorOut b) {
  Factors& f = *factors_;
  for (int i = f.n - 1; i >= 0; --i)
    f.x[at(i)] = (b[i] - Factors::dot(f.upper, f.upper_run, f.U, f.x, i)) * f.inverse[at(i)];
  for (int i = 0; i < f.n; ++i) b[f.symbolic.node_at[at(i)]] = f.x[at(i)];
}

DiagonalLu::Part DiagonalLu::reserved(int entries) const {
  Part part;
  const std::size_t most = std::min(at(factors_->n), at(entries) * at(factors_->height));
  part.place.reserve(most);
  part.value.reserve(most);
  return part;
}

void DiagonalLu::forward(Entries b, Part& part) {
  Factors& f = *factors_;
  f.reach(b, part);
  for (const int k : part.place) {
    const double x = f.work[at(k)];
    for (int c = f.upper.begin[at(k)], end = f.upper.begin[at(k + 1)]; c < end; ++c)
      f.work[at(f.upper.nodes[at(c)])] -= f.L[at(f.lower_at[at(c)])] * x;
  }
  f.collect(part);
}

void DiagonalLu::forward_transposed(Entries b, Part& part) {
  Factors& f = *factors_;
  f.reach(b, part);
  for (const int k : part.place) {
    const double x = f.work[at(k)] *= f.inverse[at(k)];
    for (int c = f.upper.begin[at(k)], end = f.upper.begin[at(k + 1)]; c < end; ++c)
      f.work[at(f.upper.nodes[at(c)])] -= f.U[at(c)] * x;
  }
  f.collect(part);
}

double DiagonalLu::factor_work() const { return factors_->products; }
int DiagonalLu::height() const { return factors_->height; }
std::ptrdiff_t DiagonalLu::factor_entries() const {
  return static_cast<std::ptrdiff_t>(factors_->L.size() + factors_->U.size()) + factors_->n;
}

}  // namespace nonsmooth
