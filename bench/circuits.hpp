// SPDX-License-Identifier: Apache-2.0
// Circuits of any size and the buck converter of the literature, for tests and benchmarks.
#pragma once

#include "nonsmooth/circuit.hpp"

#include <string>
#include <vector>

namespace nonsmooth::models {

/// side x side nodes with a capacitor each, resistors to the right and below, diodes along the
/// diagonals, a sine in one corner.
inline Circuit diode_mesh(int side) {
  Circuit c;
  std::vector<NodeId> nodes;
  for (int k = 0; k < side * side; ++k) nodes.push_back(c.node());
  const auto at = [&](int i, int j) { return nodes[static_cast<std::size_t>(i * side + j)]; };
  const NodeId in = c.node("in");
  c.voltage_source(in, c.ground(), Sine{.amplitude = 10, .frequency = 1e3});
  c.resistor(in, at(0, 0), 10.0);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      c.capacitor(at(i, j), c.ground(), 1e-9);
      if (j + 1 < side) c.resistor(at(i, j), at(i, j + 1), 1e3);
      if (i + 1 < side) c.resistor(at(i, j), at(i + 1, j), 1e3);
      if (i + 1 < side && j + 1 < side) c.diode(at(i, j), at(i + 1, j + 1));
    }
  c.resistor(at(side - 1, side - 1), c.ground(), 1e4);
  return c;
}

/// Bridges of four diodes in a row, each fed by a coil and a capacitor of its own. Nodes of bridge
/// k are n(2 + 3 k): its tank, and the two sides of its load.
inline Circuit bridge_ladder(int bridges) {
  Circuit c;
  NodeId left = c.node("in");
  c.voltage_source(left, c.ground(), Sine{.amplitude = 10, .frequency = 1e3});
  for (int k = 0; k < bridges; ++k) {
    const NodeId top = c.node(), plus = c.node(), minus = c.node();
    c.inductor(left, top, 1e-3);
    c.capacitor(top, c.ground(), 1e-7);
    c.diode(top, plus);
    c.diode(c.ground(), plus);
    c.diode(minus, top);
    c.diode(minus, c.ground());
    c.resistor(plus, minus, 1e3);
    left = top;
  }
  return c;
}

/// 3 V to 1.8 V at 600 kHz, half bridge, compensated amplifier, comparator: 200 us. The parts that
/// are ideal for us have their usual models in the netlist for ngspice; all others are the same.
inline std::string buck_netlist(bool for_ngspice, const std::string& step) {
  const std::string parts = for_ngspice ? "Bcmp gate 0 V=min(max(15*(v(ramps)-v(err)),0),3)\n"
                                          ".model switch_n nmos(level=1 vto=2 kp=10)\n"
                                          ".model switch_p pmos(level=1 vto=-2 kp=10)\n"
                                          ".model body d(is=1e-12 n=1)\n"
                                        : "Ucmp gate 0 ramps err cmp\n"
                                          ".model cmp comparator(gain=15 low=0 high=3)\n"
                                          ".model switch_n nmos(vto=2 kp=10 range=1 pieces=2)\n"
                                          ".model switch_p pmos(vto=-2 kp=10 range=1 pieces=2)\n"
                                          ".model body d(vfwd=0.8)\n";
  return "Buck converter, closed loop\n"
         "Vin in 0 3\n"
         "Vref ref 0 PWL(0 0 100u 1.8)\n"
         "Vramp ramp 0 PULSE(0 2.25 0 1.65666667u 10n 0 1.66666667u)\n"
         "Mp sw gate in in switch_p W=1 L=1\n"
         "Mn sw gate 0 0 switch_n W=1 L=1\n"
         "Dp sw in body\nDn 0 sw body\n"
         "L1 sw out 10u IC=0\nC1 out 0 22u IC=0\nR1 out 0 10\n"
         "R11 out a 15.58k\nC11 a minus 20p IC=0\nR12 out minus 227.8k\n"
         "R21 minus b 5.613meg\nC21 b err 1.9p IC=0\n"
         "Ea x 0 ref minus 1e4\nRa x y 1k\nCa y 0 5.305e-12 IC=0\nEe err 0 y 0 1\n"
         "Vshift ramps ramp 0.1\n" +
         parts + ".tran 10n 200u 0 " + step + " uic\n.save v(out) i(l1)\n.end\n";
}

/// Full bridge from 400 V, a sine of 50 Hz against a triangle, 10 ohm and 20 mH.
inline std::string inverter_netlist(double carrier) {
  return "Full bridge inverter\n.param f=" + std::to_string(carrier) +
         " half={0.5/f}\n"
         "Vdc dc 0 400\nVref ref 0 SIN(0 0.8 50)\n"
         "Vtri tri 0 PULSE(-1 1 0 {half} {half} 0 {1/f})\n"
         "S1 dc a ref tri leg\nS2 a 0 tri ref leg\nS3 dc b tri ref leg\nS4 b 0 ref tri leg\n"
         "D1 a dc ideal\nD2 0 a ideal\nD3 b dc ideal\nD4 0 b ideal\n"
         "R1 a mid 10\nL1 mid b 20m IC=0\n"
         ".model leg SW(vt=0 ron=1m roff=1meg)\n.model ideal D\n"
         ".tran 10u 20m uic\n.end\n";
}

}  // namespace nonsmooth::models
