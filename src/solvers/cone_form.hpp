// SPDX-License-Identifier: Apache-2.0
// Any mix of cones, disks, boxes and equations as products of self-dual cones, for interior-point
// methods. In the common unit r sqrt(d) / size, u / (size sqrt(d)), where every diagonal block of W
// has mean one and q has largest entry one,
//
//     x_j = A_j r + b_j in L,   z_j in L,   x_j.z_j = 0,   W r + q + C r + g(u) = sum A_j^T z_j
//
// | law                 | cones                                          | g                      |
// | free                | none                                           |                        |
// | non-negative, box   | r;  r - lower, upper - r; C is the compliance  |                        |
// | second-order cone   | (mu r_N, r_T)                                  | shift |u_T| n          |
// | rolling cone        | (mu r_N, r_T), (mu_r r_N, m)                   | mu |u_T| + mu_r |w|    |
// | disk                | (radius, r)                                    |                        |
//
// Every cone reads one row a r_N + b and some rows r_T as they are. Coefficients and widths of zero
// are raised to 1e-8, for a cone must have an inside; what that moves is left to the polish.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/problem.hpp"

#include <span>
#include <string_view>

namespace nonsmooth {

struct ConeBlock {
  int normal = -1;       // row of r_N, -1: none
  double a = 0, b = 0;   // x_0 = a r_N + b
  int tangent = 0;       // first row of r_T
  int tangent_size = 0;  // x_T = r_T
  double shift = 0;      // g_N = shift |u_T|
  int begin = 0;         // place of x in a vector of all cones

  int size() const { return 1 + tangent_size; }
  // the row that component k of x reads, -1: none
  int row(int k) const { return k == 0 ? normal : tangent + k - 1; }
  double factor(int k) const { return k == 0 ? a : 1.0; }
};

// Rows that the same cones read: a round law, or one component of a scalar law.
struct ConeUnit {
  int row = 0, size = 0;
  int first = 0, count = 0;  // its cones
};

struct ConeForm {
  int size = 0;          // rows of r
  int cone_rows = 0;     // rows of all x together
  bool sliding = false;  // some g is not zero
  std::span<ConeBlock> cones;
  std::span<ConeUnit> units;
  VectorMap root, q, compliance;  // sqrt(d); q and C in the common unit
  double unit = 1.0;              // size of q: r = unit r_common / root
};

/// Why the laws have no such form; empty if they have.
std::string_view cone_form_obstacle(const Problem& problem);
/// Precondition: no obstacle.
ConeForm make_cone_form(const Problem& problem, Arena& scratch);

}  // namespace nonsmooth
