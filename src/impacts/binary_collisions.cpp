// SPDX-License-Identifier: Apache-2.0
// Impacts one after the other: the contact i that approaches fastest takes
//
//   p_i += -(1 + e_i) u_i / W_ii,   u += W_.i times that,
//
// until no contact approaches. Each collision changes the energy by -(1 - e^2) u_i^2 / (2 W_ii), so
// that none creates any. With e < 1 the sequence can be infinite; its velocities then decay
// geometrically and the tolerance ends it, or the limit does. The outcome depends on the order,
// most visibly where contacts push each other open (W_ij > 0): this order is one choice of several.
// Reference: Ivanov 1995; Brogliato, Nonsmooth Mechanics, chapter 6.
#include "impacts/normal_system.hpp"

namespace nonsmooth {

void run(const BinaryCollisions& rule, const Impact& impact, ImpactWorkspace& workspace,
         ImpactResult& result) {
  if (refuse_friction(impact, result)) return;
  Arena& arena = workspace.solver.arena;
  const Arena::Scope scope(arena);
  const NormalSystem system(impact, arena);
  const int n = system.size();
  VectorMap u = arena.vector(n), p = arena.vector(n);
  for (int i = 0; i < n; ++i) u[i] = system.u_start(i);
  p.setZero();
  // a contact that starts no faster than rounding makes no collision of its own
  const double slow = rule.tolerance * impact.u_before.lpNorm<Eigen::Infinity>();
  bool complete = !system.stuck();
  while (complete && n > 0) {
    int first = 0;
    if (!(u.minCoeff(&first) < -slow)) break;
    complete = result.iterations < rule.max_collisions && system.W(first, first) > 0.0;
    if (!complete) break;
    const double push = -(1.0 + system.contact(first).e) * u[first] / system.W(first, first);
    p[first] += push;
    for (int i = 0; i < n; ++i) u[i] += push * system.W(i, first);
    ++result.iterations;
  }
  system.expand(p, result.impulse);
  finish_sequence(complete, 2.0 * rule.tolerance, impact, workspace, result);
}

}  // namespace nonsmooth
