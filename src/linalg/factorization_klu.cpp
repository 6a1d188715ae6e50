// SPDX-License-Identifier: Apache-2.0
// KLU: LU after permutation to block triangular form, made for circuits (very sparse, hardly any
// fill). Off that domain it is ruinous, and its analysis says so beforehand.
#include "linalg/factorization_backend.hpp"

#include <klu.h>

#include <algorithm>

namespace nonsmooth::detail {
namespace {

constexpr double flop_limit = 1e8;  // above, a multifrontal method with BLAS wins
constexpr double growth_limit =
    1e-6;  // reciprocal pivot growth below which old pivots are given up

class Klu : public FactorizationBackend {
 public:
  Klu() { klu_defaults(&common_); }
  ~Klu() override { release(); }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;

  FactorizationMethod method() const override { return FactorizationMethod::klu; }
  bool analyze(const SparseMatrix& matrix) override {
    release();
    // KLU's interface takes the pattern without const but does not write to it
    symbolic_ =
        klu_analyze(static_cast<int>(matrix.rows()), const_cast<int*>(matrix.outerIndexPtr()),
                    const_cast<int*>(matrix.innerIndexPtr()), &common_);
    return symbolic_ != nullptr;
  }
  bool too_much_work() const override { return symbolic_->est_flops > flop_limit; }
  bool factorize(const SparseMatrix& matrix) override {
    int* outer = const_cast<int*>(matrix.outerIndexPtr());
    int* inner = const_cast<int*>(matrix.innerIndexPtr());
    double* values = const_cast<double*>(matrix.valuePtr());
    if (numeric_ == nullptr) return factorize_safely(matrix);
    // same pivots with new values, as long as they have not become bad ones
    if (klu_refactor(outer, inner, values, symbolic_, numeric_, &common_) != 0 &&
        common_.status == KLU_OK &&
        klu_rgrowth(outer, inner, values, symbolic_, numeric_, &common_) != 0 &&
        common_.rgrowth > growth_limit)
      return true;
    return factorize_safely(matrix);
  }
  bool factorize_safely(const SparseMatrix& matrix) override {
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(const_cast<int*>(matrix.outerIndexPtr()),
                          const_cast<int*>(matrix.innerIndexPtr()),
                          const_cast<double*>(matrix.valuePtr()), symbolic_, &common_);
    return numeric_ != nullptr && common_.status == KLU_OK;
  }
  void solve(const SparseMatrix& matrix, const double* b, double* x) override {
    const int n = static_cast<int>(matrix.rows());
    if (x != b) std::copy(b, b + n, x);
    klu_solve(symbolic_, numeric_, n, 1, x, &common_);
  }

 private:
  void release() {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }

  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

}  // namespace

BackendPointer make_klu_backend() { return std::make_unique<Klu>(); }

}  // namespace nonsmooth::detail
