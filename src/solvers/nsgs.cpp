// SPDX-License-Identifier: Apache-2.0
// Nonsmooth Gauss-Seidel. For every block in turn, with the reactions of the others held fixed,
//
//     u_i = W_ii r_i + (q_i + sum_j W_ij r_j),    -(u_i + g_i(u_i)) in dPhi_i(r_i)
//
//   scalar law    exact: r = resolvent(1/W_ii, r - u/W_ii), one component after the other
//   free block    exact: linear solve with W_ii
//   other laws    projected steps r <- resolvent(rho, u, r - rho u), rho = 1 / trace W_ii
// followed by relaxation r <- (1 - omega) r_old + omega r_new. Dense W: u is kept up to date by columns,
// and a component that did not change costs nothing. Block-sparse W: u_i is gathered by rows.
#include "solvers/dense_lu.hpp"
#include "solvers/run.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// u_i of the present r, and what to do when r_i changes.
class Velocities {
 public:
  Velocities(const Problem& problem, VectorOut r, Arena& scratch)
      : problem_(problem), r_(r), u_(scratch.vector(problem.size())) {
    if (problem.W.is_dense()) refresh();
  }
  void refresh() {
    problem_.W.multiply(r_, u_);
    u_ += problem_.q;
  }
  /// Makes rows [row, row + size) current. `block_row` is the block row of a block-sparse W.
  auto rows(int block_row, int row, int size) {
    if (!problem_.W.is_dense()) {
      problem_.W.blocks().multiply_row(block_row, r_, u_.segment(row, size));
      u_.segment(row, size) += problem_.q.segment(row, size);
    }
    return u_.segment(row, size);
  }
  void changed(int row, double by) {
    if (problem_.W.is_dense() && by != 0.0) u_ += by * problem_.W.dense().col(row);
  }

 private:
  const Problem& problem_;
  VectorOut r_;
  VectorMap u_;
};

// The pieces a sweep visits: a law, or the part of a scalar law that lies in one block row of W.
struct Piece {
  const AnyLaw* law;
  int law_row;    // first row of the law
  int row, size;  // rows of the piece
  int block_row;
};

// Cuts the laws along the block rows of a block-sparse W and calls `visit` for every piece. False if a
// law that is not scalar does not coincide with a block row.
template <class Visit>
bool cut_pieces(const Problem& problem, Visit&& visit) {
  int row = 0, block_row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int end = row + law.size();
    if (problem.W.is_dense()) {
      if (law.size() > 0) visit(Piece{&law, row, row, law.size(), 0});
    } else {
      const BlockSparse& W = problem.W.blocks();
      for (int at = row; at < end;) {
        while (block_row < W.block_rows() && W.row_size(block_row) == 0) ++block_row;
        const int size = W.row_size(block_row);
        const bool whole = law.scalar() && law.get_if<Free>() == nullptr;
        if (W.row_offset(block_row) != at || at + size > end || (!whole && size != law.size()))
          return false;
        visit(Piece{&law, row, at, size, block_row++});
        at += size;
      }
    }
    row = end;
  }
  return true;
}

int piece_limit(const Problem& problem) {
  return static_cast<int>(problem.laws.size()) +
         (problem.W.is_dense() ? 0 : problem.W.blocks().block_rows());
}

class Sweeper {
 public:
  Sweeper(const Nsgs& options, const Problem& problem, VectorOut r, Arena& scratch)
      : options_(options), problem_(problem), r_(r), scratch_(scratch), u_(problem, r, scratch),
        pieces_(scratch.array<Piece>(piece_limit(problem))) {
    std::size_t count = 0;
    cut_pieces(problem, [&](const Piece& piece) { pieces_[count++] = piece; });
    pieces_ = pieces_.first(count);
  }

  /// One pass over all pieces; returns the largest change of r relative to the largest r.
  double sweep() {
    u_change_ = 0.0;
    for (const Piece& piece : pieces_) {
      if (piece.law->get_if<Free>() != nullptr) solve_free(piece);
      else if (piece.law->scalar()) solve_scalar(piece);
      else solve_projected(piece);
    }
    const double size = r_.size() == 0 ? 0.0 : r_.cwiseAbs().maxCoeff();
    return size > 0.0 ? u_change_ / size : u_change_;
  }

 private:
  void update(int row, double by) {
    r_[row] += by;
    u_change_ = std::max(u_change_, std::abs(by));
    u_.changed(row, by);
  }

