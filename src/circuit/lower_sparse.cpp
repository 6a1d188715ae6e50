// SPDX-License-Identifier: Apache-2.0
// Large circuits: every node is a system of its own, every branch an interaction on its nodes, and
// nothing is eliminated that would fill the one-step problem. With e the voltage of a node, C and G
// the capacitors and resistors from there to ground,
//
//   C e' = -G e + sources - sum of lambda      lambda: current of a branch from a to b
//   resistor    y = R lambda - v_ab = 0        source   y = V(t) - v_ab = 0
//   diode       0 <= lambda _|_ y = forward + on lambda - v_ab >= 0
//   capacitor   y = x - v_ab = 0,  C x' = lambda
//   inductor    y = lambda - x = 0 and y' = lambda' + v_ab = 0,  L x' = -lambda'
//
// All of lambda belongs to the end of the step. Nodes without capacitor and conductance stay in the
// problem as unknowns.
#include "circuit/lower_sparse.hpp"

#include "nonsmooth/base/error.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct NodeSystem {
  double farad = 0.0, siemens = 0.0, charge = 0.0;
  Vector constant = Vector::Zero(1);
  std::vector<std::pair<Waveform, double>> sources{};  // into the node
};

class SparseLowering {
 public:
  SparseLowering(const Circuit& circuit, const std::optional<double>& frozen_at)
      : circuit_(circuit), frozen_at_(frozen_at), nodes_(at(circuit.node_count())) {}

  CircuitModel run() {
    for (int node = 1; node < circuit_.node_count(); ++node)
      out_.signals.push_back("v(" + circuit_.name(NodeId{node}) + ")");
    out_.sources.emplace_back(1.0);
    // what the nodes themselves hold comes first: systems cannot change once they are added
    for (const Element& element : circuit_.elements())
      std::visit([&](const auto& e) { gather(e); }, element);
    add_nodes();
    for (const Element& element : circuit_.elements())
      std::visit([&](const auto& e) { add(e); }, element);
    const int count = static_cast<int>(out_.signals.size());
    out_.from_x.resize(count, state_count_);
    out_.from_x.setFromTriplets(from_x_.begin(), from_x_.end());
    out_.from_lambda.resize(count, row_count_);
    out_.from_lambda.setFromTriplets(from_lambda_.begin(), from_lambda_.end());
    out_.from_source.resize(count, std::ssize(out_.sources));
    out_.from_source.setFromTriplets(from_source_.begin(), from_source_.end());
    return std::move(out_);
  }

 private:
  // --- Nodes
  static NodeId other_than_ground(NodeId a, NodeId b) { return a.index == 0 ? b : a; }
  static bool grounded(NodeId a, NodeId b) { return a.index == 0 || b.index == 0; }

  void gather(const Resistor& e) {
    if (grounded(e.a, e.b)) nodes_[at(other_than_ground(e.a, e.b).index)].siemens += 1.0 / e.ohm;
  }
  void gather(const Capacitor& e) {
    if (!grounded(e.a, e.b)) return;
    NodeSystem& node = nodes_[at(other_than_ground(e.a, e.b).index)];
    node.farad += e.farad;
    node.charge += e.farad * e.v0.value_or(0.0) * (e.a.index == 0 ? -1.0 : 1.0);
  }
  void gather(const CurrentSource& e) {
    nodes_[at(e.a.index)].sources.emplace_back(frozen(e.ampere), -1.0);
    nodes_[at(e.b.index)].sources.emplace_back(frozen(e.ampere), 1.0);
  }
  template <class E>
  void gather(const E&) {}

  Waveform frozen(const Waveform& waveform) const {
    return frozen_at_ ? Waveform(waveform(*frozen_at_)) : waveform;
  }

