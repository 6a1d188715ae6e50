// SPDX-License-Identifier: Apache-2.0
// The table of convex pairs. Every pair is computed in one order, the simpler shape first, in the
// body axes of the second.

#include "collide/body.hpp"
#include "collide/convex_pairs.hpp"
#include "collide/pairs.hpp"

#include <utility>

namespace nonsmooth {
namespace {

/// By position in Shape: sphere, half-space, capsule, cylinder, cone, box, hull.
constexpr int ranks[] = {0, 6, 1, 4, 5, 2, 3};

int rank(const Shape& shape) { return ranks[shape.index()]; }

void on_half_space(const Shape& a, const Pose& pose, const HalfSpace& b, Emitter emit) {
  const auto run = [&](const auto& shape) { half_space_contacts(shape, pose, b, emit); };
  if (const auto* sphere = std::get_if<Sphere>(&a)) emit.radius_a = sphere->radius, run(*sphere);
  if (const auto* capsule = std::get_if<Capsule>(&a))
    emit.radius_a = capsule->radius, run(*capsule);
  if (const auto* cylinder = std::get_if<Cylinder>(&a)) run(*cylinder);
  if (const auto* cone = std::get_if<Cone>(&a)) run(*cone);
  if (const auto* box = std::get_if<Cuboid>(&a)) run(*box);
  if (const auto* hull = std::get_if<ConvexHull>(&a)) run(*hull);
  if (const auto* mesh = std::get_if<TriangleMesh>(&a)) run(*mesh);
}

void from_sphere(const Sphere& a, const Vec<3>& centre, const Shape& b, Emitter emit) {
  emit.radius_a = a.radius;
  if (const auto* sphere = std::get_if<Sphere>(&b)) {
    emit.radius_b = sphere->radius;
    return sphere_contacts(centre, *sphere, emit);
  }
  if (const auto* capsule = std::get_if<Capsule>(&b)) {
    emit.radius_b = capsule->radius;
    return sphere_contacts(centre, *capsule, emit);
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&b)) sphere_contacts(centre, *cylinder, emit);
  if (const auto* cone = std::get_if<Cone>(&b)) sphere_contacts(centre, *cone, emit);
  if (const auto* box = std::get_if<Cuboid>(&b)) sphere_contacts(centre, *box, emit);
  if (const auto* hull = std::get_if<ConvexHull>(&b)) sphere_contacts(centre, *hull, emit);
}

void from_capsule(const Capsule& a, const Pose& pose, const Shape& b, Emitter emit) {
  const Vec<3> half = a.half_length * pose.rotation.col(2);
  const Vec<3> tail = pose.position - half, head = pose.position + half;
  emit.radius_a = a.radius;
  if (const auto* capsule = std::get_if<Capsule>(&b)) {
    emit.radius_b = capsule->radius;
    return capsule_contacts(tail, head, *capsule, emit);
  }
  if (const auto* box = std::get_if<Cuboid>(&b))
    segment_contacts(tail, head, BoxPolytope(box->half_extents).view(), emit);
  if (const auto* hull = std::get_if<ConvexHull>(&b))
    segment_contacts(tail, head, hull_at_rest(*hull), emit);
}

/// The second shape is a cylinder or a cone; pose: where A is in its body.
void on_frustum(const Shape& a, const Pose& pose, const ConvexBody& b, Emitter emit) {
  if (const auto* capsule = std::get_if<Capsule>(&a)) {
    const Vec<3> half = capsule->half_length * pose.rotation.col(2);
    const std::array<Vec<3>, 2> ends{pose.position - half, pose.position + half};
    ConvexBody core = body_of(segment_polytope(ends));
    core.radius = emit.radius_a = capsule->radius;
    return body_contacts(core, b, emit);
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&a))
    body_contacts(body_of(*cylinder, pose), b, emit);
  if (const auto* cone = std::get_if<Cone>(&a)) body_contacts(body_of(*cone, pose), b, emit);
  if (const auto* box = std::get_if<Cuboid>(&a)) {
    const BoxPolytope moved(box->half_extents, pose);
    body_contacts(body_of(moved.view()), b, emit);
  }
  if (const auto* hull = std::get_if<ConvexHull>(&a))
    body_contacts(body_of(moved_hull(*hull, pose, emit.buffer.vertices)), b, emit);
}

void between_polytopes(const PolytopeView& a, const PolytopeView& b, const Emitter& emit) {
  const Axis axis = best_axis(a, b, emit.margin);
  if (axis.separation <= emit.margin) polytope_contacts(a, b, axis, emit);
}

void from_box(const Cuboid& a, const Pose& pose, const Shape& b, const Emitter& emit) {
  if (const auto* box = std::get_if<Cuboid>(&b)) {
    const Axis axis = best_box_axis(a.half_extents, pose, box->half_extents, emit.margin);
    if (axis.separation > emit.margin) return;
    const BoxPolytope moved(a.half_extents, pose), rest(box->half_extents);
    polytope_contacts(moved.view(), rest.view(), axis, emit);
  }
  if (const auto* hull = std::get_if<ConvexHull>(&b))
    between_polytopes(BoxPolytope(a.half_extents, pose).view(), hull_at_rest(*hull), emit);
}

void from_hull(const ConvexHull& a, const Pose& pose, const Shape& b, const Emitter& emit) {
  if (const auto* hull = std::get_if<ConvexHull>(&b))
    between_polytopes(moved_hull(a, pose, emit.buffer.vertices), hull_at_rest(*hull), emit);
}

void in_order(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
              ContactBuffer& buffer) {
  const Emitter emit{pose_b, margin, buffer};
  if (const auto* sphere = std::get_if<Sphere>(&a); sphere && !std::holds_alternative<HalfSpace>(b))
    return from_sphere(*sphere, pose_b.point_in_body(pose_a.position), b, emit);
  const Pose pose = relative_pose(pose_a, pose_b);
  if (const auto* plane = std::get_if<HalfSpace>(&b)) return on_half_space(a, pose, *plane, emit);
  if (const auto* cylinder = std::get_if<Cylinder>(&b))
    return on_frustum(a, pose, body_of(*cylinder, Pose{}), emit);
  if (const auto* cone = std::get_if<Cone>(&b))
    return on_frustum(a, pose, body_of(*cone, Pose{}), emit);
  if (const auto* capsule = std::get_if<Capsule>(&a)) from_capsule(*capsule, pose, b, emit);
  if (const auto* box = std::get_if<Cuboid>(&a)) from_box(*box, pose, b, emit);
  if (const auto* hull = std::get_if<ConvexHull>(&a)) from_hull(*hull, pose, b, emit);
}

}  // namespace

void convex_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double margin, ContactBuffer& buffer) {
  if (rank(a) <= rank(b)) return in_order(a, pose_a, b, pose_b, margin, buffer);
  const std::size_t first = buffer.points.size();
  in_order(b, pose_b, a, pose_a, margin, buffer);
  flip_contacts(buffer, first);
}

void mesh_on_half_space(const TriangleMesh& mesh, const Pose& mesh_pose, const HalfSpace& plane,
                        const Pose& plane_pose, double margin, ContactBuffer& buffer) {
  half_space_contacts(mesh, relative_pose(mesh_pose, plane_pose), plane,
                      Emitter{plane_pose, margin, buffer});
}

}  // namespace nonsmooth
