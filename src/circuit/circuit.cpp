// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/circuit.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

// What is wrong with the numbers of an element; empty if nothing is.
struct Complaint {
  static std::string positive(const char* field, double value, const char* remedy) {
    if (value > 0.0 && std::isfinite(value)) return {};
    return std::string(field) + " is " + number(value) + ", expected a positive number; " + remedy;
  }
  static std::string finite(const char* field, double value) {
    if (std::isfinite(value)) return {};
    return std::string(field) + " is " + number(value) + ", expected a finite number";
  }

  std::string operator()(const Resistor& e) const {
    if (e.of_time || (std::isfinite(e.ohm) && e.ohm != 0.0)) return {};
    return "ohm is " + number(e.ohm) +
           ", expected a finite number other than 0; use a voltage source of 0 V for a short";
  }
  std::string operator()(const Capacitor& e) const {
    if (e.v0 && !std::isfinite(*e.v0)) return finite("v0", *e.v0);
    return positive("farad", e.farad, "leave the capacitor out for none");
  }
  std::string operator()(const Inductor& e) const {
    if (e.i0 && !std::isfinite(*e.i0)) return finite("i0", *e.i0);
    return positive("henry", e.henry, "use a voltage source of 0 V for a short");
  }
  std::string operator()(const circuit::Coupling& e) const {
    if (std::abs(e.k) < 1.0) return {};
    return "k is " + number(e.k) +
           ", expected a number between -1 and 1; use a transformer for perfect coupling";
  }
  std::string operator()(const Transformer& e) const {
    if (std::isfinite(e.ratio) && e.ratio != 0.0) return {};
    return "ratio is " + number(e.ratio) + ", expected a finite number other than 0";
  }
  std::string operator()(const VoltageSource&) const { return {}; }
  std::string operator()(const CurrentSource&) const { return {}; }
  std::string operator()(const VoltageControlledVoltage& e) const { return finite("gain", e.gain); }
  std::string operator()(const VoltageControlledCurrent& e) const {
    return finite("siemens", e.siemens);
  }
  std::string operator()(const CurrentControlledVoltage& e) const { return finite("ohm", e.ohm); }
  std::string operator()(const CurrentControlledCurrent& e) const { return finite("gain", e.gain); }
  std::string operator()(const Diode& e) const {
    if (!std::isfinite(e.forward)) return finite("forward", e.forward);
    if (!(e.on >= 0.0 && std::isfinite(e.on))) return "on is " + number(e.on) + ", expected >= 0";
    return e.off > e.on ? ""
                        : "off is " + number(e.off) + ", expected more than on, " + number(e.on);
  }
  std::string operator()(const Hinges& e) const {
    for (const Hinges::Hinge& hinge : e.hinges)
      if (!std::isfinite(hinge.from) || !std::isfinite(hinge.slope))
        return "a hinge is not finite: from " + number(hinge.from) + ", slope " +
               number(hinge.slope);
    return {};
  }
  std::string operator()(const Amplifier& e) const {
    if (!(e.gain > 0.0)) return positive("gain", e.gain, "exchange the inputs to invert");
    if (e.low < e.high) return {};
    return "low is " + number(e.low) + ", expected less than high, " + number(e.high);
  }
  std::string operator()(const Switch& e) const {
    if (!std::isfinite(e.threshold) || !(e.hysteresis >= 0.0 && std::isfinite(e.hysteresis)))
      return "threshold is " + number(e.threshold) + " and hysteresis " + number(e.hysteresis) +
             ", expected finite numbers, the second not negative";
    if (e.on >= 0.0 && e.off > 0.0 && std::isfinite(e.on)) return {};
    return "on is " + number(e.on) + " and off " + number(e.off) +
           ", expected on >= 0 and finite, off > 0";
  }
  std::string operator()(const Behavioural& e) const {
    return e.value ? "" : "value is empty, expected a function";
  }
};

// every node an element mentions
std::vector<NodeId> mentioned_nodes(const Element& element) {
  return std::visit(
      []<class E>(const E& e) {
        std::vector<NodeId> nodes;
        if constexpr (requires { e.a; }) nodes = {e.a, e.b};
        if constexpr (std::is_same_v<E, Switch>) {
          if (!e.control.valid()) nodes.insert(nodes.end(), {e.c, e.d});
        } else if constexpr (requires { e.c; }) {
          nodes.insert(nodes.end(), {e.c, e.d});
        }
        if constexpr (std::is_same_v<E, Behavioural>)
          for (const Probe& probe : e.probes)
            if (!probe.element.valid()) nodes.insert(nodes.end(), {probe.a, probe.b});
        return nodes;
      },
      element);
}

std::vector<ElementId> mentioned_elements(const Element& element) {
  return std::visit(
      []<class E>(const E& e) {
        std::vector<ElementId> elements;
        if constexpr (std::is_same_v<E, circuit::Coupling>) elements = {e.first, e.second};
        if constexpr (std::is_same_v<E, CurrentControlledVoltage> ||
                      std::is_same_v<E, CurrentControlledCurrent>)
          elements = {e.control};
        if constexpr (std::is_same_v<E, Switch>)
          if (e.control.valid()) elements = {e.control};
        if constexpr (std::is_same_v<E, Behavioural>)
          for (const Probe& probe : e.probes)
            if (probe.element.valid()) elements.push_back(probe.element);
        return elements;
      },
      element);
}

constexpr const char* kind_names[] = {
    "resistor", "capacitor", "inductor", "coupling", "transformer", "v",         "i",      "e",
    "g",        "h",         "f",        "diode",    "hinges",      "amplifier", "switch", "b"};

