// SPDX-License-Identifier: Apache-2.0
// A tetrahedron in every format of meshes, and a small grid.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nonsmooth::io::samples {

inline const std::string ascii_stl = R"(solid tetrahedron with a name
facet normal 0 0 -1
 outer loop
  vertex 0 0 0
  vertex 0 1 0
  vertex 1 0 0
 endloop
endfacet
FACET NORMAL 0 -1 0
 OUTER LOOP
  VERTEX 0 0 0
  VERTEX 1 0 0
  VERTEX 0 0 1
 ENDLOOP
ENDFACET
facet normal nan nan nan
 outer loop
  vertex 1 0 0
  vertex 0 1 0
  vertex 0 0 1
 endloop
endfacet
facet normal -1 0 0
 outer loop
  vertex 0 0 0
  vertex 0 0 1
  vertex 0 1 0
 endloop
endfacet
endsolid tetrahedron with a name
)";

inline const std::string obj = R"(# a tetrahedron
mtllib none.mtl
o thing
v 0 0 0
v 1 0 0 1.0
v 0 1 0 0.5 0.5 0.5
vn 0 0 1
v 0e0 0 1.0
vt 0 0
f 1 3 2
f 1//1 2//1 4//1   # with normals
s off
f 2/1 3/1 4/1
f -4 -1 -2
)";

inline std::string binary_stl(std::uint32_t claimed = 4) {
  const float triangles[4][9] = {{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                 {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                 {1, 0, 0, 0, 1, 0, 0, 0, 1},
                                 {0, 0, 0, 0, 0, 1, 0, 1, 0}};
  std::string bytes = "solid beginning like text";
  bytes.resize(80, ' ');
  const auto add = [&](std::uint32_t bits) {
    for (unsigned k = 0; k < 4; ++k) bytes.push_back(static_cast<char>(bits >> (8 * k) & 0xFF));
  };
  add(claimed);
  for (const auto& triangle : triangles) {
    for (int k = 0; k < 3; ++k) add(0);
    for (const float x : triangle) add(std::bit_cast<std::uint32_t>(x));
    bytes.append(2, '\0');
  }
  return bytes;
}

inline const std::string grid = R"(NCOLS 3
nrows 2
xllcorner 100
YLLCENTER 200.5
cellsize 10
NODATA_value -1
 1 2 3
-1 5 6
)";

inline std::vector<std::pair<std::string, std::string>> surfaces() {
  return {{"ascii_stl", ascii_stl}, {"binary_stl", binary_stl()}, {"obj", obj}, {"grid", grid}};
}

}  // namespace nonsmooth::io::samples
