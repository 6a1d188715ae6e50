// SPDX-License-Identifier: Apache-2.0
// The linear algebra Newton-type methods need of a box form: products with M and solutions of
//     (diag(a) + diag(b) M) x = rhs,
// the shape of both the semismooth Jacobian and the interior-point matrix. Dense by our LU; when W
// is block-sparse and large, by the BlockLu of the workspace where blocks are equal and its answers
// pass a check, else through the factorisation seam (which allocates; see there).
#pragma once

#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/solvers/solver.hpp"
#include "solvers/box_form.hpp"
#include "solvers/dense_lu.hpp"

#include <optional>

namespace nonsmooth {

class BoxSystem {
 public:
  /// Precondition: no box_form_obstacle. `scale` equilibrates a dense system.
  BoxSystem(const Problem& problem, bool scale, Workspace& workspace);

  const BoxForm& box() const { return scaled_ ? scaled_->box : form_; }
  bool is_sparse() const { return W_ != nullptr; }
  void multiply(VectorIn z, VectorOut w) const;  ///< w = M z
  /// Factors the matrix; false if it is singular (to 1e-14) or not finite.
  bool factor(VectorIn a, VectorIn b);
  void solve(VectorOut x) const;
  /// y = J^T x, and the damped step: (J^T J + mu) x = J^T x where dense, a shifted J where sparse.
  void multiply_jacobian_transposed(VectorIn a, VectorIn b, VectorIn x, VectorOut y) const;
  bool solve_damped(VectorIn a, VectorIn b, double mu, VectorOut x);

  void start(VectorIn r, VectorOut z) const;   ///< warm start
  void finish(VectorIn z, VectorOut r) const;  ///< answer, polished where dense

 private:
  void fill_jacobian(VectorIn a, VectorIn b);
  bool factor_blocks(VectorIn a, VectorIn b);
  bool factor_by_seam(VectorIn a, VectorIn b);

  Arena& scratch_;
  const BlockSparse* W_;  // where sparse: M itself
  BoxForm form_;
  std::optional<Equilibrated> scaled_;
  KeptBlockLu& blocks_;
  bool has_blocks_ = false, by_blocks_ = false;
  struct Seam {
    SparseMatrix M, jacobian;  // the same pattern, with a full diagonal
    SparseFactorization factorization;
  };
  std::optional<Seam> seam_;
  MatrixMap matrix_;
  std::optional<DenseLu> lu_;
};

}  // namespace nonsmooth
