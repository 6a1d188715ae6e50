// SPDX-License-Identifier: Apache-2.0
// The rule of Liu, Zhao and Brogliato. Contact j carries F_j = K_j d_j^eta_j for a compression d_j,
// with the energy E_j = K_j d_j^(1 + eta_j) / (1 + eta_j). During the impact
//
//   dP_j = F_j dt,   u = u- + W P,   dd_j = -u_j dt       while contact j is compressed (u_j < 0)
//                                    dd_j = -u_j dt / e_j^2   while it expands, bi-stiffness
//                                    dd_j = -u_j dt           while it expands, mono-stiffness
//
// A contact lets go at d_j = 0; with mono-stiffness already when E_j has fallen to 1 - e_j^2 of
// what it was at the last maximum. Either way the work returned is e_j^2 of the work put in
// (Stronge). It starts anew, from d_j = 0, as soon as it approaches again: gaps do not open within
// an instant. The impact ends when no contact is compressed and none approaches.
//
// Publications eliminate t: dP_j / dP_i = F_j / F_i with F_j as a function of E_j, and step in P_i
// of the contact with the most energy. The fraction is 0/0 wherever a contact starts, and steps are
// of first order; t keeps everything regular. It has no meaning beyond that: K -> c K changes its
// unit and nothing else (if all eta are equal).
//
// Reference: Liu, Zhao, Brogliato, Frictionless multiple impacts in multibody systems, Proc. R.
// Soc. A 464 (2008) 3193 and 465 (2009) 1; Nguyen, Brogliato, Multiple Impacts in Dissipative
// Granular Chains, 2014.
#include "impacts/energetic.hpp"

namespace nonsmooth {

void run(const EnergeticRule& rule, const Impact& impact, ImpactWorkspace& workspace,
         ImpactResult& result) {
  if (refuse_friction(impact, result)) return;
  Arena& arena = workspace.solver.arena;
  const Arena::Scope scope(arena);
  const NormalSystem system(impact, arena);
  VectorMap p = arena.vector(system.size());
  p.setZero();
  bool complete = !system.stuck();
  if (complete && system.approach() > 0.0)
    complete = rule.impulse_step > 0.0
                   ? step_by_impulse(rule, system, p, result.iterations, arena)
                   : integrate_springs(rule, system, p, result.iterations, arena);
  system.expand(p, result.impulse);
  finish_sequence(complete, 2.0 * rule.tolerance, impact, workspace, result);
}

}  // namespace nonsmooth
