// SPDX-License-Identifier: Apache-2.0
// The equations of a circuit without its states and devices. Unknown are the node voltages and the
// currents of branches, z = (e, Z i), currents in volts by the impedance Z of the circuit:
//
//   Kirchhoff's current law at every node     sum of currents = 0
//   one row per voltage source, E, H, ...     e_a - e_b - ... = value
//
// Capacitors, inductors, diodes and switches are ports: a pair (v, i), of which one will be an
// input and the other an output. What a law puts into the network directly (a voltage or a current
// that is the multiplier itself) is an injection.
#pragma once

#include "nonsmooth/circuit.hpp"

#include <string>
#include <vector>

namespace nonsmooth {

/// A linear form of unknowns, multipliers and sources.
struct Form {
  enum class Of { unknown, lambda, source };
  struct Term {
    Of of;
    int index;
    double factor;
  };
  std::vector<Term> terms{};

  Form& add(Of of, int index, double factor) {
    if (index >= 0 && factor != 0.0) terms.push_back({of, index, factor});
    return *this;
  }
  Form& add(const Form& other, double factor) {
    for (const Term& term : other.terms)
      terms.push_back({term.of, term.index, factor * term.factor});
    return *this;
  }
};

struct Port {
  enum class Kind { capacitor, inductor, device };
  Kind kind;
  int element;
  Form v, i;
  int current;   ///< unknown; negative: the multiplier of its law
  int index;     ///< state of a capacitor or inductor, row of the law of a device
  double value;  ///< of a capacitor or inductor
};

/// One row of the law: -(y + compliance lambda) in the normal cone of [lower, upper] at lambda.
struct LawRow {
  int element;
  double lower = 0.0, upper = infinity, compliance = 0.0;
  int port = -1;  ///< its pair; negative: an injection with the output below
  Form y{};
};

struct Tableau {
  int node_count = 0;     ///< without ground; their voltages are the first unknowns
  int unknown_count = 0;  ///< z
  int state_count = 0;
  double impedance = 1.0;
  std::vector<Form> rows;              ///< equations: form = 0
  std::vector<std::string> row_names;  ///< for messages
  std::vector<int> row_current;        ///< unknown that came with a row; of nodes: their voltage
  std::vector<Port> ports;
  std::vector<LawRow> laws;
  std::vector<Waveform> sources;  ///< the first is the constant 1
  std::vector<Form> currents;     ///< of every element, A; empty where it has none
  std::vector<int> port_of;       ///< of every element; negative: none

  Form voltage(NodeId a, NodeId b) const;
};

struct TableauOptions {
  std::optional<double> frozen_at{};
  bool hinge_ports = false;  ///< hinges as ports: where nothing else holds the voltage of a node
  bool currents_are_multipliers = false;  ///< of devices; else they are unknowns
};

Tableau make_tableau(const Circuit& circuit, const TableauOptions& options);

}  // namespace nonsmooth
