// SPDX-License-Identifier: Apache-2.0
// Shapes as JSON; what has many numbers (hulls, meshes, height fields) refers to a list beside it:
// [begin, count].
#pragma once

#include "nonsmooth/collide/shapes.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace nonsmooth::io {

/// Appends to `numbers`; references count from its first entry plus `before`.
nlohmann::ordered_json shape_json(const Shape& shape, std::vector<double>& numbers, long before);
/// Throws Error or a JSON exception for anything that is no shape.
Shape parse_shape(const nlohmann::ordered_json& json, const std::vector<double>& numbers);

}  // namespace nonsmooth::io
