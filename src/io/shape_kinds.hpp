// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/collide/shapes.hpp"

#include <array>
#include <string_view>

namespace nonsmooth::io {

/// Names of shapes in files, in the order of the variant.
inline constexpr std::array<std::string_view, std::variant_size_v<Shape>> shape_kinds{
    "sphere",        "half_space",   "capsule", "cylinder", "cone",    "cuboid",  "convex_hull",
    "triangle_mesh", "height_field", "circle",  "polygon",  "segment", "compound"};

}  // namespace nonsmooth::io
