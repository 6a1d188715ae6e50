// SPDX-License-Identifier: Apache-2.0
// Principal pivoting on the set of indices between their bounds. For a guess of the places, solve
// w = 0 there; an index is wrong if its z left the bounds or its w has the sign its bound forbids.
//   block        exchange all wrong indices while their number falls; allow ten exchanges that do
//   not
//                reduce it, then move only the last wrong index until it falls (Judice and Pires
//                1994)
//   least_index  always exchange the first wrong index only (Murty 1974): finite for P-matrices
// For P-matrices both end at the unique solution, which needs no further polish: it is solved
// exactly.
#include "solvers/polish.hpp"
#include "solvers/run.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

// The place a wrong index should go to, or its present one if it is right.
Place better_place(const BoxForm& box, int i, Place place, double z, double w, double z_noise,
                   double w_noise) {
  switch (place) {
    case Place::between:
      if (z < box.lower[i] - z_noise) return Place::lower;
      if (z > box.upper[i] + z_noise) return Place::upper;
      return place;
    case Place::lower: return w < -w_noise && box.lower[i] < box.upper[i] ? Place::between : place;
    case Place::upper: return w > w_noise && box.lower[i] < box.upper[i] ? Place::between : place;
  }
  return place;
}

}  // namespace

std::string_view obstacle(const PrincipalPivoting&, const Problem& problem) {
  return polyhedral_obstacle(problem);
}

Outcome run(const PrincipalPivoting& options, const Problem& problem, Workspace& workspace,
            VectorOut r) {
  Arena& scratch = workspace.arena;
  const Arena::Scope scope(scratch);
  const BoxForm box = make_box_form(problem, scratch);
  const int n = box.size;
  VectorMap z = scratch.vector(n), w = scratch.vector(n), weights = scratch.vector(n);
  auto places = scratch.array<Place>(n), next = scratch.array<Place>(n);
  row_weights(box, weights);
  from_reaction(box, r, z);
  w.noalias() = box.M * z;
  w += box.q;
  classify(box, z, w, weights, places);

  int fewest = n + 1, patience = 10;
  for (int iteration = 1; iteration <= options.max_iterations; ++iteration) {
    if (workspace.expired()) return {Status::max_time, "the time budget was used up", iteration};
    if (solve_places(box, places, z, scratch) == PlacesEnd::inconsistent)
      return {Status::numerical_failure, "a principal submatrix is singular", iteration};
    w.noalias() = box.M * z;
    w += box.q;
    const double z_noise = 1e-14 * z.cwiseAbs().maxCoeff();
    const double w_noise = 1e-14 * (box.q.cwiseAbs().maxCoeff() + w.cwiseAbs().maxCoeff());
    int wrong = 0, first = -1, last = -1;
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      next[k] = better_place(box, i, places[k], z[i], w[i], z_noise, w_noise);
      if (next[k] == places[k]) continue;
      ++wrong;
      last = i;
      if (first < 0) first = i;
    }
    if (wrong == 0) {
      for (int i = 0; i < n; ++i) z[i] = box.clip(i, z[i]);
      to_reaction(box, z, r);
      return {Status::solved, "", iteration};
    }
    bool all = options.rule == PivotRule::block;
    if (all) {
      if (wrong < fewest) {
        fewest = wrong;
        patience = 10;
      } else if (--patience < 0) {
        all = false;
      }
    }
    const int only = options.rule == PivotRule::least_index ? first : last;
    for (int i = 0; i < n; ++i)
      if (all || i == only) places[static_cast<std::size_t>(i)] = next[static_cast<std::size_t>(i)];
  }
  for (int i = 0; i < n; ++i) z[i] = box.clip(i, z[i]);
  to_reaction(box, z, r);
  return {Status::max_iterations, "the limit on changes of the active set was reached",
          options.max_iterations};
}

}  // namespace nonsmooth
