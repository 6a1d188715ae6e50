// SPDX-License-Identifier: Apache-2.0
// The unilateral contacts of an impact without friction: their normals alone, joints eliminated.
// For rules that treat contacts in sequence.
#pragma once

#include "impacts/rules.hpp"

#include <span>

namespace nonsmooth {

/// u = u_start + W p over the normals. A joint follows every impulse at once, so that W and u_start
/// are the Schur complement of the joints' rows; redundant joints are no obstacle. Lives in the
/// arena it was made with.
class NormalSystem {
 public:
  NormalSystem(const Impact& impact, Arena& arena);

  int size() const { return static_cast<int>(contacts_.size()); }
  double W(int i, int j) const { return matrix_(joints_ + i, joints_ + j); }
  double u_start(int i) const { return u_[joints_ + i]; }
  const ImpactContact& contact(int i) const { return *contacts_[static_cast<std::size_t>(i)]; }
  /// The fastest approach; 0 if there is none.
  double approach() const;
  /// Some contact approaches although no impulse can move it.
  bool stuck() const;
  /// Writes p, and what the joints answer, to the rows of the impact; other rows become zero.
  void expand(VectorIn p, VectorOut impulse) const;

 private:
  void eliminate_joints();

  int joints_ = 0;                            // rows of joints; they come first
  std::span<const ImpactContact*> contacts_;  // of the normals
  std::span<int> rows_;                       // row in the impact, joints first
  MatrixMap matrix_;  // rows of eliminated joints are kept as they were when they were pivots
  VectorMap u_;
  std::span<int> pivots_;  // joints in the order of elimination
  int pivot_count_ = 0;
};

/// The end of a rule without a problem of its own. If `complete` is false the rest is resolved with
/// e = 0. The residual is the approach that is left, over the fastest velocity before.
void finish_sequence(bool complete, double tolerance, const Impact& impact,
                     ImpactWorkspace& workspace, ImpactResult& result);

/// True, with the verdict set, if a contact has friction: sequences do not treat it.
bool refuse_friction(const Impact& impact, ImpactResult& result);

}  // namespace nonsmooth
