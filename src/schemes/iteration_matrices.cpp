// SPDX-License-Identifier: Apache-2.0
#include "schemes/iteration_matrices.hpp"

#include "nonsmooth/linalg/factorization.hpp"

#include <Eigen/LU>

#include <optional>

namespace nonsmooth {

struct IterationMatrices::Factor {
  enum class Kind { none, diagonal, dense, sparse } kind = Kind::none;
  Vector inverse_diagonal;
  Eigen::PartialPivLU<Matrix> dense;
  std::optional<SparseFactorization> sparse;
  Matrix kept;  // where asked for, of a dense or sparse system
  SparseMatrix kept_sparse;
  mutable Vector column;  // of a dense solve, which permutes out of place
};

IterationMatrices::IterationMatrices(int system_count, bool keep) : keep_(keep) {
  for (int s = 0; s < system_count; ++s) factors_.push_back(std::make_unique<Factor>());
}
IterationMatrices::~IterationMatrices() = default;

bool IterationMatrices::set_diagonal(int system, VectorIn diagonal) {
  Factor& factor = *factors_[static_cast<std::size_t>(system)];
  factor.kind = Factor::Kind::diagonal;
  factor.inverse_diagonal = diagonal.cwiseInverse();
  return factor.inverse_diagonal.allFinite();
}

bool IterationMatrices::set_dense(int system, MatrixIn matrix) {
  Factor& factor = *factors_[static_cast<std::size_t>(system)];
  factor.kind = Factor::Kind::dense;
  factor.dense.compute(matrix);
  if (keep_) factor.kept = matrix;
  factor.column.resize(matrix.rows());
  // a pivot lost in the rounding of its row has no correct digit
  const auto& lu = factor.dense.matrixLU();
  double smallest = infinity, largest = 0.0;
  for (Eigen::Index i = 0; i < lu.rows(); ++i) {
    const double pivot = std::abs(lu(i, i)),
                 row = lu.row(i).tail(lu.cols() - i).cwiseAbs().maxCoeff();
    if (!(row > 0.0) || !std::isfinite(row)) return false;
    smallest = std::min(smallest, pivot / row);
    largest = std::max(largest, pivot / row);
  }
  return smallest > 16.0 * machine_epsilon * largest;
}

bool IterationMatrices::set_sparse(int system, const SparseMatrix& matrix) {
  Factor& factor = *factors_[static_cast<std::size_t>(system)];
  factor.kind = Factor::Kind::sparse;
  if (keep_) factor.kept_sparse = matrix;
  if (!factor.sparse) factor.sparse.emplace(MatrixClass::general);
  return factor.sparse->factorize(matrix);
}

void IterationMatrices::solve(int system, VectorOut x) const {
  const Factor& factor = *factors_[static_cast<std::size_t>(system)];
  if (factor.kind == Factor::Kind::diagonal) {
    x.array() *= factor.inverse_diagonal.array();
  } else if (factor.kind == Factor::Kind::dense) {
    factor.column.noalias() = factor.dense.permutationP() * x;
    factor.dense.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(factor.column);
    factor.dense.matrixLU().triangularView<Eigen::Upper>().solveInPlace(factor.column);
    x = factor.column;
  } else {
    factor.sparse->solve(x, x);
  }
}

void IterationMatrices::solve_columns(int system, MatrixOut x) const {
  for (Eigen::Index j = 0; j < x.cols(); ++j) solve(system, x.col(j));
}

void IterationMatrices::multiply(int system, VectorIn x, VectorOut y) const {
  const Factor& factor = *factors_[static_cast<std::size_t>(system)];
  if (factor.kind == Factor::Kind::sparse)
    y.noalias() = factor.kept_sparse * x;
  else if (factor.kind == Factor::Kind::dense)
    y.noalias() = factor.kept * x;
  else
    y.array() = x.array() / factor.inverse_diagonal.array();
}

const double* IterationMatrices::inverse_diagonal(int system) const {
  const Factor& factor = *factors_[static_cast<std::size_t>(system)];
  return factor.kind == Factor::Kind::diagonal ? factor.inverse_diagonal.data() : nullptr;
}

}  // namespace nonsmooth
