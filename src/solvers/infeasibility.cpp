// SPDX-License-Identifier: Apache-2.0
// The least-violation problem of the sign conditions on u is a convex quadratic one, so Lemke's
// method solves it. Where the violation y it ends with is not zero, y is a Farkas vector: y.u >= 0
// for every admissible u, but y.(W r + q) < 0 for every admissible r.
#include "solvers/infeasibility.hpp"

#include "solvers/lemke.hpp"

namespace nonsmooth {

bool find_infeasibility_proof(const Problem& problem, Workspace& workspace) {
  for (const AnyLaw& law : problem.laws)
    if (!law.scalar()) return false;
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  if (!box.identity) return false;
  const Equilibrated scaled = equilibrate(box, scratch);
  auto wanted = scratch.array<Sign>(box.size);
  for (int i = 0; i < box.size; ++i) wanted[static_cast<std::size_t>(i)] = imposed_sign(box, i);
  const BoxForm form =
      feasibility_form(scaled.box, wanted, scaled.box.lower, scaled.box.upper, scratch);
  VectorMap point = scratch.vector(form.size), ray = scratch.vector(form.size);
  VectorMap d = scratch.vector(form.size), y = scratch.vector(box.size);
  d.setOnes();
  const LemkeResult result =
      lemke_pivots(form, d, {}, 1000 + 20 * form.size, point, ray, workspace);
  if (result.end != LemkeEnd::solved) return false;
  y = point.tail(box.size).cwiseProduct(scaled.rows);
  // entries that are rounding would spoil the signs of the proof
  const double largest = y.size() == 0 ? 0.0 : y.cwiseAbs().maxCoeff();
  for (int i = 0; i < box.size; ++i)
    if (std::abs(y[i]) <= 1e-12 * largest) y[i] = 0.0;
  return proves_infeasible(problem, y, scratch);
}

}  // namespace nonsmooth
