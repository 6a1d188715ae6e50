// SPDX-License-Identifier: Apache-2.0
// Cao and Ferris, A pivotal method for affine variational inequalities, 1996. Written from a vertex
// of the polytope, r = vertex + P (s, y) with the slacks s >= 0 of the constraints that meet there
// and y along its lines, the inequality is a complementarity problem whose rows of further
// constraints hold at the start. Lemke's path with a covering vector that leaves those rows alone
// is the path of the normal map from the ray in the interior of the vertex's normal cone.
#include "solvers/lemke.hpp"
#include "solvers/polish.hpp"
#include "solvers/run.hpp"

namespace nonsmooth {

std::string_view obstacle(const CaoFerris&, const Problem& problem) {
  if (const std::string_view reason = box_form_obstacle(problem); !reason.empty()) return reason;
  for (const AnyLaw& law : problem.laws)
    if (law.get_if<Polytope>() != nullptr) return {};
  return "it is for problems with a polytope law; others have bounds and go to lemke";
}

Outcome run(const CaoFerris& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch, PolytopeForm::vertex);
  const Equilibrated scaled = equilibrate(box, scratch);
  VectorMap z = scratch.vector(box.size), ray = scratch.vector(box.size);
  VectorMap d = scratch.vector(box.size);
  d.setOnes();
  d.tail(box.size - box.multiplier_begin).setZero();
  const LemkeResult result =
      lemke_pivots(scaled.box, d, {}, options.max_iterations, z, ray, workspace);
  z = z.cwiseProduct(scaled.columns);
  polish(box, z, scratch);
  to_reaction(box, z, r);
  return outcome_of(result);
}

}  // namespace nonsmooth