  void solve_scalar(const Piece& piece) {
    const bool dense = problem_.W.is_dense();
    const auto diagonal = dense ? -1 : problem_.W.blocks().find(piece.block_row, piece.block_row);
    for (int i = piece.row; i < piece.row + piece.size; ++i) {
      double w_ii = dense ? problem_.W.dense()(i, i) : 0.0;
      if (!dense && diagonal >= 0) {
        const MatrixView block = problem_.W.blocks().block(piece.block_row, diagonal);
        w_ii = block(i - piece.row, i - piece.row);
      }
      const auto u = u_.rows(piece.block_row, piece.row, piece.size);
      w_ii = std::abs(w_ii) * (1.0 + options_.regularisation);
      // no diagonal to divide by: a cautious unit step instead
      const double rho = w_ii > 0.0 ? 1.0 / w_ii : 1.0;
      const double target =
          piece.law->component(i - piece.law_row, rho, r_[i] - rho * u[i - piece.row]);
      update(i, options_.relaxation * (target - r_[i]));
    }
  }

  void solve_free(const Piece& piece) {
    const Arena::Scope scope(scratch_);
    MatrixMap W = scratch_.matrix(piece.size, piece.size);
    VectorMap x = scratch_.vector(piece.size);
    problem_.W.copy_block(piece.row, piece.row, W);
    for (int i = 0; i < piece.size; ++i) W(i, i) *= 1.0 + options_.regularisation;
    x = -u_.rows(piece.block_row, piece.row, piece.size);
    solve_singular(W, x, 1e-12, scratch_);
    for (int i = 0; i < piece.size; ++i) update(piece.row + i, options_.relaxation * x[i]);
  }

  void solve_projected(const Piece& piece) {
    const Arena::Scope scope(scratch_);
    const int n = piece.size, row = piece.row;
    MatrixMap W = scratch_.matrix(n, n);
    VectorMap u = scratch_.vector(n), local = scratch_.vector(n), z = scratch_.vector(n);
    VectorMap next = scratch_.vector(n), change = scratch_.vector(n);
    problem_.W.copy_block(row, row, W);
    u = u_.rows(piece.block_row, row, n);
    local = r_.segment(row, n);
    const double trace = W.trace() * (1.0 + options_.regularisation);
    const double rho = trace > 0.0 ? 1.0 / trace : 1.0;
    for (int step = 0; step < 50; ++step) {
      z = local - rho * u;
      piece.law->resolvent(rho, u, z, next, scratch_);
      change = next - local;
      u.noalias() += W * change;
      local = next;
      if (!(change.norm() > 1e-2 * options_.tolerance * local.norm())) break;
    }
    for (int i = 0; i < n; ++i) update(row + i, options_.relaxation * (local[i] - r_[row + i]));
  }

  const Nsgs& options_;
  const Problem& problem_;
  VectorOut r_;
  Arena& scratch_;
  Velocities u_;
  std::span<Piece> pieces_;
  double u_change_ = 0.0;
};

}  // namespace

std::string_view obstacle(const Nsgs&, const Problem& problem) {
  if (!cut_pieces(problem, [](const Piece&) {}))
    return "the blocks of W do not coincide with the laws; store W with one block per law";
  return {};
}

Outcome run(const Nsgs& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  Sweeper sweeper(options, problem, r, workspace.arena);
  // The change of a sweep is cheap to watch but proves nothing. When it falls below `watch` the true
  // residual decides; if that is still too large, `watch` falls in proportion.
  double watch = options.tolerance;
  for (int sweep = 1; sweep <= options.max_iterations; ++sweep) {
    const double change = sweeper.sweep();
    if (workspace.expired()) return {Status::max_time, "the time budget was used up", sweep};
    if (change > watch && sweep % 100 != 0) continue;
    const double residual = natural_residual(problem, r, workspace.arena).worst();
    if (residual == infinity) return {Status::numerical_failure, "the sweeps diverged", sweep};
    if (residual <= options.tolerance) return {Status::solved, "", sweep};
    if (change == 0.0) return {Status::numerical_failure, "the sweeps came to rest", sweep};
    if (change <= watch)
      watch *= std::clamp(options.tolerance / residual, 0.1, 0.9);
  }
  return {Status::max_iterations, "the sweep limit was reached", options.max_iterations};
}

}  // namespace nonsmooth
