// SPDX-License-Identifier: Apache-2.0
// Implicit Euler for sparse linear relations, by modes (mode_system.hpp).
#pragma once

#include "nonsmooth/schemes/euler_moreau.hpp"
#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/mode_system.hpp"

namespace nonsmooth {

/// Throws Error for models that have more than linear systems under laws of bounds.
std::unique_ptr<Stepper> make_mode_stepper(const EulerMoreau& options, const Model& model);

/// Takes residuals and status of a stage into the report of its step; residuals add up.
void report_stage(const Stage& stage, bool solved, double tolerance, StepReport& report);

}  // namespace nonsmooth
