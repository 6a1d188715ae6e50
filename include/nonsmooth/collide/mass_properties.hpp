// SPDX-License-Identifier: Apache-2.0
// Volume, centre of mass and inertia of solid shapes of unit density, exactly (closed forms and the
// divergence theorem; no sampling).
#pragma once

#include "nonsmooth/collide/shapes.hpp"

namespace nonsmooth {

struct MassProperties {
  double volume = 0.0;              ///< m^3; area in m^2 for plane shapes
  Vec<3> centre = Vec<3>::Zero();   ///< of mass, body axes
  Mat<3> inertia = Mat<3>::Zero();  ///< about the centre of mass, body axes, unit density
};

/// Throws Error for shapes without a finite interior: half-space, height field, open mesh, segment.
/// Parts of compounds count one by one, overlaps twice.
MassProperties mass_properties(const Shape& shape);

}  // namespace nonsmooth
