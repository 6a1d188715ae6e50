// SPDX-License-Identifier: Apache-2.0
// What SparseFactorization asks of a library. Private to linalg.
#pragma once

#include "nonsmooth/linalg/factorization.hpp"

#include <memory>

namespace nonsmooth::detail {

/// Matrices arrive compressed, square, finite and not empty; symmetric classes as their lower
/// triangle. Every failure is a `false`; nothing throws or prints.
class FactorizationBackend {
 public:
  virtual ~FactorizationBackend() = default;
  virtual FactorizationMethod method() const = 0;
  /// Symbolic analysis of a new pattern.
  virtual bool analyze(const SparseMatrix& matrix) = 0;
  /// Whether the analysis announced more work than this method should be given.
  virtual bool too_much_work() const { return false; }
  /// Numerical factorisation; the pattern is the one analysed last.
  virtual bool factorize(const SparseMatrix& matrix) = 0;
  /// The same with a slower, safer choice of pivots, after `factorize` proved inaccurate.
  /// False also where there is none.
  virtual bool factorize_safely(const SparseMatrix&) { return false; }
  /// x = A^-1 b; b and x may be the same memory. `matrix` is the one factorised last.
  virtual void solve(const SparseMatrix& matrix, const double* b, double* x) = 0;
};

using BackendPointer = std::unique_ptr<FactorizationBackend>;
BackendPointer make_eigen_backend(MatrixClass matrix_class);
#ifdef NS_HAVE_SUITESPARSE
BackendPointer make_cholmod_backend();
BackendPointer make_klu_backend();
BackendPointer make_umfpack_backend();
#endif
#ifdef NS_HAVE_MUMPS
BackendPointer make_mumps_backend();
#endif

}  // namespace nonsmooth::detail
