// SPDX-License-Identifier: Apache-2.0
#include "circuit/tableau.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;
using Of = Form::Of;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// the size in which currents are as large as voltages
double typical_impedance(const Circuit& circuit) {
  double sum = 0.0;
  int count = 0;
  for (const Element& element : circuit.elements())
    if (const auto* r = std::get_if<Resistor>(&element); r != nullptr && !r->of_time) {
      sum += std::log(std::abs(r->ohm));
      ++count;
    }
  // a power of two: scaling is exact
  return count == 0 ? 1.0 : std::exp2(std::round(sum / count / std::log(2.0)));
}

class Writer {
 public:
  Writer(const Circuit& circuit, const TableauOptions& options, Tableau& t)
      : circuit_(circuit), options_(options), t_(t) {
    t_.node_count = t_.unknown_count = circuit.node_count() - 1;
    t_.impedance = typical_impedance(circuit);
    t_.rows.resize(at(t_.node_count));
    for (int node = 1; node <= t_.node_count; ++node) {
      t_.row_names.push_back("node '" + circuit.name(NodeId{node}) + "'");
      t_.row_current.push_back(node - 1);
    }
    t_.sources.emplace_back(1.0);
    t_.currents.resize(circuit.elements().size());
    t_.port_of.assign(circuit.elements().size(), -1);
  }

  void write(int index) {
    element_ = index;
    std::visit([&](const auto& e) { write(e); }, circuit_.elements()[at(index)]);
  }

 private:
  Form& current() { return t_.currents[at(element_)]; }
  // the current of an element in volts leaves a and enters b
  void flow(NodeId a, NodeId b, const Form& ampere) {
    if (a.index > 0) t_.rows[at(a.index - 1)].add(ampere, t_.impedance);
    if (b.index > 0) t_.rows[at(b.index - 1)].add(ampere, -t_.impedance);
  }
  Form new_current() { return Form{}.add(Of::unknown, t_.unknown_count++, 1.0 / t_.impedance); }
  void row(Form form) {
    t_.rows.push_back(std::move(form));
    t_.row_names.push_back("element '" + circuit_.name(ElementId{element_}) + "'");
    t_.row_current.push_back(t_.unknown_count - 1);  // every such row comes with a new current
  }
  Form source(Waveform waveform) {
    if (options_.frozen_at) waveform = Waveform(waveform(*options_.frozen_at));
    if (waveform.constant()) return Form{}.add(Of::source, 0, waveform(0.0));
    t_.sources.push_back(std::move(waveform));
    return Form{}.add(Of::source, static_cast<int>(t_.sources.size()) - 1, 1.0);
  }
  int new_law(LawRow law) {
    t_.laws.push_back(std::move(law));
    return static_cast<int>(t_.laws.size()) - 1;
  }
  Form lambda(int law) const { return Form{}.add(Of::lambda, law, 1.0); }

  Port& new_port(NodeId a, NodeId b, Port::Kind kind, int index, double value) {
    const bool multiplier = kind == Port::Kind::device && options_.currents_are_multipliers;
    const int unknown = multiplier ? -1 : t_.unknown_count;
    current() = multiplier ? lambda(index) : new_current();
    flow(a, b, current());
    t_.port_of[at(element_)] = static_cast<int>(t_.ports.size());
    t_.ports.push_back({kind, element_, t_.voltage(a, b), current(), unknown, index, value});
    return t_.ports.back();
  }
  // a port whose law is a row of its own
  Port& device(NodeId a, NodeId b, double lower, double upper) {
    const int port = static_cast<int>(t_.ports.size());
    return new_port(a, b, Port::Kind::device,
                    new_law({.element = element_, .lower = lower, .upper = upper, .port = port}),
                    0.0);
  }

