// SPDX-License-Identifier: Apache-2.0
// A problem whose rows are contacts between rigid bodies, in terms of the bodies. It is the same
// problem, u = W r + q with W = J M^-1 J^T, for solvers that are faster without reading W:
//
//   u_i = (velocity of the point on a) - (same on b) in (normal, tangent, normal x tangent), + q_i,
//   velocities of bodies = M^-1 J^T r.
//
// All contacts have these three rows, or all have the normal one alone, without friction.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <vector>

namespace nonsmooth {

struct Problem;

struct ContactForm {
  struct Contact {
    int a = -1, b = -1;  ///< bodies; -1: does not give way
    Vec<3> normal, tangent;
    Vec<3> arm_a, arm_b;  ///< from the centres of mass to the point
  };
  const Problem* problem = nullptr;       ///< that this is the form of
  std::vector<Contact> contacts{};        ///< in the order of the laws
  std::vector<double> inverse_mass{};     ///< of the bodies
  std::vector<Mat<3>> inverse_inertia{};  ///< in the axes of the contacts
  int most_per_body = 0;                  ///< contacts
};

}  // namespace nonsmooth
