// SPDX-License-Identifier: Apache-2.0
// The private side of a scheme: its stepper for a model. To add a scheme: `make`, declared here, in
// one .cpp file. Throws Error for models it cannot treat. Options have been validated.
#pragma once

#include "nonsmooth/schemes.hpp"

namespace nonsmooth {

std::unique_ptr<Stepper> make(const MoreauJean& options, const Model& model);
std::unique_ptr<Stepper> make(const EulerMoreau& options, const Model& model);
std::unique_ptr<Stepper> make(const Adaptive& options, const Model& model);
std::unique_ptr<Stepper> make(const GeneralizedAlpha& options, const Model& model);
std::unique_ptr<Stepper> make(const ZeroOrderHold& options, const Model& model);
std::unique_ptr<Stepper> make(const EventDriven& options, const Model& model);
std::unique_ptr<Stepper> make(const SwitchedLinear& options, const Model& model);
std::unique_ptr<Stepper> make(const SchatzmanPaoli& options, const Model& model);
std::unique_ptr<Stepper> make(const D1Minus& options, const Model& model);

}  // namespace nonsmooth
