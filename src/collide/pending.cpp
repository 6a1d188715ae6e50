// SPDX-License-Identifier: Apache-2.0
// Stands in for surface_contacts.cpp and plane_contacts.cpp until they are merged: no contacts.

#include "collide/pairs.hpp"

namespace nonsmooth {

void surface_contacts(const Shape&, const Pose&, const TriangleMesh&, const Pose&, double,
                      ContactBuffer&) {}
void surface_contacts(const Shape&, const Pose&, const HeightField&, const Pose&, double,
                      ContactBuffer&) {}
void plane_contacts(const Shape&, const Pose&, const Shape&, const Pose&, double, ContactBuffer&) {}

std::optional<double> ray_hit(const Shape&, const Pose&, const Vec<3>&, const Vec<3>&) {
  return std::nullopt;
}

}  // namespace nonsmooth
