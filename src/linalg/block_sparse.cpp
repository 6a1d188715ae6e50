// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/block_sparse.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace nonsmooth {
namespace {

void set_offsets(std::span<const int> sizes, const char* what, std::vector<int>& offsets) {
  offsets.assign(1, 0);
  for (const int size : sizes) {
    if (size < 0)
      throw Error(std::string("BlockSparse: a ") + what + " size is " + std::to_string(size) +
                  " but must not be negative");
    if (size > std::numeric_limits<int>::max() - offsets.back())
      throw Error(std::string("BlockSparse: the ") + what +
                  " sizes add up to more than an index of 32 bits can hold");
    offsets.push_back(offsets.back() + size);
  }
}

// Copies into memory that grows by factors, unlike that of an assignment: patterns that gain a
// block now and then are soon free of allocations.
template <class T>
void copy(const std::vector<T>& from, std::vector<T>& to) {
  to.resize(from.size());
  std::copy(from.begin(), from.end(), to.begin());
}

// y += B x for square blocks of a size known to the compiler
template <int N>
void add_blocks(const double* values, const int* cols, int count, const double* x, double* y) {
  Vec<N> sum = Vec<N>::Zero();
  for (int k = 0; k < count; ++k, values += N * N) {
    const double* xk = x + N * cols[k];
    for (int c = 0; c < N; ++c)
      for (int r = 0; r < N; ++r) sum[r] += values[c * N + r] * xk[c];
  }
  for (int r = 0; r < N; ++r) y[r] += sum[r];
}

}  // namespace

void BlockSparse::set_partition(std::span<const int> row_sizes, std::span<const int> col_sizes) {
  set_offsets(row_sizes, "row", row_offsets_);
  set_offsets(col_sizes, "column", col_offsets_);
  uniform_ = row_sizes.empty() ? 0 : row_sizes[0];
  for (const int size : row_sizes)
    if (size != uniform_) uniform_ = 0;
  for (const int size : col_sizes)
    if (size != uniform_) uniform_ = 0;
}

void BlockSparse::check_inside(int row, int col) const {
  if (row < 0 || row >= block_rows() || col < 0 || col >= block_cols())
    throw Error("BlockSparse: block (" + std::to_string(row) + ", " + std::to_string(col) +
                ") lies outside the partition of " + std::to_string(block_rows()) + " x " +
                std::to_string(block_cols()) + " blocks");
}

void BlockSparse::set_pattern(std::vector<std::pair<int, int>>& pattern) {
  std::sort(pattern.begin(), pattern.end());
  pattern.erase(std::unique(pattern.begin(), pattern.end()), pattern.end());
  row_begin_.resize(row_offsets_.size());
  std::fill(row_begin_.begin(), row_begin_.end(), 0);
  block_cols_.resize(pattern.size());
  value_begin_.resize(pattern.size());
  std::ptrdiff_t values = 0;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const auto [row, col] = pattern[k];
    ++row_begin_[index(row) + 1];
    block_cols_[k] = col;
    value_begin_[k] = values;
    values += static_cast<std::ptrdiff_t>(row_size(row)) * col_size(col);
  }
  for (std::size_t i = 1; i < row_begin_.size(); ++i) row_begin_[i] += row_begin_[i - 1];
  values_.resize(static_cast<std::size_t>(values));
  std::fill(values_.begin(), values_.end(), 0.0);
}

BlockSparse::BlockSparse(std::span<const int> row_sizes, std::span<const int> col_sizes,
                         std::span<const Triplet> triplets) {
  set_partition(row_sizes, col_sizes);
  std::vector<std::pair<int, int>> pattern;
  pattern.reserve(triplets.size());
  for (const Triplet& t : triplets) {
    check_inside(t.row, t.col);
    if (t.block.rows() != row_size(t.row) || t.block.cols() != col_size(t.col))
      throw Error("BlockSparse: block (" + std::to_string(t.row) + ", " + std::to_string(t.col) +
                  ") is " + std::to_string(t.block.rows()) + " x " +
                  std::to_string(t.block.cols()) + " but the partition says " +
                  std::to_string(row_size(t.row)) + " x " + std::to_string(col_size(t.col)));
    pattern.emplace_back(t.row, t.col);
  }
  set_pattern(pattern);
  for (const Triplet& t : triplets) block(t.row, find(t.row, t.col)) += t.block;
}

BlockSparse::BlockSparse(std::span<const int> row_sizes, std::span<const int> col_sizes,
                         const SparseMatrix& matrix) {
  set_partition(row_sizes, col_sizes);
  if (matrix.rows() != rows() || matrix.cols() != cols())
    throw Error("BlockSparse: the matrix is " + std::to_string(matrix.rows()) + " x " +
                std::to_string(matrix.cols()) + " but the blocks add up to " +
                std::to_string(rows()) + " x " + std::to_string(cols()));
  // the block row of every scalar row
  std::vector<int> block_row_of(static_cast<std::size_t>(rows()));
  for (int i = 0; i < block_rows(); ++i)
    std::fill(block_row_of.begin() + row_offset(i), block_row_of.begin() + row_offset(i + 1), i);
  std::vector<std::pair<int, int>> pattern;
  for (int j = 0; j < block_cols(); ++j) {
    const std::size_t first = pattern.size();
    for (int c = col_offset(j); c < col_offset(j + 1); ++c)
      for (SparseMatrix::InnerIterator it(matrix, c); it; ++it)
        pattern.emplace_back(block_row_of[index(static_cast<int>(it.row()))], j);
    std::sort(pattern.begin() + static_cast<std::ptrdiff_t>(first), pattern.end());
    pattern.erase(std::unique(pattern.begin() + static_cast<std::ptrdiff_t>(first), pattern.end()),
                  pattern.end());
  }
  set_pattern(pattern);
  for (int j = 0; j < block_cols(); ++j)
    for (int c = col_offset(j); c < col_offset(j + 1); ++c)
      for (SparseMatrix::InnerIterator it(matrix, c); it; ++it) {
        const int row = static_cast<int>(it.row()), i = block_row_of[index(row)];
        block(i, find(i, j))(row - row_offset(i), c - col_offset(j)) += it.value();
      }
}

