// SPDX-License-Identifier: Apache-2.0
// Sampled control of nonsmooth plants: loops of devices with clocks, set-valued controllers and
// observers in explicit and implicit form, and what one asks of a linear system beforehand.
#pragma once

#include "nonsmooth/control/design.hpp"
#include "nonsmooth/control/differentiator.hpp"
#include "nonsmooth/control/finite_time.hpp"
#include "nonsmooth/control/implicit_step.hpp"
#include "nonsmooth/control/linear.hpp"
#include "nonsmooth/control/loop.hpp"
#include "nonsmooth/control/network.hpp"
#include "nonsmooth/control/observers.hpp"
#include "nonsmooth/control/sliding.hpp"
#include "nonsmooth/control/tracking.hpp"
