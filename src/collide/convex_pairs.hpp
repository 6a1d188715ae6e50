// SPDX-License-Identifier: Apache-2.0
// Pairs of convex shapes in the body axes of B; what they find goes through the emitter.
#pragma once

#include "collide/polytope.hpp"

namespace nonsmooth {

// The first shape is a point or a segment; its radius is in the emitter, as are those of B's sphere
// and capsule.
void sphere_contacts(const Vec<3>& centre, const Sphere& b, const Emitter& emit);
void sphere_contacts(const Vec<3>& centre, const Capsule& b, const Emitter& emit);
void sphere_contacts(const Vec<3>& centre, const Cylinder& b, const Emitter& emit);
void sphere_contacts(const Vec<3>& centre, const Cone& b, const Emitter& emit);
void sphere_contacts(const Vec<3>& centre, const Cuboid& b, const Emitter& emit);
void sphere_contacts(const Vec<3>& centre, const ConvexHull& b, const Emitter& emit);
void capsule_contacts(const Vec<3>& tail, const Vec<3>& head, const Capsule& b,
                      const Emitter& emit);

// A shape at `pose` on the plane normal.x = offset.
void half_space_contacts(const Sphere& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);
void half_space_contacts(const Capsule& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);
void half_space_contacts(const Cylinder& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);
void half_space_contacts(const Cone& a, const Pose& pose, const HalfSpace& b, const Emitter& emit);
void half_space_contacts(const Cuboid& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);
void half_space_contacts(const ConvexHull& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);
void half_space_contacts(const TriangleMesh& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit);

}  // namespace nonsmooth
