// SPDX-License-Identifier: Apache-2.0
// Nonsmooth generalized-alpha for mechanical systems: smooth motion by the generalized-alpha rule,
// impacts apart from it, so that they do not disturb its accelerations a:
//
//   q~ = q_0 + h v_0 + h^2 (1/2 - beta) a_0 + h^2 beta a_1       smooth: M v~' = F + J^T lambda~,
//   v~ = v_0 + h (1 - gamma) a_0 + h gamma a_1                     joints J v~ = 0
//   (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) v~'_1 + alpha_f v~'_0
//   q_1 = q~ + U,  M U = J^T nu                                  positions: joints y(q_1) = 0,
//                                                                  contacts 0 <= y(q_1) _|_ nu >= 0
//   v_1 = v~ + W,  M W = J^T P                                   jumps: the law on (u_1 + e u_0, P)
//                                                                  for contacts with y(q~) <= 0
//
// The three problems are solved one after the other. Reference: Bruels, Acary, Cardona (2014),
// Computer Methods in Applied Mechanics and Engineering 281. Without `positions` there is no second
// problem and q_1 = q~ + h/2 W (Chen, Acary, Virlez, Bruels 2013). Position residuals are then
// O(h).
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <optional>
#include <string_view>
#include <tuple>

namespace nonsmooth {

struct AlphaCoefficients {
  double alpha_m = 0.0, alpha_f = 0.0, gamma = 0.5, beta = 0.25;
};
/// The member of second order with the spectral radius rho at high frequencies (Chung, Hulbert).
AlphaCoefficients alpha_coefficients(double rho);

struct GeneralizedAlpha {
  double step = 1e-3;
  double rho = 0.8;
  std::optional<AlphaCoefficients> coefficients{};  ///< in place of those rho gives
  bool positions = true;
  double newton_tolerance = 1e-10;
  int newton_iterations = 20;
  double position_tolerance = 1e-12;
  Solver solver = Auto{};

  static constexpr std::string_view name = "generalized_alpha";
  static constexpr auto fields() {
    return Fields{
        field("step", &GeneralizedAlpha::step, "time step, s", 1e-300),
        field("rho", &GeneralizedAlpha::rho,
              "what is left of the highest frequencies per step: 1 keeps them, 0 ends them", 0, 1),
        field("positions", &GeneralizedAlpha::positions,
              "hold joints and contacts at position level too"),
        field("newton_tolerance", &GeneralizedAlpha::newton_tolerance,
              "relative change of velocities at which the smooth problem is solved", 0, 1),
        field("newton_iterations", &GeneralizedAlpha::newton_iterations, "at most, per problem", 1,
              1000),
        field("position_tolerance", &GeneralizedAlpha::position_tolerance,
              "of gaps, relative to coordinates above 1", 0, 1)};
  }
};

/// Newmark's rule; 1/2 and 1/4 conserve energy.
GeneralizedAlpha newmark(double gamma = 0.5, double beta = 0.25, double step = 1e-3);
/// Hilber, Hughes, Taylor: alpha from 0 (Newmark) to 1/3 (most damping).
GeneralizedAlpha hht(double alpha, double step = 1e-3);

}  // namespace nonsmooth
