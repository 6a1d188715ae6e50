// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/meshes.hpp"

#include "nonsmooth/io/tessellate.hpp"

namespace nonsmooth::cli {
namespace {

// Polygons are convex or nearly so: fans of triangles.
Mesh triangulated(const Shape& shape, double extent) {
  const io::Surface surface = io::tessellate(shape, {.extent = extent});
  Mesh mesh{.kind = std::string(name(shape))};
  for (const Vec<3>& point : surface.points)
    for (const double x : point) mesh.points.push_back(static_cast<float>(x));
  for (const std::vector<int>& polygon : surface.polygons)
    for (std::size_t k = 2; k < polygon.size(); ++k)
      mesh.triangles.insert(mesh.triangles.end(), {polygon[0], polygon[k - 1], polygon[k]});
  for (const std::vector<int>& line : surface.lines)
    for (std::size_t k = 1; k < line.size(); ++k)
      mesh.lines.insert(mesh.lines.end(), {line[k - 1], line[k]});
  return mesh;
}

}  // namespace

Look Meshes::add(const Shape& shape) {
  Look look;
  Shape unit = shape;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    look.scale.setConstant(sphere->radius);
    unit = Sphere{1.0};
  } else if (const auto* box = std::get_if<Cuboid>(&shape)) {
    look.scale = box->half_extents;
    unit = Cuboid{Vec<3>::Ones()};
  }
  Mesh mesh = triangulated(unit, extent_);
  // the corners tell forms apart; how many triangles they make tells a hull from an open mesh
  std::vector<float> key = mesh.points;
  key.push_back(static_cast<float>(mesh.triangles.size()));
  key.push_back(static_cast<float>(shape.index()));
  const auto [at, fresh] = known_.emplace(std::move(key), static_cast<int>(meshes_.size()));
  if (fresh) meshes_.push_back(std::move(mesh));
  look.mesh = at->second;
  return look;
}

}  // namespace nonsmooth::cli
