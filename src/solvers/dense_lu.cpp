// SPDX-License-Identifier: Apache-2.0
#include "solvers/dense_lu.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nonsmooth {
namespace {

// --- C -= A B, column-major, all in registers
// ------------------------------------------------------- A is packed in slabs of 12 rows and B in
// slabs of 4 columns; one slab pair updates a 12 x 4 tile of C held in twelve vector registers.
// This file alone is compiled with contraction on, so that the product and the subtraction become
// one instruction.

constexpr int tile_rows = 12, tile_cols = 4;
using Lanes [[gnu::vector_size(32)]] = double;

Lanes load(const double* p) {
  Lanes lanes;
  std::memcpy(&lanes, p, sizeof lanes);
  return lanes;
}

void multiply_tile(const double* a, const double* b, int depth, double* c, std::ptrdiff_t stride) {
  Lanes sum[tile_cols][3] = {};
  for (int k = 0; k < depth; ++k, a += tile_rows, b += tile_cols) {
    const Lanes a0 = load(a), a1 = load(a + 4), a2 = load(a + 8);
    for (int j = 0; j < tile_cols; ++j) {
      const Lanes bj = {b[j], b[j], b[j], b[j]};
      sum[j][0] += a0 * bj;
      sum[j][1] += a1 * bj;
      sum[j][2] += a2 * bj;
    }
  }
  for (int j = 0; j < tile_cols; ++j)
    for (int i = 0; i < 3; ++i) {
      double* target = c + j * stride + 4 * i;
      const Lanes updated = load(target) - sum[j][i];
      std::memcpy(target, &updated, sizeof updated);
    }
}

// y -= factor x. The columns do not overlap; saying so lets the compiler use vector instructions.
void subtract_multiple(const double* __restrict x, double factor, int count, double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] -= factor * x[i];
}

struct Block {  // a window of a column-major matrix
  double* data;
  std::ptrdiff_t stride;
  int rows, cols;

  double& operator()(int i, int j) const { return data[i + j * stride]; }
  Block window(int i, int j, int m, int n) const { return {&(*this)(i, j), stride, m, n}; }
};

// the part of a tile that sticks out of C is computed in a buffer
void multiply_edge(const double* a, const double* b, int depth, const Block& c) {
  double tile[tile_rows * tile_cols] = {};
  multiply_tile(a, b, depth, tile, tile_rows);
  for (int j = 0; j < c.cols; ++j)
    for (int i = 0; i < c.rows; ++i) c(i, j) += tile[j * tile_rows + i];
}

void subtract_product(const Block& a, const Block& b, const Block& c, Arena& scratch) {
  const int depth = a.cols;
  if (c.rows == 0 || c.cols == 0 || depth == 0) return;
  if (static_cast<double>(c.rows) * c.cols * depth < 2000.0) {
    // packing would cost more than it saves
    for (int j = 0; j < c.cols; ++j)
      for (int k = 0; k < depth; ++k) subtract_multiple(&a(0, k), b(k, j), c.rows, &c(0, j));
    return;
  }
  const Arena::Scope scope(scratch);
  const int slabs = (c.rows + tile_rows - 1) / tile_rows;
  double* packed = scratch.vector(static_cast<Eigen::Index>(slabs) * tile_rows * depth).data();
  for (int s = 0; s < slabs; ++s) {
    double* slab = packed + static_cast<std::ptrdiff_t>(s) * tile_rows * depth;
    const int height = std::min(tile_rows, c.rows - s * tile_rows);
    for (int k = 0; k < depth; ++k)
      for (int i = 0; i < tile_rows; ++i)
        slab[k * tile_rows + i] = i < height ? a(s * tile_rows + i, k) : 0.0;
  }
  double* columns = scratch.vector(static_cast<Eigen::Index>(tile_cols) * depth).data();
  for (int j = 0; j < c.cols; j += tile_cols) {
    const int width = std::min(tile_cols, c.cols - j);
    for (int k = 0; k < depth; ++k)
      for (int l = 0; l < tile_cols; ++l)
        columns[k * tile_cols + l] = l < width ? b(k, j + l) : 0.0;
    for (int s = 0; s < slabs; ++s) {
      const double* slab = packed + static_cast<std::ptrdiff_t>(s) * tile_rows * depth;
      const int i = s * tile_rows, height = std::min(tile_rows, c.rows - i);
      if (height == tile_rows && width == tile_cols)
        multiply_tile(slab, columns, depth, &c(i, j), c.stride);
      else
        multiply_edge(slab, columns, depth, c.window(i, j, height, width));
    }
  }
}

// B = L^-1 B with unit lower L
void solve_unit_lower(const Block& l, const Block& b, Arena& scratch) {
  const int n = l.rows;
  if (n <= 8) {
    for (int j = 0; j < b.cols; ++j)
      for (int k = 0; k + 1 < n; ++k)
        subtract_multiple(&l(k + 1, k), b(k, j), n - k - 1, &b(k + 1, j));
    return;
  }
  const int half = n / 2;
  solve_unit_lower(l.window(0, 0, half, half), b.window(0, 0, half, b.cols), scratch);
  subtract_product(l.window(half, 0, n - half, half), b.window(0, 0, half, b.cols),
                   b.window(half, 0, n - half, b.cols), scratch);
  solve_unit_lower(l.window(half, half, n - half, n - half), b.window(half, 0, n - half, b.cols),
                   scratch);
}

