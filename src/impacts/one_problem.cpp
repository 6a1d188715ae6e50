// SPDX-License-Identifier: Apache-2.0
// Newton's and Fremond's rules are one problem each, and the same one but for the tangential part
// of its right-hand side. With z = u+ + E u-, where E holds e on normal rows and et on tangential
// ones,
//
//   z = W P + (1 + E) u-,   0 <= z_N _|_ P_N >= 0,   Coulomb's law between z_T and P.
//
//   Newton    et is the contact's own (usually 0): friction against the velocity after the impact
//   Fremond   et = 1: friction against u_T+ + u_T-, twice the mean velocity. Laws of cones do not
//             see the factor two. The work of the impact is then 1/2 P.(u+ + u-)
//             = P_N (1 - e) u_N- / 2 - mu P_N |u_T+ + u_T-| / 2 <= 0 for every contact.
//
// Joints have z = u+ = 0 in either.
// References: Moreau 1988; Fremond 2002; Acary and Collins-Craft (energy-consistent friction).
#include "impacts/rules.hpp"

namespace nonsmooth {
namespace {

AnyLaw law_of(const ImpactContact& contact) {
  if (contact.bilateral) return Free{contact.dimension};
  if (contact.dimension == 1) return NonNegative{1};
  return coulomb(contact.mu, contact.dimension);
}

// q = (1 + E) u-
template <class TangentialRestitution>
void set_right_side(const Impact& impact, TangentialRestitution&& et, Vector& q) {
  q = impact.u_before;
  int row = 0;
  for (const ImpactContact& contact : impact.contacts) {
    if (!contact.bilateral) {
      q[row] *= 1.0 + contact.e;
      q.segment(row + 1, contact.dimension - 1) *= 1.0 + et(contact);
    }
    row += contact.dimension;
  }
}

template <class TangentialRestitution>
void run_at_once(double tolerance, TangentialRestitution&& et, const Impact& impact,
                 ImpactWorkspace& workspace, ImpactResult& result) {
  workspace.first.problem.W = impact.W;
  set_laws(impact, workspace.first.problem.laws);
  set_right_side(impact, et, workspace.first.problem.q);
  solve_phase(tolerance, workspace.solver, workspace.first, result);
  result.impulse = workspace.first.solution.r;
}

}  // namespace

void set_laws(const Impact& impact, std::vector<AnyLaw>& laws) {
  laws.resize(impact.contacts.size(), NonNegative{1});
  for (std::size_t i = 0; i < laws.size(); ++i) laws[i] = law_of(impact.contacts[i]);
}

void solve_phase(double tolerance, Workspace& workspace, ImpactWorkspace::Phase& phase,
                 ImpactResult& result) {
  phase.solution.r.setZero(phase.problem.size());
  solve(phase.problem, Auto{.tolerance = tolerance}, workspace, phase.solution);
  result.status = phase.solution.status;
  result.message = phase.solution.message;
  result.residual = std::max(phase.solution.residual, phase.solution.residual_invariant);
  result.iterations += phase.solution.iterations;
}

void run(const NewtonRule& rule, const Impact& impact, ImpactWorkspace& workspace,
         ImpactResult& result) {
  run_at_once(
      rule.tolerance, [](const ImpactContact& contact) { return contact.et; }, impact, workspace,
      result);
}

void run(const FremondRule& rule, const Impact& impact, ImpactWorkspace& workspace,
         ImpactResult& result) {
  run_at_once(
      rule.tolerance, [](const ImpactContact&) { return 1.0; }, impact, workspace, result);
}

}  // namespace nonsmooth
