// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/model/system_matrix.hpp"

namespace nonsmooth {
namespace {

bool only_diagonal(const Matrix& matrix) {
  if (matrix.rows() != matrix.cols() || matrix.rows() == 0) return false;
  for (int j = 0; j < matrix.cols(); ++j)
    for (int i = 0; i < matrix.rows(); ++i)
      if (i != j && !(matrix(i, j) == 0.0)) return false;
  return true;
}

}  // namespace

SystemMatrix::SystemMatrix(Matrix dense) {
  if (dense.size() == 0) return;
  if (only_diagonal(dense))
    storage_ = Vector(dense.diagonal());
  else
    storage_ = std::move(dense);
}

SystemMatrix::SystemMatrix(SparseMatrix sparse) {
  if (sparse.rows() == 0 && sparse.cols() == 0) return;
  sparse.makeCompressed();
  storage_ = std::move(sparse);
}

SystemMatrix SystemMatrix::diagonal(Vector entries) {
  SystemMatrix matrix;
  if (entries.size() > 0) matrix.storage_ = std::move(entries);
  return matrix;
}

int SystemMatrix::rows() const {
  return std::visit(
      []<class S>(const S& stored) {
        if constexpr (std::is_same_v<S, std::monostate>)
          return 0;
        else
          return static_cast<int>(stored.rows());
      },
      storage_);
}

int SystemMatrix::cols() const {
  return std::visit(
      []<class S>(const S& stored) {
        if constexpr (std::is_same_v<S, std::monostate>)
          return 0;
        else if constexpr (std::is_same_v<S, Vector>)
          return static_cast<int>(stored.size());
        else
          return static_cast<int>(stored.cols());
      },
      storage_);
}

bool SystemMatrix::all_finite() const {
  return std::visit(
      []<class S>(const S& stored) {
        if constexpr (std::is_same_v<S, std::monostate>)
          return true;
        else if constexpr (std::is_same_v<S, SparseMatrix>)
          return Eigen::Map<const Vector>(stored.valuePtr(), stored.nonZeros()).allFinite();
        else
          return stored.allFinite();
      },
      storage_);
}

void SystemMatrix::add_product(double factor, VectorIn x, VectorOut y) const {
  std::visit(
      [&]<class S>(const S& stored) {
        if constexpr (std::is_same_v<S, Vector>)
          y += factor * stored.cwiseProduct(x);
        else if constexpr (std::is_same_v<S, Matrix>)
          y.noalias() += factor * (stored * x);
        else if constexpr (std::is_same_v<S, SparseMatrix>)
          y += factor * (stored * x);
      },
      storage_);
}

void SystemMatrix::add_to(double factor, MatrixOut target) const {
  std::visit(
      [&]<class S>(const S& stored) {
        if constexpr (std::is_same_v<S, Vector>)
          target.diagonal() += factor * stored;
        else if constexpr (!std::is_same_v<S, std::monostate>)
          target += factor * stored;
      },
      storage_);
}

void SystemMatrix::add_to(double factor, SparseMatrix& target) const {
  if (!empty()) target += factor * compressed();
}

Matrix SystemMatrix::dense() const {
  Matrix matrix = Matrix::Zero(rows(), cols());
  add_to(1.0, matrix);
  return matrix;
}

SparseMatrix SystemMatrix::compressed() const {
  if (is_sparse()) return sparse();
  return dense().sparseView();
}

}  // namespace nonsmooth
