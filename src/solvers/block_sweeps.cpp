// SPDX-License-Identifier: Apache-2.0
#include "solvers/block_sweeps.hpp"

#include "solvers/colouring.hpp"
#include "solvers/dense_lu.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>

namespace nonsmooth {
namespace {

constexpr int least_chunk = 4;  // units: a few microseconds of work, against 0.1 to take a chunk

}  // namespace

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
        visit(Piece{&law, row, row, law.size(), 0, -1, method, 0, 1.0, nullptr, nullptr});
    } else {
      const BlockSparse& W = problem.W.blocks();
      for (int at = row; at < end;) {
        while (block_row < W.block_rows() && W.row_size(block_row) == 0) ++block_row;
        const int size = W.row_size(block_row);
        if (W.row_offset(block_row) != at || at + size > end || (whole && size != law.size()))
          return false;
        visit(Piece{&law, row, at, size, block_row, -1, method, 0, 1.0, nullptr, nullptr});
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
      workers_(options.order == SweepOrder::coloured && !dense_ ? options.threads : 1),
      random_(static_cast<std::uint64_t>(options.seed)) {
  const auto left_out = [&](const Piece& piece) {
    return !aside.empty() && aside[static_cast<std::size_t>(piece.block_row)];
  };
  std::size_t count = 0;
  cut_pieces(problem, [&](const Piece& piece) { count += left_out(piece) ? 0 : 1; });
  pieces_ = scratch.array<Piece>(static_cast<Eigen::Index>(count));
  order_ = scratch.array<int>(static_cast<Eigen::Index>(count));
  count = 0;
  cut_pieces(problem, [&](const Piece& piece) {
    if (left_out(piece)) return;
    order_[count] = static_cast<int>(count);
    pieces_[count++] = piece;
  });
  int largest = 0;
  Eigen::Index entries = 0;
  for (const Piece& piece : pieces_) {
    largest = std::max(largest, piece.size);
    entries += needs_diagonal(piece) ? static_cast<Eigen::Index>(piece.size) * piece.size : 0;
  }
  double* diagonals = scratch.array<double>(entries).data();
  for (Piece& piece : pieces_) {
    if (!needs_diagonal(piece)) continue;
    prepare(piece, diagonals);
    diagonals += piece.size * piece.size;
  }
  locals_ = scratch.array<Local>(workers_.threads());
  arenas_.resize(static_cast<std::size_t>(workers_.threads() - 1));
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
  auto colours = scratch_.array<int>(W.block_rows());
  const int colour_count = colour_blocks(W, aside, colours, scratch_);
  const auto colour_of = [&](int piece) {
    return colours[static_cast<std::size_t>(pieces_[static_cast<std::size_t>(piece)].block_row)];
  };
  // counting sort, which keeps the order within a group
  const auto groups = static_cast<std::size_t>(2 * colour_count);
  auto group = scratch_.array<int>(static_cast<Eigen::Index>(order_.size()));
  auto next = scratch_.array<int>(static_cast<Eigen::Index>(groups + 1));
  std::fill(next.begin(), next.end(), 0);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    group[i] = 2 * colour_of(static_cast<int>(i)) + (fits_batch(pieces_[i]) ? 0 : 1);
    ++next[static_cast<std::size_t>(group[i]) + 1];
  }
  for (std::size_t g = 0; g < groups; ++g) next[g + 1] += next[g];
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    order_[static_cast<std::size_t>(next[static_cast<std::size_t>(group[i])]++)] =
        static_cast<int>(i);
  cut_batches(colours, colour_count);
}

// Units of the sorted pieces, and where each colour ends.
void BlockSweeps::cut_batches(std::span<const int> colours, int colour_count) {
  const auto colour_of = [&](int piece) {
    return colours[static_cast<std::size_t>(pieces_[static_cast<std::size_t>(piece)].block_row)];
  };
  batches_ = scratch_.array<Batch>(static_cast<Eigen::Index>(order_.size()));
  auto colour_end = scratch_.array<int>(colour_count);
  std::fill(colour_end.begin(), colour_end.end(), 0);
  int lane = lane_count, batch_colour = -1;
  std::size_t units = 0, batches = 0;
  for (const int i : order_) {  // units never outnumber the pieces read so far
    const int colour = colour_of(i);
    if (!fits_batch(pieces_[static_cast<std::size_t>(i)])) {
      order_[units++] = i;
    } else {
      if (lane == lane_count || colour != batch_colour) {
        order_[units++] = -1 - static_cast<int>(batches);
        std::fill_n(batches_[batches].piece, lane_count, -1);
        batches_[batches].quiet = 0;
        batches_[batches++].weight = 0.0;
        lane = 0, batch_colour = colour;
      }
      batches_[batches - 1].weight.set(lane, pieces_[static_cast<std::size_t>(i)].weight);
      batches_[batches - 1].piece[lane++] = i;
    }
    colour_end[static_cast<std::size_t>(colour)] = static_cast<int>(units);
  }
  order_ = order_.first(units);
  batches_ = batches_.first(batches);
  const auto count = static_cast<Eigen::Index>(batches);
  const bool plane = problem_.W.blocks().uniform_size() == 2;
  plane_batches_ = scratch_.array<PlaneBatch>(plane ? count : 0);
  space_batches_ = scratch_.array<SpaceBatch>(plane ? 0 : count);
  for (std::size_t k = 0; k < batches; ++k) plane ? prepare_plane_batch(k) : prepare_space_batch(k);
  if (batches > 0) fill_stream();
  cut_chunks(colour_end);
}

void BlockSweeps::prepare_space_batch(std::size_t k) {
  // a missing contact: any regular block, and q_N will be positive
  Batch& batch = batches_[k];
  Lanes W[9], mu = 1.0;
  for (int i = 0; i < 9; ++i) W[i] = i % 4 == 0 ? 1.0 : 0.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const Piece& piece = pieces_[static_cast<std::size_t>(batch.piece[lane])];
    for (int i = 0; i < 9; ++i) W[i].set(lane, piece.diagonal[i]);
    mu.set(lane, piece.law->get_if<SecondOrderCone>()->mu);
    batch.row[lane] = piece.row;
  }
  // columns of W_ii lie one after the other
  space_batches_[k] = {
      SpaceCoulomb<Lanes>(mu, W[0], W[3], W[6], W[1], W[2], W[4], W[7], W[5], W[8]), 0.0};
}

