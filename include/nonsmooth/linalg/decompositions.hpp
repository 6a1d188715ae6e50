// SPDX-License-Identifier: Apache-2.0
// Decompositions of small dense matrices for set-up and analysis. Eigen's templates for them take a
// compiler seconds wherever they are used, so that they are compiled here, once.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <complex>
#include <vector>

namespace nonsmooth {

/// Of a general square matrix, in no particular order.
std::vector<std::complex<double>> eigenvalues(MatrixIn A);

/// A = vectors diag(values) vectors^T, values ascending. Only the lower triangle is read.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;
};
SymmetricEigen symmetric_eigen(MatrixIn A);
Vector symmetric_eigenvalues(MatrixIn A);

/// A = U diag(values) V^T with square U and V, values descending.
struct SingularValues {
  Matrix U, V;
  Vector values;
  /// How many are above `threshold` times the largest.
  Eigen::Index rank(double threshold) const;
  /// The shortest of the vectors that come nearest to A x = b, column by column.
  Matrix solve(MatrixIn b, double threshold) const;
};
SingularValues singular_values(MatrixIn A);

double determinant(MatrixIn A);
Matrix inverse(MatrixIn A);
/// A x = b by elimination with complete pivoting; for singular A one of the nearest answers.
Vector solve_pivoted(MatrixIn A, VectorIn b);
/// A x = b for symmetric A, by A = L D L^T.
Vector solve_symmetric(MatrixIn A, VectorIn b);

}  // namespace nonsmooth
