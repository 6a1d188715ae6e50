// SPDX-License-Identifier: Apache-2.0
// The sweeps over groups of contacts of block_sweeps.hpp.
#include "solvers/block_sweeps.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr int rank = GroupedMatrix::rank;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Lanes largest(Lanes a, Lanes b) { return select(a < b, b, a); }

}  // namespace

// Batches of groups in order_, or false where the problem is not of that kind.
bool BlockSweeps::order_by_groups() {
  const BlockSparse& W = problem_.W.blocks();
  if (W.uniform_size() != 3 || pieces_.size() != at(W.block_rows())) return false;
  for (const Piece& piece : pieces_)
    if (!fits_batch(piece)) return false;
  if (!groups_.find(W, scratch_)) return false;
  const int count = groups_.group_count();
  auto colours = scratch_.array<int>(count), sorted = scratch_.array<int>(count);
  const int colour_count = colour_blocks(groups_.pattern(), colours, scratch_);
  for (int g = 0; g < count; ++g) sorted[at(g)] = g;
  // groups of one size side by side: fewer lanes are empty
  std::sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    if (colours[at(a)] != colours[at(b)]) return colours[at(a)] < colours[at(b)];
    const std::size_t size_a = groups_.members(a).size(), size_b = groups_.members(b).size();
    return size_a != size_b ? size_a > size_b : a < b;
  });
  if (!groups_.couple(sorted, scratch_)) return false;
  auto colour_end = scratch_.array<int>(colour_count);
  cut_group_batches(sorted, colours, colour_end);
  chunks_.cut(colour_end, scratch_);
  return true;
}

void BlockSweeps::cut_group_batches(std::span<const int> sorted, std::span<const int> colours,
                                    std::span<int> colour_end) {
  const auto walk = [&](auto&& begin, auto&& add) {
    int lane = lane_count, colour = -1;
    for (const int group : sorted) {
      if (lane == lane_count || colours[at(group)] != colour) {
        lane = 0, colour = colours[at(group)];
        begin(colour, static_cast<int>(groups_.members(group).size()));
      }
      add(lane++, group);
    }
  };
  int batches = 0, slots = 0;
  walk(
      [&](int colour, int size) {
        colour_end[at(colour)] = ++batches;
        slots += size;  // the first is the largest
      },
      [](int, int) {});
  group_batches_ = scratch_.array<GroupBatch>(batches);
  group_slots_ = scratch_.array<GroupSlot>(slots);
  z_ = scratch_.array<double>(rank * static_cast<Eigen::Index>(groups_.group_count()));
  batches = slots = 0;
  walk(
      [&](int, int size) {
        GroupBatch& batch = group_batches_[at(batches)];
        std::fill_n(batch.group, lane_count, -1);
        batch.first_slot = slots;
        batch.slot_count = size;
        order_[at(batches)] = -1 - batches;
        ++batches, slots += size;
      },
      [&](int lane, int group) { group_batches_[at(batches - 1)].group[lane] = group; });
  order_ = order_.first(at(batches));
  for (GroupBatch& batch : group_batches_) prepare_group_batch(batch);
}

void BlockSweeps::prepare_group_batch(GroupBatch& batch) {
  const RowPattern pattern = groups_.pattern();
  batch.quiet = 0;
  for (Lanes& entry : batch.own) entry = 0.0;
  for (int s = 0; s < batch.slot_count; ++s)
    std::fill_n(group_slots_[at(batch.first_slot + s)].piece, lane_count, -1);
  for (int lane = 0; lane < lane_count && batch.group[lane] >= 0; ++lane) {
    const int p = batch.group[lane];
    int own = pattern.row_begin(p);
    while (pattern.block_col(own) != p) ++own;
    const double* X = groups_.coupling(p) + rank * rank * (own - pattern.row_begin(p));
    for (int e = 0; e < rank * rank; ++e) batch.own[e].set(lane, X[e]);
    int slot = batch.first_slot;
    for (const int member : groups_.members(p)) group_slots_[at(slot++)].piece[lane] = member;
  }
  for (int s = 0; s < batch.slot_count; ++s) prepare_slot(group_slots_[at(batch.first_slot + s)]);
}

