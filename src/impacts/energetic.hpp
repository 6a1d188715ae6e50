// SPDX-License-Identifier: Apache-2.0
// Two ways to follow the springs of EnergeticRule (equations in energetic.cpp). Both write the
// impulses of the normals to p, count steps in `steps`, and return false if the limit came first.
#pragma once

#include "impacts/normal_system.hpp"

namespace nonsmooth {

/// In a stretched time with error control: the default.
bool integrate_springs(const EnergeticRule& rule, const NormalSystem& system, VectorOut p,
                       int& steps, Arena& arena);
/// With a fixed impulse step of the contact that holds the most energy, first order: as published.
bool step_by_impulse(const EnergeticRule& rule, const NormalSystem& system, VectorOut p, int& steps,
                     Arena& arena);

}  // namespace nonsmooth
