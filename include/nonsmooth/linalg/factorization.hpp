// SPDX-License-Identifier: Apache-2.0
// One thin seam for sparse direct solution of A x = b. Eigen is always there; CHOLMOD, KLU, UMFPACK
// and MUMPS where they were built in. Their headers stay in one .cpp file each.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace nonsmooth {

enum class MatrixClass {
  general,               ///< LU with pivoting
  symmetric_indefinite,  ///< saddle points; only the lower triangle is read
  positive_definite,     ///< Cholesky; only the lower triangle is read
};

/// What to do with a matrix whose solutions have no correct digit in some direction although every
/// pivot is sound. Interior-point steps accept it: an error along a flat direction does no harm.
enum class NearlySingular { refuse, accept };

enum class FactorizationMethod { automatic, eigen, cholmod, klu, umfpack, mumps };
std::span<const std::string_view> enum_names(FactorizationMethod);

/// Methods of this build that can treat the class, in the order `automatic` prefers them.
std::span<const FactorizationMethod> available_methods(MatrixClass matrix_class);

/// Holds the factors of one matrix. `factorize` of a matrix with the pattern of the last one reuses
/// the symbolic analysis (and KLU's pivot order as long as it stays accurate). One object per
/// thread: solve works in memory that the object owns.
class SparseFactorization {
 public:
  /// Throws Error if the method is not in this build or cannot treat the class. `automatic` takes
  /// CHOLMOD for positive definite, MUMPS for symmetric indefinite and KLU for general matrices
  /// where built, else Eigen; KLU hands over to UMFPACK when its analysis announces too much work.
  explicit SparseFactorization(MatrixClass matrix_class,
                               FactorizationMethod method = FactorizationMethod::automatic);
  ~SparseFactorization();
  SparseFactorization(SparseFactorization&&) noexcept;
  SparseFactorization& operator=(SparseFactorization&&) noexcept;

  /// Returns false if the matrix is singular, not of its class, not square or not finite. Singular
  /// means that a known solution, scaled column by column, is not recovered to two digits; with
  /// `accept`, that its residual is not small either.
  [[nodiscard]] bool factorize(const SparseMatrix& matrix,
                               NearlySingular verdict = NearlySingular::refuse);
  /// x = A^-1 b. Precondition: the last factorize returned true. b and x may be the same vector.
  /// CHOLMOD, KLU and UMFPACK allocate nothing here; Eigen and MUMPS do.
  void solve(VectorIn b, VectorOut x) const;

  /// The one in use: what was asked for, or what `automatic` or KLU's hand-over made of it.
  FactorizationMethod method() const;
  int analysis_count() const;       ///< symbolic analyses so far
  int factorization_count() const;  ///< numerical factorisations so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nonsmooth
