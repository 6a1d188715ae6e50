// SPDX-License-Identifier: Apache-2.0
// Every index with a choice is put at its lower bound, between, or at its upper bound, in all
// combinations. A combination whose linear system is regular gives one candidate. Where it is
// singular, its solutions form a polyhedron, and the least-violation problem (feasibility_form)
// restricted to the combination finds a point of it or shows that it is empty. So the search misses
// no combination, and finding nothing is a proof (up to rounding).
#include "solvers/lemke.hpp"
#include "solvers/polish.hpp"
#include "solvers/run.hpp"

#include "nonsmooth/base/error.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

// Places an index may take: free and fixed ones have one, half-bounded two, boxed three.
int choice_count(const BoxForm& box, int i) {
  if (box.is_free(i) || box.lower[i] == box.upper[i]) return 1;
  return box.is_boxed(i) ? 3 : 2;
}

Place choice(const BoxForm& box, int i, int k) {
  if (box.is_free(i)) return Place::between;
  if (k == 1) return Place::between;
  if (k == 2) return Place::upper;
  return box.lower[i] > -infinity ? Place::lower : Place::upper;
}

// Components with a choice, counted from the laws alone.
int choosing_count(const Problem& problem) {
  int count = 0;
  for (const AnyLaw& law : problem.laws) {
    if (law.get_if<NonNegative>() != nullptr) count += law.size();
    if (const Polytope* polytope = law.get_if<Polytope>(); polytope != nullptr)
      count += static_cast<int>(polytope->A.rows());
    if (law.get_if<SecondOrderCone>() != nullptr) count += 3;
    if (const Graph* graph = law.get_if<Graph>(); graph != nullptr)
      for (const PiecewiseLinear& curve : graph->curves) count += curve.rise_count();
    if (const Box* box = law.get_if<Box>(); box != nullptr)
      for (int i = 0; i < box->size(); ++i) {
        const bool free = box->lower[i] == -infinity && box->upper[i] == infinity;
        count += box->lower[i] < box->upper[i] && !free;
        count += box->dead_zone_at(i) > 0.0 ? (free ? 2 : 1) : 0;
      }
  }
  return count;
}

// The next combination; false after the last.
bool advance(const BoxForm& box, std::span<int> digits, std::span<Place> places) {
  for (int i = 0; i < box.size; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const bool carry = ++digits[k] == choice_count(box, i);
    if (carry) digits[k] = 0;
    places[k] = choice(box, i, digits[k]);
    if (!carry) return true;
  }
  return false;
}

// A point with w = 0 between, the right sign of w at the bounds, and z within its bounds; found by
// least violation over the unknowns between, when their matrix is singular.
bool search_polyhedron(const BoxForm& box, std::span<const Place> places, VectorOut z,
                       Workspace& workspace) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const int n = box.size;
  VectorMap lower = scratch.vector(n), upper = scratch.vector(n);
  auto wanted = scratch.array<Sign>(n);
  for (int i = 0; i < n; ++i) {
    const Place place = places[static_cast<std::size_t>(i)];
    lower[i] = place == Place::upper ? box.upper[i] : box.lower[i];
    upper[i] = place == Place::lower ? box.lower[i] : box.upper[i];
    wanted[static_cast<std::size_t>(i)] = place == Place::between        ? Sign::zero
                                          : box.lower[i] == box.upper[i] ? Sign::any
                                          : place == Place::lower        ? Sign::non_negative
                                                                         : Sign::non_positive;
  }
  const BoxForm form = feasibility_form(box, wanted, lower, upper, scratch);
  VectorMap point = scratch.vector(form.size), ray = scratch.vector(form.size);
  VectorMap d = scratch.vector(form.size);
  d.setOnes();
  const LemkeResult result =
      lemke_pivots(form, d, {}, 1000 + 50 * form.size, point, ray, workspace);
  z = point.head(n);
  return result.end == LemkeEnd::solved;
}

// Calls `found(z)` for the candidate of every combination; stops when it returns false.
template <class Found>
int for_each_candidate(const BoxForm& box, Workspace& workspace, Found&& found) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  auto digits = scratch.array<int>(box.size);
  auto places = scratch.array<Place>(box.size);
  VectorMap z = scratch.vector(box.size);
  for (int i = 0; i < box.size; ++i) {
    digits[static_cast<std::size_t>(i)] = 0;
    places[static_cast<std::size_t>(i)] = choice(box, i, 0);
  }
  int combinations = 0;
  do {
    ++combinations;
    const PlacesEnd end = solve_places(box, places, z, scratch);
    if (end != PlacesEnd::inconsistent && !found(z)) break;
    // singular: other points of the same combination may do where this one does not
    if (end != PlacesEnd::regular && search_polyhedron(box, places, z, workspace) && !found(z))
      break;
    if (combinations % 256 == 0 && workspace.expired()) break;
  } while (advance(box, digits, places));
  return combinations;
}

}  // namespace

std::string_view obstacle(const Enumeration& options, const Problem& problem) {
  if (const std::string_view reason = box_form_obstacle(problem); !reason.empty()) return reason;
  if (choosing_count(problem) > options.max_size)
    return "more components have a choice than max_size allows";
  return {};
}

Outcome run(const Enumeration& options, const Problem& problem, Workspace& workspace, VectorOut r) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  VectorMap trial = scratch.vector(problem.size());
  double best = infinity;
  const int combinations = for_each_candidate(box, workspace, [&](VectorMap& z) {
    for (int i = 0; i < box.size; ++i) z[i] = box.clip(i, z[i]);
    to_reaction(box, z, trial);
    const double residual = natural_residual(problem, trial, scratch).worst();
    if (residual < best) {
      best = residual;
      r = trial;
    }
    return best > options.tolerance;
  });
  if (best <= options.tolerance) return {Status::solved, "", combinations};
  if (workspace.expired()) return {Status::max_time, "the time budget was used up", combinations};
  // a near miss is rounding's fault, not a proof
  if (best < 1e-6)
    return {Status::numerical_failure, "some active set nearly solves the problem", combinations};
  return {Status::infeasible, "no active set solves the problem: all were tried", combinations};
}

SolutionSet enumerate(const Problem& problem, const Enumeration& options) {
  validate(problem);
  if (const std::string_view reason = obstacle(options, problem); !reason.empty())
    throw Error("enumerate: " + std::string(reason));
  SolutionSet set;
  Workspace workspace;
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  for_each_candidate(box, workspace, [&](VectorMap& z) {
    Solution solution;
    solution.r.resize(problem.size());
    for (int i = 0; i < box.size; ++i) z[i] = box.clip(i, z[i]);
    to_reaction(box, z, solution.r);
    const Residuals residuals = natural_residual(problem, solution.r, scratch);
    if (!(residuals.worst() <= options.tolerance)) return true;
    for (const Solution& known : set.solutions)
      if ((known.r - solution.r).norm() <= 1e-9 * (known.r.norm() + solution.r.norm())) return true;
    if (static_cast<int>(set.solutions.size()) == options.max_solutions) {
      set.complete = false;
      return false;
    }
    solution.u.resize(problem.size());
    problem.W.multiply(solution.r, solution.u);
    solution.u += problem.q;
    solution.status = Status::solved;
    solution.message = "found by trying every active set";
    solution.residual = residuals.standard;
    solution.residual_invariant = residuals.invariant;
    solution.path.push_back({Enumeration::name, 1, residuals.worst()});
    set.solutions.push_back(std::move(solution));
    return true;
  });
  return set;
}

}  // namespace nonsmooth
