// SPDX-License-Identifier: Apache-2.0
// Up-looking LU by block rows: P A P^T = L U, L with unit diagonal blocks,
//
//   for i:  w = row i of A;   for k in row i of L, ascending:
//             L_ik = w_k U_kk^-1,   w_j -= L_ik U_kj  for all j in row k of U;
//           row i of U = w.
//
// The order and the pattern are those of block_symbolic.hpp. Blocks are padded to whole vector
// registers.
#include "nonsmooth/linalg/block_lu.hpp"

#include "linalg/block_symbolic.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace nonsmooth {

struct BlockLu::Kernel {
  virtual ~Kernel() = default;
  virtual void analyse(const BlockSparse& pattern) = 0;
  virtual bool factorize(const BlockSparse& matrix) = 0;
  virtual void solve(VectorIn b, VectorOut x) = 0;
  virtual std::ptrdiff_t factor_blocks() const = 0;
};

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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
  void analyse(const BlockSparse& A) override {
    symbolic_.analyse(A);
    n_ = symbolic_.size();
    L_.resize(lower_.nodes.size());
    U_.resize(upper_.nodes.size());
    inverse_.resize(at(n_));
    work_.assign(at(n_), Block<N>{});
    x_.resize(at(N * n_));
  }

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
      for (int r = 0; r < N; ++r) x_[at(N * i + r)] = b[N * symbolic_.node_at[at(i)] + r];
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
      for (int r = 0; r < N; ++r) x[N * symbolic_.node_at[at(i)] + r] = x_[at(N * i + r)];
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
    const int row = symbolic_.node_at[at(i)];
    double largest = 0.0;
    for (int k = A.row_begin(row); k < A.row_begin(row + 1); ++k) {
      double* target = work_[at(symbolic_.position_of[at(A.block_col(k))])].value;
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

  int n_ = 0;
  BlockSymbolic symbolic_;
  const BlockSymbolic::Pattern &lower_ = symbolic_.lower, &upper_ = symbolic_.upper;
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

void BlockLu::analyse(const BlockSparse& pattern) {
  const int size = pattern.uniform_size();
  if (size != size_) {
    size_ = size;
    switch (size) {
      case 1: kernel_ = std::make_unique<SizedKernel<1>>(); break;
      case 2: kernel_ = std::make_unique<SizedKernel<2>>(); break;
      case 3: kernel_ = std::make_unique<SizedKernel<3>>(); break;
      case 5: kernel_ = std::make_unique<SizedKernel<5>>(); break;
      default: kernel_ = std::make_unique<SizedKernel<6>>();
    }
  }
  kernel_->analyse(pattern);
}

BlockLu::BlockLu(const BlockSparse& pattern) { analyse(pattern); }
BlockLu::~BlockLu() = default;
BlockLu::BlockLu(BlockLu&&) noexcept = default;
BlockLu& BlockLu::operator=(BlockLu&&) noexcept = default;

bool BlockLu::factorize(const BlockSparse& matrix) { return kernel_->factorize(matrix); }
void BlockLu::solve(VectorIn b, VectorOut x) { kernel_->solve(b, x); }
std::ptrdiff_t BlockLu::factor_blocks() const { return kernel_->factor_blocks(); }

void KeptBlockLu::take_pattern(const BlockSparse& pattern) {
  if (lu_ && matrix_.same_pattern(pattern)) return;
  matrix_.take_pattern(pattern);
  if (lu_)
    lu_->analyse(pattern);
  else
    lu_.emplace(pattern);
}

}  // namespace nonsmooth
