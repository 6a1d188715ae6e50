// SPDX-License-Identifier: Apache-2.0
// The functions behind the pair table of contact.cpp. All append to buffer.points the contacts with
// gaps of at most `margin`; normals point from the second shape to the first.
#pragma once

#include "nonsmooth/collide/contact.hpp"

#include <utility>

namespace nonsmooth {

// --- surfaces (surface_contacts.cpp): a convex solid on triangles. Normals point to the convex.

void surface_contacts(const Shape& convex, const Pose& pose, const TriangleMesh& mesh,
                      const Pose& mesh_pose, double margin, ContactBuffer& buffer);
void surface_contacts(const Shape& convex, const Pose& pose, const HeightField& field,
                      const Pose& field_pose, double margin, ContactBuffer& buffer);

// --- the plane z = 0 (plane_contacts.cpp): disk, polygon and segment, in any order

void plane_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    double margin, ContactBuffer& buffer);

// --- convex solids: sphere, half-space, capsule, cylinder, cone, box, hull, in any order

void convex_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double margin, ContactBuffer& buffer);

/// Every vertex of the mesh on the plane; normals point to the mesh.
void mesh_on_half_space(const TriangleMesh& mesh, const Pose& mesh_pose, const HalfSpace& plane,
                        const Pose& plane_pose, double margin, ContactBuffer& buffer);

/// Exchanges A and B in the contacts from number `first` on.
inline void flip_contacts(ContactBuffer& buffer, std::size_t first) {
  for (std::size_t i = first; i < buffer.points.size(); ++i) {
    std::swap(buffer.points[i].on_a, buffer.points[i].on_b);
    buffer.points[i].normal = -buffer.points[i].normal;
  }
}

/// One number from two, such that different pairs give different numbers in practice.
inline std::uint64_t mix_features(std::uint64_t part, std::uint64_t feature) {
  std::uint64_t x = feature + 0x9E3779B97F4A7C15ull * (part + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

}  // namespace nonsmooth
