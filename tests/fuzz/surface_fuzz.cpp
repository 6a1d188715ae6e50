// SPDX-License-Identifier: Apache-2.0
// Meshes and height fields: a surface whose queries hold together, or a nonsmooth::Error.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/surface_files.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace io = nonsmooth::io;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  try {
    const nonsmooth::TriangleMesh mesh = io::read_mesh_bytes(bytes, "input");
    std::vector<int> found;
    mesh.overlapping(mesh.box(), found);
    if (found.size() != mesh.triangles().size()) std::abort();
  } catch (const nonsmooth::FileError&) {
  }
  try {
    const nonsmooth::HeightField field = io::read_height_field_bytes(bytes, "input");
    if (!field.box().lower.allFinite()) std::abort();
  } catch (const nonsmooth::FileError&) {
  }
  return 0;
}
