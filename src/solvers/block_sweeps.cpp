// SPDX-License-Identifier: Apache-2.0
#include "solvers/block_sweeps.hpp"

#include "solvers/dense_lu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonsmooth {

// Cuts the laws along the block rows of a block-sparse W.
template <class Visit>
bool BlockSweeps::cut_pieces(const Problem& problem, Visit&& visit) {
  int row = 0, block_row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int end = row + law.size();
    const bool free = law.get_if<Free>() != nullptr, whole = !law.scalar() || free;
    const Method method = free ? Method::free : law.scalar() ? Method::scalar : Method::block;
    if (problem.W.is_dense()) {
      if (law.size() > 0)
        visit(Piece{&law, row, row, law.size(), 0, -1, method, 0, nullptr, nullptr});
    } else {
      const BlockSparse& W = problem.W.blocks();
      for (int at = row; at < end;) {
        while (block_row < W.block_rows() && W.row_size(block_row) == 0) ++block_row;
        const int size = W.row_size(block_row);
        if (W.row_offset(block_row) != at || at + size > end || (whole && size != law.size()))
          return false;
        visit(Piece{&law, row, at, size, block_row, W.find(block_row, block_row), method, 0,
                    nullptr, nullptr});
        ++block_row;
        at += size;
      }
    }
    row = end;
  }
  return true;
}

bool BlockSweeps::fits(const Problem& problem) {
  return cut_pieces(problem, [](const Piece&) {});
}

BlockSweeps::BlockSweeps(const Nsgs& options, const Problem& problem, VectorOut r, Arena& scratch)
    : options_(options),
      problem_(problem),
      r_(r),
      scratch_(scratch),
      dense_(problem.W.is_dense()),
      u_(scratch.vector(dense_ ? problem.size() : 0)),
      q_loc_(nullptr, 0),
      local_(nullptr, 0),
      random_(static_cast<std::uint64_t>(options.seed)) {
  std::size_t count = 0;
  cut_pieces(problem, [&](const Piece&) { ++count; });
  pieces_ = scratch.array<Piece>(static_cast<Eigen::Index>(count));
  order_ = scratch.array<int>(static_cast<Eigen::Index>(count));
  count = 0;
  cut_pieces(problem, [&](const Piece& piece) {
    order_[count] = static_cast<int>(count);
    pieces_[count++] = piece;
  });
  int largest = 0;
  for (Piece& piece : pieces_) {
    prepare(piece);
    largest = std::max(largest, piece.size);
  }
  new (&q_loc_) VectorMap(scratch.vector(largest));  // the way Eigen re-seats a map
  new (&local_) VectorMap(scratch.vector(largest));
  refresh();
}

void BlockSweeps::prepare(Piece& piece) {
  if (dense_ && piece.method == Method::scalar) return;  // reads W as it lies
  const int n = piece.size;
  MatrixMap W = scratch_.matrix(n, n);
  problem_.W.copy_block(piece.row, piece.row, W);
  W.diagonal() += options_.regularisation * W.diagonal().cwiseAbs();
  piece.diagonal = W.data();
  if (piece.method != Method::free) return;
  MatrixMap factors = scratch_.matrix(n, n);
  factors = W;
  // DenseLu keeps its row swaps in the arena: taken here, they live as long as the sweeps
  const DenseLu lu(factors, scratch_);
  if (!(lu.pivot_ratio() > 1e-12)) return;
  // the explicit inverse: one product per visit
  MatrixMap inverse = scratch_.matrix(n, n);
  inverse.setIdentity();
  for (int j = 0; j < n; ++j) lu.solve(inverse.col(j));
  piece.inverse = inverse.data();
}

void BlockSweeps::refresh() {
  if (!dense_) return;
  problem_.W.multiply(r_, u_);
  u_ += problem_.q;
}

