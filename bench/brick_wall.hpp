// SPDX-License-Identifier: Apache-2.0
// A wall of bricks in running bond, pressed from above and pushed sideways; one implicit step from
// rest,
//
//   (M_0 + h^2 K) v = h F + H r,   u = H^T v,   Coulomb's law at every contact.
//
// The same wall comes with flexible bricks or with rigid ones:
//   flexible   bricks are lattices of masses, each joined to its 26 neighbours by springs. A
//   contact
//              acts on the mean of the four nodes of a face, so that H has full column rank: W is
//              regular, r is unique.
//   rigid      six degrees of freedom per brick: fewer than the contacts have components. W is
//              singular, r is not unique (hyperstatic).
//
// Grid coordinates count elements: x along the wall, y through it, z up. Even courses begin with a
// half brick, odd ones end with it.
#pragma once

#include "nonsmooth/problem.hpp"

namespace nonsmooth::bench {

struct BrickWall {
  bool flexible = true;
  int courses = 3;
  int bricks = 3;           ///< whole ones per course, beside one half
  int half_length = 2;      ///< elements of half a brick along the wall
  int height = 2;           ///< elements of a brick
  int depth = 2;            ///< elements through the wall
  double push = 0.2;        ///< horizontal over vertical load; the floor holds up to 0.53
  double time_step = 1e-2;  ///< s
};

GlobalProblem brick_wall(const BrickWall& wall);

}  // namespace nonsmooth::bench
