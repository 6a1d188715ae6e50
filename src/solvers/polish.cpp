// SPDX-License-Identifier: Apache-2.0
#include "solvers/polish.hpp"

#include "solvers/dense_lu.hpp"

#include <cmath>

namespace nonsmooth {

void row_weights(const BoxForm& box, VectorOut weights) {
  for (int i = 0; i < box.size; ++i) {
    weights[i] = std::abs(box.M(i, i));
    if (weights[i] == 0.0) weights[i] = box.M.row(i).cwiseAbs().maxCoeff();
    if (weights[i] == 0.0) weights[i] = 1.0;
  }
}

void classify(const BoxForm& box, VectorIn z, VectorIn w, VectorIn weights,
              std::span<Place> places) {
  for (int i = 0; i < box.size; ++i) {
    const double target = z[i] - w[i] / weights[i];
    places[static_cast<std::size_t>(i)] = target <= box.lower[i]   ? Place::lower
                                          : target >= box.upper[i] ? Place::upper
                                                                   : Place::between;
  }
}

PlacesEnd solve_places(const BoxForm& box, std::span<const Place> places, VectorOut z,
                       Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = box.size;
  auto between = scratch.array<int>(n);
  int count = 0;
  for (int i = 0; i < n; ++i) {
    const Place place = places[static_cast<std::size_t>(i)];
    if (place == Place::between) between[static_cast<std::size_t>(count++)] = i;
    z[i] = place == Place::lower ? box.lower[i] : place == Place::upper ? box.upper[i] : 0.0;
  }
  const auto index = [&](int k) { return between[static_cast<std::size_t>(k)]; };

  // right-hand side -(q + M z at the bounds) on the rows between
  MatrixMap A = scratch.matrix(count, count);
  VectorMap full = scratch.vector(n), x = scratch.vector(count), rhs = scratch.vector(count);
  full = -box.q;
  for (int j = 0; j < n; ++j)
    if (z[j] != 0.0) full -= z[j] * box.M.col(j);
  const auto fill = [&] {
    for (int c = 0; c < count; ++c)
      for (int r = 0; r < count; ++r) A(r, c) = box.M(index(r), index(c));
  };
  fill();
  for (int k = 0; k < count; ++k) rhs[k] = full[index(k)];
  x = rhs;
  const DenseLu lu(A, scratch);
  if (lu.pivot_ratio() > 1e-15 * count) {
    lu.solve(x);
    // one step of refinement against the untouched entries of M
    for (int k = 0; k < count; ++k) {
      const auto column = box.M.col(index(k));
      for (int l = 0; l < count; ++l) rhs[l] -= column[index(l)] * x[k];
    }
    lu.solve(rhs);
    x += rhs;
  } else {
    fill();
    const double size = rhs.size() == 0 ? 0.0 : rhs.cwiseAbs().maxCoeff();
    const double scale = 1.0 + size + (count == 0 ? 0.0 : A.cwiseAbs().maxCoeff());
    if (!(solve_singular(A, x, 1e-13, scratch) <= 1e-9 * scale)) return PlacesEnd::inconsistent;
  }
  for (int k = 0; k < count; ++k) z[index(k)] = x[k];
  if (!x.allFinite()) return PlacesEnd::inconsistent;
  return lu.pivot_ratio() > 1e-12 ? PlacesEnd::regular : PlacesEnd::singular;
}

void polish(const BoxForm& box, VectorOut z, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = box.size;
  VectorMap w = scratch.vector(n), weights = scratch.vector(n), trial = scratch.vector(n);
  auto places = scratch.array<Place>(n);
  row_weights(box, weights);
  double residual = box_residual(box, z, scratch);
  for (int pass = 0; pass < 2 && residual > 0.0; ++pass) {
    w.noalias() = box.M * z;
    w += box.q;
    classify(box, z, w, weights, places);
    if (solve_places(box, places, trial, scratch) == PlacesEnd::inconsistent) return;
    for (int i = 0; i < n; ++i) trial[i] = box.clip(i, trial[i]);
    const double improved = box_residual(box, trial, scratch);
    if (!(improved < residual)) return;
    z = trial;
    residual = improved;
  }
}

}  // namespace nonsmooth
