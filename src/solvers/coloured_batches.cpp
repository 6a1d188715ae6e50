// SPDX-License-Identifier: Apache-2.0
// The coloured sweeps of block_sweeps.hpp over batches: eight Coulomb contacts of one colour, side
// by side in the lanes of vector registers.
//
// Most of a visit is reading the rows of W. Narrow rows are copied in the order of the visits, so
// that memory is read in its order, as in a product W r. Wide rows stay where they are, which saves
// their bulk: the blocks of the next row are fetched while those of this one are multiplied.
#include "solvers/block_sweeps.hpp"
#include "solvers/colouring.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

// numbers, 2 kB: beside it a contact takes up to 2 kB more, and 4 are what we allow
constexpr int widest_copy = 250;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool BlockSweeps::fits_batch(const Piece& piece) const {
  const int size = problem_.W.blocks().uniform_size();
  if (size != 2 && size != 3) return false;
  const auto* cone = piece.law->get_if<SecondOrderCone>();
  return cone != nullptr && cone->dimension == size && cone->shift == cone->mu && cone->mu > 0.0 &&
         piece.diagonal[0] > 0.0 && options_.relaxation == 1.0;
}

// Sorts the pieces by colour, in each colour batches first, then what is solved alone.
void BlockSweeps::order_by_colour(std::span<const bool> aside) {
  const BlockSparse& W = problem_.W.blocks();
  colours_ = scratch_.array<int>(W.block_rows());
  colour_count_ = colour_blocks(W, aside, colours_, scratch_);
  sorted_ = scratch_.array<int>(static_cast<Eigen::Index>(pieces_.size()));
  {
    // counting sort, which keeps the order within a group
    const Arena::Scope scope(scratch_);
    const auto groups = at(2 * colour_count_);
    auto group = scratch_.array<int>(static_cast<Eigen::Index>(pieces_.size()));
    auto next = scratch_.array<int>(static_cast<Eigen::Index>(groups + 1));
    std::fill(next.begin(), next.end(), 0);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      pieces_[i].in_batch = fits_batch(pieces_[i]);
      group[i] = 2 * colours_[at(pieces_[i].block_row)] + (pieces_[i].in_batch ? 0 : 1);
      ++next[at(group[i]) + 1];
    }
    for (std::size_t g = 0; g < groups; ++g) next[g + 1] += next[g];
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      sorted_[at(next[at(group[i])]++)] = static_cast<int>(i);
  }
  lay_out_colours();
}

// What is left keeps its colour and its place: it sees the same neighbours.
bool BlockSweeps::leave_out(std::span<const bool> aside) {
  if (sorted_.empty()) return false;
  {
    const Arena::Scope scope(scratch_);
    auto place = scratch_.array<int>(static_cast<Eigen::Index>(pieces_.size()));
    std::size_t count = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const bool left = aside[at(pieces_[i].block_row)];
      place[i] = left ? -1 : static_cast<int>(count);
      if (!left) pieces_[count++] = pieces_[i];
    }
    pieces_ = pieces_.first(count);
    count = 0;
    for (const int i : sorted_)
      if (place[at(i)] >= 0) sorted_[count++] = place[at(i)];
    sorted_ = sorted_.first(count);
  }
  lay_out_colours();
  return true;
}

void BlockSweeps::lay_out_colours() {
  auto colour_end = scratch_.array<int>(colour_count_);
  cut_batches(colour_end);
  prepare_batches();
  chunks_.cut(colour_end, scratch_);
}

// Room for so many, which need no new memory if there was room for more.
template <class T>
static std::span<T> fitted(std::span<T> room, std::size_t count, Arena& scratch) {
  return room.size() >= count ? room.first(count)
                              : scratch.array<T>(static_cast<Eigen::Index>(count));
}

// Units of the sorted pieces, and where each colour ends.
void BlockSweeps::cut_batches(std::span<int> colour_end) {
  std::fill(colour_end.begin(), colour_end.end(), 0);
  for (const int i : sorted_)
    if (pieces_[at(i)].in_batch) ++colour_end[at(colours_[at(pieces_[at(i)].block_row)])];
  std::size_t needed = 0;
  for (const int contacts : colour_end) needed += at((contacts + lane_count - 1) / lane_count);
  batches_ = fitted(batches_, needed, scratch_);
  int lane = lane_count, batch_colour = -1;
  std::size_t units = 0, batches = 0;
  for (const int i : sorted_) {
    const Piece& piece = pieces_[at(i)];
    const int colour = colours_[at(piece.block_row)];
    if (!piece.in_batch) {
      order_[units++] = i;
    } else {
      if (lane == lane_count || colour != batch_colour) {
        order_[units++] = -1 - static_cast<int>(batches);
        std::fill_n(batches_[batches].piece, lane_count, -1);
        batches_[batches].quiet = 0;
        batches_[batches++].weight = 0.0;
        lane = 0, batch_colour = colour;
      }
      Batch& batch = batches_[batches - 1];
      batch.weight.set(lane, piece.weight);
      batch.row[lane] = piece.row;
      batch.piece[lane++] = i;
    }
    colour_end[at(colour)] = static_cast<int>(units);  // later pieces are of this colour or a later
  }
  order_ = order_.first(units);
}

