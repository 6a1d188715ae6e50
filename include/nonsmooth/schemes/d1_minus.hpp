// SPDX-License-Identifier: Apache-2.0
// The half-explicit discontinuous Galerkin scheme D1-minus for mechanical systems without friction.
// Contact forces of resting contacts come from problems of accelerations at both ends of the step,
// impacts are put at its end:
//
//   v~ = v_0 + h a_0,   q_1 = q_0 + h/2 (v_0 + v~)
//   v- = v_0 + h/2 (a_0 + a_1),    M a = F + J^T lambda,  0 <= J a + J' v _|_ lambda >= 0
//   contacts that have closed, or are closed and approach:   M (v_1 - v-) = J^T P,
//                                                            the law on (u_1 + e u-, P)
//
// There is no rebound where its flight would end within one step, nor from a contact that has not
// opened since the step before: it comes to rest. Second order between impacts, stable for small
// steps only. Reference: Schindler, Acary (2014), Timestepping schemes
// for nonsmooth dynamics based on discontinuous Galerkin methods.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <string_view>
#include <tuple>

namespace nonsmooth {

struct D1Minus {
  double step = 1e-3;
  double gap_tolerance = 1e-8;
  double velocity_tolerance = 1e-8;
  Solver solver = Auto{};

  static constexpr std::string_view name = "d1_minus";
  static constexpr auto fields() {
    return Fields{
        field("step", &D1Minus::step, "time step, s", 1e-300),
        field("gap_tolerance", &D1Minus::gap_tolerance, "contacts up to this gap are closed, m", 0),
        field("velocity_tolerance", &D1Minus::velocity_tolerance,
              "closed contacts up to this speed are at rest, m/s", 0)};
  }
};

}  // namespace nonsmooth
