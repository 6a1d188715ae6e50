// SPDX-License-Identifier: Apache-2.0
// Moreau-Jean time stepping for mechanical systems, with x_theta = theta x_1 + (1 - theta) x_0:
//
//   M (v_1 - v_0) = h F_theta + H P,      q_1 = q_0 + h v_theta
//   contacts with g_0 + gamma h u_0 <= 0:   the law on (u_1 + e u_0, P)
//
// First-order systems in the same model are stepped by the Euler-Moreau rule with the same theta.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

/// What is done about positions after the velocity step. `direct`: project onto the contacts and
/// joints that are violated. `combined`: contacts that the projection touches join the velocity
/// problem, which is solved again until the set stays, and contacts with an impulse are brought to
/// gap 0 (Acary 2013, Computer Methods in Applied Mechanics and Engineering 256).
enum class Projection { none, direct, combined };
std::span<const std::string_view> enum_names(Projection);

/// Which problem a step is certified in. `reduced`: u = W r + q over the contacts. `global`:
/// A v = H r + f, u = H^T v + w with all velocities, both equations judged.
enum class StepForm { reduced, global };
std::span<const std::string_view> enum_names(StepForm);

struct MoreauJean {
  double step = 1e-3;
  double theta = 0.5;
  double gamma = 0.5;
  StepForm form = StepForm::reduced;
  Projection projection = Projection::none;
  double projection_tolerance = 1e-12;
  int projection_iterations = 20;
  double newton_tolerance = 1e-10;
  int newton_iterations = 20;
  Solver solver = Auto{};

  static constexpr std::string_view name = "moreau_jean";
  static constexpr auto fields() {
    return Fields{
        field("step", &MoreauJean::step, "time step, s", 1e-300),
        field("theta", &MoreauJean::theta, "1/2 midpoint (energy), 1 implicit Euler", 0.5, 1),
        field("gamma", &MoreauJean::gamma, "share of a step by which gaps are predicted", 0, 1),
        field("form", &MoreauJean::form, "problem that is solved"),
        field("projection", &MoreauJean::projection, "correction of positions"),
        field("projection_tolerance", &MoreauJean::projection_tolerance,
              "gap left by a projection, relative to coordinates above 1", 0, 1),
        field("projection_iterations", &MoreauJean::projection_iterations, "at most, per step", 1,
              1000),
        field("newton_tolerance", &MoreauJean::newton_tolerance,
              "relative residual of nonlinear equations of motion", 0, 1),
        field("newton_iterations", &MoreauJean::newton_iterations, "at most, per step", 1, 1000)};
  }
};

}  // namespace nonsmooth
