// SPDX-License-Identifier: Apache-2.0
#include "schemes/position_projection.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PositionProjection::PositionProjection(const Model& model, const Layout& layout, Options options)
    : model_(model),
      layout_(layout),
      options_(std::move(options)),
      rows_(model, layout),
      mass_(static_cast<int>(layout.systems.size())),
      problem_(static_cast<int>(layout.systems.size())),
      open_law_(NonNegative{1}),
      closed_law_(Free{1}),
      taken_(layout.interactions.size(), 0) {
  for (int i = 0; i < static_cast<int>(layout.interactions.size()); ++i) {
    const Interaction& interaction = model.interactions()[at(i)];
    joint_laws_.push_back(interaction.law.block);
    // a joint that its owner declared one of velocities has no position to return to
    const bool joint = interaction.law.bilateral() && interaction.level == LawLevel::automatic;
    if (layout.interactions[at(i)].mechanical &&
        layout.interactions[at(i)].level == LawLevel::velocity &&
        (joint || interaction.law.unilateral()))
      candidates_.push_back(i);
  }
  from_.setZero(layout.q_count);
  U_.setZero(layout.v_count + layout.x_count);
  zero_.setZero(layout.v_count + layout.x_count);
  c_.setZero(layout.row_count);
  nu_.setZero(layout.row_count);
}

// Evaluates the candidates at q and takes violated contacts into the problem. Returns the largest
// violation, a new contact's included.
double PositionProjection::take_violated(double t, const Vector& q,
                                         std::span<const unsigned char> present,
                                         std::span<const unsigned char> closed, double tolerance,
                                         bool first, Arena& scratch) {
  const double rounding = 8.0 * machine_epsilon * std::max(1.0, q.lpNorm<Eigen::Infinity>());
  double worst = 0.0;
  for (const int i : candidates_) {
    if (first) taken_[at(i)] = 0;
    if (present[at(i)] == 0) continue;
    rows_.evaluate(i, t, q, zero_, scratch);
    const InteractionSlot& slot = layout_.interactions[at(i)];
    if (model_.interactions()[at(i)].law.bilateral()) {
      const double error = rows_.gap.segment(slot.row, slot.size).lpNorm<Eigen::Infinity>();
      if (!(error <= rounding)) worst = std::max(worst, error);
      continue;
    }
    const double gap = rows_.gap[slot.row];
    const bool equal = !closed.empty() && closed[at(i)] != 0;
    worst = std::max(worst, equal ? std::abs(gap) : -gap);
    if (gap < -tolerance)
      taken_[at(i)] = 2;
    else if (first && (equal || gap < 0.0))
      taken_[at(i)] = 1;
  }
  return worst;
}

void PositionProjection::add_blocks(std::span<const unsigned char> closed) {
  problem_.begin();
  for (const int i : candidates_) {
    const InteractionSlot& slot = layout_.interactions[at(i)];
    const bool joint = model_.interactions()[at(i)].law.bilateral();
    if (!joint && taken_[at(i)] == 0) continue;
    const int row = problem_.rows();
    // the name tells laws of the same interaction apart, so that the problem keeps the right one
    const bool equal = !closed.empty() && closed[at(i)] != 0;
    if (joint)
      rows_.add_block(i, joint_laws_[at(i)], problem_);
    else
      rows_.add_gap_block(i, equal ? closed_law_ : open_law_, problem_, equal ? -1 - i : i);
    const int size = problem_.rows() - row;
    c_.segment(row, size) = rows_.gap.segment(slot.row, size);
    // y(q) + J (U_new - U): U_new is counted from the start
    rows_.subtract_product(i, U_.data(), size, c_.data() + row);
  }
}

PositionProjection::Result PositionProjection::project(double t,
                                                       std::span<const unsigned char> present,
                                                       std::span<const unsigned char> closed,
                                                       const MechanicalSystems& systems, Vector& q,
                                                       Workspace& workspace) {
  Result result;
  Arena& scratch = workspace.arena;
  const double tolerance = options_.tolerance * std::max(1.0, q.lpNorm<Eigen::Infinity>());
  result.violation = take_violated(t, q, present, closed, tolerance, true, scratch);
  if (result.violation <= 0.0) return result;
  if (!systems.set_mass(q, has_mass_, mass_, scratch)) return {false, 0, result.violation};
  has_mass_ = true;
  from_ = q;
  U_.setZero();
  while (result.violation > tolerance || result.iterations == 0) {
    if (result.iterations == options_.iterations)
      return {false, result.iterations, result.violation};
    ++result.iterations;
    add_blocks(closed);
    problem_.assemble(mass_, systems.fixed());
    nu_.head(problem_.rows()).setZero();
    const Solution& solution = problem_.solve(
        zero_, c_.head(problem_.rows()), nu_.head(problem_.rows()), options_.solver, workspace);
    U_.setZero();
    problem_.add_response(solution.r, U_);
    if (!U_.allFinite()) return {false, result.iterations, infinity};
    systems.move(from_, U_, 1.0, q);
    result.violation = take_violated(t, q, present, closed, tolerance, false, scratch);
  }
  return result;
}

}  // namespace nonsmooth
