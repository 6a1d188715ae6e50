// SPDX-License-Identifier: Apache-2.0
// Surfaces from files: triangle meshes and terrain. Formats are recognised by content; damaged
// files end in a FileError that names file, position, expectation and finding.
#pragma once

#include "nonsmooth/collide/height_field.hpp"
#include "nonsmooth/collide/triangle_mesh.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace nonsmooth::io {

/// STL (binary or ASCII; its normals are ignored, windings count) and Wavefront OBJ (v and f;
/// polygons become fans of triangles, everything else is ignored). Coordinates are metres.
TriangleMesh read_mesh(const std::filesystem::path& path);

/// ESRI ASCII grid. Values are heights at the centres of cells; nodata (-9999 unless the header
/// says otherwise) and nan become holes. x runs east, y north.
HeightField read_height_field(const std::filesystem::path& path);

// The same from memory; `name` stands in messages for the path.
TriangleMesh read_mesh_bytes(std::span<const char> bytes, const std::string& name);
HeightField read_height_field_bytes(std::span<const char> bytes, const std::string& name);

}  // namespace nonsmooth::io
