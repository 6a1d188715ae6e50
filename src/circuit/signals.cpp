// SPDX-License-Identifier: Apache-2.0
#include "circuit/signals.hpp"

namespace nonsmooth {
namespace {

using namespace circuit;

class Signals {
 public:
  explicit Signals(const std::function<ModelForm(const Form&)>& in_model) : in_model_(in_model) {}

  void add(const Form& form) {
    const ModelForm row = in_model_(form);
    for (const auto& [column, factor] : row.x) x_.emplace_back(count_, column, factor);
    for (const auto& [column, factor] : row.lambda) lambda_.emplace_back(count_, column, factor);
    for (const auto& [column, factor] : row.source) source_.emplace_back(count_, column, factor);
    ++count_;
  }
  void write(ModelSize size, CircuitModel& out) const {
    out.from_x.resize(count_, size.states);
    out.from_x.setFromTriplets(x_.begin(), x_.end());
    out.from_lambda.resize(count_, size.multipliers);
    out.from_lambda.setFromTriplets(lambda_.begin(), lambda_.end());
    out.from_source.resize(count_, std::ssize(out.sources));
    out.from_source.setFromTriplets(source_.begin(), source_.end());
  }

 private:
  const std::function<ModelForm(const Form&)>& in_model_;
  int count_ = 0;
  std::vector<Eigen::Triplet<double>> x_, lambda_, source_;
};

}  // namespace

void set_signals(const Circuit& circuit, const Tableau& tableau, ModelSize size,
                 const std::function<ModelForm(const Form&)>& in_model, CircuitModel& out) {
  Signals signals(in_model);
  out.sources = tableau.sources;
  for (int node = 1; node < circuit.node_count(); ++node) {
    out.signals.push_back("v(" + circuit.name(NodeId{node}) + ")");
    signals.add(tableau.voltage(NodeId{node}, NodeId{0}));
  }
  for (std::size_t k = 0; k < circuit.elements().size(); ++k)
    std::visit(
        [&]<class E>(const E& e) {
          if constexpr (requires { e.a; }) {
            CircuitModel::Branch branch{.name = e.name};
            branch.plus = e.a.index - 1;
            branch.minus = e.b.index - 1;
            branch.stores = std::is_same_v<E, Capacitor> || std::is_same_v<E, Inductor>;
            branch.source = !branch.stores && !std::is_same_v<E, Resistor> &&
                            !std::is_same_v<E, Diode> && !std::is_same_v<E, Switch>;
            branch.current = static_cast<int>(out.signals.size());
            out.branches.push_back(branch);
            out.signals.push_back("i(" + e.name + ")");
            signals.add(tableau.currents[k]);
          }
        },
        circuit.elements()[k]);
  signals.write(size, out);
}

}  // namespace nonsmooth
