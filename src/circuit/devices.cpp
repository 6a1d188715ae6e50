// SPDX-License-Identifier: Apache-2.0
// Devices that are several elements:
//
//   Zener     a diode forward, and one backwards that drops the breakdown voltage
//   MOSFET    i_ds = F(v_gs) - F(v_gd), F(v) = k/2 (v - vt)+^2 (Sah) with F a chain of chords
//   BJT       diodes base-emitter and base-collector; each sends its share alpha on to the other
//             terminal (Ebers and Moll 1954)
#include "nonsmooth/circuit.hpp"

#include "nonsmooth/base/error.hpp"

namespace nonsmooth {

using namespace circuit;

namespace {

std::string part(const std::string& name, const char* suffix) {
  return name.empty() ? std::string() : name + "." + suffix;
}

// chords of k/2 v^2 at equal distances over the range; the last one goes on
std::vector<Hinges::Hinge> square_by_chords(const Mosfet& m, double sign) {
  std::vector<Hinges::Hinge> hinges;
  const double width = m.range / m.pieces;
  double before = 0.0;
  for (int i = 0; i < m.pieces; ++i) {
    const double slope = 0.5 * m.k * width * (2 * i + 1);
    hinges.push_back({m.threshold + width * i, sign * (slope - before)});
    before = slope;
  }
  return hinges;
}

}  // namespace

void Circuit::zener(NodeId anode, NodeId cathode, Zener z) {
  if (!(z.breakdown > 0.0))
    throw Error("circuit: Zener diode '" + z.name + "': breakdown is " +
                std::to_string(z.breakdown) + ", expected a positive voltage");
  add(Diode{
      .name = part(z.name, "forward"), .a = anode, .b = cathode, .forward = z.forward, .on = z.on});
  add(Diode{.name = part(z.name, "reverse"),
            .a = cathode,
            .b = anode,
            .forward = z.breakdown,
            .on = z.on});
}

void Circuit::mosfet(NodeId drain, NodeId gate, NodeId source, Mosfet m) {
  if (!(m.k > 0.0 && m.range > 0.0 && m.pieces >= 1 && m.pieces <= 1000))
    throw Error("circuit: MOSFET '" + m.name + "': k is " + std::to_string(m.k) + ", range " +
                std::to_string(m.range) + ", pieces " + std::to_string(m.pieces) +
                "; expected positive numbers, at most 1000 pieces");
  // a p-channel is the same with every voltage and current reversed
  const NodeId from = m.p_channel ? source : drain, to = m.p_channel ? drain : source;
  const auto hinges = square_by_chords(m, 1.0), back = square_by_chords(m, -1.0);
  const auto control = [&](NodeId end) {
    return m.p_channel ? std::pair{end, gate} : std::pair{gate, end};
  };
  const auto [sp, sm] = control(source);
  const auto [dp, dm] = control(drain);
  add(Hinges{part(m.name, "s"), from, to, sp, sm, hinges});
  add(Hinges{part(m.name, "d"), from, to, dp, dm, back});
  if (m.body_diode)
    add(Diode{.name = part(m.name, "body"), .a = to, .b = from, .forward = *m.body_diode});
}

void Circuit::bjt(NodeId collector, NodeId base, NodeId emitter, Bjt q) {
  if (!(q.alpha_f >= 0.0 && q.alpha_f < 1.0 && q.alpha_r >= 0.0 && q.alpha_r < 1.0))
    throw Error("circuit: transistor '" + q.name + "': alpha_f is " + std::to_string(q.alpha_f) +
                ", alpha_r " + std::to_string(q.alpha_r) + "; expected 0 <= alpha < 1");
  const auto junction = [&](const char* suffix, NodeId end) {
    return add(Diode{.name = part(q.name, suffix),
                     .a = q.pnp ? end : base,
                     .b = q.pnp ? base : end,
                     .forward = q.forward,
                     .on = q.on});
  };
  const ElementId be = junction("be", emitter), bc = junction("bc", collector);
  const double sign = q.pnp ? -1.0 : 1.0;
  add(CurrentControlledCurrent{part(q.name, "f"), collector, base, be, sign * q.alpha_f});
  add(CurrentControlledCurrent{part(q.name, "r"), emitter, base, bc, sign * q.alpha_r});
}

}  // namespace nonsmooth
