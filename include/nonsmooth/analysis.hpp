// SPDX-License-Identifier: Apache-2.0
// Equilibria, periodic orbits, exponents, diagrams and basins of nonsmooth systems.
#pragma once

#include "nonsmooth/analysis/equilibria.hpp"
#include "nonsmooth/analysis/hybrid.hpp"
#include "nonsmooth/analysis/orbits.hpp"
