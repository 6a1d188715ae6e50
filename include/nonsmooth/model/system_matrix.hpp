// SPDX-License-Identifier: Apache-2.0
// A square matrix of one system, in the storage it came in: diagonal, dense or sparse. A dense
// matrix that is diagonal becomes one, since that is what makes many small bodies cheap.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <string>
#include <variant>

namespace nonsmooth {

class SystemMatrix {
 public:
  SystemMatrix() = default;
  SystemMatrix(Matrix dense);         // NOLINT: implicit by intent
  SystemMatrix(SparseMatrix sparse);  // NOLINT: implicit by intent
  template <class Expression>
  SystemMatrix(const Eigen::MatrixBase<Expression>& dense)  // NOLINT: implicit by intent
      : SystemMatrix(Matrix(dense)) {}
  static SystemMatrix diagonal(Vector entries);

  bool empty() const { return std::holds_alternative<std::monostate>(storage_); }
  bool is_diagonal() const { return std::holds_alternative<Vector>(storage_); }
  bool is_sparse() const { return std::holds_alternative<SparseMatrix>(storage_); }
  /// The stored form; preconditions as named.
  const Vector& diagonal() const { return std::get<Vector>(storage_); }
  const SparseMatrix& sparse() const { return std::get<SparseMatrix>(storage_); }

  int rows() const;
  int cols() const;
  bool all_finite() const;
  /// y += factor A x. An empty matrix adds nothing. No allocation.
  void add_product(double factor, VectorIn x, VectorOut y) const;
  /// target += factor A.
  void add_to(double factor, MatrixOut target) const;
  void add_to(double factor, SparseMatrix& target) const;
  Matrix dense() const;
  SparseMatrix compressed() const;

 private:
  std::variant<std::monostate, Vector, Matrix, SparseMatrix> storage_;
};

/// A diagonal matrix, for mass, stiffness or damping.
inline SystemMatrix diagonal(Vector entries) { return SystemMatrix::diagonal(std::move(entries)); }

}  // namespace nonsmooth