const std::string& name_of(const Element& element) {
  return std::visit([](const auto& e) -> const std::string& { return e.name; }, element);
}

}  // namespace

Circuit::Circuit() : nodes_{"0"}, node_of_name_{{"0", 0}, {"gnd", 0}} {}

NodeId Circuit::node(std::string_view name) {
  std::string lower = lower_case(name);
  for (int k = node_count(); lower.empty(); ++k) {
    lower = "n" + std::to_string(k);
    if (node_of_name_.contains(lower)) lower.clear();
  }
  const auto [place, fresh] = node_of_name_.try_emplace(lower, node_count());
  if (fresh) nodes_.push_back(lower);
  return {place->second};
}

bool Circuit::has_node(std::string_view name) const {
  return node_of_name_.contains(lower_case(name));
}

const std::string& Circuit::name(NodeId id) const {
  if (id.index < 0 || id.index >= node_count())
    throw Error("circuit: node " + std::to_string(id.index) + " is not one of its " +
                std::to_string(node_count()) + "; make it by node()");
  return nodes_[static_cast<std::size_t>(id.index)];
}

const std::string& Circuit::name(ElementId id) const {
  if (id.index < 0 || id.index >= static_cast<int>(elements_.size()))
    throw Error("circuit: element " + std::to_string(id.index) + " is not one of its " +
                std::to_string(elements_.size()));
  return name_of(elements_[static_cast<std::size_t>(id.index)]);
}

Circuit Circuit::edited(const std::function<void(Element&)>& edit) const {
  Circuit changed;
  for (int k = 1; k < node_count(); ++k) (void)changed.node(name(NodeId{k}));
  for (Element element : elements_) {
    edit(element);
    (void)changed.add(std::move(element));
  }
  return changed;
}

ElementId Circuit::element(std::string_view name) const {
  const std::string lower = lower_case(name);
  if (const auto found = element_of_name_.find(lower); found != element_of_name_.end())
    return {found->second};
  std::vector<std::string_view> known;
  for (const Element& element : elements_) known.push_back(name_of(element));
  throw Error("circuit: " + unknown_name_message("element", lower, known));
}

ElementId Circuit::add(Element element) {
  std::string& given = std::visit([](auto& e) -> std::string& { return e.name; }, element);
  given = lower_case(given);
  for (std::size_t k = elements_.size() + 1; given.empty(); ++k) {
    given = kind_names[element.index()] + std::to_string(k);
    if (element_of_name_.contains(given)) given.clear();
  }
  if (element_of_name_.contains(given))
    throw Error("circuit: there is an element '" + given + "' already; give each its own name");
  const std::string complaint = std::visit(Complaint{}, element);
  if (!complaint.empty()) throw Error("circuit: element '" + given + "': " + complaint);
  for (const NodeId id : mentioned_nodes(element))
    if (id.index < 0 || id.index >= node_count())
      throw Error("circuit: element '" + given + "': node " + std::to_string(id.index) +
                  " is not one of the circuit's " + std::to_string(node_count()) +
                  "; make it by node()");
  for (const ElementId id : mentioned_elements(element)) {
    if (id.index < 0 || id.index >= static_cast<int>(elements_.size()))
      throw Error("circuit: element '" + given + "': its control, element " +
                  std::to_string(id.index) + ", is not there; add it first");
    const Element& other = elements_[static_cast<std::size_t>(id.index)];
    if (std::holds_alternative<circuit::Coupling>(element) &&
        !std::holds_alternative<Inductor>(other))
      throw Error("circuit: element '" + given + "' couples '" + name_of(other) +
                  "', which is no inductor");
    if (std::holds_alternative<circuit::Coupling>(other) ||
        std::holds_alternative<Transformer>(other))
      throw Error("circuit: element '" + given + "': the current of '" + name_of(other) +
                  "' is not one number; put a voltage source of 0 V in series and use its current");
  }
  element_of_name_[given] = static_cast<int>(elements_.size());
  elements_.push_back(std::move(element));
  return {static_cast<int>(elements_.size()) - 1};
}

ElementId Circuit::resistor(NodeId a, NodeId b, double ohm, Named options) {
  return add(Resistor{.name = std::move(options.name), .a = a, .b = b, .ohm = ohm});
}
ElementId Circuit::capacitor(NodeId a, NodeId b, double farad, Charged options) {
  return add(Capacitor{std::move(options.name), a, b, farad, options.v0});
}
ElementId Circuit::inductor(NodeId a, NodeId b, double henry, Fluxed options) {
  return add(Inductor{std::move(options.name), a, b, henry, options.i0});
}
ElementId Circuit::couple(ElementId first, ElementId second, double k) {
  return add(circuit::Coupling{{}, first, second, k});
}
ElementId Circuit::transformer(NodeId a, NodeId b, NodeId c, NodeId d, double ratio) {
  return add(Transformer{{}, a, b, c, d, ratio});
}
ElementId Circuit::voltage_source(NodeId a, NodeId b, Waveform volt, std::string name) {
  return add(VoltageSource{std::move(name), a, b, std::move(volt)});
}
ElementId Circuit::current_source(NodeId a, NodeId b, Waveform ampere, std::string name) {
  return add(CurrentSource{std::move(name), a, b, std::move(ampere)});
}
ElementId Circuit::diode(NodeId anode, NodeId cathode) {
  return add(Diode{.a = anode, .b = cathode});
}

}  // namespace nonsmooth
