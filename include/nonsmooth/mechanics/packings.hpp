// SPDX-License-Identifier: Apache-2.0
// Bodies by the hundred: boxes of spheres, walls, towers, arches, rows, grids, chains.
//
//   for (ns::Body& body : ns::brick_wall({.columns = 5, .rows = 4})) scene.add(std::move(body));
//
// Pure functions: the same numbers and seed give the same bits. Bodies of one packing do not
// overlap; those that rest on each other touch. They have names "brick 0", "brick 1", ... and the
// other members of Body at their defaults, for the caller to set. Each throws Error naming the
// field for sizes and counts that are not positive.
#pragma once

#include "nonsmooth/mechanics/scene.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace nonsmooth {

/// Spheres of random radii at random places in the cells of a box, from its floor upwards, as
/// grains before they settle.
struct SphereBox {
  Vec<3> lower = Vec<3>(-0.5, -0.5, 0.0), upper = Vec<3>(0.5, 0.5, 1.0);  ///< m
  double radius_min = 0.05, radius_max = 0.05;                            ///< m, uniform between
  int count = 0;           ///< 0: as many as there are cells; else an error if there are fewer
  double looseness = 0.1;  ///< room to move in a cell, relative to the largest diameter
  std::uint64_t seed = 1;
};
std::vector<Body> sphere_box(const SphereBox& options);

/// Running bond: every other row begins and ends with half a brick. x along the wall.
struct BrickWall {
  int columns = 6, rows = 6;
  Vec<3> brick = Vec<3>(0.2, 0.1, 0.1);     ///< m, length, depth, height
  double gap = 0.0;                         ///< m, between neighbours of a row
  Vec<3> position = Vec<3>(0.0, 0.0, 0.0);  ///< middle of its foot
};
std::vector<Body> brick_wall(const BrickWall& options);

/// Levels of parallel planks, each level across the one below.
struct PlankTower {
  int levels = 10;
  int planks = 3;                             ///< per level, spread over the length of a plank
  Vec<3> plank = Vec<3>(0.12, 0.024, 0.008);  ///< m, length, width, thickness
  Vec<3> position = Vec<3>(0.0, 0.0, 0.0);    ///< middle of its foot
};
std::vector<Body> plank_tower(const PlankTower& options);

/// Wedge stones about a half circle in the plane y = 0; both ends stand on z = position.z.
/// Thinner than 0.1075 of the mean radius it falls whatever the friction (Milankovitch 1907).
struct Arch {
  int stones = 9;
  double inner_radius = 1.0, thickness = 0.3, depth = 0.5;  ///< m
  Vec<3> position = Vec<3>(0.0, 0.0, 0.0);                  ///< centre of the circle
};
std::vector<Body> arch(const Arch& options);

/// Along x, standing on z = position.z; the first one is pushed.
struct DominoRow {
  int count = 20;
  Vec<3> domino = Vec<3>(0.008, 0.024, 0.048);  ///< m, thickness, width, height
  double spacing = 0.024;                       ///< m, from middle to middle
  double push = 0.0;                            ///< rad/s, turn of the first about its foot
  Vec<3> position = Vec<3>(0.0, 0.0, 0.0);      ///< foot of the first
};
std::vector<Body> domino_row(const DominoRow& options);

/// Copies of a body; the first at its position, the others spaced along x, y and z.
struct Grid {
  Body body{};
  std::array<int, 3> counts{2, 2, 2};
  Vec<3> spacing = Vec<3>::Ones();  ///< m
  double jitter = 0.0;              ///< m, at most, in each direction
  bool turn = false;                ///< in random orientations
  std::uint64_t seed = 1;
};
std::vector<Body> grid(const Grid& options);

/// Capsules from one point to another, joined by balls at their ends. They do not touch each other
/// (group 2).
struct Chain {
  Vec<3> from = Vec<3>(0.0, 0.0, 0.0), to = Vec<3>(1.0, 0.0, 0.0);  ///< m
  int links = 10;
  double radius = 0.01;   ///< m
  bool hold_from = true;  ///< the first point is held by the world
  bool hold_to = false;   ///< and the last one
};
struct JointedBodies {
  std::vector<Body> bodies;
  std::vector<Joint> joints;  ///< ids are indices into `bodies`: add the number of bodies before
};
JointedBodies chain(const Chain& options);

}  // namespace nonsmooth
