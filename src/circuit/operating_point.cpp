// SPDX-License-Identifier: Apache-2.0
// Implicit steps so long that capacitors hardly leak and inductors hardly resist, taken until
// nothing moves any more. States are read from voltages and currents by name, since what the states
// of a model are is the lowering's own affair.
#include "nonsmooth/circuit/operating_point.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/simulate.hpp"

namespace nonsmooth {

OperatingPoint operating_point(const Circuit& circuit, double t, LoweringOptions options) {
  options.frozen_at = t;
  OperatingPoint rest{.lowered = circuit.model(options), .signals = {}};
  rest.signals.setZero(std::ssize(rest.lowered.signals));
  State state;
  for (const double step : {1e6, 1e3, 1.0}) {
    Simulator simulator(rest.lowered.model, EulerMoreau{.step = step});
    for (int k = 0; k < 20 && !rest.found; ++k) {
      const Vector before = simulator.state().x;
      if (!simulator.step().ok()) break;
      state = simulator.state();
      rest.found = (state.x - before).norm() <= 1e-9 * (1e-9 + before.norm());
    }
    if (rest.found) break;
  }
  if (state.x.size() > 0) rest.lowered.observe(t, state.x, state.lambda, rest.signals);
  return rest;
}

Circuit begun_at_rest(const Circuit& circuit, const LoweringOptions& options) {
  const OperatingPoint rest = operating_point(circuit, 0.0, options);
  if (!rest.found)
    throw Error("circuit: no operating point was found to begin at; give initial values and 'uic'");
  const auto voltage = [&](NodeId node) {
    return node.index > 0 ? rest.signals[node.index - 1] : 0.0;  // nodes come first
  };
  return circuit.edited([&](circuit::Element& element) {
    if (auto* c = std::get_if<circuit::Capacitor>(&element); c != nullptr && !c->v0)
      c->v0 = voltage(c->a) - voltage(c->b);
    if (auto* l = std::get_if<circuit::Inductor>(&element); l != nullptr && !l->i0)
      l->i0 = rest.signals[rest.lowered.signal("i(" + l->name + ")")];
  });
}

}  // namespace nonsmooth