void BlockSweeps::prepare_plane_batch(std::size_t k) {
  Batch& batch = batches_[k];
  Lanes W[4]{1.0, 0.0, 0.0, 1.0}, mu = 1.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const Piece& piece = pieces_[static_cast<std::size_t>(batch.piece[lane])];
    for (int i = 0; i < 4; ++i) W[i].set(lane, piece.diagonal[i]);
    mu.set(lane, piece.law->get_if<SecondOrderCone>()->mu);
    batch.row[lane] = piece.row;
  }
  plane_batches_[k] = PlaneBatch(mu, W[0], W[2], W[1], W[3]);
}

// Copies the rows of all batches in the order of their visits, without the diagonal blocks: memory
// is then read in its order, as in a product W r. The proximal term stays as W_ii minus itself.
void BlockSweeps::fill_stream() {
  const BlockSparse& W = problem_.W.blocks();
  const int n = W.uniform_size(), entries = n * n;
  stream_ = scratch_.array<double>(entries * static_cast<Eigen::Index>(W.block_count()) + 1);
  stream_rows_ = scratch_.array<int>(W.block_count());
  std::size_t block = 0;
  double* to = stream_.data();
  for (Batch& batch : batches_) {
    batch.first_block = block;
    for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
      const Piece& piece = pieces_[static_cast<std::size_t>(batch.piece[lane])];
      const std::size_t begin = block;
      for (int k = W.row_begin(piece.block_row); k < W.row_begin(piece.block_row + 1); ++k) {
        const bool diagonal = k == piece.diagonal_block;
        if (diagonal && options_.regularisation == 0.0) continue;
        const double* from = W.block(piece.block_row, k).data();
        for (int e = 0; e < entries; ++e) *to++ = diagonal ? from[e] - piece.diagonal[e] : from[e];
        stream_rows_[block++] = n * W.block_col(k);
      }
      batch.block_count[lane] = static_cast<int>(block - begin);
    }
  }
  *to = 0.0;  // read beside the last column
}

