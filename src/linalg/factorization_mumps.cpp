// SPDX-License-Identifier: Apache-2.0
// MUMPS (sequential): multifrontal L D L^T with 1x1 and 2x2 pivots, for saddle points.
#include "linalg/factorization_backend.hpp"

#include <dmumps_c.h>

#include <algorithm>
#include <vector>

namespace nonsmooth::detail {
namespace {

class Mumps : public FactorizationBackend {
 public:
  Mumps() {
    id_.sym = 2;  // general symmetric
    id_.par = 1;
    id_.comm_fortran = -987654;  // MPI_COMM_WORLD, as the manual prescribes
    run(-1);
    control(1) = control(2) = control(3) = -1;  // no output stream
    control(4) = 0;                             // no message
  }
  ~Mumps() override { run(-2); }
  Mumps(const Mumps&) = delete;
  Mumps& operator=(const Mumps&) = delete;

  FactorizationMethod method() const override { return FactorizationMethod::mumps; }
  bool analyze(const SparseMatrix& matrix) override {
    rows_.clear();
    cols_.clear();
    for (int j = 0; j < matrix.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
        rows_.push_back(static_cast<MUMPS_INT>(it.row()) + 1);
        cols_.push_back(j + 1);
      }
    id_.n = static_cast<MUMPS_INT>(matrix.rows());
    id_.nnz = static_cast<MUMPS_INT8>(rows_.size());
    id_.irn = rows_.data();
    id_.jcn = cols_.data();
    set_values(matrix);
    control(14) = 30;  // % of working memory beyond the estimate
    return run(1);
  }
  bool factorize(const SparseMatrix& matrix) override {
    set_values(matrix);
    // delayed pivots may need more memory than the analysis could foresee: ask again for more
    constexpr int most_memory = 2000;
    while (!run(2)) {
      const bool memory = id_.infog[0] == -8 || id_.infog[0] == -9;
      if (!memory || control(14) > most_memory) return false;
      control(14) *= 2;
    }
    return true;
  }
  void solve(const SparseMatrix& matrix, const double* b, double* x) override {
    if (x != b) std::copy(b, b + matrix.rows(), x);
    id_.rhs = x;
    if (!run(3)) std::fill(x, x + matrix.rows(), infinity);
  }

 private:
  MUMPS_INT& control(int number) { return id_.icntl[number - 1]; }  // numbered from 1 in the manual
  void set_values(const SparseMatrix& matrix) {
    id_.a = const_cast<double*>(matrix.valuePtr());  // read only
  }
  bool run(int job) {
    id_.job = job;
    dmumps_c(&id_);
    return id_.infog[0] >= 0;
  }

  DMUMPS_STRUC_C id_{};
  std::vector<MUMPS_INT> rows_, cols_;
};

}  // namespace

BackendPointer make_mumps_backend() { return std::make_unique<Mumps>(); }

}  // namespace nonsmooth::detail
