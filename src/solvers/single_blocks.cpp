// SPDX-License-Identifier: Apache-2.0
// What a visit of block_sweeps.hpp does to a single block: a law, or the part of a scalar law that
// lies in one block row of W.
#include "solvers/block_sweeps.hpp"
#include "solvers/dense_lu.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

double BlockSweeps::change(int row, double by) {
  r_[row] += by;
  if (dense_ && by != 0.0) u_ += by * problem_.W.dense().col(row);
  return std::abs(by);
}

// the change of component i towards its target, kept within the bounds when over-relaxed
double BlockSweeps::relaxed(const Piece& piece, int i, double target) const {
  if (options_.relaxation == 1.0) return target - r_[i];
  const double mixed = r_[i] + options_.relaxation * (target - r_[i]);
  return piece.law->component(i - piece.law_row, 0.0, mixed) - r_[i];
}

double BlockSweeps::solve_scalar_dense(const Piece& piece) {
  double moved = 0.0;
  for (int i = piece.row; i < piece.row + piece.size; ++i) {
    const double w_ii = std::abs(problem_.W.dense()(i, i)) * (1.0 + options_.regularisation);
    // no diagonal to divide by: a cautious unit step instead
    const double rho = w_ii > 0.0 ? 1.0 / w_ii : 1.0;
    const double target = piece.law->component(i - piece.law_row, rho, r_[i] - rho * u_[i]);
    moved = std::max(moved, change(i, relaxed(piece, i, target)));
  }
  return moved;
}

double BlockSweeps::solve_scalar_sparse(const Piece& piece, Local& local) {
  const int n = piece.size;
  const MatrixView W(piece.diagonal, n, n);
  VectorMap u(local.q, n);
  u = problem_.q.segment(piece.row, n);
  problem_.W.blocks().add_row(piece.block_row, r_.data(), u.data());
  double moved = 0.0;
  for (int i = 0; i < n; ++i) {
    const double w_ii = std::abs(W(i, i)), rho = w_ii > 0.0 ? 1.0 / w_ii : 1.0;
    const int row = piece.row + i;
    const double target = piece.law->component(row - piece.law_row, rho, r_[row] - rho * u[i]);
    const double by = relaxed(piece, row, target);
    if (by == 0.0) continue;
    moved = std::max(moved, change(row, by));
    u += by * W.col(i);
  }
  return moved;
}

// q_loc: the relative velocity that the others cause, less the proximal pull towards the present r
template <int Size>
void BlockSweeps::gather(const Piece& piece, double* q) {
  const int n = Size > 0 ? Size : piece.size;
  const double* r = r_.data() + piece.row;
  if (dense_) {
    for (int i = 0; i < n; ++i) q[i] = u_[piece.row + i];
  } else {
    for (int i = 0; i < n; ++i) q[i] = problem_.q[piece.row + i];
    problem_.W.blocks().add_row(piece.block_row, r_.data(), q);
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) q[i] -= piece.diagonal[j * n + i] * r[j];
}

double BlockSweeps::solve_free(const Piece& piece, Local& local) {
  const Arena::Scope scope(*local.scratch);
  const int n = piece.size;
  const MatrixView W(piece.diagonal, n, n);
  VectorMap step(local.r, n), u(local.q, n);
  gather<0>(piece, u.data());
  u.noalias() += W * r_.segment(piece.row, n);
  if (piece.inverse != nullptr) {
    step.noalias() = MatrixView(piece.inverse, n, n) * u;
    step *= -1.0;  // negating the product itself would make Eigen allocate
  } else {
    MatrixMap A = local.scratch->matrix(n, n);
    A = W;
    step = -u;
    solve_singular(A, step, 1e-12, *local.scratch);
  }
  double moved = 0.0;
  for (int i = 0; i < n; ++i)
    moved = std::max(moved, change(piece.row + i, options_.relaxation * step[i]));
  return moved;
}

void BlockSweeps::solve_alone(const Piece& piece, const double* q, double* r, Local& local) {
  const MatrixView W(piece.diagonal, piece.size, piece.size);
  const VectorView q_in(q, piece.size);
  VectorMap r_out(r, piece.size);
  if (!piece.law->solve_block(W, q_in, r_out, *local.scratch))
    projected_steps(piece, W, q_in, r_out, *local.scratch);
}

