// SPDX-License-Identifier: Apache-2.0
// Equilibria of a model as solutions of one generalised equation,
//
//   0 = f(z) + g(z, lambda),   the law on (h(z, lambda), lambda),
//
// with z the states of the first-order systems and the positions of the Lagrangian ones (v = 0).
// Linear models: all modes of the laws are enumerated, which finds every isolated equilibrium.
// Nonlinear ones: Newton's method on the generalised equation (Josephy) from many starts, and from
// every solution of the linearised equation there.
//
// Stability by linearisation inside the mode: with the set S of components whose lambda is strictly
// inside its bounds (sliding, closed contacts), the motion that keeps h_S = 0 is the zero dynamics
// of (A, B_S, C_S, D_SS). At the border of a mode nothing is claimed.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model.hpp"

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::analysis {

enum class Stability {
  stable,  ///< inside its mode, and the mode is attractive
  unstable,
  marginal,   ///< an eigenvalue on the imaginary axis: linearisation does not tell
  undecided,  ///< at the border of a mode, or under a law without simple modes
};
std::string_view name(Stability stability);

struct Equilibrium {
  Vector x, q;       ///< as in State
  Vector lambda, y;  ///< multiplier (a force in mechanics) and argument of the laws
  std::vector<std::complex<double>> eigenvalues;  ///< of the motion inside the mode
  Stability stability = Stability::undecided;
  std::string reason;
  double residual = infinity;
};

struct EquilibriaOptions {
  int starts = 40;       ///< of nonlinear models; the first is the model's initial state
  double spread = 10.0;  ///< starts are uniform in a cube of this half width about it
  std::uint64_t seed = 1;
  double tolerance = 1e-9;
  int iterations = 50;
};

/// In the order found, without repetitions. Throws Error for rigid bodies and laws of velocities
/// (friction has whole sets of equilibria). Functions of time are taken at t = 0.
std::vector<Equilibrium> equilibria(const Model& model, const EquilibriaOptions& options = {});

}  // namespace nonsmooth::analysis
