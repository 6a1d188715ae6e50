// SPDX-License-Identifier: Apache-2.0
// The mechanical interactions as every scheme sees them at some (t, q, v):
//
//   gap y = h(t, q),   direction J with u = J v + drift,   generalised reaction J^T P
//
// and their blocks in a one-step problem whose unknowns z are velocities (or accelerations, or
// changes of position) in the order of State::v.
#pragma once

#include "nonsmooth/model/layout.hpp"
#include "schemes/coupling.hpp"

#include <vector>

namespace nonsmooth {

class MechanicalRows {
 public:
  /// Keeps references to both.
  MechanicalRows(const Model& model, const Layout& layout);

  /// Fills gap, u, drift and J of interaction i.
  void evaluate(int i, double t, VectorIn q, VectorIn v, Arena& scratch);
  /// dh/dt at fixed q; not for linear relations, which have none.
  void drift_at(int i, double t, VectorIn q, VectorOut drift, Arena& scratch) const;
  /// u = J v + drift with the J of the last evaluation.
  void velocity(int i, const double* v, const double* drift, double* u) const;
  /// What u changes by per second at constant v: J' v and the like. By differences of fourth order
  /// along the motion.
  void curvature(int i, double t, VectorIn q, VectorIn v, VectorOut rate, Arena& scratch) const;

  /// All rows of interaction i, or its gap alone, as the next block of a problem.
  void add_block(int i, const AnyLaw& law, Coupling& problem) const;
  void add_gap_block(int i, const AnyLaw& law, Coupling& problem, int name);
  /// y -= the first `rows` rows of J x.
  void subtract_product(int i, const double* x, int rows, double* y) const;
  /// y -= J^T r.
  void subtract_reaction(int i, const double* r, double* y) const;

  bool constant(int i) const { return links_[at(i)].constant; }
  int columns(int i) const { return links_[at(i)].columns; }
  const double* J(int i) const { return numbers_.data() + links_[at(i)].J; }

  Vector gap, u, drift;  ///< rows as in State::lambda, as last evaluated

 private:
  struct Link {
    int columns = 0;
    std::size_t J = 0, normal = 0;  // in numbers_: size x columns, and the first row of it
    bool constant = true;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  VectorMap moved(int i, VectorIn q, VectorIn v, double time, Arena& scratch) const;
  void gap_curvature(int i, double t, double moving_t, VectorIn q, VectorIn v, double time,
                     VectorOut second, Arena& scratch) const;
  void add_legs(int i, int rows, const double* J, Coupling& problem) const;

  const Model& model_;
  const Layout& layout_;
  std::vector<Link> links_;
  std::vector<double> numbers_;
};

/// c += what the impact law adds to u after a jump from `before`. `mean` is the weight of the
/// velocity after the jump in Fremond's sliding velocity.
void add_jump_bias(const InteractionLaw& law, VectorIn before, double mean, VectorOut c,
                   Arena& scratch);

}  // namespace nonsmooth
