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
        visit(Piece{&law, row, row, law.size(), 0, -1, method, false, 0, 1.0, nullptr, nullptr});
    } else {
      const BlockSparse& W = problem.W.blocks();
      for (int at = row; at < end;) {
        while (block_row < W.block_rows() && W.row_size(block_row) == 0) ++block_row;
        const int size = W.row_size(block_row);
        if (W.row_offset(block_row) != at || at + size > end || (whole && size != law.size()))
          return false;
        visit(Piece{&law, row, at, size, block_row, -1, method, false, 0, 1.0, nullptr, nullptr});
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

BlockSweeps::BlockSweeps(const Nsgs& options, const Problem& problem, VectorOut r, Arena& scratch,
                         std::span<const bool> aside)
    : options_(options),
      problem_(problem),
      r_(r),
      scratch_(scratch),
      dense_(problem.W.is_dense()),
      u_(scratch.vector(dense_ ? problem.size() : 0)),
      chunks_(options.order == SweepOrder::coloured && !dense_ ? options.threads : 1),
      random_(static_cast<std::uint64_t>(options.seed)) {
  collect_pieces(aside);
  int largest = 0;
  for (const Piece& piece : pieces_) largest = std::max(largest, piece.size);
  locals_ = scratch.array<Local>(chunks_.threads());
  arenas_.resize(static_cast<std::size_t>(chunks_.threads() - 1));
  for (std::size_t t = 0; t < locals_.size(); ++t)
    locals_[t] = {t == 0 ? &scratch : &arenas_[t - 1],
                  scratch.vector(largest).data(),
                  scratch.vector(largest).data(),
                  0.0,
                  0.0,
                  false};
  if (options.order == SweepOrder::coloured && !dense_ && !order_by_groups())
    order_by_colour(aside);
  refresh();
}

void BlockSweeps::collect_pieces(std::span<const bool> aside) {
  const auto left_out = [&](const Piece& piece) {
    return !aside.empty() && aside[static_cast<std::size_t>(piece.block_row)];
  };
  // as many as there can be
  const auto most = dense_ ? static_cast<Eigen::Index>(problem_.laws.size())
                           : static_cast<Eigen::Index>(problem_.W.blocks().block_rows());
  pieces_ = scratch_.array<Piece>(most);
  order_ = scratch_.array<int>(most);
  std::size_t count = 0;
  cut_pieces(problem_, [&](const Piece& piece) {
    if (left_out(piece)) return;
    order_[count] = static_cast<int>(count);
    pieces_[count++] = piece;
  });
  pieces_ = pieces_.first(count);
  order_ = order_.first(count);
  Eigen::Index entries = 0;
  for (const Piece& piece : pieces_)
    entries += needs_diagonal(piece) ? static_cast<Eigen::Index>(piece.size) * piece.size : 0;
  double* diagonals = scratch_.array<double>(entries).data();
  for (Piece& piece : pieces_) {
    if (!needs_diagonal(piece)) continue;
    prepare(piece, diagonals);
    diagonals += piece.size * piece.size;
  }
}

void BlockSweeps::prepare(Piece& piece, double* diagonal) {
  const int n = piece.size;
  MatrixMap W(diagonal, n, n);
  if (!dense_) piece.diagonal_block = problem_.W.blocks().find(piece.block_row, piece.block_row);
  if (piece.diagonal_block >= 0)
    std::copy_n(problem_.W.blocks().block(piece.block_row, piece.diagonal_block).data(), n * n,
                diagonal);
  else
    problem_.W.copy_block(piece.row, piece.row, W);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double& entry = diagonal[i * (n + 1)];
    entry += options_.regularisation * std::abs(entry);
    sum += std::abs(entry);
  }
  piece.diagonal = diagonal;
  if (const double mean = sum / n; mean > 0.0) piece.weight = std::sqrt(mean);
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
  if (grouped()) refresh_groups();
  if (!dense_) return;
  problem_.W.multiply(r_, u_);
  u_ += problem_.q;
}

void BlockSweeps::forget() {
  largest_r_ = 0.0;
  for (Piece& piece : pieces_) piece.quiet = 0;
  for (Batch& batch : batches_) batch.quiet = 0;
  for (SpaceBatch& batch : space_batches_) batch.alpha = 0.0;
  for (GroupBatch& batch : group_batches_) batch.quiet = 0;
  for (GroupSlot& slot : group_slots_) slot.alpha = 0.0;
  refresh();
}

void BlockSweeps::shuffle() {
  for (int i = static_cast<int>(order_.size()) - 1; i > 0; --i)
    std::swap(order_[static_cast<std::size_t>(i)],
              order_[static_cast<std::size_t>(random_.below(i + 1))]);
}

double BlockSweeps::sweep(bool full) {
  for (Local& local : locals_)
    local.largest_change = local.largest_reaction = 0.0, local.skipped = false;
  const bool skip = options_.freeze_after > 0 && !full;
  if (!chunks_.empty()) {
    chunks_.run([&](int unit, int thread) {
      visit_unit(order_[static_cast<std::size_t>(unit)], skip,
                 locals_[static_cast<std::size_t>(thread)]);
    });
  } else {
    if (options_.order == SweepOrder::random) shuffle();
    const std::size_t count = order_.size();
    for (std::size_t k = 0; k < count; ++k)
      visit_unit(order_[backward_ ? count - 1 - k : k], skip, locals_[0]);
    backward_ = options_.order == SweepOrder::symmetric && !backward_;
  }
  double largest_change = 0.0;
  skipped_ = false;
  largest_r_ = 0.0;
  for (const Local& local : locals_) {
    largest_change = std::max(largest_change, local.largest_change);
    largest_r_ = std::max(largest_r_, local.largest_reaction);
    skipped_ = skipped_ || local.skipped;
  }
  if (largest_r_ > 0.0) return largest_change / largest_r_;
  return largest_change > 0.0 ? 1.0 : 0.0;  // all of it: there is no scale that units leave alone
}

void BlockSweeps::visit_unit(int unit, bool skip, Local& local) {
  const auto leave = [&](const auto& resting) {
    if (!skip || resting.quiet < options_.freeze_after) return false;
    local.skipped = true;
    local.largest_reaction = std::max(local.largest_reaction, reaction_of(resting));
    return true;
  };
  if (unit >= 0) {
    Piece& piece = pieces_[static_cast<std::size_t>(unit)];
    if (!leave(piece)) visit(piece, local);
    return;
  }
  const auto k = static_cast<std::size_t>(-1 - unit);
  if (grouped()) {
    if (!leave(group_batches_[k])) visit_group_batch(k, local);
    return;
  }
  if (leave(batches_[k])) return;
  plane_batches_.empty() ? visit_space_batch(k, local) : visit_plane_batch(k, local);
}

double BlockSweeps::reaction_of(const Piece& piece) const {
  double largest = 0.0;
  for (int i = piece.row; i < piece.row + piece.size; ++i)
    largest = std::max(largest, piece.weight * std::abs(r_[i]));
  return largest;
}

void BlockSweeps::note_change(double moved, double reaction, int& quiet, Local& local) const {
  local.largest_change = std::max(local.largest_change, moved);
  local.largest_reaction = std::max(local.largest_reaction, reaction);
  quiet = moved <= 0.1 * options_.tolerance * largest_r_ ? quiet + 1 : 0;
}

}  // namespace nonsmooth
