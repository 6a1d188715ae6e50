// SPDX-License-Identifier: Apache-2.0
#include "solvers/box_system.hpp"

#include "solvers/polish.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

constexpr int dense_limit = 300;  // below this size a dense factorisation wins over any sparse one

bool wants_sparse(const Problem& problem) {
  if (problem.W.is_dense() || problem.size() <= dense_limit) return false;
  for (const AnyLaw& law : problem.laws) {
    const Box* box = law.get_if<Box>();
    if (!law.scalar() || law.get_if<Graph>() != nullptr ||
        (box != nullptr && (box->compliance.size() > 0 || box->dead_zone.size() > 0)))
      return false;
  }
  const double filled = static_cast<double>(problem.W.blocks().value_count());
  return filled < 0.2 * problem.size() * static_cast<double>(problem.size());
}

}  // namespace

BoxSystem::BoxSystem(const Problem& problem, bool scale, Arena& scratch)
    : scratch_(scratch),
      form_(wants_sparse(problem) ? make_bounds(problem, scratch)
                                  : make_box_form(problem, scratch)),
      matrix_(wants_sparse(problem) ? MatrixMap(nullptr, 0, 0)
                                    : scratch.matrix(form_.size, form_.size)) {
  if (wants_sparse(problem)) {
    SparseMatrix identity(problem.size(), problem.size());
    identity.setIdentity();
    const SparseMatrix M = problem.W.to_sparse() + 0.0 * identity;
    sparse_.emplace(Sparse{M, M, SparseFactorization(MatrixClass::general)});
    return;
  }
  if (scale) scaled_.emplace(equilibrate(form_, scratch));
}

void BoxSystem::multiply(VectorIn z, VectorOut w) const {
  if (is_sparse())
    w.noalias() = sparse_->M * z;
  else
    w.noalias() = box().M * z;
}

void BoxSystem::fill_jacobian(VectorIn a, VectorIn b) {
  const int n = box().size;
  for (int j = 0; j < n; ++j) {
    matrix_.col(j) = b.cwiseProduct(box().M.col(j));
    matrix_(j, j) += a[j];
  }
}

bool BoxSystem::factor(VectorIn a, VectorIn b) {
  if (!is_sparse()) {
    fill_jacobian(a, b);
    lu_.emplace(matrix_, scratch_);
    return lu_->pivot_ratio() > 1e-15;
  }
  for (int j = 0; j < sparse_->M.cols(); ++j) {
    SparseMatrix::InnerIterator from(sparse_->M, j);
    for (SparseMatrix::InnerIterator to(sparse_->jacobian, j); to; ++to, ++from)
      to.valueRef() = b[to.row()] * from.value() + (to.row() == j ? a[j] : 0.0);
  }
  return sparse_->factorization.factorize(sparse_->jacobian);
}

void BoxSystem::solve(VectorOut x) const {
  if (is_sparse())
    sparse_->factorization.solve(x, x);
  else
    lu_->solve(x);
}

void BoxSystem::multiply_jacobian_transposed(VectorIn a, VectorIn b, VectorIn x,
                                             VectorOut y) const {
  const Arena::Scope scope(scratch_);
  VectorMap bx = scratch_.vector(x.size());
  bx = b.cwiseProduct(x);
  if (is_sparse())
    y.noalias() = sparse_->M.transpose() * bx;
  else
    y.noalias() = box().M.transpose() * bx;
  y += a.cwiseProduct(x);
}

bool BoxSystem::solve_damped(VectorIn a, VectorIn b, double mu, VectorOut x) {
  if (is_sparse()) {
    // a proximal shift of both parts keeps the Jacobian regular for monotone problems
    const Arena::Scope scope(scratch_);
    VectorMap shifted = scratch_.vector(a.size());
    shifted = a + mu * (b.array() + 1.0).matrix();
    if (!factor(shifted, b)) return false;
    solve(x);
    return x.allFinite();
  }
  const Arena::Scope scope(scratch_);
  const int n = box().size;
  MatrixMap normal = scratch_.matrix(n, n);
  VectorMap rhs = scratch_.vector(n);
  multiply_jacobian_transposed(a, b, x, rhs);
  fill_jacobian(a, b);
  normal.noalias() = matrix_.transpose() * matrix_;
  normal.diagonal().array() += mu;
  const DenseLu lu(normal, scratch_);
  if (!(lu.pivot_ratio() > 0.0)) return false;
  lu.solve(rhs);
  x = rhs;
  return x.allFinite();
}

void BoxSystem::start(VectorIn r, VectorOut z) const {
  from_reaction(form_, r, z);
  if (scaled_) z = z.cwiseQuotient(scaled_->columns);
}

void BoxSystem::finish(VectorIn z, VectorOut r) const {
  const Arena::Scope scope(scratch_);
  VectorMap unscaled = scratch_.vector(z.size());
  unscaled = z;
  if (scaled_) unscaled = unscaled.cwiseProduct(scaled_->columns);
  if (!is_sparse()) polish(form_, unscaled, scratch_);
  to_reaction(form_, unscaled, r);
}

}  // namespace nonsmooth