  void add_nodes() {
    for (int k = 1; k < circuit_.node_count(); ++k) {
      const NodeSystem& node = nodes_[at(k)];
      FirstOrder system{.name = circuit_.name(NodeId{k}), .x0 = Vector::Zero(1)};
      system.A = Matrix{{-node.siemens}};
      system.E = Matrix{{node.farad}};
      if (node.farad > 0.0) system.x0[0] = node.charge / node.farad;
      if (!node.sources.empty())
        system.b_of_t = [sources = node.sources](double t) {
          double sum = 0.0;
          for (const auto& [waveform, sign] : sources) sum += sign * waveform(t);
          return sum;
        };
      from_x_.emplace_back(k - 1, state_count_++, 1.0);
      (void)out_.model.add(std::move(system));
    }
  }

  // --- Branches
  // The systems of a branch, each once, and rows of C and columns of B on them.
  struct Legs {
    std::vector<SystemId> on{};
    std::vector<double> C{}, B{};
    void add(int system, double c, double b) {
      for (std::size_t k = 0; k < on.size(); ++k)
        if (on[k].index == system) {
          C[k] += c;
          B[k] += b;
          return;
        }
      on.push_back({system});
      C.push_back(c);
      B.push_back(b);
    }
    void add(NodeId node, double c, double b) {
      if (node.index > 0) add(node.index - 1, c, b);
    }
  };

  // the answer is the row of lambda
  int branch(const std::string& name, Legs legs, double D, double e, const AnyLaw& law,
             const Waveform* source = nullptr) {
    if (legs.on.empty()) legs.add(0, 0.0, 0.0);
    const auto n = std::ssize(legs.on);
    FirstOrderLinear relation{.C = Eigen::Map<const Matrix>(legs.C.data(), 1, n),
                              .B = Eigen::Map<const Matrix>(legs.B.data(), n, 1),
                              .D = Matrix{{D}},
                              .e = Vector{{e}}};
    if (source != nullptr) relation.e_of_t = [wave = *source](double t) { return wave(t); };
    (void)out_.model.add(
        Interaction{.on = legs.on, .relation = std::move(relation), .law = law, .name = name});
    return row_count_++;
  }
  // current from a to b, y = ... - v_ab
  static Legs between(NodeId a, NodeId b) {
    Legs legs;
    legs.add(a, -1.0, -1.0);
    legs.add(b, 1.0, 1.0);
    return legs;
  }

  int signal(const std::string& name, NodeId a, NodeId b, bool stores, bool source) {
    const int k = static_cast<int>(out_.signals.size());
    out_.signals.push_back("i(" + name + ")");
    out_.branches.push_back({name, k, a.index - 1, b.index - 1, stores, source});
    return k;
  }
  void current_is_lambda(int signal, int row) { from_lambda_.emplace_back(signal, row, 1.0); }
  void current_is_conductance(int signal, NodeId a, NodeId b, double siemens) {
    if (a.index > 0) from_x_.emplace_back(signal, a.index - 1, siemens);
    if (b.index > 0) from_x_.emplace_back(signal, b.index - 1, -siemens);
  }

