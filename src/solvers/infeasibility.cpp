// SPDX-License-Identifier: Apache-2.0
// The least-violation problem of the sign conditions on u is a convex quadratic one, so Lemke's
// method solves it. Where the violation y it ends with is not zero, y is a Farkas vector: y.u >= 0
// for every admissible u, but y.(W r + q) < 0 for every admissible r.
//
// Contacts with friction take part by their normal rows alone, since u_N >= 0 is all that Coulomb's
// law says about the sign of u. Their normal columns are enough too: W is symmetric and positive
// semidefinite, so y >= 0 along normals with W_NN y <= 0 has y.W y = 0, hence W y = 0, and balances
// at every reaction. No proof does not mean a solution: existence asks for more than a velocity
// with u_N > 0 (Acary, Cadoux, Lemarechal, Malick 2011: one with u_N > mu |u_T|).
#include "solvers/infeasibility.hpp"

#include "solvers/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr int most_rows = 200;  // Lemke on twice as many takes a fraction of a second

// y of the rows of `box`, as small entries rounded to zero. False if Lemke found no end.
bool least_violation(const BoxForm& box, VectorOut y, Workspace& workspace) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const Equilibrated scaled = equilibrate(box, scratch);
  auto wanted = scratch.array<Sign>(box.size);
  for (int i = 0; i < box.size; ++i) wanted[static_cast<std::size_t>(i)] = imposed_sign(box, i);
  const BoxForm form =
      feasibility_form(scaled.box, wanted, scaled.box.lower, scaled.box.upper, scratch);
  VectorMap point = scratch.vector(form.size), ray = scratch.vector(form.size);
  VectorMap d = scratch.vector(form.size);
  d.setOnes();
  const LemkeResult result =
      lemke_pivots(form, d, {}, 1000 + 20 * form.size, point, ray, workspace);
  if (result.end != LemkeEnd::solved) return false;
  y = point.tail(box.size).cwiseProduct(scaled.rows);
  // entries that are rounding would spoil the signs of the proof
  const double largest = y.size() == 0 ? 0.0 : y.cwiseAbs().maxCoeff();
  for (int i = 0; i < box.size; ++i)
    if (std::abs(y[i]) <= 1e-12 * largest) y[i] = 0.0;
  return largest > 0.0;
}

// Whether the law fixes the sign of u at its component i: the rows a proof can be made of.
bool has_sign(const AnyLaw& law, int i) {
  if (law.get_if<Free>() != nullptr || law.get_if<NonNegative>() != nullptr) return true;
  if (const auto* cone = law.get_if<SecondOrderCone>(); cone != nullptr)
    return i == 0 && cone->shift <= cone->mu;
  return law.get_if<RollingCone>() != nullptr && i == 0;
}

// The rows with the largest reactions, in order; returns how many.
int choose_rows(const Problem& problem, VectorIn r, std::span<int> rows, Arena& scratch) {
  const Arena::Scope scope(scratch);
  VectorMap weight = scratch.vector(problem.size());
  block_scales(problem, weight);
  weight = weight.cwiseSqrt().cwiseProduct(r.cwiseAbs());
  int count = 0, row = 0;
  for (const AnyLaw& law : problem.laws)
    for (int i = 0; i < law.size(); ++i, ++row)
      if (has_sign(law, i)) rows[static_cast<std::size_t>(count++)] = row;
  if (count <= most_rows) return count;
  std::nth_element(rows.begin(), rows.begin() + most_rows, rows.begin() + count, [&](int a, int b) {
    return weight[a] > weight[b] || (weight[a] == weight[b] && a < b);
  });
  std::sort(rows.begin(), rows.begin() + most_rows);
  return most_rows;
}

}  // namespace

bool find_infeasibility_proof(const Problem& problem, Workspace& workspace) {
  for (const AnyLaw& law : problem.laws)
    if (!law.scalar()) return false;
  const Arena::Scope scope(workspace.arena);
  const BoxForm box = make_box_form(problem, workspace.arena);
  if (!box.identity) return false;
  VectorMap y = workspace.arena.vector(box.size);
  return least_violation(box, y, workspace) && proves_infeasible(problem, y, workspace.arena);
}

bool find_contact_proof(const Problem& problem, VectorIn r, Workspace& workspace) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const std::span<int> rows = scratch.array<int>(problem.size());
  const int n = choose_rows(problem, r, rows, scratch);
  if (n == 0) return false;
  MatrixMap M = scratch.matrix(n, n);
  VectorMap q = scratch.vector(n), lower = scratch.vector(n), upper = scratch.vector(n);
  int row = 0, k = 0;
  for (const AnyLaw& law : problem.laws) {
    const bool equation = law.get_if<Free>() != nullptr;
    for (; k < n && rows[static_cast<std::size_t>(k)] < row + law.size(); ++k) {
      const int i = rows[static_cast<std::size_t>(k)];
      for (int j = 0; j < n; ++j)
        problem.W.copy_block(i, rows[static_cast<std::size_t>(j)], M.block(k, j, 1, 1));
      q[k] = problem.q[i];
      lower[k] = equation ? -infinity : 0.0;
      upper[k] = infinity;
    }
    row += law.size();
  }
  const BoxForm box{.size = n,
                    .M = MatrixView(M.data(), n, n),
                    .q = VectorView(q.data(), n),
                    .lower = VectorView(lower.data(), n),
                    .upper = VectorView(upper.data(), n),
                    .multiplier_begin = n};
  VectorMap chosen = scratch.vector(n), y = scratch.vector(problem.size());
  if (!least_violation(box, chosen, workspace)) return false;
  y.setZero();
  for (k = 0; k < n; ++k) y[rows[static_cast<std::size_t>(k)]] = chosen[k];
  return proves_infeasible(problem, y, scratch);
}

}  // namespace nonsmooth
