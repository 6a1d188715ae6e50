// SPDX-License-Identifier: Apache-2.0
// CHOLMOD: Cholesky, simplicial or supernodal by the work its analysis finds. (The supernodal part
// is GPL; linked dynamically, off with NS_WITH_SUITESPARSE.)
#include "linalg/factorization_backend.hpp"

#include <cholmod.h>

#include <algorithm>

namespace nonsmooth::detail {
namespace {

class Cholmod : public FactorizationBackend {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.error_handler = nullptr;
    common_.try_catch = 1;  // errors are return values here
    common_.final_ll = 1;   // L L^T: an indefinite matrix fails instead of giving negative pivots
    common_.quick_return_if_not_posdef = 1;
  }
  ~Cholmod() override {
    release();
    cholmod_finish(&common_);
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;

  FactorizationMethod method() const override { return FactorizationMethod::cholmod; }
  bool analyze(const SparseMatrix& matrix) override {
    release();
    cholmod_sparse view = view_of(matrix);
    factor_ = cholmod_analyze(&view, &common_);
    return factor_ != nullptr;
  }
  bool factorize(const SparseMatrix& matrix) override {
    cholmod_sparse view = view_of(matrix);
    return cholmod_factorize(&view, factor_, &common_) != 0 && common_.status == CHOLMOD_OK &&
           factor_->minor == factor_->n;
  }
  void solve(const SparseMatrix& matrix, const double* b, double* x) override {
    if (factor_->is_super == 0) return solve_simplicial(b, x);
    const auto n = static_cast<std::size_t>(matrix.rows());
    cholmod_dense rhs{};
    rhs.nrow = rhs.nzmax = rhs.d = n;
    rhs.ncol = 1;
    rhs.x = const_cast<double*>(b);  // read only
    rhs.xtype = CHOLMOD_REAL;
    rhs.dtype = CHOLMOD_DOUBLE;
    // the result and both workspaces are kept between calls, so that only the first one allocates
    if (cholmod_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &x_, nullptr, &y_, &e_, &common_) == 0) {
      std::fill(x, x + n, infinity);
      return;
    }
    const double* result = static_cast<const double*>(x_->x);
    std::copy(result, result + n, x);
  }

 private:
  // x = P^T L^-T L^-1 P b. CHOLMOD's own version starts an OpenMP team for a single right-hand
  // side, which allocates each time.
  void solve_simplicial(const double* b, double* x) {
    const int n = static_cast<int>(factor_->n);
    const int* begin = static_cast<const int*>(factor_->p);
    const int* count = static_cast<const int*>(factor_->nz);
    const int* row = static_cast<const int*>(factor_->i);
    const double* value = static_cast<const double*>(factor_->x);
    const int* order = static_cast<const int*>(factor_->Perm);
    y_simplicial_.resize(n);
    for (int i = 0; i < n; ++i) y_simplicial_[i] = b[order[i]];
    // the diagonal comes first in every column of L
    for (int j = 0; j < n; ++j) {
      const double y = y_simplicial_[j] /= value[begin[j]];
      for (int k = begin[j] + 1; k < begin[j] + count[j]; ++k)
        y_simplicial_[row[k]] -= value[k] * y;
    }
    for (int j = n - 1; j >= 0; --j) {
      double y = y_simplicial_[j];
      for (int k = begin[j] + 1; k < begin[j] + count[j]; ++k)
        y -= value[k] * y_simplicial_[row[k]];
      y_simplicial_[j] = y / value[begin[j]];
    }
    for (int i = 0; i < n; ++i) x[order[i]] = y_simplicial_[i];
  }

  static cholmod_sparse view_of(const SparseMatrix& matrix) {
    cholmod_sparse view{};
    view.nrow = view.ncol = static_cast<std::size_t>(matrix.rows());
    view.nzmax = static_cast<std::size_t>(matrix.nonZeros());
    view.p = const_cast<int*>(matrix.outerIndexPtr());
    view.i = const_cast<int*>(matrix.innerIndexPtr());
    view.x = const_cast<double*>(matrix.valuePtr());
    view.stype = -1;  // lower triangle
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    return view;
  }
  void release() {
    cholmod_free_dense(&x_, &common_);
    cholmod_free_dense(&y_, &common_);
    cholmod_free_dense(&e_, &common_);
    cholmod_free_factor(&factor_, &common_);
  }

  cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  Vector y_simplicial_;
};

}  // namespace

BackendPointer make_cholmod_backend() { return std::make_unique<Cholmod>(); }

}  // namespace nonsmooth::detail