void BlockSweeps::prepare_batches() {
  const std::size_t count = batches_.size();
  const bool plane = problem_.W.blocks().uniform_size() == 2;
  plane_batches_ = fitted(plane_batches_, plane ? count : 0, scratch_);
  space_batches_ = fitted(space_batches_, plane ? 0 : count, scratch_);
  for (std::size_t k = 0; k < batches_.size(); ++k)
    plane ? prepare_plane_batch(k) : prepare_space_batch(k);
  if (count > 0) lay_out_rows();
}

void BlockSweeps::prepare_space_batch(std::size_t k) {
  // a missing contact: any regular block, and q_N will be positive
  const Batch& batch = batches_[k];
  Lanes W[9], mu = 1.0;
  for (int i = 0; i < 9; ++i) W[i] = i % 4 == 0 ? 1.0 : 0.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const Piece& piece = pieces_[at(batch.piece[lane])];
    for (int i = 0; i < 9; ++i) W[i].set(lane, piece.diagonal[i]);
    mu.set(lane, piece.law->get_if<SecondOrderCone>()->mu);
  }
  // columns of W_ii lie one after the other
  space_batches_[k] = {
      SpaceCoulomb<Lanes>(mu, W[0], W[3], W[6], W[1], W[2], W[4], W[7], W[5], W[8]), 0.0};
}

void BlockSweeps::prepare_plane_batch(std::size_t k) {
  const Batch& batch = batches_[k];
  Lanes W[4]{1.0, 0.0, 0.0, 1.0}, mu = 1.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const Piece& piece = pieces_[at(batch.piece[lane])];
    for (int i = 0; i < 4; ++i) W[i].set(lane, piece.diagonal[i]);
    mu.set(lane, piece.law->get_if<SecondOrderCone>()->mu);
  }
  plane_batches_[k] = PlaneBatch(mu, W[0], W[2], W[1], W[3]);
}

// Where the rows of all batches lie, without their diagonal blocks.
void BlockSweeps::lay_out_rows() {
  const BlockSparse& W = problem_.W.blocks();
  const int n = W.uniform_size(), entries = n * n;
  const auto for_each_row = [&](auto&& use) {
    for (Batch& batch : batches_)
      for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
        const Piece& piece = pieces_[at(batch.piece[lane])];
        const int count = W.row_begin(piece.block_row + 1) - W.row_begin(piece.block_row) - 1;
        // vector registers read beside the end of a row, which must not be that of W
        const bool last = W.row_begin(piece.block_row + 1) == W.block_count();
        use(batch, lane, piece, count, last || count * entries <= widest_copy);
      }
  };
  std::size_t copied = 0, columns = 0;
  for_each_row([&](Batch&, int, const Piece&, int count, bool copy) {
    copied += copy ? at(count * entries) : 0;
    columns += at(count);
  });
  copied_rows_ = fitted(copied_rows_, copied + 1, scratch_);
  columns_ = fitted(columns_, columns, scratch_);
  double* to = copied_rows_.data();
  to[copied] = 0.0;
  int column = 0;
  Row* before = nullptr;
  for_each_row([&](Batch& batch, int lane, const Piece& piece, int count, bool copy) {
    const int begin = W.row_begin(piece.block_row), diagonal = piece.diagonal_block;
    Row& row = batch.rows[lane];
    row = {W.block(piece.block_row, begin).data(), nullptr, column, diagonal - begin, count};
    if (before != nullptr && !copy) before->ahead = row.values;
    before = &row;
    if (copy) row.values = to, row.before = count;
    for (int k = begin; k <= begin + count; ++k) {
      if (k == diagonal) continue;
      columns_[at(column++)] = n * W.block_col(k);
      if (copy) to = std::copy_n(W.block(piece.block_row, k).data(), entries, to);
    }
  });
}

