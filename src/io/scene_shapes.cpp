// SPDX-License-Identifier: Apache-2.0
#include "io/scene_parts.hpp"
#include "io/shape_kinds.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/surface_files.hpp"

#include <cmath>

namespace nonsmooth::io {
namespace {

constexpr int deepest_compound = 8;

Shape read_shape_at(SceneTable& owner, const TomlValue& value, const std::string& where, int depth);

double half_length(SceneTable& table) {
  const auto half = table.maybe_number("half_length", dimension::length);
  const auto whole = table.maybe_number("length", dimension::length);
  if (half.has_value() == whole.has_value()) table.fail("expected either length or half_length");
  return half ? *half : 0.5 * *whole;
}

Shape cuboid(SceneTable& table) {
  const auto half = table.maybe_vector("half_extents", dimension::length);
  const auto whole = table.maybe_vector("size", dimension::length);
  if (half.has_value() == whole.has_value()) table.fail("expected either size or half_extents");
  return Cuboid{half ? *half : Vec<3>(0.5 * *whole)};
}

std::vector<Vec<3>> columns(const Matrix& points) {
  std::vector<Vec<3>> list;
  for (Eigen::Index i = 0; i < points.cols(); ++i) list.emplace_back(points.col(i));
  return list;
}

// Triangles of a file, or of the scene itself.
TriangleMesh mesh(SceneTable& table) {
  const double scale = table.number("scale", dimension::none, 1.0);
  if (!(scale > 0.0)) table.fail("scale: expected a positive number");
  if (table.has("file")) {
    const TriangleMesh read = read_mesh(table.source().inside(table.text("file")));
    if (scale == 1.0) return read;
    std::vector<Vec<3>> vertices = read.vertices();
    for (Vec<3>& vertex : vertices) vertex *= scale;
    return {std::move(vertices), read.triangles()};
  }
  std::vector<Vec<3>> vertices = columns(scale * table.points("vertices", 3, dimension::length));
  const Matrix corners = table.points("triangles", 3, dimension::none);
  std::vector<std::array<int, 3>> triangles;
  for (Eigen::Index i = 0; i < corners.cols(); ++i) {
    std::array<int, 3>& triangle = triangles.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const double index = corners(k, i);
      if (index != std::floor(index) || index < 0.0 ||
          index >= static_cast<double>(vertices.size()))
        table.fail("triangles: expected numbers of vertices, the first is 0");
      triangle[static_cast<std::size_t>(k)] = static_cast<int>(index);
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

Shape hull(SceneTable& table) {
  (void)table.find("file");
  (void)table.find("scale");
  if (!table.has("points")) return ConvexHull(mesh(table).vertices());
  return ConvexHull(columns(table.points("points", 3, dimension::length)));
}

// A file, rows of heights from south to north, or a formula in x and y.
Shape height_field(SceneTable& table) {
  for (const char* key : {"heights", "height", "points", "spacing", "origin"})
    (void)table.find(key);
  if (table.has("file")) return read_height_field(table.source().inside(table.text("file")));
  const double spacing = table.number("spacing", dimension::length);
  const Vec<2> origin = table.vector("origin", dimension::length, Vec<3>::Zero()).head<2>();
  if (const TomlValue* rows = table.find("heights")) {
    const bool nested = !rows->items.empty() && !rows->items[0].items.empty();
    if (!nested) table.fail(rows->line, "heights: expected a list of rows");
    return HeightField(
        table.points("heights", static_cast<int>(rows->items[0].items.size()), dimension::length),
        spacing, origin);
  }
  constexpr std::string_view variables[] = {"x", "y"};
  const Formula formula = table.formula("height", variables);
  const Vec<3> points = table.vector("points", dimension::none, Vec<3>::Zero());
  if (!(points.head<2>().minCoeff() >= 2.0) || points.x() * points.y() > 1e7)
    table.fail("points: expected two numbers of at least 2, and at most 1e7 points");
  Matrix heights(static_cast<Eigen::Index>(points.x()), static_cast<Eigen::Index>(points.y()));
  for (Eigen::Index j = 0; j < heights.cols(); ++j)
    for (Eigen::Index i = 0; i < heights.rows(); ++i) {
      const double at[] = {origin.x() + static_cast<double>(i) * spacing,
                           origin.y() + static_cast<double>(j) * spacing};
      heights(i, j) = formula(at);
    }
  return HeightField(std::move(heights), spacing, origin);
}

Shape polygon(SceneTable& table) {
  const Matrix points = table.points("vertices", 2, dimension::length);
  Polygon polygon;
  for (Eigen::Index i = 0; i < points.cols(); ++i) polygon.vertices.emplace_back(points.col(i));
  return polygon;
}

Shape compound(SceneTable& table, int depth) {
  const TomlValue& parts = table.require("parts");
  if (parts.kind != TomlValue::Kind::array) table.fail(parts.line, "parts: expected an array");
  if (depth >= deepest_compound) table.fail(parts.line, "parts of parts of parts: too deep");
  Compound compound;
  for (const TomlValue& item : parts.items) {
    SceneTable part(table.source(), item, table.what() + ", part");
    Pose pose;
    pose.position = part.vector("position", dimension::length, Vec<3>::Zero());
    pose.rotation = rotation_matrix(part.orientation("orientation"));
    compound.parts.push_back(
        read_shape_at(part, part.require("shape"), part.what() + ", shape", depth + 1));
    compound.poses.push_back(pose);
    part.finish();
  }
  return compound;
}

Shape read_kind(SceneTable& table, int kind, int depth) {
  const auto radius = [&] { return table.number("radius", dimension::length); };
  switch (kind) {
    case 0: return Sphere{radius()};
    case 1:
      return HalfSpace{table.vector("normal", dimension::none, Vec<3>::UnitZ()),
                       table.number("offset", dimension::length, 0.0)};
    case 2: return Capsule{radius(), half_length(table)};
    case 3: return Cylinder{radius(), half_length(table)};
    case 4: return Cone{radius(), table.number("height", dimension::length)};
    case 5: return cuboid(table);
    case 6: return hull(table);
    case 7: return mesh(table);
    case 8: return height_field(table);
    case 9: return Circle{radius()};
    case 10: return polygon(table);
    case 11:
      return Segment{table.vector("a", dimension::length, Vec<3>::Zero()).head<2>(),
                     table.vector("b", dimension::length, Vec<3>::Zero()).head<2>()};
    default: return compound(table, depth);
  }
}

Shape read_shape_at(SceneTable& owner, const TomlValue& value, const std::string& where,
                    int depth) {
  SceneTable table(owner.source(), value, where);
  return in_table(table, [&] {
    const int kind = table.choice("kind", shape_kinds, {});
    Shape shape = read_kind(table, kind, depth);
    table.finish();
    check_shape(shape);
    return shape;
  });
}

}  // namespace

Shape read_shape(SceneTable& owner, std::string_view key) {
  return read_shape_at(owner, owner.require(key), owner.what() + ", " + std::string(key), 0);
}

}  // namespace nonsmooth::io
