// SPDX-License-Identifier: Apache-2.0
// Euler-Moreau: the theta step of first-order systems alone.
#include "schemes/make.hpp"
#include "schemes/theta_stepper.hpp"

#include "nonsmooth/base/error.hpp"

namespace nonsmooth {

std::unique_ptr<Stepper> make(const EulerMoreau& options, const Model& model) {
  for (std::size_t s = 0; s < model.systems().size(); ++s)
    if (!std::holds_alternative<FirstOrder>(model.systems()[s]))
      throw Error("euler_moreau: " + model.name(SystemId{static_cast<int>(s)}) +
                  " is mechanical; use moreau_jean, which steps first-order systems too");
  return std::make_unique<ThetaStepper>(model,
                                        ThetaOptions{.step = options.step,
                                                     .theta = options.theta,
                                                     .gamma = 0.5,
                                                     .input_gamma = options.gamma,
                                                     .projection = Projection::none,
                                                     .newton_tolerance = options.newton_tolerance,
                                                     .newton_iterations = options.newton_iterations,
                                                     .solver = options.solver});
}

}  // namespace nonsmooth