void swap_rows(const Block& a, int first, int last, const int* swaps) {
  for (int j = 0; j < a.cols; ++j)
    for (int k = first; k < last; ++k) std::swap(a(k, j), a(swaps[k], j));
}

// Factors a tall block; swaps are relative to its first row.
void factor(const Block& a, int* swaps, Arena& scratch) {
  const int m = a.rows, n = a.cols;
  if (n <= 8) {
    for (int k = 0; k < n; ++k) {
      int pivot = k;
      for (int i = k + 1; i < m; ++i)
        if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
      swaps[k] = pivot;
      if (pivot != k)
        for (int j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
      if (a(k, k) == 0.0) continue;
      const double inverse = 1.0 / a(k, k);
      for (int i = k + 1; i < m; ++i) a(i, k) *= inverse;
      if (k + 1 < m)
        for (int j = k + 1; j < n; ++j)
          subtract_multiple(&a(k + 1, k), a(k, j), m - k - 1, &a(k + 1, j));
    }
    return;
  }
  const int half = n / 2;
  const Block left = a.window(0, 0, m, half), right = a.window(0, half, m, n - half);
  factor(left, swaps, scratch);
  swap_rows(right, 0, half, swaps);
  solve_unit_lower(a.window(0, 0, half, half), right.window(0, 0, half, n - half), scratch);
  const Block rest = right.window(half, 0, m - half, n - half);
  subtract_product(left.window(half, 0, m - half, half), right.window(0, 0, half, n - half), rest,
                   scratch);
  factor(rest, swaps + half, scratch);
  for (int k = half; k < n; ++k) swaps[k] += half;
  swap_rows(left, half, n, swaps);
}

}  // namespace

DenseLu::DenseLu(MatrixOut A, Arena& scratch) : lu_(A), swaps_(scratch.array<int>(A.rows())) {
  const int n = static_cast<int>(A.rows());
  factor({lu_.data(), lu_.outerStride(), n, n}, swaps_.data(), scratch);
  double smallest = infinity, largest = 0.0;
  bool finite = true;
  for (int i = 0; i < n; ++i) {
    const double pivot = std::abs(lu_(i, i));
    finite = finite && pivot < infinity;
    smallest = std::min(smallest, pivot);
    largest = std::max(largest, pivot);
  }
  pivot_ratio_ = n == 0 ? 1.0 : finite && largest > 0.0 ? smallest / largest : 0.0;
}

void DenseLu::solve(VectorOut x) const {
  const int n = static_cast<int>(lu_.rows());
  for (int k = 0; k < n; ++k) std::swap(x[k], x[swaps_[static_cast<std::size_t>(k)]]);
  for (int k = 0; k < n; ++k) x.tail(n - k - 1) -= x[k] * lu_.col(k).tail(n - k - 1);
  for (int k = n - 1; k >= 0; --k) {
    x[k] /= lu_(k, k);
    x.head(k) -= x[k] * lu_.col(k).head(k);
  }
}

double solve_singular(MatrixOut A, VectorOut b, double tolerance, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = static_cast<int>(A.rows());
  auto unknown = scratch.array<int>(n);  // unknown that column k stands for
  for (int k = 0; k < n; ++k) unknown[static_cast<std::size_t>(k)] = k;
  const double threshold = n == 0 ? 0.0 : tolerance * A.cwiseAbs().maxCoeff();
  int rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index i = 0, j = 0;
    const double pivot = A.bottomRightCorner(n - rank, n - rank).cwiseAbs().maxCoeff(&i, &j);
    if (!(pivot > threshold)) break;
    i += rank;
    j += rank;
    A.row(i).swap(A.row(rank));
    std::swap(b[i], b[rank]);
    A.col(j).swap(A.col(rank));
    std::swap(unknown[static_cast<std::size_t>(j)], unknown[static_cast<std::size_t>(rank)]);
    for (int r = rank + 1; r < n; ++r) {
      const double factor = A(r, rank) / A(rank, rank);
      if (factor == 0.0) continue;
      A.row(r).tail(n - rank) -= factor * A.row(rank).tail(n - rank);
      b[r] -= factor * b[rank];
    }
  }
  const double inconsistency = rank < n ? b.tail(n - rank).cwiseAbs().maxCoeff() : 0.0;
  VectorMap x = scratch.vector(n);
  x.setZero();
  for (int k = rank - 1; k >= 0; --k) {
    double sum = b[k];
    for (int j = k + 1; j < rank; ++j) sum -= A(k, j) * x[unknown[static_cast<std::size_t>(j)]];
    x[unknown[static_cast<std::size_t>(k)]] = sum / A(k, k);
  }
  b = x;
  return inconsistency;
}

}  // namespace nonsmooth
