// SPDX-License-Identifier: Apache-2.0
// What the general search for contacts knows of a convex shape: a polytope (also a segment), or a
// frustum, of which cylinder and cone are special cases.
//
// Where the support point of a frustum lies says the direction m: on a cap for m = -+axis, on a
// side line for the circle m.axis = sine of the side, on a rim else (the apex of a cone is a rim of
// no radius).
#pragma once

#include "collide/polytope.hpp"

namespace nonsmooth {

struct Rim {
  Vec<3> centre;
  double radius = 0.0;
  Vec<3> axis, x, y;  ///< unit; x and y span its plane

  /// Farthest point along m. The part of m in the plane is taken from x and y: the difference of m
  /// and its part along the axis would leave the plane by rounding where m is nearly the axis.
  Vec<3> point(const Vec<3>& m) const {
    const double along_x = x.dot(m), along_y = y.dot(m);
    const double length = std::sqrt(along_x * along_x + along_y * along_y);
    if (!(length > 1e-14)) return centre + radius * x;
    return centre + radius / length * (along_x * x + along_y * y);
  }
};

struct Frustum {
  Mat<3> axes;              ///< columns x, y and the axis, which points from low to high
  std::array<Rim, 2> rims;  ///< low, high
  double sine = 0.0;        ///< of the slope of the side: m.axis of its normals
};

struct ConvexBody {
  PolytopeView polytope{};
  bool is_frustum = false;
  Frustum frustum{};
  Vec<3> extrusion = Vec<3>::Zero();  ///< a sheet becomes a prism: support points may move by this
  double radius = 0.0;                ///< of the ball swept over it
  double size = 0.0;

  Vec<3> support(const Vec<3>& m) const {
    if (is_frustum) {
      const Vec<3> low = frustum.rims[0].point(m), high = frustum.rims[1].point(m);
      return m.dot(high) > m.dot(low) ? high : low;
    }
    const Vec<3> v = polytope.vertex(polytope.support(m));
    return extrusion.dot(m) > 0.0 ? Vec<3>(v + extrusion) : v;
  }
};

ConvexBody body_of(const Cylinder& shape, const Pose& pose);
ConvexBody body_of(const Cone& shape, const Pose& pose);
ConvexBody body_of(const PolytopeView& polytope);

/// s(n), from n's from B to A.
inline double separation(const ConvexBody& a, const ConvexBody& b, const Vec<3>& n) {
  return n.dot(a.support(-n) - b.support(n));
}

/// The direction of the signed distance, to rounding.
struct Direction {
  Vec<3> normal = Vec<3>::UnitZ();
  double separation = -infinity;
  bool beyond = false;  ///< the distance exceeds what was asked for
  int unique = 0;       ///< bit 0, 1: the support point of A, B is the only one
};

/// Best direction; nothing is refined once the separation is known to exceed `enough`.
Direction best_direction(const ConvexBody& a, const ConvexBody& b, double enough);

/// Makes exact a direction that is known to about 1e-4 (direction_polish.cpp).
Direction polished(const ConvexBody& a, const ConvexBody& b, const Direction& start);

/// Contacts in the part in which the faces, sides, caps of A and B that look along the direction
/// overlap (patch_contacts.cpp).
void patch_contacts(const ConvexBody& a, const ConvexBody& b, const Direction& direction,
                    const Emitter& emit);

inline void body_contacts(const ConvexBody& a, const ConvexBody& b, const Emitter& emit) {
  const Direction direction = best_direction(a, b, emit.margin + emit.radius_a + emit.radius_b);
  if (!direction.beyond) patch_contacts(a, b, direction, emit);
}

}  // namespace nonsmooth