// Every thread owns the same part of each colour, so that what it reads mostly lies in its own
// cache. A part is cut by halves: few chunks to take, and small ones at the end for who is early.
void BlockSweeps::cut_chunks(std::span<const int> colour_end) {
  const int owners = workers_.threads();
  part_begin_ = scratch_.array<int>(owners * static_cast<Eigen::Index>(colour_end.size()) + 1);
  const auto cut = [&](auto&& take) {
    int chunks = 0, begin = 0;
    std::size_t part = 0;
    for (const int colour : colour_end) {
      const int needs = chunks, first = begin;
      for (int owner = 0; owner < owners; ++owner) {
        part_begin_[part++] = chunks;
        const int part_end = first + (colour - first) * (owner + 1) / owners;
        while (begin < part_end) {
          const int end = std::min(part_end, begin + std::max((part_end - begin) / 2, least_chunk));
          take(chunks++, Chunk{begin, end, needs, 0});
          begin = end;
        }
      }
    }
    part_begin_[part] = chunks;
    return chunks;
  };
  chunks_ = scratch_.array<Chunk>(cut([](int, const Chunk&) {}));
  cut([&](int k, const Chunk& chunk) { chunks_[static_cast<std::size_t>(k)] = chunk; });
}

void BlockSweeps::prepare(Piece& piece, double* diagonal) {
  const int n = piece.size;
  MatrixMap W(diagonal, n, n);
  if (!dense_) piece.diagonal_block = problem_.W.blocks().find(piece.block_row, piece.block_row);
  if (piece.diagonal_block >= 0)
    W = problem_.W.blocks().block(piece.block_row, piece.diagonal_block);
  else
    problem_.W.copy_block(piece.row, piece.row, W);
  W.diagonal() += options_.regularisation * W.diagonal().cwiseAbs();
  piece.diagonal = W.data();
  if (const double mean = W.diagonal().cwiseAbs().mean(); mean > 0.0)
    piece.weight = std::sqrt(mean);
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
    sweep_colours(skip);
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
  return largest_r_ > 0.0 ? largest_change / largest_r_ : largest_change;
}

// A thread goes on to the next colour when every chunk of this one is taken, so a chunk only waits
// for chunks that somebody is working on, and one thread alone never waits.
void BlockSweeps::sweep_colours(bool skip) {
  ++sweep_number_;
  std::atomic<int> done{0};
  std::atomic<int> participants{0};
  const auto body = [&] { work_on_chunks(participants++, done, skip); };
  workers_.run(std::cref(body));  // a copy of it would not fit into a std::function
}

void BlockSweeps::work_on_chunks(int me, std::atomic<int>& done, bool skip) {
  const int owners = workers_.threads(), parts = static_cast<int>(part_begin_.size()) - 1;
  Local& local = locals_[static_cast<std::size_t>(me)];
  for (int colour = 0; colour < parts; colour += owners)
    for (int k = 0; k < owners; ++k) {  // the own part, then what others have left
      const auto part = static_cast<std::size_t>(colour + (me + k) % owners);
      for (int c = part_begin_[part]; c < part_begin_[part + 1]; ++c) {
        Chunk& chunk = chunks_[static_cast<std::size_t>(c)];
        if (std::atomic_ref(chunk.taken).exchange(sweep_number_) == sweep_number_) continue;
        for (int spins = 0; done.load(std::memory_order_acquire) < chunk.needs; ++spins)
          if (spins > 1000) std::this_thread::yield();
        for (int unit = chunk.begin; unit < chunk.end; ++unit)
          visit_unit(order_[static_cast<std::size_t>(unit)], skip, local);
        done.fetch_add(1, std::memory_order_release);
      }
    }
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

double BlockSweeps::reaction_of(const Piece& piece) const {
  double largest = 0.0;
  for (int i = piece.row; i < piece.row + piece.size; ++i)
    largest = std::max(largest, piece.weight * std::abs(r_[i]));
  return largest;
}

double BlockSweeps::reaction_of(const Batch& batch) const {
  double largest = 0.0;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane)
    largest = std::max(largest, reaction_of(pieces_[static_cast<std::size_t>(batch.piece[lane])]));
  return largest;
}

