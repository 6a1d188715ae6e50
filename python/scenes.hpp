// SPDX-License-Identifier: Apache-2.0
// Shapes as fields of bodies. Some shapes have no default value, so that the general reader of
// variants is used through this header only.
#pragma once

#include "values.hpp"

#include "nonsmooth/mechanics/scene.hpp"

namespace nonsmooth::python {

BodyId body_of(const Scene& scene, py::handle id);

}  // namespace nonsmooth::python
