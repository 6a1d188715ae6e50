// SPDX-License-Identifier: Apache-2.0
// Everything public in one include.
#pragma once

#include "nonsmooth/analysis.hpp"
#include "nonsmooth/base/version.hpp"
#include "nonsmooth/circuit.hpp"
#include "nonsmooth/control.hpp"
#include "nonsmooth/impacts.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/laws.hpp"
#include "nonsmooth/model.hpp"
#include "nonsmooth/ode.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/schemes.hpp"
#include "nonsmooth/simulate.hpp"
#include "nonsmooth/solvers.hpp"