  void write(const Resistor& e) {
    if (e.of_time) {
      if (!options_.frozen_at) {
        device(e.a, e.b, -infinity, infinity);
        return;
      }
      resistor(e.a, e.b, e.of_time(*options_.frozen_at));
      return;
    }
    resistor(e.a, e.b, e.ohm);
  }
  void resistor(NodeId a, NodeId b, double ohm) {
    // a small one as a branch of its own: its conductance would drown the others at its nodes
    if (std::abs(ohm) >= 1e-3 * t_.impedance) {
      current() = Form{}.add(t_.voltage(a, b), 1.0 / ohm);
    } else {
      current() = new_current();
      row(Form{}.add(t_.voltage(a, b), 1.0).add(current(), -ohm));
    }
    flow(a, b, current());
  }
  void write(const Capacitor& e) {
    new_port(e.a, e.b, Port::Kind::capacitor, t_.state_count++, e.farad);
  }
  void write(const Inductor& e) {
    new_port(e.a, e.b, Port::Kind::inductor, t_.state_count++, e.henry);
  }
  void write(const circuit::Coupling&) {}
  void write(const Transformer& e) {
    const Form first = new_current();
    flow(e.a, e.b, first);
    flow(e.c, e.d, Form{}.add(first, -e.ratio));
    current() = first;
    row(Form{}.add(t_.voltage(e.a, e.b), 1.0).add(t_.voltage(e.c, e.d), -e.ratio));
  }
  // v_ab = value, with a current of its own
  void voltage(NodeId a, NodeId b, const Form& value) {
    current() = new_current();
    flow(a, b, current());
    row(Form{}.add(t_.voltage(a, b), 1.0).add(value, -1.0));
  }
  void write(const VoltageSource& e) { voltage(e.a, e.b, source(e.volt)); }
  void write(const CurrentSource& e) {
    current() = source(e.ampere);
    flow(e.a, e.b, current());
  }
  void write(const VoltageControlledVoltage& e) {
    voltage(e.a, e.b, Form{}.add(t_.voltage(e.c, e.d), e.gain));
  }
  void write(const VoltageControlledCurrent& e) {
    current() = Form{}.add(t_.voltage(e.c, e.d), e.siemens);
    flow(e.a, e.b, current());
  }
  void write(const CurrentControlledVoltage& e) {
    voltage(e.a, e.b, Form{}.add(t_.currents[at(e.control.index)], e.ohm));
  }
  void write(const CurrentControlledCurrent& e) {
    current() = Form{}.add(t_.currents[at(e.control.index)], e.gain);
    flow(e.a, e.b, current());
  }
  // The ideal diode sees v - forward - on i; what passes it while it blocks flows beside it.
  void write(const Diode& e) {
    Port& port = device(e.a, e.b, 0.0, infinity);
    if (e.forward != 0.0) port.v.add(Of::source, 0, -e.forward);
    if (e.on != 0.0) port.v.add(port.i, -e.on);
    if (std::isfinite(e.off)) {
      const Form leak = Form{}.add(t_.voltage(e.a, e.b), 1.0 / e.off);
      flow(e.a, e.b, leak);
      current().add(leak, 1.0);
    }
  }
  // lambda_k = max(0, v_cd - from_k):  0 <= lambda _|_ lambda - v_cd + from >= 0
  void write(const Hinges& e) {
    Form sum;
    for (const Hinges::Hinge& hinge : e.hinges) {
      const int law = new_law({.element = element_});
      t_.laws.back().y = lambda(law).add(t_.voltage(e.c, e.d), -1.0).add(Of::source, 0, hinge.from);
      sum.add(lambda(law), hinge.slope);
    }
    if (!options_.hinge_ports) {
      current() = sum;
      flow(e.a, e.b, sum);
      return;
    }
    // the port adds Z (i - sum) to the voltage it sees: zero where the law holds
    Port& port = device(e.a, e.b, -infinity, infinity);
    t_.laws[at(port.index)].y = Form{}.add(port.i, t_.impedance).add(sum, -t_.impedance);
  }
  // lambda = clip(gain v_cd, low, high) is the output voltage
  void write(const Amplifier& e) {
    const int law =
        new_law({.element = element_, .lower = e.low, .upper = e.high, .compliance = 1.0 / e.gain});
    t_.laws.back().y = Form{}.add(t_.voltage(e.c, e.d), -1.0);
    voltage(e.a, e.b, lambda(law));
  }
  void write(const Switch& e) { device(e.a, e.b, -infinity, infinity); }
  // lambda is the value; the row y = lambda - value(...) is completed when the network is known
  void write(const Behavioural& e) {
    const int law = new_law({.element = element_, .lower = -infinity});
    t_.laws.back().y = lambda(law);
    if (e.voltage) {
      voltage(e.a, e.b, lambda(law));
      return;
    }
    current() = lambda(law);
    flow(e.a, e.b, current());
  }

  const Circuit& circuit_;
  const TableauOptions& options_;
  Tableau& t_;
  int element_ = 0;
};

}  // namespace

Form Tableau::voltage(NodeId a, NodeId b) const {
  return Form{}.add(Form::Of::unknown, a.index - 1, 1.0).add(Form::Of::unknown, b.index - 1, -1.0);
}

Tableau make_tableau(const Circuit& circuit, const TableauOptions& options) {
  Tableau tableau;
  Writer writer(circuit, options, tableau);
  for (int i = 0; i < static_cast<int>(circuit.elements().size()); ++i) writer.write(i);
  return tableau;
}

}  // namespace nonsmooth
