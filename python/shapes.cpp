// SPDX-License-Identifier: Apache-2.0
// Shapes in body axes, metres.
#include "scenes.hpp"

#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/collide/mass_properties.hpp"

namespace nonsmooth::python {

template <>
struct Table<Sphere> {
  static auto fields() { return Fields{field("radius", &Sphere::radius, "m", 0)}; }
};
template <>
struct Table<HalfSpace> {
  static auto fields() {
    return Fields{field("normal", &HalfSpace::normal, "points out of the solid"),
                  field("offset", &HalfSpace::offset, "normal . x <= offset, m")};
  }
};
template <>
struct Table<Capsule> {
  static auto fields() {
    return Fields{field("radius", &Capsule::radius, "m", 0),
                  field("half_length", &Capsule::half_length, "of the axis, along z, m", 0)};
  }
};
template <>
struct Table<Cylinder> {
  static auto fields() {
    return Fields{field("radius", &Cylinder::radius, "m", 0),
                  field("half_length", &Cylinder::half_length, "along z, m", 0)};
  }
};
template <>
struct Table<Cone> {
  static auto fields() {
    return Fields{field("radius", &Cone::radius, "of the base, m", 0),
                  field("height", &Cone::height, "along z, m", 0)};
  }
};
template <>
struct Table<Cuboid> {
  static auto fields() { return Fields{field("half_extents", &Cuboid::half_extents, "m")}; }
};
template <>
struct Table<Circle> {
  static auto fields() { return Fields{field("radius", &Circle::radius, "m", 0)}; }
};
template <>
struct Table<Polygon> {
  static auto fields() {
    return Fields{field("vertices", &Polygon::vertices, "convex, counter-clockwise, m")};
  }
};
template <>
struct Table<Segment> {
  static auto fields() {
    return Fields{field("a", &Segment::a, "m"), field("b", &Segment::b, "m")};
  }
};

namespace {

std::vector<Vec<3>> points_of(py::handle object, std::string_view what) {
  const Matrix rows = read_matrix(object, what);
  if (rows.cols() != 3) refuse(what, "of shape (n, 3)", object);
  std::vector<Vec<3>> points;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) points.emplace_back(rows.row(i).transpose());
  return points;
}

TriangleMesh make_mesh(py::handle vertices, py::handle triangles) {
  const Matrix rows = read_matrix(triangles, "TriangleMesh.triangles");
  if (rows.cols() != 3) refuse("TriangleMesh.triangles", "of shape (n, 3)", triangles);
  std::vector<std::array<int, 3>> corners;
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    corners.push_back(
        {static_cast<int>(rows(i, 0)), static_cast<int>(rows(i, 1)), static_cast<int>(rows(i, 2))});
  return {points_of(vertices, "TriangleMesh.vertices"), std::move(corners)};
}

Compound make_compound(py::handle parts, py::handle positions, py::handle orientations) {
  Compound compound;
  compound.parts = Convert<std::vector<Shape>>::from(parts, "Compound.parts");
  const std::vector<Vec<3>> places = points_of(positions, "Compound.positions");
  const Matrix turns =
      orientations.is_none() ? Matrix(0, 4) : read_matrix(orientations, "Compound.orientations");
  for (std::size_t i = 0; i < places.size(); ++i) {
    Pose pose{.position = places[i]};
    if (static_cast<Eigen::Index>(i) < turns.rows() && turns.cols() == 4)
      pose.rotation = rotation_matrix(turns.row(static_cast<Eigen::Index>(i)).transpose());
    compound.poses.push_back(pose);
  }
  check_shape(compound);
  return compound;
}

void bind_large_shapes(py::module_& module) {
  py::class_<ConvexHull>(module, "ConvexHull", "The hull of points, m.")
      .def(py::init([](py::handle points) {
             return ConvexHull(points_of(points, "ConvexHull.points"));
           }),
           py::arg("points"));
  py::class_<TriangleMesh>(module, "TriangleMesh",
                           "A closed solid or an open sheet of triangles, m.")
      .def(py::init(&make_mesh), py::arg("vertices"), py::arg("triangles"))
      .def_property_readonly("closed", &TriangleMesh::closed);
  py::class_<HeightField>(module, "HeightField",
                          "Terrain: heights[i, j] at x = origin + i spacing, y = origin + j "
                          "spacing, m. NaN is a hole.")
      .def(py::init([](py::handle heights, double spacing, py::handle origin) {
             return HeightField(read_matrix(heights, "HeightField.heights"), spacing,
                                Convert<Vec<2>>::from(origin, "HeightField.origin"));
           }),
           py::arg("heights"), py::arg("spacing"), py::arg("origin") = py::make_tuple(0.0, 0.0));
  py::class_<Compound>(module, "Compound",
                       "Several shapes that move as one, at positions (n, 3), m, and orientations\n"
                       "(n, 4), quaternions w, x, y, z.")
      .def(py::init(&make_compound), py::arg("parts"), py::arg("positions"),
           py::arg("orientations") = py::none());
}

}  // namespace

void bind_shapes(py::module_& module) {
  bind<Sphere>(module, "Sphere", "A ball about the origin.");
  bind<HalfSpace>(module, "HalfSpace", "{ x : normal . x <= offset }.");
  bind<Capsule>(module, "Capsule", "All points within radius of a segment on the z axis.");
  bind<Cylinder>(module, "Cylinder", "Axis z, flat ends.");
  bind<Cone>(module, "Cone", "Axis z, origin at the centre of mass.");
  bind<Cuboid>(module, "Cuboid", "A box about the origin.");
  bind<Circle>(module, "Circle", "In the plane z = 0.");
  bind<Polygon>(module, "Polygon", "Convex, in the plane z = 0.");
  bind<Segment>(module, "Segment", "A line in the plane z = 0 that touches on both sides.");
  bind_large_shapes(module);
  module.def(
      "mass_properties",
      [](py::handle shape) {
        const MassProperties found = mass_properties(Convert<Shape>::from(shape, "shape"));
        return py::make_tuple(found.volume, Convert<Vec<3>>::to(found.centre),
                              Convert<Mat<3>>::to(found.inertia));
      },
      py::arg("shape"), "(volume m^3, centre m, inertia of unit density) of a solid shape.");
}

}  // namespace nonsmooth::python
