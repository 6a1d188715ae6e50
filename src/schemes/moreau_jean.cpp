// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean: the theta step with contacts predicted by gamma.
#include "schemes/make.hpp"
#include "schemes/theta_stepper.hpp"

namespace nonsmooth {

ThetaOptions theta_options(const MoreauJean& options) {
  return {.step = options.step,
          .theta = options.theta,
          .gamma = options.gamma,
          .input_gamma = 1.0,
          .form = options.form,
          .projection = options.projection,
          .projection_tolerance = options.projection_tolerance,
          .projection_iterations = options.projection_iterations,
          .newton_tolerance = options.newton_tolerance,
          .newton_iterations = options.newton_iterations,
          .solver = options.solver};
}

std::unique_ptr<Stepper> make(const MoreauJean& options, const Model& model) {
  return std::make_unique<ThetaStepper>(model, theta_options(options));
}

}  // namespace nonsmooth