void BlockSweeps::prepare_slot(GroupSlot& slot) {
  // a missing contact: any regular block, no influence, and q_N stays positive
  Lanes mu = 1.0;
  for (int i = 0; i < 3; ++i) slot.q[i] = i == 0 ? 1.0 : 0.0;
  for (int i = 0; i < 9; ++i) slot.W[i] = i % 4 == 0 ? 1.0 : 0.0;
  for (Lanes& entry : slot.basis) entry = 0.0;
  slot.alpha = slot.weight = 0.0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (slot.piece[lane] < 0) continue;
    const Piece& piece = pieces_[at(slot.piece[lane])];
    for (int i = 0; i < 3; ++i) slot.q[i].set(lane, problem_.q[piece.row + i]);
    for (int i = 0; i < 9; ++i) slot.W[i].set(lane, piece.diagonal[i]);
    const double* basis = groups_.basis(piece.block_row);
    for (int i = 0; i < 18; ++i) slot.basis[i].set(lane, basis[i]);
    mu.set(lane, piece.law->get_if<SecondOrderCone>()->mu);
    slot.weight.set(lane, piece.weight);
  }
  const Lanes* W = slot.W;  // columns lie one after the other
  slot.contacts = SpaceCoulomb<Lanes>(mu, W[0], W[3], W[6], W[1], W[2], W[4], W[7], W[5], W[8]);
}

std::vector<int> BlockSweeps::group_order() const {
  std::vector<int> order;
  for (const GroupBatch& batch : group_batches_)
    for (int lane = 0; lane < lane_count; ++lane)
      for (int s = 0; s < batch.slot_count; ++s)
        if (const int piece = group_slots_[at(batch.first_slot + s)].piece[lane]; piece >= 0)
          order.push_back(piece);
  return order;
}

// z = C^T r of every group
void BlockSweeps::refresh_groups() {
  for (const GroupBatch& batch : group_batches_) {
    Lanes z[rank];
    for (int s = 0; s < batch.slot_count; ++s) {
      const GroupSlot& slot = group_slots_[at(batch.first_slot + s)];
      Lanes r[3];
      for (int lane = 0; lane < lane_count; ++lane)
        for (int i = 0; i < 3 && slot.piece[lane] >= 0; ++i)
          r[i].set(lane, r_[3 * slot.piece[lane] + i]);
      for (int c = 0; c < rank; ++c)
        z[c] = z[c] + (slot.basis[3 * c] * r[0] + slot.basis[3 * c + 1] * r[1] +
                       slot.basis[3 * c + 2] * r[2]);
    }
    for (int lane = 0; lane < lane_count && batch.group[lane] >= 0; ++lane)
      for (int c = 0; c < rank; ++c) z_[at(rank * batch.group[lane] + c)] = z[c][lane];
  }
}

double BlockSweeps::reaction_of(const GroupBatch& batch) const {
  double most = 0.0;
  for (int s = 0; s < batch.slot_count; ++s)
    for (const int piece : group_slots_[at(batch.first_slot + s)].piece)
      if (piece >= 0) most = std::max(most, reaction_of(pieces_[at(piece)]));
  return most;
}

// y = sum of X_PQ z_Q
void BlockSweeps::gather_groups(const GroupBatch& batch, Lanes* y) const {
  const RowPattern pattern = groups_.pattern();
  for (int lane = 0; lane < lane_count && batch.group[lane] >= 0; ++lane) {
    const int p = batch.group[lane];
    const double* X = groups_.coupling(p);
    Lanes::Four upper{}, lower{};  // rows 0 to 3 and 2 to 5: six are no multiple of four
    for (int k = pattern.row_begin(p); k < pattern.row_begin(p + 1); ++k) {
      const double* z = z_.data() + static_cast<std::ptrdiff_t>(rank) * pattern.block_col(k);
      for (int c = 0; c < rank; ++c, X += rank) {
        upper += load(X) * z[c];
        lower += load(X + 2) * z[c];
      }
    }
    for (int i = 0; i < 4; ++i) y[i].set(lane, upper[i]);
    for (int i = 2; i < 4; ++i) y[i + 2].set(lane, lower[i]);
  }
}

