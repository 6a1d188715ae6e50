// SPDX-License-Identifier: Apache-2.0
// A law between y and lambda becomes one between u = y / b and P = a lambda: what a step solves for
// is an impulse and a velocity. Cones and orthants do not change; a law of one's own is left as it
// is and sees impulses.
#pragma once

#include "nonsmooth/laws.hpp"

namespace nonsmooth {

AnyLaw scaled_law(const AnyLaw& law, double a, double b);

}  // namespace nonsmooth
