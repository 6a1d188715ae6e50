// SPDX-License-Identifier: Apache-2.0
// Up-looking LU by block rows: P A P^T = L U, L with unit diagonal blocks,
//
//   for i:  w = row i of A;   for k in row i of L, ascending:
//             L_ik = w_k U_kk^-1,   w_j -= L_ik U_kj  for all j in row k of U;
//           row i of U = w.
//
// The pattern is that of the symbolic Cholesky factor of A + A^T: row i of L holds the nodes on the
// paths of the elimination tree from the entries of row i (Liu 1990), row k of U its transpose.
// Blocks are padded to whole vector registers.
#include "nonsmooth/linalg/block_lu.hpp"

#include <Eigen/OrderingMethods>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

struct BlockLu::Kernel {
  virtual ~Kernel() = default;
  virtual bool factorize(const BlockSparse& matrix) = 0;
  virtual void solve(VectorIn b, VectorOut x) = 0;
  virtual std::ptrdiff_t factor_blocks() const = 0;
};

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Rows of lists of ascending node numbers.
struct Pattern {
  std::vector<int> begin, nodes;
  int count(int i) const { return begin[at(i + 1)] - begin[at(i)]; }
};

// node_at[position], and its inverse position_of[node]
struct Order {
  std::vector<int> node_at, position_of;
};

Order minimum_degree(const BlockSparse& A) {
  const int n = A.block_rows();
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i)
    for (int k = A.row_begin(i); k < A.row_begin(i + 1); ++k) {
      entries.emplace_back(i, A.block_col(k), 1.0);
      entries.emplace_back(A.block_col(k), i, 1.0);
    }
  SparseMatrix graph(n, n);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> inverse;
  Eigen::AMDOrdering<int>()(graph, inverse);
  Order order{std::vector<int>(at(n)), std::vector<int>(at(n))};
  for (int position = 0; position < n; ++position) {
    order.node_at[at(position)] = inverse.indices()[position];
    order.position_of[at(inverse.indices()[position])] = position;
  }
  return order;
}

// In positions: the entries below the diagonal of every row of A + A^T.
Pattern lower_rows(const BlockSparse& A, const Order& order) {
  const int n = A.block_rows();
  std::vector<std::vector<int>> rows(at(n));
  for (int i = 0; i < n; ++i)
    for (int k = A.row_begin(i); k < A.row_begin(i + 1); ++k) {
      const int a = order.position_of[at(i)], b = order.position_of[at(A.block_col(k))];
      if (a != b) rows[at(std::max(a, b))].push_back(std::min(a, b));
    }
  Pattern pattern{{0}, {}};
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    pattern.nodes.insert(pattern.nodes.end(), row.begin(), row.end());
    pattern.begin.push_back(static_cast<int>(pattern.nodes.size()));
  }
  return pattern;
}

// Rows of L: from every entry of the row up the elimination tree to the row itself.
Pattern fill_in(const Pattern& lower) {
  const int n = static_cast<int>(lower.begin.size()) - 1;
  std::vector<int> parent(at(n), -1), ancestor(at(n), -1), seen(at(n), -1);
  Pattern filled{{0}, {}};
  for (int i = 0; i < n; ++i) {
    for (int k = lower.begin[at(i)]; k < lower.begin[at(i + 1)]; ++k)
      for (int j = lower.nodes[at(k)]; j != -1 && j < i;) {  // with path compression
        const int next = ancestor[at(j)];
        ancestor[at(j)] = i;
        if (next == -1) parent[at(j)] = i;
        j = next;
      }
    seen[at(i)] = i;
    for (int k = lower.begin[at(i)]; k < lower.begin[at(i + 1)]; ++k)
      for (int j = lower.nodes[at(k)]; seen[at(j)] != i; j = parent[at(j)]) {
        filled.nodes.push_back(j);
        seen[at(j)] = i;
      }
    std::sort(filled.nodes.begin() + filled.begin.back(), filled.nodes.end());
    filled.begin.push_back(static_cast<int>(filled.nodes.size()));
  }
  return filled;
}

Pattern transposed(const Pattern& rows) {
  const int n = static_cast<int>(rows.begin.size()) - 1;
  Pattern columns{std::vector<int>(at(n + 1), 0), std::vector<int>(rows.nodes.size())};
  for (const int j : rows.nodes) ++columns.begin[at(j + 1)];
  for (int j = 0; j < n; ++j) columns.begin[at(j + 1)] += columns.begin[at(j)];
  std::vector<int> next(columns.begin.begin(), columns.begin.end() - 1);
  for (int i = 0; i < n; ++i)
    for (int k = rows.begin[at(i)]; k < rows.begin[at(i + 1)]; ++k)
      columns.nodes[at(next[at(rows.nodes[at(k)])]++)] = i;
  return columns;
}

