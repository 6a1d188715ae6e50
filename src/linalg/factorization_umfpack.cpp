// SPDX-License-Identifier: Apache-2.0
// UMFPACK: multifrontal LU with BLAS, for general matrices that fill in. (GPL; linked dynamically,
// off with NS_WITH_SUITESPARSE.)
#include "linalg/factorization_backend.hpp"

#include <umfpack.h>

#include <vector>

namespace nonsmooth::detail {
namespace {

class Umfpack : public FactorizationBackend {
 public:
  Umfpack() {
    umfpack_di_defaults(control_);
    control_[UMFPACK_PRL] = 0;
  }
  ~Umfpack() override {
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
  }
  Umfpack(const Umfpack&) = delete;
  Umfpack& operator=(const Umfpack&) = delete;

  FactorizationMethod method() const override { return FactorizationMethod::umfpack; }
  bool analyze(const SparseMatrix& matrix) override {
    const int n = static_cast<int>(matrix.rows());
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
    const auto entries = static_cast<std::size_t>(n);
    indices_.resize(entries);
    work_.resize(5 * entries);
    rhs_.resize(entries);
    // without values: the ordering must serve every matrix of this pattern
    return umfpack_di_symbolic(n, n, matrix.outerIndexPtr(), matrix.innerIndexPtr(), nullptr,
                               &symbolic_, control_, nullptr) == UMFPACK_OK;
  }
  bool factorize(const SparseMatrix& matrix) override {
    umfpack_di_free_numeric(&numeric_);
    return umfpack_di_numeric(matrix.outerIndexPtr(), matrix.innerIndexPtr(), matrix.valuePtr(),
                              symbolic_, &numeric_, control_, nullptr) == UMFPACK_OK;
  }
  void solve(const SparseMatrix& matrix, const double* b, double* x) override {
    // iterative refinement reads b while it writes x
    rhs_.assign(b, b + matrix.rows());
    umfpack_di_wsolve(UMFPACK_A, matrix.outerIndexPtr(), matrix.innerIndexPtr(), matrix.valuePtr(),
                      x, rhs_.data(), numeric_, control_, nullptr, indices_.data(), work_.data());
  }

 private:
  double control_[UMFPACK_CONTROL];
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  std::vector<int> indices_;
  std::vector<double> work_, rhs_;
};

}  // namespace

BackendPointer make_umfpack_backend() { return std::make_unique<Umfpack>(); }

}  // namespace nonsmooth::detail
