// SPDX-License-Identifier: Apache-2.0
// Shapes, in body axes, metres. Every shape is a value; the large ones (hull, mesh, height field)
// check and prepare their data once, in their constructor, and throw Error naming what is wrong.
// Solid shapes have their outside where distances are positive.
#pragma once

#include "nonsmooth/collide/convex_hull.hpp"
#include "nonsmooth/collide/height_field.hpp"
#include "nonsmooth/collide/pose.hpp"
#include "nonsmooth/collide/triangle_mesh.hpp"

#include <string_view>
#include <variant>
#include <vector>

namespace nonsmooth {

struct Sphere {
  double radius = 0.0;
};

/// { x : normal . x <= offset }; the normal points out of the solid and is normalised on use.
struct HalfSpace {
  Vec<3> normal = Vec<3>::UnitZ();
  double offset = 0.0;
};

/// All points within `radius` of the segment from -half_length to half_length on the z axis.
struct Capsule {
  double radius = 0.0, half_length = 0.0;
};

/// Axis z, flat ends at -half_length and half_length.
struct Cylinder {
  double radius = 0.0, half_length = 0.0;
};

/// Axis z, base at z = -height / 4, apex at 3 height / 4: the origin is the centre of mass.
struct Cone {
  double radius = 0.0, height = 0.0;
};

struct Cuboid {
  Vec<3> half_extents = Vec<3>::Zero();
};

// --- In the plane z = 0; bodies with these shapes move in it.

struct Circle {
  double radius = 0.0;
};

/// Convex, counter-clockwise; checked by check_shape.
struct Polygon {
  std::vector<Vec<2>> vertices{};
};

/// A line of no thickness from a to b; touches on both sides. Its normal side is where the other
/// shape's centre is.
struct Segment {
  Vec<2> a = Vec<2>::Zero(), b = Vec<2>::Zero();
};

struct Compound;

using Shape = std::variant<Sphere, HalfSpace, Capsule, Cylinder, Cone, Cuboid, ConvexHull,
                           TriangleMesh, HeightField, Circle, Polygon, Segment, Compound>;

/// Several shapes that move as one; parts may overlap. Parts of parts are allowed.
struct Compound {
  std::vector<Pose> poses{};
  std::vector<Shape> parts{};
};

std::string_view name(const Shape& shape);

/// Throws Error naming shape, field, value and remedy: sizes that are not positive and finite,
/// polygons that are not convex, parts without poses.
void check_shape(const Shape& shape);

/// The smallest box that is known to hold the shape; half-spaces are unbounded.
Aabb bounds(const Shape& shape, const Pose& pose);

/// Radius of the largest known ball about the origin of the body that lies inside the shape, 0 if
/// the origin is outside. A body that moves by less in a step cannot jump over a surface.
double inner_radius(const Shape& shape);

}  // namespace nonsmooth
