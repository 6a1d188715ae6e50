// SPDX-License-Identifier: Apache-2.0
// Scheme: a small value that chooses the time stepping and holds its options.
#pragma once

#include "nonsmooth/schemes/adaptive.hpp"
#include "nonsmooth/schemes/d1_minus.hpp"
#include "nonsmooth/schemes/euler_moreau.hpp"
#include "nonsmooth/schemes/event_driven.hpp"
#include "nonsmooth/schemes/generalized_alpha.hpp"
#include "nonsmooth/schemes/moreau_jean.hpp"
#include "nonsmooth/schemes/schatzman_paoli.hpp"
#include "nonsmooth/schemes/stepper.hpp"
#include "nonsmooth/schemes/switched_linear.hpp"
#include "nonsmooth/schemes/zero_order_hold.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace nonsmooth {

/// A scheme of one's own: makes a stepper for a model.
struct CustomScheme {
  std::string name = "custom";
  std::function<std::unique_ptr<Stepper>(const Model&)> make;
};

/// To add a scheme: its options header, `make_stepper` in one .cpp file, one line here.
using Scheme =
    std::variant<MoreauJean, EulerMoreau, ZeroOrderHold, GeneralizedAlpha, SchatzmanPaoli, D1Minus,
                 EventDriven, Adaptive, SwitchedLinear, CustomScheme>;

std::string_view name(const Scheme& scheme);

/// Compiles the model for the scheme. Throws Error for options out of range and for models that the
/// scheme cannot treat, and says which scheme can.
std::unique_ptr<Stepper> make_stepper(const Scheme& scheme, const Model& model);

}  // namespace nonsmooth
