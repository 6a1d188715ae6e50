// SPDX-License-Identifier: Apache-2.0
// Pivoting methods: finite, exact up to rounding, for problems whose laws are scalar or polyhedral.
#pragma once

#include "nonsmooth/base/fields.hpp"

#include <array>
#include <span>
#include <string_view>
#include <tuple>

namespace nonsmooth {

/// Lemke's complementary pivoting for bounded variables (relays and mixed problems keep their
/// size), lexicographic ratio test, free variables pivoted in first, answer re-solved on its active
/// set. Finds a solution for copositive-plus matrices (all positive semidefinite ones) where one
/// exists.
struct Lemke {
  double tolerance = 1e-10;
  int max_iterations = 10000;
  bool scale = true;
  int covering_seed = 0;

  static constexpr std::string_view name = "lemke";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &Lemke::tolerance, "accept when both residuals are at most this", 0, 1),
        field("max_iterations", &Lemke::max_iterations, "most pivots", 1),
        field("scale", &Lemke::scale, "equilibrate rows and columns first"),
        field("covering_seed", &Lemke::covering_seed,
              "0: covering vector of ones; else a random positive one, another path to a solution",
              0)};
  }
};

enum class PivotRule { block, least_index };
inline std::span<const std::string_view> enum_names(PivotRule) {
  static constexpr std::array<std::string_view, 2> names{"block", "least_index"};
  return names;
}

/// Principal pivoting on the active set. `least_index` is Murty's rule: finite for P-matrices,
/// possibly after 2^n pivots. `block` exchanges all wrong indices at once while their number falls
/// (Judice and Pires) and falls back to the least index: the fastest method for large dense
/// P-matrices.
struct PrincipalPivoting {
  double tolerance = 1e-10;
  int max_iterations = 10000;
  PivotRule rule = PivotRule::block;

  static constexpr std::string_view name = "principal_pivoting";
  static constexpr auto fields() {
    return Fields{field("tolerance", &PrincipalPivoting::tolerance,
                        "accept when both residuals are at most this", 0, 1),
                  field("max_iterations", &PrincipalPivoting::max_iterations,
                        "most changes of the active set", 1),
                  field("rule", &PrincipalPivoting::rule,
                        "block: all wrong indices at once; least_index: Murty's rule")};
  }
};

/// Cao-Ferris pivoting for affine variational inequalities: finds a vertex of the polytope (its
/// lines, if any, are taken out as free variables) and follows the normal-map path from there by
/// Lemke's pivots. Unlike Lemke it needs no regular M.
struct CaoFerris {
  double tolerance = 1e-10;
  int max_iterations = 10000;

  static constexpr std::string_view name = "cao_ferris";
  static constexpr auto fields() {
    return Fields{field("tolerance", &CaoFerris::tolerance,
                        "accept when both residuals are at most this", 0, 1),
                  field("max_iterations", &CaoFerris::max_iterations, "most pivots", 1)};
  }
};

/// Tries every active set of a small problem. Finding none proves that there is no solution.
struct Enumeration {
  double tolerance = 1e-10;
  int max_size = 16;
  int max_solutions = 100;

  static constexpr std::string_view name = "enumeration";
  static constexpr auto fields() {
    return Fields{
        field("tolerance", &Enumeration::tolerance, "accept when both residuals are at most this",
              0, 1),
        field("max_size", &Enumeration::max_size,
              "most components with a choice; the work grows like 2^size (3^size for boxes)", 0,
              30),
        field("max_solutions", &Enumeration::max_solutions,
              "stop after this many different solutions (enumerate only)", 1)};
  }
};

}  // namespace nonsmooth
