// SPDX-License-Identifier: Apache-2.0
// The table of convex pairs. Every pair is computed in one order, the simpler shape first, in the
// body axes of the second.

#include "collide/body.hpp"
#include "collide/closest_points.hpp"
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

namespace {

/// The frame of a triangle is the body of the convex shape: three corners move, not the hull.
void on_triangle(const Shape& convex, const PolytopeView& triangle, const Emitter& emit) {
  if (const auto* box = std::get_if<Cuboid>(&convex))
    between_polytopes(BoxPolytope(box->half_extents).view(), triangle, emit);
  if (const auto* hull = std::get_if<ConvexHull>(&convex))
    between_polytopes(hull_at_rest(*hull), triangle, emit);
  if (const auto* cylinder = std::get_if<Cylinder>(&convex))
    body_contacts(body_of(*cylinder, Pose{}), body_of(triangle), emit);
  if (const auto* cone = std::get_if<Cone>(&convex))
    body_contacts(body_of(*cone, Pose{}), body_of(triangle), emit);
  Emitter round = emit;
  if (const auto* capsule = std::get_if<Capsule>(&convex)) {
    round.radius_a = capsule->radius;
    const Vec<3> head(0.0, 0.0, capsule->half_length);
    segment_contacts(-head, head, triangle, round);
  }
  if (const auto* sphere = std::get_if<Sphere>(&convex)) {
    round.radius_a = sphere->radius;
    const auto l = closest_in_triangle(triangle.vertex(0), triangle.vertex(1), triangle.vertex(2));
    const bool over = l[0] > 0.0 && l[1] > 0.0 && l[2] > 0.0;
    const Vec<3> off =
        l[0] * triangle.vertex(0) + l[1] * triangle.vertex(1) + l[2] * triangle.vertex(2);
    const double distance = off.norm();
    const auto corner = [&](std::size_t k) { return l[k] > 0.0 ? static_cast<int>(k) : -1; };
    const std::uint64_t feature = over ? 0 : feature_of(-1, corner(0), corner(1), corner(2));
    if (over || !(distance > 0.0))
      round(Vec<3>::Zero(), triangle.normal(0), -triangle.offset(0), feature);
    else
      round(Vec<3>::Zero(), -off / distance, distance, feature);
  }
}

/// Largest value of direction.x on a shape in its body axes.
double reach(const Shape& shape, const Vec<3>& d) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* box = std::get_if<Cuboid>(&shape)) return d.cwiseAbs().dot(box->half_extents);
  const double flat = std::hypot(d[0], d[1]);
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return capsule->radius + capsule->half_length * std::abs(d[2]);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return cylinder->radius * flat + cylinder->half_length * std::abs(d[2]);
  if (const auto* cone = std::get_if<Cone>(&shape))
    return cone->height * std::max(0.75 * d[2], -0.25 * d[2] + cone->radius * flat / cone->height);
  double most = -infinity;
  if (const auto* hull = std::get_if<ConvexHull>(&shape))
    for (const Vec<3>& v : hull->vertices()) most = std::max(most, d.dot(v));
  return most;
}

}  // namespace

void triangle_contacts(const Shape& convex, const Pose& pose, const std::array<Vec<3>, 3>& corners,
                       double margin, ContactBuffer& buffer) {
  std::array<Vec<3>, 3> local;
  for (std::size_t k = 0; k < 3; ++k) local[k] = pose.point_in_body(corners[k]);
  const TrianglePolytope triangle(local);
  const PolytopeView view = triangle.view();
  if (!(triangle.normals[0].squaredNorm() > 0.5)) return;  // no area, no normal
  const double offset = view.offset(0);
  if (-reach(convex, -triangle.normals[0]) - offset > margin) return;
  if (reach(convex, triangle.normals[0]) <= offset) {  // wholly behind: the back is the front
    if (offset - reach(convex, triangle.normals[0]) > margin) return;
    const std::size_t first = buffer.points.size();
    TrianglePolytope back({local[0], local[2], local[1]});
    on_triangle(convex, back.view(), Emitter{pose, margin, buffer});
    for (std::size_t i = first; i < buffer.points.size(); ++i)
      buffer.points[i].feature ^= 1ull << 63;
    return;
  }
  on_triangle(convex, view, Emitter{pose, margin, buffer});
}

}  // namespace nonsmooth