template <int Size>
double BlockSweeps::solve_law(const Piece& piece, Local& local) {
  const int n = Size > 0 ? Size : piece.size, row = piece.row;
  VectorMap r(local.r, n);
  gather<Size>(piece, local.q);
  for (int i = 0; i < n; ++i) r[i] = r_[row + i];
  solve_alone(piece, local.q, local.r, local);
  if (options_.relaxation != 1.0) relax(piece, r, *local.scratch);
  double moved = 0.0;
  for (int i = 0; i < n; ++i) moved = std::max(moved, change(row + i, r[i] - r_[row + i]));
  return moved;
}

// r <- P_K((1 - omega) r_old + omega r)
void BlockSweeps::relax(const Piece& piece, VectorOut r, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const auto old = r_.segment(piece.row, piece.size);
  VectorMap mixed = scratch.vector(piece.size), zero = scratch.vector(piece.size);
  mixed = old + options_.relaxation * (r - old);
  zero.setZero();
  // the resolvent of a user's law need not be a projection
  if (piece.law->get_if<CustomLaw>() != nullptr)
    r = mixed;
  else
    piece.law->resolvent(1.0, zero, mixed, r, scratch);
}

void BlockSweeps::projected_steps(const Piece& piece, MatrixIn W, VectorIn q, VectorOut r,
                                  Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = piece.size;
  VectorMap u = scratch.vector(n), z = scratch.vector(n), next = scratch.vector(n);
  VectorMap step = scratch.vector(n);
  u.noalias() = W * r;
  u += q;
  const double trace = W.trace(), rho = trace > 0.0 ? 1.0 / trace : 1.0;
  for (int k = 0; k < 50; ++k) {
    z = r - rho * u;
    piece.law->resolvent(rho, u, z, next, scratch);
    step = next - r;
    u.noalias() += W * step;
    r = next;
    if (!(step.norm() > 1e-2 * options_.tolerance * r.norm())) break;
  }
}

// solves a piece; returns its change in the natural unit
double BlockSweeps::visit(Piece& piece, Local& local) {
  double moved = 0.0;
  switch (piece.method) {
    case Method::scalar:
      moved = dense_ ? solve_scalar_dense(piece) : solve_scalar_sparse(piece, local);
      break;
    case Method::free: moved = solve_free(piece, local); break;
    case Method::block:
      switch (piece.size) {  // loops of known length for the usual sizes
        case 2: moved = solve_law<2>(piece, local); break;
        case 3: moved = solve_law<3>(piece, local); break;
        case 5: moved = solve_law<5>(piece, local); break;
        default: moved = solve_law<0>(piece, local);
      }
  }
  moved *= piece.weight;
  note_change(moved, reaction_of(piece), piece.quiet, local);
  return moved;
}

void BlockSweeps::project(VectorOut point) {
  for (const Piece& piece : pieces_) {
    if (const auto* cone = piece.law->get_if<SecondOrderCone>();
        cone != nullptr && (piece.size == 2 || piece.size == 3)) {
      double projected[3];
      constexpr double zero[3]{};
      double* at = point.data() + piece.row;
      if (piece.size == 2)
        cone->resolve<2>(1.0, zero, at, projected);
      else
        cone->resolve<3>(1.0, zero, at, projected);
      std::copy_n(projected, piece.size, at);
      continue;
    }
    const Arena::Scope scope(scratch_);
    if (piece.method == Method::scalar) {
      for (int i = piece.row; i < piece.row + piece.size; ++i)
        point[i] = piece.law->component(i - piece.law_row, 0.0, point[i]);
    } else if (piece.method != Method::free && piece.law->get_if<CustomLaw>() == nullptr) {
      VectorMap zero = scratch_.vector(piece.size), projected = scratch_.vector(piece.size);
      zero.setZero();
      piece.law->resolvent(1.0, zero, point.segment(piece.row, piece.size), projected, scratch_);
      point.segment(piece.row, piece.size) = projected;
    }
  }
}

}  // namespace nonsmooth
