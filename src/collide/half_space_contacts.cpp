// SPDX-License-Identifier: Apache-2.0
// Shapes on a plane: gap(x) = n.x - offset at their vertices, ends and rims.
//
// A rim is a circle c + r (cos p X + sin p Y); its gap is least, g_c - r |g| with g = (n.X, n.Y),
// at the angle of -g. A cap that lies nearly flat gives its four points at -X, X, -Y, Y, which stay
// the same points of the body from step to step, and the least point only where it is lower than
// these by 1e-10 r: its angle means nothing before.

#include "collide/convex_pairs.hpp"

namespace nonsmooth {
namespace {

struct Plane {
  Vec<3> normal;
  double offset;
  explicit Plane(const HalfSpace& h) {
    const double length = h.normal.norm();
    normal = h.normal / length, offset = h.offset / length;
  }
  double gap(const Vec<3>& x) const { return normal.dot(x) - offset; }
};

void rim_on_plane(const Vec<3>& centre, const Pose& pose, double radius, const Plane& plane,
                  std::uint64_t feature, const Emitter& emit) {
  const Vec<3> x = pose.rotation.col(0), y = pose.rotation.col(1);
  const Vec<2> slope(plane.normal.dot(x), plane.normal.dot(y));
  const double steep = slope.norm(), level = plane.gap(centre);
  if (steep < 0.5) {
    const auto add = [&](const Vec<3>& direction, double along, std::uint64_t k) {
      emit(centre + radius * direction, plane.normal, level + radius * along, feature + k);
    };
    add(-x, -slope[0], 0), add(x, slope[0], 1), add(-y, -slope[1], 2), add(y, slope[1], 3);
  }
  if (steep - slope.cwiseAbs().maxCoeff() > 1e-10 || steep >= 0.5)
    emit(centre - radius / steep * (slope[0] * x + slope[1] * y), plane.normal,
         level - radius * steep, feature + 4);
}

template <typename Vertices>
void vertices_on_plane(const Vertices& vertices, const Pose& pose, const Plane& plane,
                       const Emitter& emit) {
  std::uint64_t i = 0;
  for (const Vec<3>& v : vertices) {
    const Vec<3> x = pose.point(v);
    emit(x, plane.normal, plane.gap(x), i++);
  }
}

}  // namespace

void half_space_contacts(const Sphere&, const Pose& pose, const HalfSpace& b, const Emitter& emit) {
  const Plane plane(b);
  emit(pose.position, plane.normal, plane.gap(pose.position), 0);
}

void half_space_contacts(const Capsule& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit) {
  const Plane plane(b);
  for (const double end : {-a.half_length, a.half_length}) {
    const Vec<3> p = pose.position + end * pose.rotation.col(2);
    emit(p, plane.normal, plane.gap(p), end < 0.0 ? 0 : 1);
  }
}

void half_space_contacts(const Cylinder& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit) {
  const Vec<3> half = a.half_length * pose.rotation.col(2);
  rim_on_plane(pose.position - half, pose, a.radius, Plane(b), 0, emit);
  rim_on_plane(pose.position + half, pose, a.radius, Plane(b), 8, emit);
}

void half_space_contacts(const Cone& a, const Pose& pose, const HalfSpace& b, const Emitter& emit) {
  const Vec<3> up = a.height * pose.rotation.col(2), apex = pose.position + 0.75 * up;
  const Plane plane(b);
  rim_on_plane(pose.position - 0.25 * up, pose, a.radius, plane, 0, emit);
  emit(apex, plane.normal, plane.gap(apex), 8);
}

void half_space_contacts(const Cuboid& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit) {
  vertices_on_plane(BoxPolytope(a.half_extents, pose).vertices, Pose{}, Plane(b), emit);
}

void half_space_contacts(const ConvexHull& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit) {
  vertices_on_plane(a.vertices(), pose, Plane(b), emit);
}

void half_space_contacts(const TriangleMesh& a, const Pose& pose, const HalfSpace& b,
                         const Emitter& emit) {
  vertices_on_plane(a.vertices(), pose, Plane(b), emit);
}

}  // namespace nonsmooth
