// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/circuit_value.hpp"

#include "nonsmooth/base/error.hpp"

namespace nonsmooth::cli {
namespace {

struct SetValue {
  double value;

  bool operator()(circuit::Resistor& e) const { return set(e.ohm); }
  bool operator()(circuit::Capacitor& e) const { return set(e.farad); }
  bool operator()(circuit::Inductor& e) const { return set(e.henry); }
  bool operator()(circuit::VoltageSource& e) const { return set(e.volt); }
  bool operator()(circuit::CurrentSource& e) const { return set(e.ampere); }
  bool operator()(circuit::VoltageControlledVoltage& e) const { return set(e.gain); }
  bool operator()(circuit::VoltageControlledCurrent& e) const { return set(e.siemens); }
  bool operator()(circuit::CurrentControlledVoltage& e) const { return set(e.ohm); }
  bool operator()(circuit::CurrentControlledCurrent& e) const { return set(e.gain); }
  template <class Other>
  bool operator()(Other&) const {
    return false;
  }

 private:
  template <class Member>
  bool set(Member& member) const {
    member = Member(value);
    return true;
  }
};

}  // namespace

Circuit with_value(const Circuit& circuit, const std::string& element, double value) {
  (void)circuit.element(element);  // names the nearest one
  bool set = false;
  const Circuit edited = circuit.edited([&](circuit::Element& each) {
    const bool meant = std::visit([&](const auto& e) { return e.name == element; }, each);
    set = set || (meant && std::visit(SetValue{value}, each));
  });
  if (!set)
    throw Error(element + ": it has no single value; R, C, L, V, I, E, F, G and H have one");
  return edited;
}

}  // namespace nonsmooth::cli
