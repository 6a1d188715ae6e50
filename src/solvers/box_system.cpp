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

BoxSystem::BoxSystem(const Problem& problem, bool scale, Workspace& workspace)
    : scratch_(workspace.arena),
      W_(wants_sparse(problem) ? &problem.W.blocks() : nullptr),
      form_(is_sparse() ? make_bounds(problem, scratch_) : make_box_form(problem, scratch_)),
      blocks_(workspace.factors),
      matrix_(is_sparse() ? MatrixMap(nullptr, 0, 0) : scratch_.matrix(form_.size, form_.size)) {
  if (is_sparse()) {
    has_blocks_ = BlockLu::supports(*W_);
    for (int i = 0; has_blocks_ && i < W_->block_rows(); ++i) has_blocks_ = W_->find(i, i) >= 0;
    if (has_blocks_) blocks_.take_pattern(*W_);
  } else if (scale) {
    scaled_.emplace(equilibrate(form_, scratch_));
  }
}

void BoxSystem::multiply(VectorIn z, VectorOut w) const {
  if (is_sparse())
    W_->multiply(z, w);
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
  if (is_sparse()) {
    by_blocks_ = has_blocks_ && factor_blocks(a, b);
    return by_blocks_ || factor_by_seam(a, b);
  }
  fill_jacobian(a, b);
  lu_.emplace(matrix_, scratch_);
  return lu_->pivot_ratio() > 1e-15;
}

// BlockLu exchanges no rows across blocks: a known solution must come back.
bool BoxSystem::factor_blocks(VectorIn a, VectorIn b) {
  BlockSparse& jacobian = blocks_.matrix();
  for (int i = 0; i < W_->block_rows(); ++i) {
    const int row = W_->row_offset(i), size = W_->row_size(i);
    for (int k = W_->row_begin(i); k < W_->row_begin(i + 1); ++k) {
      MatrixMap to = jacobian.block(i, k);
      to = b.segment(row, size).asDiagonal() * W_->block(i, k);
      if (W_->block_col(k) == i) to.diagonal() += a.segment(row, size);
    }
  }
  if (!blocks_.factorize()) return false;
  const Arena::Scope scope(scratch_);
  VectorMap x = scratch_.vector(box().size), known = scratch_.vector(box().size);
  known.setOnes();
  jacobian.multiply(known, x);
  blocks_.solve(x, x);
  return (x - known).lpNorm<Eigen::Infinity>() <= 1e-6;
}

bool BoxSystem::factor_by_seam(VectorIn a, VectorIn b) {
  if (!seam_) {
    SparseMatrix identity(box().size, box().size);
    identity.setIdentity();
    const SparseMatrix M = W_->compressed() + 0.0 * identity;
    seam_.emplace(Seam{M, M, SparseFactorization(MatrixClass::general)});
  }
  for (int j = 0; j < seam_->M.cols(); ++j) {
    SparseMatrix::InnerIterator from(seam_->M, j);
    for (SparseMatrix::InnerIterator to(seam_->jacobian, j); to; ++to, ++from)
      to.valueRef() = b[to.row()] * from.value() + (to.row() == j ? a[j] : 0.0);
  }
  return seam_->factorization.factorize(seam_->jacobian);
}

void BoxSystem::solve(VectorOut x) const {
  if (!is_sparse())
    lu_->solve(x);
  else if (by_blocks_)
    blocks_.solve(x, x);
  else
    seam_->factorization.solve(x, x);
}

void BoxSystem::multiply_jacobian_transposed(VectorIn a, VectorIn b, VectorIn x,
                                             VectorOut y) const {
  const Arena::Scope scope(scratch_);
  VectorMap bx = scratch_.vector(x.size());
  bx = b.cwiseProduct(x);
  if (is_sparse())
    W_->multiply_transposed(bx, y);
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
