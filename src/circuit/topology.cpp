// SPDX-License-Identifier: Apache-2.0
#include "circuit/topology.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nonsmooth {
namespace {

using namespace circuit;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

enum class Kind { ordinary, voltage, current, capacitor, inductor };

struct Edge {
  int a, b;
  Kind kind;
  const std::string* name;
  std::optional<double> initial;  // of capacitors, inductors and sources at t = 0
};

// the branches that carry current
std::vector<Edge> edges(const Circuit& circuit) {
  std::vector<Edge> all;
  for (const Element& element : circuit.elements())
    std::visit(
        [&]<class E>(const E& e) {
          if constexpr (requires { e.a; }) {
            Kind kind = Kind::ordinary;
            std::optional<double> initial;
            if constexpr (std::is_same_v<E, VoltageSource>) {
              kind = Kind::voltage;
              initial = e.volt(0.0);
            } else if constexpr (std::is_same_v<E, CurrentSource>) {
              kind = Kind::current;
              initial = e.ampere(0.0);
            } else if constexpr (std::is_same_v<E, VoltageControlledVoltage> ||
                                 std::is_same_v<E, CurrentControlledVoltage> ||
                                 std::is_same_v<E, Amplifier>) {
              kind = Kind::voltage;
            } else if constexpr (std::is_same_v<E, VoltageControlledCurrent> ||
                                 std::is_same_v<E, CurrentControlledCurrent>) {
              kind = Kind::current;
            } else if constexpr (std::is_same_v<E, Behavioural>) {
              kind = e.voltage ? Kind::voltage : Kind::current;
            } else if constexpr (std::is_same_v<E, Capacitor>) {
              kind = Kind::capacitor;
              initial = e.v0;
            } else if constexpr (std::is_same_v<E, Inductor>) {
              kind = Kind::inductor;
              initial = e.i0;
            }
            all.push_back({e.a.index, e.b.index, kind, &e.name, initial});
            if constexpr (std::is_same_v<E, Transformer>)
              all.push_back({e.c.index, e.d.index, kind, &e.name, {}});
          }
        },
        element);
  return all;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 12; ++i)
    text += (i > 0 ? ", " : "") + ("'" + names[i] + "'");
  return text + (names.size() > 12 ? ", ..." : "");
}

// Nodes joined by edges, and for each the way to the root of its tree.
class Forest {
 public:
  explicit Forest(int nodes) : root_(at(nodes)), way_(at(nodes)) {
    std::iota(root_.begin(), root_.end(), 0);
  }
  int find(int node) {
    while (root_[at(node)] != node) node = root_[at(node)] = root_[at(root_[at(node)])];
    return node;
  }
  // false where the edge closes a loop
  bool join(const Edge& edge) {
    const int a = find(edge.a), b = find(edge.b);
    if (a == b) return false;
    root_[at(std::max(a, b))] = std::min(a, b);
    way_[at(edge.a)].push_back(&edge);
    way_[at(edge.b)].push_back(&edge);
    return true;
  }
  // the edges of the tree from the a of an edge that closes a loop to its b
  std::vector<const Edge*> path(const Edge& closing) const {
    std::vector<const Edge*> from(way_.size(), nullptr);
    std::vector<int> queue{closing.b};
    for (std::size_t k = 0; k < queue.size() && from[at(closing.a)] == nullptr; ++k)
      for (const Edge* edge : way_[at(queue[k])]) {
        const int next = edge->a == queue[k] ? edge->b : edge->a;
        if (next == closing.b || from[at(next)] != nullptr) continue;
        from[at(next)] = edge;
        queue.push_back(next);
      }
    std::vector<const Edge*> path;
    for (int node = closing.a; node != closing.b && from[at(node)] != nullptr;) {
      const Edge* edge = from[at(node)];
      path.push_back(edge);
      node = edge->a == node ? edge->b : edge->a;
    }
    return path;
  }

 private:
  std::vector<int> root_;
  std::vector<std::vector<const Edge*>> way_;
};