// Column-major block of N columns, each padded to P entries; the padding stays zero.
template <int N>
struct Block {
  static constexpr int P = N == 3 ? 4 : N == 5 ? 8 : N == 6 ? 8 : N;
  alignas(P % 4 == 0 ? 32 : 8 * P) double value[P * N];
};

// C -= A B
template <int N>
void subtract_product(const Block<N>& A, const Block<N>& B, Block<N>& C) {
  constexpr int P = Block<N>::P;
  for (int c = 0; c < N; ++c)
    for (int k = 0; k < N; ++k)
      for (int r = 0; r < P; ++r) C.value[c * P + r] -= A.value[k * P + r] * B.value[c * P + k];
}

// work[nodes[b]] -= A U[b] for a run of blocks: where the time goes
template <int N>
void subtract_products(const Block<N>& A, const Block<N>* U, std::span<const int> nodes,
                       Block<N>* work) {
  if constexpr (N == 3) {
    using Column = double __attribute__((vector_size(32), may_alias));
    const auto column = [](const Block<N>& block, int c) {
      return *reinterpret_cast<const Column*>(block.value + 4 * c);
    };
    const Column a0 = column(A, 0), a1 = column(A, 1), a2 = column(A, 2);
    for (const int node : nodes) {
      Block<N>& C = work[node];
      const double* b = (U++)->value;
      const Column c0 = column(C, 0) - (a0 * b[0] + a1 * b[1] + a2 * b[2]);
      const Column c1 = column(C, 1) - (a0 * b[4] + a1 * b[5] + a2 * b[6]);
      const Column c2 = column(C, 2) - (a0 * b[8] + a1 * b[9] + a2 * b[10]);
      *reinterpret_cast<Column*>(C.value) = c0;
      *reinterpret_cast<Column*>(C.value + 4) = c1;
      *reinterpret_cast<Column*>(C.value + 8) = c2;
    }
  } else {
    for (const int node : nodes) subtract_product(A, *U++, work[node]);
  }
}

template <int N>
Block<N> product(const Block<N>& A, const Block<N>& B) {
  Block<N> C{}, zero{};
  subtract_product(A, B, C);
  for (int i = 0; i < Block<N>::P * N; ++i) C.value[i] = zero.value[i] - C.value[i];
  return C;
}

// y -= A x
template <int N>
void subtract_product(const Block<N>& A, const double* x, double* y) {
  constexpr int P = Block<N>::P;
  for (int k = 0; k < N; ++k)
    for (int r = 0; r < N; ++r) y[r] -= A.value[k * P + r] * x[k];
}

// Gauss-Jordan with column pivoting. False if singular against `size`.
template <int N>
bool invert(Block<N>& block, double size) {
  constexpr int P = Block<N>::P;
  Block<N> inverse{};
  for (int i = 0; i < N; ++i) inverse.value[i * P + i] = 1.0;
  double* A = block.value;
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int r = k + 1; r < N; ++r)
      if (std::abs(A[k * P + r]) > std::abs(A[k * P + pivot])) pivot = r;
    if (!(std::abs(A[k * P + pivot]) > 1e-15 * size)) return false;
    for (int c = 0; c < N; ++c) {
      std::swap(A[c * P + k], A[c * P + pivot]);
      std::swap(inverse.value[c * P + k], inverse.value[c * P + pivot]);
    }
    const double scale = 1.0 / A[k * P + k];
    for (int c = 0; c < N; ++c) A[c * P + k] *= scale, inverse.value[c * P + k] *= scale;
    for (int r = 0; r < N; ++r) {
      const double factor = A[k * P + r];
      if (r == k || factor == 0.0) continue;
      for (int c = 0; c < N; ++c) {
        A[c * P + r] -= factor * A[c * P + k];
        inverse.value[c * P + r] -= factor * inverse.value[c * P + k];
      }
    }
  }
  block = inverse;
  return true;
}

template <int N>
class SizedKernel final : public BlockLu::Kernel {
 public:
  explicit SizedKernel(const BlockSparse& A)
      : n_(A.block_rows()),
        order_(minimum_degree(A)),
        lower_(fill_in(lower_rows(A, order_))),
        upper_(transposed(lower_)),
        L_(lower_.nodes.size()),
        U_(upper_.nodes.size()),
        inverse_(at(n_)),
        work_(at(n_), Block<N>{}),
        x_(at(N * n_)) {}

  bool factorize(const BlockSparse& A) override {
    for (int i = 0; i < n_; ++i)
      if (!eliminate_row(A, i)) {
        std::fill(work_.begin(), work_.end(), Block<N>{});
        return false;
      }
    return true;
  }

