// SPDX-License-Identifier: Apache-2.0
// Which function finds the contacts of which pair. Compounds are taken apart first; of every other
// pair only one order is computed, the other is its mirror image.

#include "nonsmooth/collide/contact.hpp"

#include "collide/pairs.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

enum class Family { convex, surface, plane, compound };

/// By position in Shape.
constexpr Family families[] = {Family::convex,  Family::convex, Family::convex, Family::convex,
                               Family::convex,  Family::convex, Family::convex, Family::surface,
                               Family::surface, Family::plane,  Family::plane,  Family::plane,
                               Family::compound};

Family family(const Shape& shape) { return families[shape.index()]; }

void number_parts(ContactBuffer& buffer, std::size_t first, std::uint64_t part) {
  for (std::size_t i = first; i < buffer.points.size(); ++i)
    buffer.points[i].feature = mix_features(part, buffer.points[i].feature);
}

void compound_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                       double margin, ContactBuffer& buffer) {
  const bool first_is_compound = family(a) == Family::compound;
  const Compound& compound = std::get<Compound>(first_is_compound ? a : b);
  const Aabb other = bounds(first_is_compound ? b : a, first_is_compound ? pose_b : pose_a);
  for (std::size_t i = 0; i < compound.parts.size(); ++i) {
    const Pose pose = (first_is_compound ? pose_a : pose_b) * compound.poses[i];
    if (!bounds(compound.parts[i], pose).grown(margin).overlaps(other)) continue;
    const std::size_t first = buffer.points.size();
    if (first_is_compound)
      find_contacts(compound.parts[i], pose, b, pose_b, margin, buffer);
    else
      find_contacts(a, pose_a, compound.parts[i], pose, margin, buffer);
    // parts of A and of B must not be mistaken for each other
    number_parts(buffer, first, 2 * i + (first_is_compound ? 0 : 1));
  }
}

void on_surface(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                double margin, ContactBuffer& buffer) {
  if (const auto* mesh = std::get_if<TriangleMesh>(&b)) {
    if (const auto* plane = std::get_if<HalfSpace>(&a)) {
      const std::size_t first = buffer.points.size();
      mesh_on_half_space(*mesh, pose_b, *plane, pose_a, margin, buffer);
      return flip_contacts(buffer, first);
    }
    return surface_contacts(a, pose_a, *mesh, pose_b, margin, buffer);
  }
  if (!std::holds_alternative<HalfSpace>(a))
    surface_contacts(a, pose_a, std::get<HeightField>(b), pose_b, margin, buffer);
}

/// A margin that finds contacts whatever the poses: no two points are farther apart.
double reach_of_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Aabb all = bounds(a, pose_a);
  all.add(bounds(b, pose_b));
  const double reach = (all.upper - all.lower).norm();
  return reach < infinity ? reach : infinity;
}

}  // namespace

void find_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                   double margin, ContactBuffer& buffer) {
  const Family fa = family(a), fb = family(b);
  if (fa == Family::convex && fb == Family::convex)
    return convex_contacts(a, pose_a, b, pose_b, margin, buffer);
  if (fa == Family::compound || fb == Family::compound)
    return compound_contacts(a, pose_a, b, pose_b, margin, buffer);
  if (fa == Family::plane && fb == Family::plane)
    return plane_contacts(a, pose_a, b, pose_b, margin, buffer);
  if (fa == Family::convex && fb == Family::surface)
    return on_surface(a, pose_a, b, pose_b, margin, buffer);
  if (fa == Family::surface && fb == Family::convex) {
    const std::size_t first = buffer.points.size();
    on_surface(b, pose_b, a, pose_a, margin, buffer);
    flip_contacts(buffer, first);
  }
}

double distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  ContactBuffer buffer;
  find_contacts(a, pose_a, b, pose_b, reach_of_pair(a, pose_a, b, pose_b), buffer);
  double least = infinity;
  for (const ContactPoint& point : buffer.points) least = std::min(least, point.gap);
  return least;
}

}  // namespace nonsmooth
