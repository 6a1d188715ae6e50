// SPDX-License-Identifier: Apache-2.0
// Rigid bodies and the points where they touch: what every family but `elastic` is made of.
#pragma once

#include "bench/friction_problems.hpp"

#include "nonsmooth/base/random.hpp"

#include <vector>

namespace nonsmooth::bench {

inline constexpr double gravity = 9.81;    // m/s^2
inline constexpr double time_step = 5e-3;  // s
inline constexpr double density = 2000.0;  // kg/m^3, of stone
inline constexpr int ground = -1;          // what does not move

struct RigidBody {
  double mass = 1.0;                    ///< kg
  Mat<3> inertia = Mat<3>::Identity();  ///< about the centre, axes of the world, kg m^2
  Vec<3> centre = Vec<3>::Zero();       ///< m
  Vec<6> velocity = Vec<6>::Zero();     ///< of the centre, then angular, axes of the world
};

struct Contact {
  int a = 0, b = ground;            ///< bodies; the reaction acts on a
  Vec<3> normal = Vec<3>::UnitZ();  ///< from b to a
  Vec<3> arm_a = Vec<3>::Zero();    ///< from the centre of a to the point, m
  Vec<3> arm_b = Vec<3>::Zero();    ///< the same of b; without meaning for the ground
  double gap = 0.0;                 ///< m, open if positive
  double bias = 0.0;                ///< prescribed part w_N of the relative velocity, m/s
};

struct RigidScene {
  std::vector<RigidBody> bodies;
  std::vector<Contact> contacts;
  Vec<3> acceleration{0.0, 0.0, -gravity};  ///< of free fall, m/s^2
};

/// Bodies and contacts of the families that have them (all but elastic).
RigidScene rigid_scene(const FrictionProblemOptions& options);

/// One step of Moreau and Jean: M v = M v_k + h F + H r with six velocities per body.
GlobalProblem one_step(const RigidScene& scene, double mu);

RigidScene wall(const FrictionProblemOptions& options);
RigidScene tower(const FrictionProblemOptions& options);
RigidScene cube_pile(const FrictionProblemOptions& options);
RigidScene arch(const FrictionProblemOptions& options);
RigidScene sphere_pile(const FrictionProblemOptions& options);
RigidScene chute(const FrictionProblemOptions& options);

/// Elastic blocks, directly as a problem (friction_problems_elastic.cpp).
GlobalProblem elastic_blocks(const FrictionProblemOptions& options);

/// Normal and two tangents as columns, right-handed.
Mat<3> contact_frame(const Vec<3>& normal);

/// Independent numbers for every family and seed.
Random random_of(const FrictionProblemOptions& options);

}  // namespace nonsmooth::bench
