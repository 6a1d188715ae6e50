// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

namespace nonsmooth {

std::vector<std::complex<double>> eigenvalues(MatrixIn A) {
  const Eigen::VectorXcd found = A.eigenvalues();
  return {found.begin(), found.end()};
}

SymmetricEigen symmetric_eigen(MatrixIn A) {
  const Eigen::SelfAdjointEigenSolver<Matrix> found(A);
  return {found.eigenvalues(), found.eigenvectors()};
}

Vector symmetric_eigenvalues(MatrixIn A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

SingularValues singular_values(MatrixIn A) {
  const Eigen::JacobiSVD<Matrix> found(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {found.matrixU(), found.matrixV(), found.singularValues()};
}

Eigen::Index SingularValues::rank(double threshold) const {
  Eigen::Index count = 0;
  while (count < values.size() && values[count] > threshold * values[0]) ++count;
  return count;
}

Matrix SingularValues::solve(MatrixIn b, double threshold) const {
  const Eigen::Index kept = rank(threshold);
  return V.leftCols(kept) *
         (values.head(kept).cwiseInverse().asDiagonal() * (U.leftCols(kept).transpose() * b));
}

double determinant(MatrixIn A) { return A.determinant(); }
Matrix inverse(MatrixIn A) { return A.inverse(); }
Vector solve_pivoted(MatrixIn A, VectorIn b) { return A.fullPivLu().solve(b); }
Vector solve_symmetric(MatrixIn A, VectorIn b) { return A.ldlt().solve(b); }

}  // namespace nonsmooth
