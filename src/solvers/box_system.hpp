// SPDX-License-Identifier: Apache-2.0
// The linear algebra Newton-type methods need of a box form: products with M and solutions of
//     (diag(a) + diag(b) M) x = rhs,
// the shape of both the semismooth Jacobian and the interior-point matrix. Dense by our LU; sparse, when
// W is block-sparse and large, through the factorisation seam (which allocates; see there).
#pragma once

#include "nonsmooth/linalg/factorization.hpp"
#include "solvers/box_form.hpp"
#include "solvers/dense_lu.hpp"

#include <optional>

namespace nonsmooth {

class BoxSystem {
 public:
  /// Precondition: no box_form_obstacle. `scale` equilibrates a dense system.
  BoxSystem(const Problem& problem, bool scale, Arena& scratch);

  const BoxForm& box() const { return scaled_ ? scaled_->box : form_; }
  bool is_sparse() const { return sparse_.has_value(); }
  void multiply(VectorIn z, VectorOut w) const;  ///< w = M z
  /// Factors the matrix; false if it is singular (to 1e-14) or not finite.
  bool factor(VectorIn a, VectorIn b);
  void solve(VectorOut x) const;
  /// x = J^T x and the Levenberg-Marquardt step (J^T J + mu) x = rhs of the last a, b; dense only.
  void multiply_jacobian_transposed(VectorIn a, VectorIn b, VectorIn x, VectorOut y) const;
  bool solve_damped(VectorIn a, VectorIn b, double mu, VectorOut x);

  void start(VectorIn r, VectorOut z) const;   ///< warm start
  void finish(VectorIn z, VectorOut r) const;  ///< answer, polished where dense
  double residual(VectorIn z) const;           ///< box residual of the form in use

 private:
  void fill_jacobian(VectorIn a, VectorIn b);

  Arena& scratch_;
  BoxForm form_;
  std::optional<Equilibrated> scaled_;
  struct Sparse {
    SparseMatrix M, jacobian;  // the same pattern, with a full diagonal
    SparseFactorization factorization;
  };
  std::optional<Sparse> sparse_;
  MatrixMap matrix_;
  std::optional<DenseLu> lu_;
};

}  // namespace nonsmooth