void check_floating(const Circuit& circuit, const std::vector<Edge>& all) {
  Forest connected(circuit.node_count()), held(circuit.node_count());
  for (const Edge& edge : all) {
    connected.join(edge);
    if (edge.kind != Kind::current) held.join(edge);
  }
  std::vector<std::string> lost, cut;
  for (int node = 1; node < circuit.node_count(); ++node) {
    if (connected.find(node) != connected.find(0)) lost.push_back(circuit.name(NodeId{node}));
    if (held.find(node) != held.find(0)) cut.push_back(circuit.name(NodeId{node}));
  }
  if (!lost.empty())
    throw Error("circuit: node " + listed(lost) +
                " floats: no element leads from there to ground; connect one of these nodes, for "
                "instance by a resistor of 1e9 ohm to node 0");
  if (cut.empty()) return;
  std::vector<std::string> sources;
  for (const Edge& edge : all)
    if (edge.kind == Kind::current && held.find(edge.a) != held.find(edge.b))
      sources.push_back(*edge.name);
  throw Error("circuit: node " + listed(cut) + " is connected by current sources alone (" +
              listed(sources) +
              "), so that nothing determines its voltage; put a resistor beside one of them");
}

// the sum of the voltages that are given around a loop; none if one of them is not
std::optional<double> around(const Edge& closing, const std::vector<const Edge*>& path) {
  if (!closing.initial) return {};
  double sum = closing.initial.value();
  int node = closing.a;  // walk from a to b against the closing edge
  for (const Edge* edge : path) {
    if (!edge->initial) return {};
    sum -= edge->a == node ? *edge->initial : -*edge->initial;
    node = edge->a == node ? edge->b : edge->a;
  }
  return sum;
}

void check_loops(const Circuit& circuit, const std::vector<Edge>& all) {
  Forest sources(circuit.node_count());
  const auto names = [](const Edge& closing, const std::vector<const Edge*>& path) {
    std::vector<std::string> loop{*closing.name};
    for (const Edge* edge : path) loop.push_back(*edge->name);
    return listed(loop);
  };
  for (const Edge& edge : all)
    if (edge.kind == Kind::voltage && !sources.join(edge))
      throw Error("circuit: voltage sources form a loop: " + names(edge, sources.path(edge)) +
                  (edge.a == edge.b
                       ? " has both ends at node '" + circuit.name(NodeId{edge.a}) + "'"
                       : std::string()) +
                  ", so that nothing determines their current; put a resistor in series with one");
  for (const Edge& edge : all) {
    if (edge.kind != Kind::capacitor || sources.join(edge)) continue;
    const auto path = sources.path(edge);
    const std::optional<double> sum = around(edge, path);
    if (sum && std::abs(*sum) > 1e-9 * (1.0 + std::abs(*edge.initial)))
      throw Error("circuit: initial voltages do not add up around the loop " + names(edge, path) +
                  ": " + std::to_string(*sum) +
                  " V are left; change an initial value or put a resistor in series");
  }
}

// a part that only coils and current sources connect: their initial currents must cancel
void check_cuts(const Circuit& circuit, const std::vector<Edge>& all) {
  Forest held(circuit.node_count());
  for (const Edge& edge : all)
    if (edge.kind != Kind::current && edge.kind != Kind::inductor) held.join(edge);
  std::vector<std::vector<const Edge*>> cut(at(circuit.node_count()));
  for (const Edge& edge : all) {
    const int a = held.find(edge.a), b = held.find(edge.b);
    if (a == b) continue;
    cut[at(a)].push_back(&edge);
    cut[at(b)].push_back(&edge);
  }
  for (int part = 1; part < circuit.node_count(); ++part) {
    if (cut[at(part)].empty() || held.find(0) == part) continue;
    double sum = 0.0, size = 0.0;
    bool given = true;
    std::vector<std::string> names;
    for (const Edge* edge : cut[at(part)]) {
      given = given && edge->initial.has_value();
      const double current = edge->initial.value_or(0.0);
      sum += held.find(edge->a) == part ? current : -current;
      size += std::abs(current);
      names.push_back(*edge->name);
    }
    if (given && std::abs(sum) > 1e-9 * size)
      throw Error("circuit: node '" + circuit.name(NodeId{part}) + "' is connected by " +
                  listed(names) + " alone, whose initial currents leave " + std::to_string(sum) +
                  " A; change an initial value or put a resistor beside one of them");
  }
}

}  // namespace

void check_topology(const Circuit& circuit) {
  const std::vector<Edge> all = edges(circuit);
  check_floating(circuit, all);
  check_loops(circuit, all);
  check_cuts(circuit, all);
}

}  // namespace nonsmooth
