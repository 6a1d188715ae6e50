// A netlist as text, run and measured: a half-wave rectifier charges its capacitor to the peak of
// the source and loses v / (R C f) of it until the next one.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "22_netlist");
  const ns::io::Netlist netlist = ns::io::read_netlist_text(
      "half-wave rectifier\n"
      "V1 in 0 SIN(0 10 50)\n"
      "D1 in out ideal\n"
      "C1 out 0 100u IC=0\n"
      "R1 out 0 10k\n"
      ".model ideal D\n"
      ".tran 10u 100m uic\n"
      ".measure tran top MAX v(out) from=60m to=100m\n"
      ".measure tran ripple PP v(out) from=60m to=100m\n",
      "rectifier.cir");
  const ns::CircuitModel lowered = netlist.circuit.model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = netlist.transient->step},
                   {.end = netlist.transient->end});
  example.save(run);
  const ns::Matrix signals =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  const auto measured = [&](std::size_t k) {
    return ns::io::evaluate(netlist.measures[k], lowered, run.t(), signals).value_or(-1.0);
  };
  example.near("peak, V", measured(0), 10.0, 1e-3);
  example.near("ripple, V", measured(1), 10.0 / (10e3 * 100e-6 * 50), 0.02);
  return example.result();
}
