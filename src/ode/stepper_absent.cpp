// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/error.hpp"
#include "ode/stepper.hpp"

namespace nonsmooth::ode {

bool stepper_available() { return false; }

std::unique_ptr<Stepper> make_stepper(const OdeSystem&, const OdeOptions&) {
  throw Error(
      "OdeIntegrator: this library was built without SUNDIALS, which integrates smooth phases; "
      "install libsundials-dev (version 6.4 or a later 6.x) and configure again with "
      "NS_WITH_SUNDIALS=ON");
}

}  // namespace nonsmooth::ode
