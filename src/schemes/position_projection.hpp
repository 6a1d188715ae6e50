// SPDX-License-Identifier: Apache-2.0
// Positions moved, by the least distance in the metric of the mass, onto joints and out of
// obstacles:
//
//   M U = J^T nu,   q = q~ moved by U,   joints y(q) = 0,   contacts 0 <= y(q) _|_ nu >= 0
//
// by linearising y at the last q, with all contacts that were violated on the way. Used after a
// velocity step (Acary 2013: Projected event-capturing time-stepping schemes) and as the position
// level of generalized-alpha (Bruels, Acary, Cardona 2014). Velocities are left alone.
#pragma once

#include "nonsmooth/solvers.hpp"
#include "schemes/mechanical_rows.hpp"
#include "schemes/mechanical_systems.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

class PositionProjection {
 public:
  struct Options {
    double tolerance;  ///< of gaps, relative to the largest coordinate if that is above 1
    int iterations;
    Solver solver;
  };
  struct Result {
    bool converged = true;
    int iterations = 0;
    double violation = 0.0;  ///< left over
  };

  PositionProjection(const Model& model, const Layout& layout, Options options);
  /// Whether anything here can be projected.
  bool empty() const { return candidates_.empty(); }

  /// Projects q at time t. Interactions that are not present take no part; contacts marked in
  /// `closed` (one mark per interaction, or none at all) are held at y = 0.
  Result project(double t, std::span<const unsigned char> present,
                 std::span<const unsigned char> closed, const MechanicalSystems& systems, Vector& q,
                 Workspace& workspace);
  /// Whether contact i was found violated in the last projection.
  bool violated(int i) const { return taken_[static_cast<std::size_t>(i)] == 2; }

 private:
  double take_violated(double t, const Vector& q, std::span<const unsigned char> present,
                       std::span<const unsigned char> closed, double tolerance, bool first,
                       Arena& scratch);
  void add_blocks(std::span<const unsigned char> closed);

  const Model& model_;
  const Layout& layout_;
  Options options_;
  MechanicalRows rows_;
  IterationMatrices mass_;
  Coupling problem_;
  std::vector<int> candidates_;       // joints and contacts
  std::vector<AnyLaw> joint_laws_;    // per interaction
  AnyLaw open_law_, closed_law_;      // of a gap
  std::vector<unsigned char> taken_;  // contacts in the problem: 1, and 2 if beyond the tolerance
  Vector from_, U_, zero_, c_, nu_;
  bool has_mass_ = false;
};

}  // namespace nonsmooth
