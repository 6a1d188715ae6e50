// SPDX-License-Identifier: Apache-2.0
// A convex polyhedron as the algorithms see it: vertices, faces and edges in one common frame.
// A triangle is one with two faces, front (0) and back (1).
//
// Along a unit direction n from B to A the polyhedra are separated by
//
//   s(n) = min_A n.x - max_B n.x,      signed distance = max over n of s(n),
//
// in penetration at the normal of a face of A or B or of a pair of edges; apart it may be any n.
#pragma once

#include "nonsmooth/collide/contact.hpp"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <span>

namespace nonsmooth {

struct PolytopeView {
  std::span<const Vec<3>> vertices{};
  std::span<const Vec<3>> normals{};  ///< of the faces; those in `faces` hold if this is empty
  std::span<const ConvexHull::Face> faces{};
  std::span<const ConvexHull::Edge> edges{};
  std::span<const int> loops{};
  int solid_faces = 0;  ///< faces that count as directions of escape

  const Vec<3>& vertex(int i) const { return vertices[static_cast<std::size_t>(i)]; }
  const Vec<3>& normal(int i) const {
    return normals.empty() ? face(i).normal : normals[static_cast<std::size_t>(i)];
  }
  const ConvexHull::Face& face(int i) const { return faces[static_cast<std::size_t>(i)]; }
  /// Vertex number k (cyclic) of face i.
  int corner(int i, int k) const {
    const ConvexHull::Face& f = face(i);
    return loops[static_cast<std::size_t>(f.first + (k < f.count ? k : k - f.count))];
  }
  double offset(int i) const { return normal(i).dot(vertex(corner(i, 0))); }
  int support(const Vec<3>& direction) const {
    int best = 0;
    double most = vertices[0].dot(direction);
    for (std::size_t i = 1; i < vertices.size(); ++i)
      if (const double x = vertices[i].dot(direction); x > most)
        most = x, best = static_cast<int>(i);
    return best;
  }
};

/// Vertex i of a box has the sign of bit k of i along axis k; face 2 k + (1 if positive).
struct BoxPolytope {
  std::array<Vec<3>, 8> vertices;
  std::array<Vec<3>, 6> normals;
  BoxPolytope(const Vec<3>& half_extents, const Pose& pose);
  explicit BoxPolytope(const Vec<3>& half_extents);
  PolytopeView view() const;
};

/// The hull moved to another frame; its vertices and normals go into `scratch`.
PolytopeView hull_at_rest(const ConvexHull& hull);
PolytopeView moved_hull(const ConvexHull& hull, const Pose& pose, std::vector<Vec<3>>& scratch);

/// A polytope of two vertices and one edge.
PolytopeView segment_polytope(const std::array<Vec<3>, 2>& ends);

/// A direction with its separation. Faces: number of the face in a or b, -1 in the other. Edges:
/// both numbers, of edges. Anything else: both -1.
struct Axis {
  double separation = -infinity;
  Vec<3> normal = Vec<3>::UnitZ();
  enum class Kind { face_a, face_b, edges, general } kind = Kind::general;
  int a = -1, b = -1;
};

/// Where found contacts go: from the frame of the pair to the world. Radii are those of balls swept
/// over the shapes (capsules): surfaces move along the normal and the gap shrinks.
struct Emitter {
  const Pose& frame;
  double margin;
  ContactBuffer& buffer;
  double radius_a = 0.0, radius_b = 0.0;

  void operator()(const Vec<3>& on_a, const Vec<3>& normal, double core_gap,
                  std::uint64_t feature) const {
    const double gap = core_gap - radius_a - radius_b;
    if (!(gap <= margin)) return;
    ContactPoint point;
    point.normal = frame.direction(normal);
    point.on_a = frame.point(on_a - radius_a * normal);
    point.on_b = point.on_a - gap * point.normal;
    point.gap = gap;
    point.feature = feature;
    buffer.points.push_back(point);
  }
};

/// Best of the face normals and pairs of edges; stops at the first that exceeds `enough`.
Axis best_axis(const PolytopeView& a, const PolytopeView& b, double enough);

/// The same for two boxes, B at rest in its own frame and A at `pose`, 15 axes in closed form.
Axis best_box_axis(const Vec<3>& half_a, const Pose& pose, const Vec<3>& half_b, double enough);

/// Contacts along an axis of best_axis; falls back on the closest points where the axis is not the
/// direction of the distance (corners opposite each other).
void polytope_contacts(const PolytopeView& a, const PolytopeView& b, const Axis& axis,
                       const Emitter& emit);

/// The closest points of two polytopes that are apart; `axis` is where the search begins.
void closest_contacts(const PolytopeView& a, const PolytopeView& b, const Axis& axis,
                      const Emitter& emit);

/// A point (core of a sphere) and a hull.
void point_contacts(const Vec<3>& point, const PolytopeView& b, const Emitter& emit);

/// A segment (core of a capsule) and a polytope.
void segment_contacts(const Vec<3>& tail, const Vec<3>& head, const PolytopeView& b,
                      const Emitter& emit);

/// A fixed direction orthogonal to v: for coincident centres and parallel axes.
inline Vec<3> any_orthogonal(const Vec<3>& v) {
  int least = 0;
  v.cwiseAbs().minCoeff(&least);
  return v.cross(Vec<3>(Vec<3>::Unit(least))).normalized();
}

inline Pose relative_pose(const Pose& a, const Pose& b) {
  return {b.rotation.transpose() * (a.position - b.position), b.rotation.transpose() * a.rotation};
}

// --- Features: what meets, as numbers of vertices. Two 16-bit numbers per side.

inline std::uint64_t feature_of(int a0, int a1, int b0, int b1) {
  const auto part = [](int i) { return static_cast<std::uint64_t>(i + 1) & 0xFFFFu; };
  const auto side = [&](int i, int j) {
    return i < j ? part(i) << 16 | part(j) : part(j) << 16 | part(i);
  };
  return side(a0, a1) << 32 | side(b0, b1);
}

}  // namespace nonsmooth
