// SPDX-License-Identifier: Apache-2.0
// Friction problems of any size, made from a seed: one step of a time-stepping scheme (Moreau-Jean)
//
//   M v = M v_k + h F + H r,   u = H^T v + w,   Coulomb's law at every contact
//
// for bodies under gravity. All but `elastic` are rigid and hyperstatic: W is singular and r is not
// unique. The same options give the same bits on every machine of one instruction set.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/problem.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth::bench {

enum class Family {
  pile,     ///< spheres settled in a box by a simulation, or cubes on cubes (`cubes`)
  tower,    ///< layers of planks, crosswise
  wall,     ///< bricks in running bond
  arch,     ///< voussoirs of a half circle; a vault in running bond when there are many
  chute,    ///< spheres that flow down a rough slope: most contacts slide
  elastic,  ///< elastic blocks pressed on a bumpy obstacle: W is regular
};
inline std::span<const std::string_view> enum_names(Family) {
  static constexpr std::array<std::string_view, 6> names{"pile", "tower", "wall",
                                                         "arch", "chute", "elastic"};
  return names;
}

struct FrictionProblemOptions {
  Family family = Family::pile;
  int contacts = 1000;
  int seed = 1;
  double mu = 0.5;
  double gaps = 0.0;
  double spread = 0.0;
  bool cubes = false;

  static constexpr std::string_view name = "friction_problem";
  /// The numbers; `family` and `cubes` say what is built and are asked for by name.
  static constexpr auto fields() {
    using Self = FrictionProblemOptions;
    return Fields{
        field("contacts", &Self::contacts, "about this many contacts", 1, 10'000'000),
        field("seed", &Self::seed, "of the random numbers", 0),
        field("mu", &Self::mu, "friction coefficient", 0.0, 1e3),
        field("gaps", &Self::gaps, "wall: every contact is open by up to this much, m", 0.0, 1e-2),
        field("spread", &Self::spread, "pile, chute: radii differ by up to this fraction", 0.0,
              0.3)};
  }
};

/// The problem with about `contacts` contacts; small structures have as many as they need. Throws
/// Error if an option is out of its bounds.
GlobalProblem friction_problem(const FrictionProblemOptions& options);

}  // namespace nonsmooth::bench