void BlockSweeps::visit_group_batch(std::size_t k, Local& local) {
  GroupBatch& batch = group_batches_[k];
  Lanes y[rank], z[rank];
  gather_groups(batch, y);
  for (int lane = 0; lane < lane_count && batch.group[lane] >= 0; ++lane)
    for (int c = 0; c < rank; ++c) z[c].set(lane, z_[at(rank * batch.group[lane] + c)]);
  Lanes moved, reaction;
  for (int s = 0; s < batch.slot_count; ++s)
    solve_slot(group_slots_[at(batch.first_slot + s)], batch.own, y, z, local, moved, reaction);
  for (int lane = 0; lane < lane_count && batch.group[lane] >= 0; ++lane)
    for (int c = 0; c < rank; ++c) z_[at(rank * batch.group[lane] + c)] = z[c][lane];
  double most_moved = 0.0, most_reaction = 0.0;
  for (int lane = 0; lane < lane_count; ++lane) {
    most_moved = std::max(most_moved, moved[lane]);
    most_reaction = std::max(most_reaction, reaction[lane]);
  }
  note_change(most_moved, most_reaction, batch.quiet, local);
}

// One contact of each group, given the relative motion y of the bodies; both follow the change.
void BlockSweeps::solve_slot(GroupSlot& slot, const Lanes* own, Lanes* y, Lanes* z, Local& local,
                             Lanes& moved, Lanes& reaction) {
  Lanes r[3], q[3];
  for (int lane = 0; lane < lane_count; ++lane)
    for (int i = 0; i < 3 && slot.piece[lane] >= 0; ++i)
      r[i].set(lane, r_[3 * slot.piece[lane] + i]);
  for (int i = 0; i < 3; ++i) {
    q[i] = slot.q[i] - (slot.W[i] * r[0] + slot.W[3 + i] * r[1] + slot.W[6 + i] * r[2]);
    for (int c = 0; c < rank; ++c) q[i] = q[i] + slot.basis[3 * c + i] * y[c];
  }
  const auto answer = slot.contacts.solve(q[0], q[1], q[2], slot.alpha, slip_accuracy);
  slot.alpha = answer.alpha;
  Lanes next[3]{answer.r0, answer.r1, answer.r2};
  for (int lane = 0; lane < lane_count && any(!answer.exact); ++lane)
    if (!answer.exact[lane] && slot.piece[lane] >= 0) {
      double alone_q[3], alone_r[3];
      for (int i = 0; i < 3; ++i) alone_q[i] = q[i][lane], alone_r[i] = r[i][lane];
      solve_alone(pieces_[at(slot.piece[lane])], alone_q, alone_r, local);
      for (int i = 0; i < 3; ++i) next[i].set(lane, alone_r[i]);
    }
  Lanes step[3];
  for (int i = 0; i < 3; ++i) {
    step[i] = next[i] - r[i];
    moved = largest(moved, magnitude(step[i]) * slot.weight);
    reaction = largest(reaction, magnitude(next[i]) * slot.weight);
  }
  for (int c = 0; c < rank; ++c) {
    const Lanes by = slot.basis[3 * c] * step[0] + slot.basis[3 * c + 1] * step[1] +
                     slot.basis[3 * c + 2] * step[2];
    z[c] = z[c] + by;
    for (int i = 0; i < rank; ++i) y[i] = y[i] + own[rank * c + i] * by;
  }
  for (int lane = 0; lane < lane_count; ++lane)
    for (int i = 0; i < 3 && slot.piece[lane] >= 0; ++i)
      r_[3 * slot.piece[lane] + i] = next[i][lane];
}

}  // namespace nonsmooth