// Adds blocks times r to `sum`: in space the last lane is of no use, in the plane the columns are
// summed side by side. What lies `ahead` is fetched in step.
template <int Size, bool Fetch>
static Lanes::Four add_blocks(Lanes::Four sum, const double* value, std::span<const int> columns,
                              const double* r, const double* ahead) {
  for (const int column : columns) {
    const double* x = r + column;
    if constexpr (Fetch) {
      // to the second cache, with room for more outstanding lines: 1.3 products W r per sweep,
      // against 2.0 to the first and 2.4 without
      __builtin_prefetch(ahead, 0, 2);
      __builtin_prefetch(ahead + 8, 0, 2);
      ahead += Size * Size;
    }
    if constexpr (Size == 2)
      sum += load(value) * Lanes::Four{x[0], x[0], x[1], x[1]};
    else
      sum += load(value) * x[0] + load(value + 3) * x[1] + load(value + 6) * x[2];
    value += Size * Size;
  }
  return sum;
}

// sum of W_ij r_j over all j but i
template <int Size>
Lanes::Four BlockSweeps::sum_row(const Row& row) const {
  const auto sum = [&]<bool Fetch>() {
    const auto columns = columns_.subspan(at(row.first_column), at(row.count));
    constexpr int entries = Size * Size;
    const Lanes::Four first = add_blocks<Size, Fetch>(
        Lanes::Four{}, row.values, columns.first(at(row.before)), r_.data(), row.ahead);
    return add_blocks<Size, Fetch>(first, row.values + entries * (row.before + 1),
                                   columns.subspan(at(row.before)), r_.data(),
                                   Fetch ? row.ahead + entries * (row.before + 1) : nullptr);
  };
  return row.ahead == nullptr ? sum.template operator()<false>() : sum.template operator()<true>();
}

// q_loc of a batch, and its present r
template <int Size>
void BlockSweeps::gather_batch(const Batch& batch, Lanes* q, Lanes* r) const {
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const int row = batch.row[lane];
    const Lanes::Four sum = sum_row<Size>(batch.rows[lane]);
    for (int i = 0; i < Size; ++i) {
      const double others = Size == 2 ? sum[i] + sum[i + 2] : sum[i];
      q[i].set(lane, others + problem_.q[row + i]);
      r[i].set(lane, r_[row + i]);
    }
    if (options_.regularisation == 0.0) continue;
    // the proximal pull towards the present r
    const Piece& piece = pieces_[at(batch.piece[lane])];
    const MatrixView W = problem_.W.blocks().block(piece.block_row, piece.diagonal_block);
    for (int i = 0; i < Size; ++i)
      q[i].set(lane, q[i][lane] + (W(i, i) - piece.diagonal[(Size + 1) * i]) * r[i][lane]);
  }
}

void BlockSweeps::visit_space_batch(std::size_t k, Local& local) {
  Batch& batch = batches_[k];
  Lanes q[3]{1.0, 0.0, 0.0}, r[3]{0.0, 0.0, 0.0};
  gather_batch<3>(batch, q, r);
  SpaceBatch& space = space_batches_[k];
  const auto answer = space.contacts.solve(q[0], q[1], q[2], space.alpha, slip_accuracy);
  space.alpha = answer.alpha;
  const Lanes next[3]{answer.r0, answer.r1, answer.r2};
  store_batch<3>(batch, r, next, answer.exact, local);
}

void BlockSweeps::visit_plane_batch(std::size_t k, Local& local) {
  Batch& batch = batches_[k];
  Lanes q[2]{1.0, 0.0}, r[2]{0.0, 0.0};
  gather_batch<2>(batch, q, r);
  const auto answer = plane_batches_[k].solve(q[0], q[1]);
  const Lanes next[2]{answer.r0, answer.r1};
  store_batch<2>(batch, r, next, answer.exact, local);
}

// The answer of a batch into r; contacts it could not solve exactly are visited alone.
template <int Size>
void BlockSweeps::store_batch(Batch& batch, const Lanes* old, const Lanes* next, Lanes::Mask exact,
                              Local& local) {
  Lanes moved, reaction;
  for (int i = 0; i < Size; ++i) {
    const Lanes by = magnitude(next[i] - old[i]), size = magnitude(next[i]);
    moved = select(by > moved, by, moved);
    reaction = select(size > reaction, size, reaction);
  }
  moved = moved * batch.weight;
  reaction = reaction * batch.weight;
  double largest_moved = 0.0, largest_reaction = 0.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    double by = moved[lane], size = reaction[lane];
    if (exact[lane]) {
      for (int i = 0; i < Size; ++i) r_[batch.row[lane] + i] = next[i][lane];
    } else {
      Piece& piece = pieces_[at(batch.piece[lane])];
      by = visit(piece, local);
      size = reaction_of(piece);
    }
    largest_moved = std::max(largest_moved, by);
    largest_reaction = std::max(largest_reaction, size);
  }
  note_change(largest_moved, largest_reaction, batch.quiet, local);
}

double BlockSweeps::reaction_of(const Batch& batch) const {
  double largest = 0.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane)
    largest = std::max(largest, reaction_of(pieces_[at(batch.piece[lane])]));
  return largest;
}

}  // namespace nonsmooth
