// SPDX-License-Identifier: Apache-2.0
// From the tableau to inputs and outputs. The equations leave one degree of freedom per port. Which
// of v and i is the input of each port is chosen so that the inputs determine everything else well:
//
//   N             an orthonormal basis of the solutions of the homogeneous equations
//   candidate     a functional of z on N; of independent ones, those farthest from the span of the
//                 inputs taken so far come next
//
// Capacitors are asked for v first and inductors for i, so that states are inputs. A capacitor in a
// loop of capacitors and sources has no voltage of its own: its current is then the multiplier of
// an equation, y = x - v = 0, and dually for inductors that cut a part off. For devices, either
// will do: with lambda = i, y = -v or lambda = -v, y = i the network is passive where the circuit
// is.
#pragma once

#include "circuit/tableau.hpp"

namespace nonsmooth {

/// Columns of all rows: states, multipliers, sources.
struct Reduced {
  Tableau tableau{};                        ///< with a row of the law for every state that is none
  Matrix z{};                               ///< unknowns from inputs
  std::vector<unsigned char> by_voltage{};  ///< per port: v (or -v of a device) is the input
  std::vector<int> law_of_port{};           ///< row of the law that holds it; negative: a state

  int state_count() const { return tableau.state_count; }
  int law_count() const { return static_cast<int>(tableau.laws.size()); }
  int source_count() const { return static_cast<int>(tableau.sources.size()); }
  int column_count() const { return state_count() + law_count() + source_count(); }
  /// A form as a row over the inputs.
  Eigen::RowVectorXd row(const Form& form) const;
  /// y of a row of the law, without what a switch or behavioural source adds.
  Eigen::RowVectorXd output(int law) const;
};

/// Throws Error naming nodes and elements whose equations are not independent.
Reduced reduce(const Circuit& circuit, const std::optional<double>& frozen_at);

}  // namespace nonsmooth
