// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nonsmooth/control/design.hpp"

namespace nonsmooth::control {

/// The system with its D filled in; throws Error where sizes do not fit.
LinearSystem checked(const char* who, LinearSystem system);

}  // namespace nonsmooth::control
