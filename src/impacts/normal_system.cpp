// SPDX-License-Identifier: Apache-2.0
#include "impacts/normal_system.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// A joint row whose own pivot has shrunk by this factor depends on the others.
constexpr double dependence = 1e-11;

int count_rows(const Impact& impact, bool bilateral) {
  int count = 0;
  for (const ImpactContact& contact : impact.contacts)
    if (contact.bilateral == bilateral) count += bilateral ? contact.dimension : 1;
  return count;
}

}  // namespace

NormalSystem::NormalSystem(const Impact& impact, Arena& arena)
    : joints_(count_rows(impact, true)),
      contacts_(arena.array<const ImpactContact*>(count_rows(impact, false))),
      rows_(arena.array<int>(joints_ + size())),
      matrix_(arena.matrix(joints_ + size(), joints_ + size())),
      u_(arena.vector(joints_ + size())),
      pivots_(arena.array<int>(joints_)) {
  int row = 0;
  std::size_t joint = 0, normal = static_cast<std::size_t>(joints_), index = 0;
  for (const ImpactContact& contact : impact.contacts) {
    if (contact.bilateral) {
      for (int k = 0; k < contact.dimension; ++k) rows_[joint++] = row + k;
    } else {
      rows_[normal++] = row;
      contacts_[index++] = &contact;
    }
    row += contact.dimension;
  }
  const Arena::Scope scope(arena);
  MatrixMap whole = arena.matrix(impact.size(), impact.size());
  impact.W.copy_dense(whole);
  for (int j = 0; j < u_.size(); ++j) {
    const int col = rows_[static_cast<std::size_t>(j)];
    for (int i = 0; i < u_.size(); ++i)
      matrix_(i, j) = whole(rows_[static_cast<std::size_t>(i)], col);
    u_[j] = impact.u_before[col];
  }
  eliminate_joints();
}

// Gauss with pivots on the diagonal, the largest first; W is symmetric positive semidefinite, so
// that no other pivots are needed and dependent joints show as a vanishing diagonal.
void NormalSystem::eliminate_joints() {
  double largest = 0.0;
  for (int k = 0; k < joints_; ++k) {
    pivots_[static_cast<std::size_t>(k)] = k;
    largest = std::max(largest, matrix_(k, k));
  }
  const auto n = matrix_.rows();
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const auto best =
        std::max_element(pivots_.begin() + static_cast<std::ptrdiff_t>(k), pivots_.end(),
                         [&](int a, int b) { return matrix_(a, a) < matrix_(b, b); });
    std::swap(pivots_[k], *best);
    const int p = pivots_[k];
    if (!(matrix_(p, p) > dependence * largest)) return;
    pivot_count_ = static_cast<int>(k) + 1;
    const auto eliminate = [&](Eigen::Index i) {
      const double factor = matrix_(i, p) / matrix_(p, p);
      matrix_.row(i) -= factor * matrix_.row(p);
      u_[i] -= factor * u_[p];
    };
    for (std::size_t other = k + 1; other < pivots_.size(); ++other) eliminate(pivots_[other]);
    for (Eigen::Index i = joints_; i < n; ++i) eliminate(i);
  }
}

double NormalSystem::approach() const {
  double fastest = 0.0;
  for (int i = 0; i < size(); ++i) fastest = std::max(fastest, -u_start(i));
  return fastest;
}

bool NormalSystem::stuck() const {
  double largest = 0.0;
  for (int i = 0; i < size(); ++i) largest = std::max(largest, W(i, i));
  for (int i = 0; i < size(); ++i)
    if (u_start(i) < 0.0 && !(W(i, i) > dependence * largest)) return true;
  return false;
}

void NormalSystem::expand(VectorIn p, VectorOut impulse) const {
  impulse.setZero();
  for (int i = 0; i < size(); ++i) impulse[rows_[static_cast<std::size_t>(joints_ + i)]] = p[i];
  // backwards: the row of a pivot holds later pivots and normals
  for (int k = pivot_count_ - 1; k >= 0; --k) {
    const int pivot = pivots_[static_cast<std::size_t>(k)];
    double u = u_[pivot];
    for (int later = k + 1; later < pivot_count_; ++later) {
      const int joint = pivots_[static_cast<std::size_t>(later)];
      u += matrix_(pivot, joint) * impulse[rows_[static_cast<std::size_t>(joint)]];
    }
    for (int i = 0; i < size(); ++i) u += matrix_(pivot, joints_ + i) * p[i];
    impulse[rows_[static_cast<std::size_t>(pivot)]] = -u / matrix_(pivot, pivot);
  }
}

namespace {

// The largest approach of a contact or speed of a joint.
double violation(const Impact& impact, VectorIn u) {
  double worst = 0.0;
  int row = 0;
  for (const ImpactContact& contact : impact.contacts) {
    worst = std::max(worst, contact.bilateral
                                ? u.segment(row, contact.dimension).lpNorm<Eigen::Infinity>()
                                : -u[row]);
    row += contact.dimension;
  }
  return worst;
}

}  // namespace

void finish_sequence(bool complete, double tolerance, const Impact& impact,
                     ImpactWorkspace& workspace, ImpactResult& result) {
  update_velocity(impact, workspace.solver, result);
  const double allowed = tolerance * impact.u_before.lpNorm<Eigen::Infinity>();
  if (!complete && violation(impact, result.u_after) > allowed) {
    Problem& rest = workspace.first.problem;
    rest.W = impact.W;
    rest.q = result.u_after;
    set_laws(impact, rest.laws);
    solve_phase(1e-12, workspace.solver, workspace.first, result);
    result.impulse += workspace.first.solution.r;
    if (!result.success()) return;  // its own reason, infeasible for instance
    update_velocity(impact, workspace.solver, result);
  }
  const double left = violation(impact, result.u_after);
  result.residual = left > 0.0 ? left * tolerance / allowed : 0.0;
  if (!result.u_after.allFinite()) {
    result.residual = infinity;
    result.status = Status::numerical_failure;
    result.message = "the data or the result are not finite";
  } else if (!complete) {
    result.status = Status::max_iterations;
    result.message = "the limit came before the end of the impact; the rest was done with e = 0";
  } else if (left <= allowed) {
    result.status = Status::solved;
    result.message = "no contact approaches any more";
  } else {
    result.status = Status::numerical_failure;
    result.message = "the impact ended, but some contact still approaches";
  }
}

bool refuse_friction(const Impact& impact, ImpactResult& result) {
  for (const ImpactContact& contact : impact.contacts)
    if (!contact.bilateral && contact.mu > 0.0 && contact.dimension > 1) {
      result.status = Status::unsupported;
      result.message = "this rule has no friction; take FremondRule, or set mu to zero";
      return true;
    }
  return false;
}

}  // namespace nonsmooth
