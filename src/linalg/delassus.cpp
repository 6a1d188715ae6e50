// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/delassus.hpp"

#include <algorithm>

namespace nonsmooth {

int Delassus::rows() const {
  return is_dense() ? static_cast<int>(dense().rows()) : blocks().rows();
}

int Delassus::cols() const {
  return is_dense() ? static_cast<int>(dense().cols()) : blocks().cols();
}

void Delassus::multiply(VectorIn r, VectorOut u) const {
  if (is_dense())
    u.noalias() = dense() * r;
  else
    blocks().multiply(r, u);
}

namespace {

constexpr int few_rows = 4;  // fewer than a vector register holds

// sum + error += a x for a column a, in twice the working precision (Ogita, Rump, Oishi 2005,
// Dot2). The arrays do not overlap; saying so lets the compiler use vector instructions.
void add_column(const double* __restrict a, double x, int count, double* __restrict sum,
                double* __restrict error) {
  for (int i = 0; i < count; ++i) {
    const double product = a[i] * x, product_error = __builtin_fma(a[i], x, -product);
    const double total = sum[i] + product, virtual_part = total - sum[i];
    error[i] += ((sum[i] - (total - virtual_part)) + (product - virtual_part)) + product_error;
    sum[i] = total;
  }
}

// One scalar row, where there are no columns worth gathering: everything stays in registers.
double accurate_row(const BlockSparse& w, int row, VectorIn r, double q) {
  double sum = q, error = 0.0;
  for (int k = w.row_begin(row); k < w.row_begin(row + 1); ++k)
    add_column(w.block(row, k).data(), r[w.block_col(k)], 1, &sum, &error);
  return sum + error;
}

double accurate_row(const Matrix& w, int row, VectorIn r, double q) {
  double sum = q, error = 0.0;
  const double* entry = w.data() + row;
  for (int j = 0; j < w.cols(); ++j, entry += w.rows()) add_column(entry, r[j], 1, &sum, &error);
  return sum + error;
}

// One row of 3 x 3 blocks: columns are taken four entries at a time, the fourth being the next
// column's and of no use. The very last column has no next one.
void accurate_row_of_three(const BlockSparse& w, int row, const double* r, const double* q,
                           double* u) {
  double sum[4]{q[0], q[1], q[2], 0.0}, error[4]{};
  const int end = w.row_begin(row + 1);
  for (int k = w.row_begin(row); k < end; ++k) {
    const double *value = w.block(row, k).data(), *x = r + 3 * w.block_col(k);
    const bool last = k + 1 == w.block_count();
    add_column(value, x[0], 4, sum, error);
    add_column(value + 3, x[1], 4, sum, error);
    if (last)
      add_column(value + 6, x[2], 3, sum, error);
    else
      add_column(value + 6, x[2], 4, sum, error);
  }
  for (int i = 0; i < 3; ++i) u[i] = sum[i] + error[i];
}

// One row of 2 x 2 blocks: both columns side by side, added at the end.
void accurate_row_of_two(const BlockSparse& w, int row, const double* r, const double* q,
                         double* u) {
  double sum[4]{q[0], q[1], 0.0, 0.0}, error[4]{};
  for (int k = w.row_begin(row); k < w.row_begin(row + 1); ++k) {
    const double *value = w.block(row, k).data(), *x = r + 2 * w.block_col(k);
    const double factor[4]{x[0], x[0], x[1], x[1]};
    for (int i = 0; i < 4; ++i) add_column(value + i, factor[i], 1, sum + i, error + i);
  }
  for (int i = 0; i < 2; ++i) {
    add_column(sum + 2 + i, 1.0, 1, sum + i, error + i);
    u[i] = sum[i] + (error[i] + error[2 + i]);
  }
}

}  // namespace

void Delassus::multiply_accurately(VectorIn r, VectorIn q, VectorOut u, Arena& scratch) const {
  // most solves begin at zero, and nothing is cheaper to multiply by
  if (std::all_of(r.data(), r.data() + r.size(), [](double value) { return value == 0.0; })) {
    u = q;
    return;
  }
  if (!is_dense() && blocks().uniform_size() == 2) {
    for (int i = 0; i < blocks().block_rows(); ++i)
      accurate_row_of_two(blocks(), i, r.data(), q.data() + 2 * i, u.data() + 2 * i);
    return;
  }
  if (!is_dense() && blocks().uniform_size() == 3) {
    for (int i = 0; i < blocks().block_rows(); ++i)
      accurate_row_of_three(blocks(), i, r.data(), q.data() + 3 * i, u.data() + 3 * i);
    return;
  }
  if (!is_dense() && blocks().uniform_size() == 1) {
    for (int i = 0; i < rows(); ++i) u[i] = accurate_row(blocks(), i, r, q[i]);
    return;
  }
  if (is_dense() && q.size() <= few_rows) {
    for (int i = 0; i < q.size(); ++i) u[i] = accurate_row(dense(), i, r, q[i]);
    return;
  }
  const Arena::Scope scope(scratch);
  VectorMap error = scratch.vector(q.size());
  error.setZero();
  u = q;
  if (is_dense()) {
    const Matrix& w = dense();
    for (int j = 0; j < w.cols(); ++j)
      if (r[j] != 0.0)
        add_column(w.data() + j * w.rows(), r[j], static_cast<int>(w.rows()), u.data(),
                   error.data());
  } else {
    const BlockSparse& w = blocks();
    for (int i = 0; i < w.block_rows(); ++i)
      for (int k = w.row_begin(i); k < w.row_begin(i + 1); ++k) {
        const MatrixView block = w.block(i, k);
        const int row = w.row_offset(i), col = w.col_offset(w.block_col(k));
        for (int c = 0; c < block.cols(); ++c)
          add_column(block.col(c).data(), r[col + c], w.row_size(i), u.data() + row,
                     error.data() + row);
      }
  }
  u += error;
}

void Delassus::copy_block(int row, int col, MatrixOut block) const {
  if (is_dense()) {
    block = dense().block(row, col, block.rows(), block.cols());
    return;
  }
  // the overlap of every stored block with the window asked for
  const BlockSparse& w = blocks();
  const int row_end = row + static_cast<int>(block.rows());
  const int col_end = col + static_cast<int>(block.cols());
  block.setZero();
  for (int i = w.block_row_of(row); i < w.block_rows() && w.row_offset(i) < row_end; ++i) {
    const int r0 = std::max(row, w.row_offset(i)), r1 = std::min(row_end, w.row_offset(i + 1));
    for (int k = w.first_block_reaching(i, col); k < w.row_begin(i + 1); ++k) {
      const int j = w.block_col(k);
      if (w.col_offset(j) >= col_end) break;
      const int c0 = std::max(col, w.col_offset(j)), c1 = std::min(col_end, w.col_offset(j + 1));
      block.block(r0 - row, c0 - col, r1 - r0, c1 - c0) =
          w.block(i, k).block(r0 - w.row_offset(i), c0 - w.col_offset(j), r1 - r0, c1 - c0);
    }
  }
}

void Delassus::copy_diagonal(VectorOut diagonal) const {
  if (is_dense()) {
    const Matrix& w = dense();
    for (int i = 0; i < w.rows(); ++i) diagonal[i] = w.data()[i * (w.rows() + 1)];
    return;
  }
  const BlockSparse& w = blocks();
  if (w.uniform_size() > 0) {
    const int n = w.uniform_size();
    for (int i = 0; i < w.block_rows(); ++i) {
      const int k = w.find(i, i);
      for (int d = 0; d < n; ++d)
        diagonal[n * i + d] = k < 0 ? 0.0 : w.block(i, k).data()[d * (n + 1)];
    }
    return;
  }
  diagonal.setZero();
  for (int i = 0; i < w.block_rows(); ++i)
    for (int k = w.first_block_reaching(i, w.row_offset(i)); k < w.row_begin(i + 1); ++k) {
      const int j = w.block_col(k);
      if (w.col_offset(j) >= w.row_offset(i + 1)) break;
      const MatrixView block = w.block(i, k);
      const int first = std::max(w.row_offset(i), w.col_offset(j));
      const int last = std::min(w.row_offset(i + 1), w.col_offset(j + 1));
      for (int d = first; d < last; ++d)
        diagonal[d] = block(d - w.row_offset(i), d - w.col_offset(j));
    }
}

void Delassus::assign_dense(MatrixIn matrix) {
  if (is_dense())
    std::get<Matrix>(storage_) = matrix;
  else
    storage_ = Matrix(matrix);
}

bool Delassus::add_to_diagonal(VectorIn diagonal) {
  if (is_dense()) {
    std::get<Matrix>(storage_).diagonal() += diagonal;
    return true;
  }
  BlockSparse& w = std::get<BlockSparse>(storage_);
  bool complete = true;
  for (int i = 0; i < w.block_rows(); ++i) {
    const int k = w.find(i, i);
    if (k < 0 || w.row_size(i) != w.col_size(i))
      complete = complete && w.row_size(i) == 0;
    else
      w.block(i, k).diagonal() += diagonal.segment(w.row_offset(i), w.row_size(i));
  }
  return complete;
}

Matrix Delassus::to_dense() const { return is_dense() ? dense() : blocks().dense(); }

SparseMatrix Delassus::to_sparse() const {
  SparseMatrix matrix = is_dense() ? SparseMatrix(dense().sparseView()) : blocks().compressed();
  matrix.prune([](int, int, double value) { return value != 0.0; });
  return matrix;
}

double Delassus::max_abs() const {
  // comparisons with NaN are false, so that a plain maximum would lose it
  const auto largest_of = [](const auto& matrix) {
    return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
  };
  if (is_dense()) return largest_of(dense());
  double largest = 0.0;
  for (int i = 0; i < blocks().block_rows(); ++i)
    for (int k = blocks().row_begin(i); k < blocks().row_begin(i + 1); ++k) {
      const double here = largest_of(blocks().block(i, k));
      if (std::isnan(here)) return here;
      largest = std::max(largest, here);
    }
  return largest;
}

}  // namespace nonsmooth
