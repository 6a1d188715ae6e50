// SPDX-License-Identifier: Apache-2.0
// Contacts between two shapes, before and after they touch.
//
// The normal points from B to A; on_a - on_b = gap * normal; the gap is positive while the shapes
// are apart. Flat on flat gives the corners of the polygon in which they meet (its points need not
// have the same gap), not a single point: what a static body stands on.
#pragma once

#include "nonsmooth/collide/shapes.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace nonsmooth {

struct ContactPoint {
  Vec<3> on_a, on_b;  ///< world, m
  Vec<3> normal;      ///< unit, from B to A
  double gap = 0.0;   ///< m, negative in penetration
  /// Says which features meet (vertex 3 of A on face 5 of B, ...): the same number in the next step
  /// while the same features meet, different for the points of one pair.
  std::uint64_t feature = 0;
};

/// Contacts of a pair and what finding them needs; keeps its memory from call to call.
struct ContactBuffer {
  std::vector<ContactPoint> points{};
  std::vector<Vec<3>> vertices{}, clipped{};  // scratch of the narrow phase
  std::vector<std::uint64_t> labels{}, clipped_labels{};
  std::vector<int> candidates{};
  std::vector<Vec<3>> spare{};
};

/// Appends to buffer.points the contacts of A and B with gaps of at most `margin`. The order of
/// points is fixed by the shapes and poses. No allocation once the buffer has grown. Pairs that
/// cannot meet (two half-spaces, two fields, a plane shape and a solid one) have none.
void find_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                   double margin, ContactBuffer& buffer);

/// Signed distance: the smallest gap, or the depth of penetration as a negative number. Exact up to
/// rounding for convex shapes; for meshes and fields the smallest gap of their contacts.
double distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// The first point where the segment from `from` to `to` (world) enters the shape through its
/// surface from outside, as a fraction of the segment in [0, 1]; nothing if it does not.
std::optional<double> ray_hit(const Shape& shape, const Pose& pose, const Vec<3>& from,
                              const Vec<3>& to);

}  // namespace nonsmooth