void BlockSweeps::note_change(double moved, double reaction, int& quiet, Local& local) const {
  local.largest_change = std::max(local.largest_change, moved);
  local.largest_reaction = std::max(local.largest_reaction, reaction);
  quiet = moved <= 0.1 * options_.tolerance * largest_r_ ? quiet + 1 : 0;
}

static Lanes::Four four_at(const double* at) {
  Lanes::Four four;
  std::memcpy(&four, at, sizeof four);
  return four;
}

// sum over 3 x 3 blocks of a stream of W_ij r_j; the last lane is of no use
static Lanes::Four sum_blocks(const double* value, std::span<const int> rows, const double* r) {
  Lanes::Four sum{};
  for (const int row : rows) {
    sum +=
        four_at(value) * r[row] + four_at(value + 3) * r[row + 1] + four_at(value + 6) * r[row + 2];
    value += 9;
  }
  return sum;
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
      Piece& piece = pieces_[static_cast<std::size_t>(batch.piece[lane])];
      by = visit(piece, local);
      size = reaction_of(piece);
    }
    largest_moved = std::max(largest_moved, by);
    largest_reaction = std::max(largest_reaction, size);
  }
  note_change(largest_moved, largest_reaction, batch.quiet, local);
}

void BlockSweeps::visit_space_batch(std::size_t k, Local& local) {
  Batch& batch = batches_[k];
  Lanes q[3]{1.0, 0.0, 0.0}, r[3];
  std::size_t block = batch.first_block;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const int row = batch.row[lane];
    const auto count = static_cast<std::size_t>(batch.block_count[lane]);
    const Lanes::Four sum =
        sum_blocks(stream_.data() + 9 * block, stream_rows_.subspan(block, count), r_.data());
    block += count;
    for (int i = 0; i < 3; ++i) {
      q[i].set(lane, sum[i] + problem_.q[row + i]);
      r[i].set(lane, r_[row + i]);
    }
  }
  SpaceBatch& space = space_batches_[k];
  const auto answer = space.contacts.solve(q[0], q[1], q[2], space.alpha, slip_accuracy);
  space.alpha = answer.alpha;
  const Lanes next[3]{answer.r0, answer.r1, answer.r2};
  store_batch<3>(batch, r, next, answer.exact, local);
}

void BlockSweeps::visit_plane_batch(std::size_t k, Local& local) {
  Batch& batch = batches_[k];
  Lanes q[2]{1.0, 0.0}, r[2];
  const double* value = stream_.data() + 4 * batch.first_block;
  const int* from = stream_rows_.data() + batch.first_block;
  for (int lane = 0; lane < lane_count && batch.piece[lane] >= 0; ++lane) {
    const int row = batch.row[lane];
    Lanes::Four sum{};  // of both columns, side by side
    for (int count = batch.block_count[lane]; count > 0; --count, value += 4, ++from) {
      const double r0 = r_[*from], r1 = r_[*from + 1];
      sum += four_at(value) * Lanes::Four{r0, r0, r1, r1};
    }
    for (int i = 0; i < 2; ++i) {
      q[i].set(lane, sum[i] + sum[i + 2] + problem_.q[row + i]);
      r[i].set(lane, r_[row + i]);
    }
  }
  const auto answer = plane_batches_[k].solve(q[0], q[1]);
  const Lanes next[2]{answer.r0, answer.r1};
  store_batch<2>(batch, r, next, answer.exact, local);
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

}  // namespace nonsmooth
