// SPDX-License-Identifier: Apache-2.0
// The pivots of Lemke's method on a box form, shared by Lemke, CaoFerris, Enumeration and the
// search for a proof of infeasibility.
#pragma once

#include "nonsmooth/solvers/solver.hpp"
#include "solvers/box_form.hpp"
#include "solvers/run.hpp"

namespace nonsmooth {

enum class LemkeEnd { solved, ray, singular_equations, max_iterations, max_time };

struct LemkeResult {
  LemkeEnd end;
  int pivots;
};

/// The same in the words of a solver.
Outcome outcome_of(const LemkeResult& result);

/// z receives the solution (or the last point), `ray` the direction of z along a secondary ray.
/// `d` is the covering vector of the rows (positive; scaled rows want ones). `basic` marks indices
/// whose z is made basic before the start (a guess of the active set); may be empty.
LemkeResult lemke_pivots(const BoxForm& box, VectorIn d, std::span<const bool> basic,
                         int max_iterations, VectorOut z, VectorOut ray, Workspace& workspace);

}  // namespace nonsmooth
