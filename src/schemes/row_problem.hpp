// SPDX-License-Identifier: Apache-2.0
// A one-step problem over mechanical interactions, whatever the level of its unknowns z:
//
//   A (z - z_free) = sum J^T r,     u = J z + c,     a law on (u, r) of every block
//
// The scheme adds blocks with their c, then solves. r of interaction i lies in the rows of State.
#pragma once

#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/mechanical_rows.hpp"

namespace nonsmooth {

class RowProblem {
 public:
  explicit RowProblem(const Layout& layout)
      : layout_(layout), coupling_(static_cast<int>(layout.systems.size())) {
    c_.setZero(layout.row_count);
    r_.setZero(layout.row_count);
  }

  void begin() { coupling_.begin(); }
  /// Adds all rows of interaction i and returns its c, to be filled in.
  VectorMap add(int i, const AnyLaw& law, const MechanicalRows& rows);
  /// Forgets W and the laws, for instance because A or the step has changed.
  void forget() {
    assembled_ = false;
    coupling_.forget();
  }
  bool empty() const { return coupling_.block_count() == 0; }
  int block_count() const { return coupling_.block_count(); }
  int interaction(int block) const { return coupling_.interaction(block); }

  /// `z` holds z_free and receives the answer, `lambda` the warm start and the answer of the
  /// blocks. `constant` promises that J and A are those of the last call. Adds to the report; false
  /// if the problem was not solved.
  bool solve(const IterationMatrices& A, std::span<const unsigned char> fixed, bool constant,
             const Solver& solver, Workspace& workspace, Vector& lambda, Vector& z,
             StepReport& report);

 private:
  const Layout& layout_;
  Coupling coupling_;
  Vector c_, r_;
  bool assembled_ = false;
};

}  // namespace nonsmooth
