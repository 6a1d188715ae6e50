// SPDX-License-Identifier: Apache-2.0
// Synchronisation by set-valued coupling: agents x_i' = f_i(t, x_i) + ..., of a model, with or
// without laws of their own, are tied along the edges of a graph by relays,
//
//   x_i' += -B k l_ij,   x_j' += B k l_ij,   l_ij in Sgn(C (x_i - x_j)),
//
// Agents of which the right-hand sides differ by less than the coupling can give meet in finite
// time and stay together; the coupling then carries exactly the difference.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model.hpp"

#include <span>
#include <string>
#include <vector>

namespace nonsmooth::control {

struct Edge {
  SystemId from, to;
};

struct CouplingOptions {
  Matrix C{};  ///< what of the states is compared; empty means everything
  Matrix B{};  ///< where the coupling acts; empty means the transpose of C
  double gain = 1.0;
};

/// Adds one interaction per edge, named "coupling <from> - <to>".
std::vector<InteractionId> couple(Model& model, std::span<const Edge> edges,
                                  const CouplingOptions& options = {});

}  // namespace nonsmooth::control
