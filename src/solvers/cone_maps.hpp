// SPDX-License-Identifier: Apache-2.0
// Equations equivalent to the law of one second-order cone, for Newton's method. With rho > 0:
//
//   alart_curnier        F_N = r_N - [r_N - rho u_N]_+
//                        F_T = r_T - P(r_T - rho u_T) on the disk of radius mu [r_N - rho u_N]_+
//   jean_moreau          the same with the radius mu [r_N]_+
//   fischer_burmeister   F = x + y - sqrt(x o x + y o y) in the algebra of the self-dual cone,
//                        x = (mu r_N, r_T), y = rho ((u_N + shift |u_T|) / mu, u_T)
//
// The first two are for Coulomb's law (shift = mu), the third for every shift. F is in the unit of
// r.
//
// Alart and Curnier 1991; Jean and Moreau 1987; Fukushima, Luo, Tseng 2002 (cones); Chen, Sun, Sun
// 2003.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/laws/cone.hpp"
#include "nonsmooth/solvers/semismooth_newton.hpp"

namespace nonsmooth {

/// Whether the map has an equation of its own for the cone (else the natural map must do).
bool has_cone_map(NewtonMap map, const SecondOrderCone& cone);

/// F at (u, r). Precondition: has_cone_map.
void evaluate_cone_map(NewtonMap map, const SecondOrderCone& cone, double rho, VectorIn u,
                       VectorIn r, VectorOut F, Arena& scratch);
/// An element of its generalised derivatives with respect to r and u.
void derive_cone_map(NewtonMap map, const SecondOrderCone& cone, double rho, VectorIn u, VectorIn r,
                     MatrixOut dr, MatrixOut du, Arena& scratch);

}  // namespace nonsmooth
