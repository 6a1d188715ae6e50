// SPDX-License-Identifier: Apache-2.0
// Convex solids on meshes and height fields, in the axes of the surface: the points of the body
// first (surface_query.hpp), then what sticks out of the surface (surface_polytope.hpp,
// surface_round.hpp). No feature of the surface that lies in a plane or a valley gives a contact,
// so a body that slides over inner edges meets the same plane all the way.
#include "collide/pairs.hpp"
#include "collide/surface_round.hpp"

namespace nonsmooth {
namespace {

template <class View>
class BodyOnSurface {
 public:
  BodyOnSurface(const View& view, const Shape& convex, const Pose& pose, double margin,
                ContactBuffer& buffer)
      : query_{view, buffer, margin}, pose_(pose), box_(bounds(convex, pose)) {
    query_.size = (box_.upper - box_.lower).norm();
    query_.rounding =
        1e-14 * (query_.size + box_.lower.cwiseAbs().cwiseMax(box_.upper.cwiseAbs()).maxCoeff());
    query_.body = buffer.points.size();
    box_ = box_.grown(margin);
  }

  void operator()(const Sphere& sphere) { point(pose_.position, sphere.radius, 0); }

  void operator()(const Capsule& capsule) {
    const Vec<3> tail = pose_.point({0, 0, -capsule.half_length});
    const Vec<3> head = pose_.point({0, 0, capsule.half_length});
    point(tail, capsule.radius, 0);
    point(head, capsule.radius, 1);
    if (!(capsule.half_length > 0.0)) return;
    BarrelOnSurface<View>{query_, tail, head, capsule.radius}.find(near(), box_);
  }

  void operator()(const Cuboid& box) { polytope(BoxPolytope(box.half_extents, pose_).view()); }

  void operator()(const ConvexHull& hull) {
    polytope(moved_hull(hull, pose_, query_.buffer.vertices));
  }

  void operator()(const Cylinder& c) { round({c.radius, -c.half_length, c.half_length, false}); }
  void operator()(const Cone& c) { round({c.radius, -c.height / 4, 3 * c.height / 4, true}); }

  // half-spaces and shapes in the plane
  template <class Other>
  void operator()(const Other&) {}

 private:
  double reach() const {
    return std::is_same_v<View, MeshView> ? query_.size + query_.margin : 0.0;
  }

  void point(const Vec<3>& where, double radius, std::uint64_t label) {
    PointOnSurface<View>{query_, where, radius, label}.find(reach());
  }

  std::span<const int> near() {
    query_.buffer.candidates.clear();
    query_.view.overlapping(box_, query_.buffer.candidates);
    return query_.buffer.candidates;
  }

  void polytope(const PolytopeView& body) {
    // the surface is no farther from a vertex than from the one before it plus the way between
    double known = infinity;
    for (std::size_t k = 0; k < body.vertices.size(); ++k) {
      const double way = k > 0 ? (body.vertices[k] - body.vertices[k - 1]).norm() : 0.0;
      const double within = std::min(reach(), (known + way) * (1.0 + 1e-12));
      known = PointOnSurface<View>{query_, body.vertices[k], 0.0, 4 * k}.find(within);
      // nothing so far around one vertex is nothing near any other
      if (k == 0 && reach() > 0.0 && known == infinity) return;
    }
    PolytopeOnSurface<View>{query_, body}.find(near(), box_);
  }

  void round(const RoundSolid& solid) {
    RoundOnSurface<View> body{query_, solid, pose_};
    body.find_points(reach());
    body.lowest_points(near().size(), reach());
    body.find(query_.buffer.candidates, box_);
  }

  SurfaceQuery<View> query_;
  Pose pose_;
  Aabb box_;
};

template <class View>
void contacts(const View& view, const Shape& convex, const Pose& pose, const Pose& surface_pose,
              double margin, ContactBuffer& buffer) {
  const std::size_t first = buffer.points.size();
  buffer.candidates.clear();
  BodyOnSurface<View> body(view, convex, relative_pose(pose, surface_pose), margin, buffer);
  std::visit(body, convex);
  for (std::size_t k = first; k < buffer.points.size(); ++k) {
    ContactPoint& contact = buffer.points[k];
    contact.on_a = surface_pose.point(contact.on_a);
    contact.on_b = surface_pose.point(contact.on_b);
    contact.normal = surface_pose.direction(contact.normal);
  }
}

}  // namespace

void surface_contacts(const Shape& convex, const Pose& pose, const TriangleMesh& mesh,
                      const Pose& mesh_pose, double margin, ContactBuffer& buffer) {
  contacts(MeshView{mesh}, convex, pose, mesh_pose, margin, buffer);
}

void surface_contacts(const Shape& convex, const Pose& pose, const HeightField& field,
                      const Pose& field_pose, double margin, ContactBuffer& buffer) {
  contacts(FieldView{field}, convex, pose, field_pose, margin, buffer);
}

}  // namespace nonsmooth
