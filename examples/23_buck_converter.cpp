// A buck converter made of an ideal switch and an ideal diode: 3 V become D 3 V, and the current of
// the choke moves by (Vin - V) D T / L.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "23_buck_converter");
  const double vin = 3.0, duty = 0.6, T = 1 / 600e3, L = 10e-6;
  ns::Circuit c;
  const auto in = c.node("in"), sw = c.node("sw"), out = c.node("out"), gate = c.node("gate");
  c.voltage_source(in, c.ground(), vin);
  c.voltage_source(gate, c.ground(), ns::Pulse{.width = duty * T, .period = T});
  c.add(ns::circuit::Switch{.name = "s1",
                            .a = in,
                            .b = sw,
                            .c = gate,
                            .d = c.ground(),
                            .threshold = 0.5,
                            .on = 0.0,
                            .off = ns::infinity});
  c.diode(c.ground(), sw);
  c.inductor(sw, out, L, {.i0 = 0.12, .name = "choke"});
  c.capacitor(out, c.ground(), 22e-6, {.v0 = duty * vin});
  c.resistor(out, c.ground(), 10.0);

  const ns::CircuitModel lowered = c.model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = T / 500, .theta = 0.5}, {.end = 300 * T});
  example.save(run);
  const auto x = run.x(ns::SystemId{0}).bottomRows(5000);
  example.near("mean output, V", x.col(1).mean(), duty * vin, 0.005);
  example.near("ripple of the choke, A", x.col(0).maxCoeff() - x.col(0).minCoeff(),
               (vin - duty * vin) * duty * T / L, 0.002);
  return example.result();
}
