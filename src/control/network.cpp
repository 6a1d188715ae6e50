// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/network.hpp"

#include "control/require.hpp"

namespace nonsmooth::control {

std::vector<InteractionId> couple(Model& model, std::span<const Edge> edges,
                                  const CouplingOptions& o) {
  require_positive("couple", "gain", o.gain);
  std::vector<InteractionId> added;
  for (const Edge& edge : edges) {
    const int n = model.state_count(edge.from);
    require(n > 0 && model.state_count(edge.to) == n,
            "couple: " + model.name(edge.from) + " has " + std::to_string(n) + " states, " +
                model.name(edge.to) + " has " + std::to_string(model.state_count(edge.to)) +
                "; agents must be first-order systems of one size");
    const Matrix C = o.C.size() > 0 ? o.C : Matrix::Identity(n, n);
    const Matrix B = o.B.size() > 0 ? o.B : C.transpose();
    const Eigen::Index m = C.rows();
    require_size("couple", "C", C, m, n);
    require_size("couple", "B", B, n, m);
    Matrix difference(m, 2 * n), input(2 * n, m);
    difference << C, -C;
    input << B, -B;
    added.push_back(model.add(
        Interaction{.on = {edge.from, edge.to},
                    .relation = FirstOrderLinear{.C = difference, .B = input},
                    .law = Box{Vector::Constant(m, -o.gain), Vector::Constant(m, o.gain)},
                    .name = "coupling " + model.name(edge.from) + " - " + model.name(edge.to)}));
  }
  return added;
}

}  // namespace nonsmooth::control
