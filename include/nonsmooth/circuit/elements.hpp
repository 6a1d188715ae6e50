// SPDX-License-Identifier: Apache-2.0
// What a circuit is made of. Currents are counted from the first node through the element to the
// second, voltages from the first to the second: v i is the power an element takes.
#pragma once

#include "nonsmooth/base/id.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/circuit/waveform.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace nonsmooth {

using NodeId = Id<struct NodeTag>;  ///< 0 is ground
using ElementId = Id<struct ElementTag>;

namespace circuit {

struct Resistor {
  std::string name{};
  NodeId a, b;
  double ohm = 1.0;
  std::function<double(double t)> of_time{};  ///< in place of ohm
};

struct Capacitor {
  std::string name{};
  NodeId a, b;
  double farad = 1.0;
  std::optional<double> v0{};  ///< V at the start; none: 0, or the operating point
};

struct Inductor {
  std::string name{};
  NodeId a, b;
  double henry = 1.0;
  std::optional<double> i0{};  ///< A at the start; none: 0, or the operating point
};

/// Mutual inductance k sqrt(L1 L2).
struct Coupling {
  std::string name{};
  ElementId first, second;
  double k = 0.5;  ///< above -1 and below 1
};

/// v_ab = ratio v_cd and i_cd = -ratio i_ab.
struct Transformer {
  std::string name{};
  NodeId a, b, c, d;
  double ratio = 1.0;
};

struct VoltageSource {
  std::string name{};
  NodeId a, b;
  Waveform volt{};
};

/// The current flows from a through the source to b.
struct CurrentSource {
  std::string name{};
  NodeId a, b;
  Waveform ampere{};
};

/// E: v_ab = gain v_cd.
struct VoltageControlledVoltage {
  std::string name{};
  NodeId a, b, c, d;
  double gain = 1.0;
};

/// G: i_ab = siemens v_cd.
struct VoltageControlledCurrent {
  std::string name{};
  NodeId a, b, c, d;
  double siemens = 1.0;
};

/// H: v_ab = ohm i(control).
struct CurrentControlledVoltage {
  std::string name{};
  NodeId a, b;
  ElementId control;
  double ohm = 1.0;
};

/// F: i_ab = gain i(control).
struct CurrentControlledCurrent {
  std::string name{};
  NodeId a, b;
  ElementId control;
  double gain = 1.0;
};

/// 0 <= i _|_ forward + on i - v >= 0, and v / off beside it. Ideal as it stands.
struct Diode {
  std::string name{};
  NodeId a, b;            ///< anode, cathode
  double forward = 0.0;   ///< V it drops
  double on = 0.0;        ///< ohm while it conducts
  double off = infinity;  ///< ohm while it blocks
};

/// A current of straight pieces: i_ab = sum of slope max(0, v_cd - from). Slopes of any sign.
struct Hinges {
  struct Hinge {
    double from, slope;  ///< V, S
  };
  std::string name{};
  NodeId a, b, c, d;
  std::vector<Hinge> hinges{};
};

/// Operational amplifier or comparator: v_ab = clip(gain v_cd, low, high); an infinite gain makes
/// it set-valued at v_cd = 0.
struct Amplifier {
  std::string name{};
  NodeId a, b, c, d;
  double gain = infinity;
  double low = 0.0, high = 1.0;  ///< V
};

/// Resistance `on` where the control is above the threshold, `off` where it is below; at the
/// threshold anything between. 0 and infinity are ideal. With hysteresis both states are solutions
/// within threshold -+ hysteresis, and the step before decides.
struct Switch {
  std::string name{};
  NodeId a, b;
  NodeId c{}, d{};      ///< control by v_cd ...
  ElementId control{};  ///< ... or, where this is given, by the current of an element
  double threshold = 0.0, hysteresis = 0.0;
  double on = 1.0, off = 1e12;  ///< ohm
};

/// What a behavioural source reads.
struct Probe {
  NodeId a, b{0};       ///< v_ab ...
  ElementId element{};  ///< ... or, where this is given, its current
};

/// B: voltage or current as any function of time, voltages and currents.
struct Behavioural {
  std::string name{};
  NodeId a, b;
  bool voltage = true;  ///< else current
  std::vector<Probe> probes{};
  std::function<double(double t, std::span<const double> probed)> value{};
};

using Element =
    std::variant<Resistor, Capacitor, Inductor, Coupling, Transformer, VoltageSource, CurrentSource,
                 VoltageControlledVoltage, VoltageControlledCurrent, CurrentControlledVoltage,
                 CurrentControlledCurrent, Diode, Hinges, Amplifier, Switch, Behavioural>;

}  // namespace circuit
}  // namespace nonsmooth
