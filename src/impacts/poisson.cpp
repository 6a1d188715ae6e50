// SPDX-License-Identifier: Apache-2.0
// Poisson's rule, two problems in sequence:
//
//   compression   u_C = u- + W P_C,   0 <= u_C,N _|_ P_C,N >= 0,      Coulomb on (u_C, P_C)
//   expansion     u+ = u_C + W P_E,   0 <= u_N+  _|_ P_E,N - c >= 0,  Coulomb on (u_T+, P_E)
//
// where c = e P_C,N is given back in any case. Without friction P_E,N - c is the unknown. With
// friction the cone must see the whole P_E,N, and the bound from below becomes a row of its own: a
// speed s of separation that friction does not feel,
//
//   Coulomb on (u_N+ - s, u_T+; P_E),   0 <= s _|_ P_E,N - c >= 0.
//
// If P_E,N = c > 0 the law of the cone makes u_N+ = s >= 0; if P_E,N > c then s = 0 = u_N+. The
// rows of s add a skew part to W, so that the problem stays monotone but for friction, and every
// law is a built-in one. Friction |P_T| <= mu P_N holds in each phase, hence for the sum.
// Reference: Pfeiffer and Glocker, Multibody Dynamics with Unilateral Contacts, 1996 (without their
// tangential restitution).
#include "impacts/rules.hpp"

namespace nonsmooth {
namespace {

// Calls visit(contact, row, c) for every contact that gives back a positive impulse c.
template <class Visit>
void for_each_returning(const Impact& impact, VectorIn compression, Visit&& visit) {
  int row = 0;
  for (const ImpactContact& contact : impact.contacts) {
    if (const double c = contact.e * compression[row]; !contact.bilateral && c > 0.0)
      visit(contact, row, c);
    row += contact.dimension;
  }
}

// `given` receives c on rows without friction, where it is data. Returns the number of extra rows.
int split_returned(const Impact& impact, VectorIn compression, VectorOut given) {
  int extra = 0;
  given.setZero();
  for_each_returning(impact, compression, [&](const ImpactContact& contact, int row, double c) {
    if (contact.dimension == 1)
      given[row] = c;
    else
      ++extra;
  });
  return extra;
}

void set_up_expansion(const Impact& impact, VectorIn compression, VectorIn start, int extra,
                      Problem& problem, Arena& arena) {
  const Arena::Scope scope(arena);
  const int m = impact.size();
  MatrixMap W = arena.matrix(m + extra, m + extra);
  W.setZero();
  impact.W.copy_dense(W.topLeftCorner(m, m));
  problem.q.resize(m + extra);
  problem.q.head(m) = start;
  int s = m;
  for_each_returning(impact, compression, [&](const ImpactContact& contact, int row, double c) {
    if (contact.dimension == 1) return;
    W(row, s) = -1.0;
    W(s, row) = 1.0;
    problem.q[s++] = -c;
  });
  problem.W.assign_dense(W);
  set_laws(impact, problem.laws);
  if (extra > 0) problem.laws.emplace_back(NonNegative{extra});
}

}  // namespace

void run(const PoissonRule& rule, const Impact& impact, ImpactWorkspace& workspace,
         ImpactResult& result) {
  ImpactWorkspace::Phase &compression = workspace.first, &expansion = workspace.second;
  compression.problem.W = impact.W;
  set_laws(impact, compression.problem.laws);
  compression.problem.q = impact.u_before;
  solve_phase(rule.tolerance, workspace.solver, compression, result);
  result.impulse = compression.solution.r;
  if (!result.success()) return;
  const double residual = result.residual;

  Arena& arena = workspace.solver.arena;
  const Arena::Scope scope(arena);
  const int m = impact.size();
  VectorMap given = arena.vector(m), start = arena.vector(m);
  const int extra = split_returned(impact, compression.solution.r, given);
  impact.W.multiply_accurately(given, compression.solution.u, start, arena);
  set_up_expansion(impact, compression.solution.r, start, extra, expansion.problem, arena);
  solve_phase(rule.tolerance, workspace.solver, expansion, result);
  result.impulse += given + expansion.solution.r.head(m);
  result.residual = std::max(result.residual, residual);
}

}  // namespace nonsmooth
