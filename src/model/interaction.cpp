// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/model/interaction.hpp"

namespace nonsmooth {

InteractionLaw::InteractionLaw(NewtonImpact law)
    : block(NonNegative{1}),
      jump(Jump::newton),
      e(law.e),
      stiffness(law.stiffness),
      exponent(law.exponent) {}

InteractionLaw::InteractionLaw(NewtonImpactFriction law)
    : block(coulomb(law.mu, law.dimension)), jump(Jump::newton), e(law.e), et(law.et), mu(law.mu) {}

InteractionLaw::InteractionLaw(FremondImpact law)
    : block(coulomb(law.mu, law.dimension)), jump(Jump::fremond), e(law.e), mu(law.mu) {}

InteractionLaw::InteractionLaw(RollingImpact law)
    : block(RollingCone{law.dimension, law.mu, law.mu_r}),
      jump(Jump::newton),
      e(law.e),
      mu(law.mu) {}

}  // namespace nonsmooth
