// SPDX-License-Identifier: Apache-2.0
// Shapes, contacts before and after touching, broad phase, mass properties. Knows neither dynamics
// nor laws.
#pragma once

#include "nonsmooth/collide/broad_phase.hpp"
#include "nonsmooth/collide/contact.hpp"
#include "nonsmooth/collide/mass_properties.hpp"
#include "nonsmooth/collide/shapes.hpp"
