// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/implicit_step.hpp"

#include "control/require.hpp"
#include "nonsmooth/linalg/exponential.hpp"

namespace nonsmooth::control {

ImplicitStep::ImplicitStep(Matrix C, Matrix S, AnyLaw law, Matrix D, Vector c)
    : C_(std::move(C)), S_(std::move(S)), D_(std::move(D)), c_(std::move(c)) {
  const Eigen::Index m = law.size();
  require_size("ImplicitStep", "C", C_, m, S_.rows());
  require_size("ImplicitStep", "S", S_, C_.cols(), m);
  if (c_.size() == 0) c_ = Vector::Zero(m);
  require_size("ImplicitStep", "c", c_, m, 1);
  if (D_.size() == 0) D_ = Matrix::Zero(m, m);
  require_size("ImplicitStep", "D", D_, m, m);
  problem_ = {.W = Delassus(Matrix(D_ + C_ * S_)), .q = c_, .laws = {std::move(law)}};
  validate(problem_);
  solution_.r = Vector::Zero(m);
}

// scratch memory is not copied: it grows again
ImplicitStep::ImplicitStep(const ImplicitStep& other)
    : problem_(other.problem_),
      C_(other.C_),
      S_(other.S_),
      D_(other.D_),
      c_(other.c_),
      solution_(other.solution_) {}

ImplicitStep& ImplicitStep::operator=(const ImplicitStep& other) {
  ImplicitStep copy(other);
  return *this = std::move(copy);
}

void ImplicitStep::use(MatrixIn S) {
  S_ = S;
  problem_.W.dense() = D_;
  problem_.W.dense().noalias() += C_ * S_;
}

Status ImplicitStep::solve(VectorOut x) {
  problem_.q = c_;
  problem_.q.noalias() += C_ * x;
  nonsmooth::solve(problem_, Auto{}, workspace_, solution_);
  x.noalias() += S_ * solution_.r;
  return solution_.status;
}

HeldModel hold(MatrixIn A, MatrixIn B, double h) {
  const Eigen::Index n = A.rows(), m = B.cols();
  require_size("hold", "A", A, n, n);
  require_size("hold", "B", B, n, m);
  Matrix augmented = Matrix::Zero(n + m, n + m);
  augmented.topLeftCorner(n, n) = h * A;
  augmented.topRightCorner(n, m) = h * B;
  const Matrix e = exponential(augmented);
  return {e.topLeftCorner(n, n), e.topRightCorner(n, m)};
}

}  // namespace nonsmooth::control
