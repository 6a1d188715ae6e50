// SPDX-License-Identifier: Apache-2.0
// Active-set re-solve: the last digits of an answer whose active set is right.
#pragma once

#include "solvers/box_form.hpp"

namespace nonsmooth {

/// Where an index rests: at its lower bound, between the bounds with w = 0, at its upper bound.
enum class Place : signed char { lower = -1, between = 0, upper = 1 };

/// The places that (z, w) suggests: by which of z - lower, upper - z and w is nearest to zero,
/// w measured in units of the diagonal (`weights`, see below).
void classify(const BoxForm& box, VectorIn z, VectorIn w, VectorIn weights,
              std::span<Place> places);

/// How the linear system of a choice of places ended.
enum class PlacesEnd { regular, singular, inconsistent };

/// z_i on its bound where the place says so, w = 0 solved for the rest. A singular but consistent
/// system gets the solution whose undetermined unknowns are zero.
PlacesEnd solve_places(const BoxForm& box, std::span<const Place> places, VectorOut z,
                       Arena& scratch);

/// Diagonal of M where it is not zero, else the largest entry of the row, else 1.
void row_weights(const BoxForm& box, VectorOut weights);

/// Re-solves on the active set z suggests (twice at most) and keeps the result if it is better.
void polish(const BoxForm& box, VectorOut z, Arena& scratch);

}  // namespace nonsmooth
