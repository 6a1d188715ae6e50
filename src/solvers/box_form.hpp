// SPDX-License-Identifier: Apache-2.0
// The common form of all scalar and polyhedral problems, and of friction in the plane:
//
//     w = M z + q,   -w_i in N_[lower_i, upper_i](z_i)          r = origin + S z
//
// so z_i = lower_i implies w_i >= 0, lower_i < z_i < upper_i implies w_i = 0, z_i = upper_i implies
// w_i <= 0. LCP has bounds [0, inf], equations (-inf, inf), a relay [lower, upper]. A dead zone
// splits r_i = z_i - z_k into two signs, a piecewise-linear graph r_i into one z per piece on which
// it rises. A polytope { A r <= b } keeps r and adds a multiplier per
// constraint, or is written from one of its vertices (see PolytopeForm). A plane cone becomes r_N,
// r_T + mu r_N and the negative part of u_T, all non-negative.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/problem.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace nonsmooth {

enum class PolytopeForm {
  multipliers,  ///< r free, every constraint with its multiplier
  vertex,       ///< r by the slacks of n constraints that meet at a vertex (lines of K stay free)
};

struct BoxForm {
  int size = 0;
  MatrixView M{nullptr, 0, 0};
  VectorView q{nullptr, 0}, lower{nullptr, 0}, upper{nullptr, 0};
  bool vertex = false;  ///< polytopes are written from a vertex: multiplier rows hold at z = start
  int multiplier_begin = 0;     ///< first row that is a multiplier of a polytope constraint
  bool identity = true;         ///< r = z
  MatrixView S{nullptr, 0, 0};  ///< problem size x multiplier_begin, unused if identity
  VectorView origin{nullptr, 0};

  bool is_free(int i) const { return lower[i] == -infinity && upper[i] == infinity; }
  bool is_boxed(int i) const { return lower[i] > -infinity && upper[i] < infinity; }
  double clip(int i, double z) const { return std::min(std::max(z, lower[i]), upper[i]); }
  /// The point of [lower_i, upper_i] nearest to zero among its bounds; 0 if free.
  double start(int i) const {
    return lower[i] > -infinity ? lower[i] : upper[i] < infinity ? upper[i] : 0.0;
  }
};

/// Why the laws have no box form; empty if they have one.
std::string_view box_form_obstacle(const Problem& problem);
/// The same for methods that ask for more: plane friction has a form, but no P- or monotone matrix.
std::string_view polyhedral_obstacle(const Problem& problem);

/// Precondition: no obstacle. Lives in the arena; where W is dense and the laws are plain, M and q
/// are views of the problem itself.
BoxForm make_box_form(const Problem& problem, Arena& scratch,
                      PolytopeForm polytopes = PolytopeForm::multipliers);

/// The bounds alone, with an empty M: for methods that keep W sparse. Precondition: scalar laws
/// without compliance and dead zone.
BoxForm make_bounds(const Problem& problem, Arena& scratch);

/// r of z, and a z that belongs to r (multipliers and slacks of polytopes start at zero).
void to_reaction(const BoxForm& box, VectorIn z, VectorOut r);
void from_reaction(const BoxForm& box, VectorIn r, VectorOut z);

/// The same problem scaled by powers of two (exact) towards entries of unit size: z = columns
/// z_scaled, w_scaled = rows w. An inequality has one factor for its row and its column, so that
/// positive semidefinite and copositive matrices stay so; equations and free unknowns are scaled
/// independently.
struct Equilibrated {
  BoxForm box;
  VectorView rows, columns;
};
Equilibrated equilibrate(const BoxForm& box, Arena& scratch);

/// What is asked of one row of w = M z + q.
enum class Sign : signed char { any, zero, non_negative, non_positive };

/// The sign that the bounds of z_i impose on w_i whatever z is: none if both are finite.
Sign imposed_sign(const BoxForm& box, int i);

/// The point of [lower, upper] at which w = M z + q violates the wanted signs least (in squares),
/// as a box problem in (z, y) that always has a solution: y = 0 where the signs can be met, and
/// otherwise y proves that they cannot (see proves_infeasible). y has one entry per row of `box`, 0
/// where `any`.
BoxForm feasibility_form(const BoxForm& box, std::span<const Sign> wanted, VectorIn lower,
                         VectorIn upper, Arena& scratch);

/// |z - clip(z - w)| with unit step, infinity if not finite.
double box_residual(const BoxForm& box, VectorIn z, Arena& scratch);

}  // namespace nonsmooth
