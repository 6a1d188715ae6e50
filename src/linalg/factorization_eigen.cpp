// SPDX-License-Identifier: Apache-2.0
// Eigen's own sparse factorisations: always there, good to a few thousand unknowns.
#include "linalg/factorization_backend.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

namespace nonsmooth::detail {
namespace {

class EigenLu : public FactorizationBackend {
 public:
  FactorizationMethod method() const override { return FactorizationMethod::eigen; }
  bool analyze(const SparseMatrix& matrix) override {
    lu_.analyzePattern(matrix);
    return true;
  }
  bool factorize(const SparseMatrix& matrix) override {
    lu_.factorize(matrix);
    return lu_.info() == Eigen::Success;
  }
  void solve(const SparseMatrix&, const double* b, double* x) override {
    VectorMap(x, lu_.rows()) = lu_.solve(VectorView(b, lu_.rows()));
  }

 private:
  Eigen::SparseLU<SparseMatrix, Eigen::COLAMDOrdering<int>> lu_;
};

class EigenCholesky : public FactorizationBackend {
 public:
  FactorizationMethod method() const override { return FactorizationMethod::eigen; }
  bool analyze(const SparseMatrix& matrix) override {
    llt_.analyzePattern(matrix);
    return llt_.info() == Eigen::Success;
  }
  bool factorize(const SparseMatrix& matrix) override {
    llt_.factorize(matrix);
    return llt_.info() == Eigen::Success;
  }
  void solve(const SparseMatrix&, const double* b, double* x) override {
    VectorMap(x, llt_.rows()) = llt_.solve(VectorView(b, llt_.rows()));
  }

 private:
  Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower> llt_;
};

// L D L^T without pivoting is cheap and usually enough for quasi-definite matrices. Where the probe
// finds it inaccurate (or a pivot vanishes), LU of the full matrix takes its place.
class EigenIndefinite : public FactorizationBackend {
 public:
  FactorizationMethod method() const override { return FactorizationMethod::eigen; }
  bool analyze(const SparseMatrix& matrix) override {
    lu_analyzed_ = false;
    ldlt_.analyzePattern(matrix);
    return ldlt_.info() == Eigen::Success;
  }
  bool factorize(const SparseMatrix& matrix) override {
    use_lu_ = false;
    ldlt_.factorize(matrix);
    return ldlt_.info() == Eigen::Success;
  }
  bool factorize_safely(const SparseMatrix& matrix) override {
    use_lu_ = true;
    full_ = matrix.selfadjointView<Eigen::Lower>();
    if (!lu_analyzed_) lu_.analyzePattern(full_);
    lu_analyzed_ = true;
    lu_.factorize(full_);
    return lu_.info() == Eigen::Success;
  }
  void solve(const SparseMatrix& matrix, const double* b, double* x) override {
    const VectorView rhs(b, matrix.rows());
    VectorMap result(x, matrix.rows());
    if (use_lu_)
      result = lu_.solve(rhs);
    else
      result = ldlt_.solve(rhs);
  }

 private:
  Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower> ldlt_;
  Eigen::SparseLU<SparseMatrix, Eigen::COLAMDOrdering<int>> lu_;
  SparseMatrix full_;
  bool lu_analyzed_ = false, use_lu_ = false;
};

}  // namespace

BackendPointer make_eigen_backend(MatrixClass matrix_class) {
  switch (matrix_class) {
    case MatrixClass::positive_definite: return std::make_unique<EigenCholesky>();
    case MatrixClass::symmetric_indefinite: return std::make_unique<EigenIndefinite>();
    case MatrixClass::general: break;
  }
  return std::make_unique<EigenLu>();
}

}  // namespace nonsmooth::detail