void BlockSweeps::project(VectorOut point) {
  for (const Piece& piece : pieces_) {
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

void BlockSweeps::shuffle() {
  for (int i = static_cast<int>(order_.size()) - 1; i > 0; --i)
    std::swap(order_[static_cast<std::size_t>(i)],
              order_[static_cast<std::size_t>(random_.below(i + 1))]);
}

double BlockSweeps::sweep(bool full) {
  largest_change_ = 0.0;
  skipped_ = false;
  if (options_.order == SweepOrder::random) shuffle();
  const bool skip = options_.freeze_after > 0 && !full;
  const std::size_t count = pieces_.size();
  for (std::size_t k = 0; k < count; ++k) {
    Piece& piece = pieces_[static_cast<std::size_t>(order_[backward_ ? count - 1 - k : k])];
    if (skip && piece.quiet >= options_.freeze_after)
      skipped_ = true;
    else
      visit(piece);
  }
  backward_ = options_.order == SweepOrder::symmetric && !backward_;
  largest_r_ = r_.size() == 0 ? 0.0 : r_.cwiseAbs().maxCoeff();
  return largest_r_ > 0.0 ? largest_change_ / largest_r_ : largest_change_;
}

void BlockSweeps::visit(Piece& piece) {
  double moved = 0.0;
  switch (piece.method) {
    case Method::scalar:
      moved = dense_ ? solve_scalar_dense(piece) : solve_scalar_sparse(piece);
      break;
    case Method::free: moved = solve_free(piece); break;
    case Method::block:
      switch (piece.size) {  // loops of known length for the usual sizes
        case 2: moved = solve_law<2>(piece); break;
        case 3: moved = solve_law<3>(piece); break;
        case 5: moved = solve_law<5>(piece); break;
        default: moved = solve_law<0>(piece);
      }
  }
  largest_change_ = std::max(largest_change_, moved);
  piece.quiet = moved <= 0.1 * options_.tolerance * largest_r_ ? piece.quiet + 1 : 0;
}

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

double BlockSweeps::solve_scalar_sparse(const Piece& piece) {
  const Arena::Scope scope(scratch_);
  const int n = piece.size;
  const MatrixView W(piece.diagonal, n, n);
  VectorMap u = scratch_.vector(n);
  problem_.W.blocks().multiply_row(piece.block_row, r_, u);
  u += problem_.q.segment(piece.row, n);
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
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) q[i] -= piece.diagonal[j * n + i] * r[j];
    return;
  }
  for (int i = 0; i < n; ++i) q[i] = problem_.q[piece.row + i];
  problem_.W.blocks().add_row_except(piece.block_row, piece.diagonal_block, r_, VectorMap(q, n));
  if (options_.regularisation == 0.0) return;
  const double share = options_.regularisation / (1.0 + options_.regularisation);
  for (int i = 0; i < n; ++i) q[i] -= share * std::abs(piece.diagonal[i * n + i]) * r[i];
}

double BlockSweeps::solve_free(const Piece& piece) {
  const Arena::Scope scope(scratch_);
  const int n = piece.size;
  const MatrixView W(piece.diagonal, n, n);
  VectorMap step = scratch_.vector(n), u = scratch_.vector(n);
  gather<0>(piece, u.data());
  u.noalias() += W * r_.segment(piece.row, n);
  if (piece.inverse != nullptr) {
    step.noalias() = MatrixView(piece.inverse, n, n) * u;
    step *= -1.0;  // negating the product itself would make Eigen allocate
  } else {
    MatrixMap A = scratch_.matrix(n, n);
    A = W;
    step = -u;
    solve_singular(A, step, 1e-12, scratch_);
  }
  double moved = 0.0;
  for (int i = 0; i < n; ++i)
    moved = std::max(moved, change(piece.row + i, options_.relaxation * step[i]));
  return moved;
}

template <int Size>
double BlockSweeps::solve_law(const Piece& piece) {
  const int n = Size > 0 ? Size : piece.size, row = piece.row;
  const MatrixView W(piece.diagonal, n, n);
  double *q = q_loc_.data(), *local = local_.data();
  gather<Size>(piece, q);
  for (int i = 0; i < n; ++i) local[i] = r_[row + i];
  if (!piece.law->solve_block(W, VectorView(q, n), VectorMap(local, n), scratch_))
    projected_steps(piece, W, VectorView(q, n), VectorMap(local, n));
  if (options_.relaxation != 1.0) relax(piece, VectorMap(local, n));
  double moved = 0.0;
  for (int i = 0; i < n; ++i) moved = std::max(moved, change(row + i, local[i] - r_[row + i]));
  return moved;
}

// local <- P_K((1 - omega) r + omega local)
void BlockSweeps::relax(const Piece& piece, VectorOut local) {
  const Arena::Scope scope(scratch_);
  const auto r = r_.segment(piece.row, piece.size);
  VectorMap mixed = scratch_.vector(piece.size), zero = scratch_.vector(piece.size);
  mixed = r + options_.relaxation * (local - r);
  zero.setZero();
  // the resolvent of a user's law need not be a projection
  if (piece.law->get_if<CustomLaw>() != nullptr)
    local = mixed;
  else
    piece.law->resolvent(1.0, zero, mixed, local, scratch_);
}

void BlockSweeps::projected_steps(const Piece& piece, MatrixIn W, VectorIn q, VectorOut local) {
  const Arena::Scope scope(scratch_);
  const int n = piece.size;
  VectorMap u = scratch_.vector(n), z = scratch_.vector(n), next = scratch_.vector(n);
  VectorMap step = scratch_.vector(n);
  u.noalias() = W * local;
  u += q;
  const double trace = W.trace(), rho = trace > 0.0 ? 1.0 / trace : 1.0;
  for (int k = 0; k < 50; ++k) {
    z = local - rho * u;
    piece.law->resolvent(rho, u, z, next, scratch_);
    step = next - local;
    u.noalias() += W * step;
    local = next;
    if (!(step.norm() > 1e-2 * options_.tolerance * local.norm())) break;
  }
}

}  // namespace nonsmooth