  void add(const Resistor& e) {
    const int k = signal(e.name, e.a, e.b, false, false);
    if (grounded(e.a, e.b))
      current_is_conductance(k, e.a, e.b, 1.0 / e.ohm);
    else
      current_is_lambda(k, branch(e.name, between(e.a, e.b), e.ohm, 0.0, Free{1}));
  }
  void add(const Capacitor& e) {
    if (grounded(e.a, e.b)) return;  // its current is not kept
    Legs legs = between(e.a, e.b);
    legs.add(new_state(e.name, e.farad, e.v0.value_or(0.0)), 1.0, 1.0);
    const int k = signal(e.name, e.a, e.b, true, false);
    current_is_lambda(k, branch(e.name, std::move(legs), 0.0, 0.0, Free{1}));
  }
  void add(const Inductor& e) {
    const int state = new_state(e.name, e.henry, e.i0.value_or(0.0));
    Legs current, voltage;
    current.add(e.a, 0.0, -1.0);
    current.add(e.b, 0.0, 1.0);
    current.add(state, -1.0, 0.0);
    const int k = signal(e.name, e.a, e.b, true, false);
    current_is_lambda(k, branch(e.name, std::move(current), 1.0, 0.0, Free{1}));
    voltage.add(e.a, 1.0, 0.0);
    voltage.add(e.b, -1.0, 0.0);
    voltage.add(state, 0.0, -1.0);
    (void)branch(e.name + ".v", std::move(voltage), 1.0, 0.0, Free{1});
  }
  int new_state(const std::string& name, double E, double x0) {
    ++state_count_;
    return out_.model.add(FirstOrder{.name = name, .x0 = Vector{{x0}}, .E = Matrix{{E}}}).index;
  }
  void add(const VoltageSource& e) {
    const Waveform volt = frozen(e.volt);
    const int k = signal(e.name, e.a, e.b, false, true);
    const double constant = volt.constant() ? volt(0.0) : 0.0;
    current_is_lambda(k, branch(e.name, between(e.a, e.b), 0.0, constant, Free{1},
                                volt.constant() ? nullptr : &volt));
  }
  void add(const CurrentSource& e) {
    const int k = signal(e.name, e.a, e.b, false, true);
    from_source_.emplace_back(k, std::ssize(out_.sources), 1.0);
    out_.sources.push_back(frozen(e.ampere));
  }
  void add(const Diode& e) {
    const int k = signal(e.name, e.a, e.b, false, false);
    current_is_lambda(k, branch(e.name, between(e.a, e.b), e.on, e.forward, NonNegative{1}));
    if (std::isfinite(e.off))
      current_is_lambda(k, branch(e.name + ".off", between(e.a, e.b), e.off, 0.0, Free{1}));
  }
  void add(const VoltageControlledVoltage& e) {
    Legs legs = between(e.a, e.b);
    legs.add(e.c, e.gain, 0.0);
    legs.add(e.d, -e.gain, 0.0);
    const int k = signal(e.name, e.a, e.b, false, true);
    current_is_lambda(k, branch(e.name, std::move(legs), 0.0, 0.0, Free{1}));
  }
  void add(const VoltageControlledCurrent& e) {
    Legs legs;
    legs.add(e.a, 0.0, -1.0);
    legs.add(e.b, 0.0, 1.0);
    legs.add(e.c, -e.siemens, 0.0);
    legs.add(e.d, e.siemens, 0.0);
    const int k = signal(e.name, e.a, e.b, false, true);
    current_is_lambda(k, branch(e.name, std::move(legs), 1.0, 0.0, Free{1}));
  }
  void add(const Hinges& e) {
    const int k = signal(e.name, e.a, e.b, false, true);
    for (const Hinges::Hinge& hinge : e.hinges) {
      Legs legs;
      legs.add(e.a, 0.0, -hinge.slope);
      legs.add(e.b, 0.0, hinge.slope);
      legs.add(e.c, -1.0, 0.0);
      legs.add(e.d, 1.0, 0.0);
      from_lambda_.emplace_back(k, branch(e.name, std::move(legs), 1.0, hinge.from, NonNegative{1}),
                                hinge.slope);
    }
  }
  template <class E>
  void add(const E&) {}

  const Circuit& circuit_;
  const std::optional<double>& frozen_at_;
  std::vector<NodeSystem> nodes_;
  CircuitModel out_;
  std::vector<Eigen::Triplet<double>> from_x_, from_lambda_, from_source_;
  int state_count_ = 0, row_count_ = 0;
};

}  // namespace

std::string sparse_obstacle(const Circuit& circuit) {
  for (const Element& element : circuit.elements())
    if (const bool fits = std::visit(
            []<class E>(const E& e) {
              if constexpr (std::is_same_v<E, Resistor>) return !e.of_time;
              return !std::is_same_v<E, circuit::Coupling> && !std::is_same_v<E, Transformer> &&
                     !std::is_same_v<E, CurrentControlledVoltage> &&
                     !std::is_same_v<E, CurrentControlledCurrent> &&
                     !std::is_same_v<E, Amplifier> && !std::is_same_v<E, Switch> &&
                     !std::is_same_v<E, Behavioural>;
            },
            element);
        !fits)
      return std::visit([](const auto& e) { return e.name; }, element);
  return {};
}

CircuitModel lower_sparse(const Circuit& circuit, const std::optional<double>& frozen_at) {
  return SparseLowering(circuit, frozen_at).run();
}

}  // namespace nonsmooth
