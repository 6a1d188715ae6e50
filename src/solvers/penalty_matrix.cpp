// SPDX-License-Identifier: Apache-2.0
#include "solvers/penalty_matrix.hpp"

#include "solvers/storage_choice.hpp"

#include <utility>

namespace nonsmooth {
namespace {

SparseMatrix with_diagonal(const SparseMatrix& matrix) {
  SparseMatrix identity(matrix.rows(), matrix.cols());
  identity.setIdentity();
  return matrix + 0.0 * identity;
}

bool is_symmetric(const SparseMatrix& matrix) {
  const SparseMatrix transposed = matrix.transpose();
  return (matrix - transposed).norm() <= 1e-12 * matrix.norm();
}

MatrixClass class_of(bool symmetric) {
  return symmetric ? MatrixClass::positive_definite : MatrixClass::general;
}

}  // namespace

PenaltyMatrix::PenaltyMatrix(const Problem& problem, VectorView scales, Arena& scratch)
    : problem_(problem),
      scales_(scales),
      scratch_(scratch),
      factors_(nullptr, 0, 0),
      diagonal_(scratch.vector(problem.size())) {
  const int n = problem.size();
  problem.W.copy_diagonal(diagonal_);
  if (wants_sparse_factors(problem)) {
    SparseMatrix matrix = with_diagonal(problem.W.to_sparse());
    const bool symmetric = is_symmetric(matrix);
    sparse_.emplace(Sparse{std::move(matrix), symmetric, SparseFactorization(class_of(symmetric))});
  } else {
    new (&factors_) MatrixMap(scratch.matrix(n, n));  // the way Eigen re-seats a map
  }
}

bool PenaltyMatrix::factorize(double rho) {
  if (sparse_) return factorize_sparse(rho);
  problem_.W.copy_dense(factors_);
  factors_.diagonal() += rho * scales_;
  dense_.emplace(factors_, scratch_);
  return dense_->pivot_ratio() > 1e-14;
}

bool PenaltyMatrix::factorize_sparse(double rho) {
  for (int i = 0; i < problem_.size(); ++i)
    sparse_->matrix.coeffRef(i, i) = diagonal_[i] + rho * scales_[i];
  if (sparse_->factors.factorize(sparse_->matrix)) return true;
  if (!sparse_->symmetric) return false;
  // symmetric but not positive definite
  sparse_->symmetric = false;
  sparse_->factors = SparseFactorization(MatrixClass::general);
  return sparse_->factors.factorize(sparse_->matrix);
}

void PenaltyMatrix::solve(VectorOut x) const {
  if (sparse_)
    sparse_->factors.solve(x, x);
  else
    dense_->solve(x);
}

}  // namespace nonsmooth
