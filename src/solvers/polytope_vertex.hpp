// SPDX-License-Identifier: Apache-2.0
// A vertex of K = { r : A r <= b } and the coordinates that start from it:
//     r = point + directions * (s, y),   s >= 0 the slacks of the constraints that meet there,
//                                        y free, along the lines contained in K.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/laws/complementarity.hpp"

#include <span>

namespace nonsmooth {

struct PolytopeVertex {
  VectorView point;
  MatrixView directions;  ///< n x n, one column per slack, then one per line
  int slack_count = 0;
  std::span<bool> at_vertex;  ///< per constraint: its slack is one of the coordinates
};

/// Precondition: K is not empty (validate(law) has checked it).
PolytopeVertex find_vertex(const Polytope& polytope, Arena& scratch);
/// The coordinates r = y themselves: no constraint is a bound.
PolytopeVertex no_vertex(const Polytope& polytope, Arena& scratch);

}  // namespace nonsmooth