BlockSparse BlockSparse::zeros(std::span<const int> row_sizes, std::span<const int> col_sizes,
                               std::vector<std::pair<int, int>> pattern) {
  BlockSparse result;
  result.reset(row_sizes, col_sizes, pattern);
  return result;
}

void BlockSparse::reset(std::span<const int> row_sizes, std::span<const int> col_sizes,
                        std::vector<std::pair<int, int>>& pattern) {
  set_partition(row_sizes, col_sizes);
  for (const auto& [row, col] : pattern) check_inside(row, col);
  set_pattern(pattern);
}

void BlockSparse::reset_rows(std::span<const int> sizes, std::span<const int> row_begin,
                             std::span<const int> columns) {
  set_partition(sizes, sizes);
  row_begin_.assign(row_begin.begin(), row_begin.end());
  block_cols_.assign(columns.begin(), columns.end());
  value_begin_.resize(columns.size());
  std::ptrdiff_t values = 0;
  for (int row = 0; row < block_rows(); ++row)
    for (int k = row_begin_[index(row)]; k < row_begin_[index(row) + 1]; ++k) {
      value_begin_[index(k)] = values;
      values += static_cast<std::ptrdiff_t>(row_size(row)) * col_size(block_cols_[index(k)]);
    }
  values_.assign(static_cast<std::size_t>(values), 0.0);
}

void BlockSparse::take_pattern(const BlockSparse& other) {
  copy(other.row_offsets_, row_offsets_);
  copy(other.col_offsets_, col_offsets_);
  copy(other.row_begin_, row_begin_);
  copy(other.block_cols_, block_cols_);
  copy(other.value_begin_, value_begin_);
  values_.resize(other.values_.size());
  uniform_ = other.uniform_;
}

int BlockSparse::find(int block_row, int block_col) const {
  const auto begin = block_cols_.begin() + row_begin(block_row);
  const auto end = block_cols_.begin() + row_begin(block_row + 1);
  const auto found = std::lower_bound(begin, end, block_col);
  return found != end && *found == block_col ? static_cast<int>(found - block_cols_.begin()) : -1;
}

int BlockSparse::block_row_of(int row) const {
  const auto next = std::upper_bound(row_offsets_.begin(), row_offsets_.end(), row);
  return static_cast<int>(next - row_offsets_.begin()) - 1;
}

int BlockSparse::first_block_reaching(int block_row, int col) const {
  const auto begin = block_cols_.begin() + row_begin(block_row);
  const auto end = block_cols_.begin() + row_begin(block_row + 1);
  const auto found = std::partition_point(
      begin, end, [&](int block_col) { return col_offset(block_col + 1) <= col; });
  return static_cast<int>(found - block_cols_.begin());
}

void BlockSparse::add_row(int block_row, const double* x, double* y) const {
  const int first = row_begin(block_row), count = row_begin(block_row + 1) - first;
  if (count == 0) return;
  const double* values = values_.data() + value_begin_[index(first)];
  const int* cols = block_cols_.data() + first;
  switch (uniform_) {
    case 1: return add_blocks<1>(values, cols, count, x, y);
    case 2: return add_blocks<2>(values, cols, count, x, y);
    case 3: return add_blocks<3>(values, cols, count, x, y);
    case 5: return add_blocks<5>(values, cols, count, x, y);
    case 6: return add_blocks<6>(values, cols, count, x, y);
    default: break;
  }
  VectorMap sum(y, row_size(block_row));
  for (int k = first; k < first + count; ++k) {
    const int col = block_col(k);
    sum.noalias() += block(block_row, k) * VectorView(x + col_offset(col), col_size(col));
  }
}

void BlockSparse::multiply(VectorIn x, VectorOut y) const {
  y.setZero();
  for (int i = 0; i < block_rows(); ++i) add_row(i, x.data(), y.data() + row_offset(i));
}

void BlockSparse::multiply_transposed(VectorIn x, VectorOut y) const {
  y.setZero();
  for (int i = 0; i < block_rows(); ++i)
    for (int k = row_begin(i); k < row_begin(i + 1); ++k)
      y.segment(col_offset(block_col(k)), col_size(block_col(k))).noalias() +=
          block(i, k).transpose() * x.segment(row_offset(i), row_size(i));
}

SparseMatrix BlockSparse::compressed() const {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(values_.size());
  for (int i = 0; i < block_rows(); ++i)
    for (int k = row_begin(i); k < row_begin(i + 1); ++k) {
      const MatrixView b = block(i, k);
      for (int c = 0; c < b.cols(); ++c)
        for (int r = 0; r < b.rows(); ++r)
          entries.emplace_back(row_offset(i) + r, col_offset(block_col(k)) + c, b(r, c));
    }
  SparseMatrix matrix(rows(), cols());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

Matrix BlockSparse::dense() const {
  Matrix matrix = Matrix::Zero(rows(), cols());
  for (int i = 0; i < block_rows(); ++i)
    for (int k = row_begin(i); k < row_begin(i + 1); ++k)
      matrix.block(row_offset(i), col_offset(block_col(k)), row_size(i), col_size(block_col(k))) =
          block(i, k);
  return matrix;
}

}  // namespace nonsmooth