  void solve(VectorIn b, VectorOut x) override {
    for (int i = 0; i < n_; ++i)
      for (int r = 0; r < N; ++r) x_[at(N * i + r)] = b[N * order_.node_at[at(i)] + r];
    for (int i = 0; i < n_; ++i)
      for (int k = lower_.begin[at(i)]; k < lower_.begin[at(i + 1)]; ++k)
        subtract_product(L_[at(k)], &x_[at(N * lower_.nodes[at(k)])], &x_[at(N * i)]);
    for (int i = n_ - 1; i >= 0; --i) {
      double* xi = &x_[at(N * i)];
      for (int k = upper_.begin[at(i)]; k < upper_.begin[at(i + 1)]; ++k)
        subtract_product(U_[at(k)], &x_[at(N * upper_.nodes[at(k)])], xi);
      double solved[N]{};
      subtract_product(inverse_[at(i)], xi, solved);
      for (int r = 0; r < N; ++r) xi[r] = -solved[r];
    }
    for (int i = 0; i < n_; ++i)
      for (int r = 0; r < N; ++r) x[N * order_.node_at[at(i)] + r] = x_[at(N * i + r)];
  }

  std::ptrdiff_t factor_blocks() const override {
    return static_cast<std::ptrdiff_t>(L_.size() + U_.size()) + n_;
  }

 private:
  bool eliminate_row(const BlockSparse& A, int i) {
    const double size = scatter(A, i);
    if (!std::isfinite(size)) return false;
    for (int a = lower_.begin[at(i)]; a < lower_.begin[at(i + 1)]; ++a) {
      const int k = lower_.nodes[at(a)];
      L_[at(a)] = product(work_[at(k)], inverse_[at(k)]);
      work_[at(k)] = {};
      const std::span<const int> row{upper_.nodes.data() + upper_.begin[at(k)],
                                     at(upper_.count(k))};
      subtract_products(L_[at(a)], U_.data() + upper_.begin[at(k)], row, work_.data());
    }
    inverse_[at(i)] = work_[at(i)];
    work_[at(i)] = {};
    for (int b = upper_.begin[at(i)]; b < upper_.begin[at(i + 1)]; ++b) {
      U_[at(b)] = work_[at(upper_.nodes[at(b)])];
      work_[at(upper_.nodes[at(b)])] = {};
    }
    return invert(inverse_[at(i)], size);
  }

  // Row i of A into the work row; returns its largest entry.
  double scatter(const BlockSparse& A, int i) {
    constexpr int P = Block<N>::P;
    const int row = order_.node_at[at(i)];
    double largest = 0.0;
    for (int k = A.row_begin(row); k < A.row_begin(row + 1); ++k) {
      double* target = work_[at(order_.position_of[at(A.block_col(k))])].value;
      const double* source = A.block(row, k).data();
      for (int c = 0; c < N; ++c)
        for (int r = 0; r < N; ++r) {
          target[c * P + r] = source[c * N + r];
          // also finds NaN
          if (!(std::abs(source[c * N + r]) <= largest)) largest = std::abs(source[c * N + r]);
        }
    }
    return largest;
  }

  int n_;
  Order order_;
  Pattern lower_, upper_;
  std::vector<Block<N>> L_, U_, inverse_;  // inverse_: of the diagonal blocks of U
  std::vector<Block<N>> work_;
  std::vector<double> x_;
};

}  // namespace

bool BlockLu::supports(const BlockSparse& matrix) {
  const int size = matrix.uniform_size();
  return matrix.block_rows() == matrix.block_cols() &&
         (size == 1 || size == 2 || size == 3 || size == 5 || size == 6);
}

BlockLu::BlockLu(const BlockSparse& pattern) {
  switch (pattern.uniform_size()) {
    case 1: kernel_ = std::make_unique<SizedKernel<1>>(pattern); break;
    case 2: kernel_ = std::make_unique<SizedKernel<2>>(pattern); break;
    case 3: kernel_ = std::make_unique<SizedKernel<3>>(pattern); break;
    case 5: kernel_ = std::make_unique<SizedKernel<5>>(pattern); break;
    default: kernel_ = std::make_unique<SizedKernel<6>>(pattern);
  }
}
BlockLu::~BlockLu() = default;
BlockLu::BlockLu(BlockLu&&) noexcept = default;
BlockLu& BlockLu::operator=(BlockLu&&) noexcept = default;

bool BlockLu::factorize(const BlockSparse& matrix) { return kernel_->factorize(matrix); }
void BlockLu::solve(VectorIn b, VectorOut x) { kernel_->solve(b, x); }
std::ptrdiff_t BlockLu::factor_blocks() const { return kernel_->factor_blocks(); }

void KeptBlockLu::take_pattern(const BlockSparse& pattern) {
  if (lu_ && matrix_.same_pattern(pattern)) return;
  matrix_ = pattern;
  lu_.emplace(pattern);
}

}  // namespace nonsmooth
