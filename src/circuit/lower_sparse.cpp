// SPDX-License-Identifier: Apache-2.0
// Large circuits: nothing is eliminated. The unknowns of the tableau z = (node voltages, currents)
// are the states of one system in which E is singular, and the current of a device is lambda,
//
//   row of the tableau   0 = -row(z, lambda, sources)
//   capacitor            C v(z)' = i(z)
//   inductors            L i(z)' = v(z)
//   device               y = -v(z)
//
// and everything is taken at the end of a step. A circuit of n nodes has a few n numbers in all of
// its matrices; what a step makes of them is the affair of its sparse factors. To serve those, the
// law of a node is the row of its voltage and that of a branch the row of its current: passive
// circuits then have factors with pivots on the diagonal.
#include "circuit/lower.hpp"
#include "circuit/signals.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;
using Of = Form::Of;
using Triplets = std::vector<Eigen::Triplet<double>>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// What sources put into rows: a constant, and what changes with time.
struct SourceRows {
  struct Entry {
    int row, source;
    double factor;
  };
  Vector constant{};
  std::vector<Entry> varying{};

  explicit SourceRows(int size) : constant(Vector::Zero(size)) {}
  void add(int row, int source, double factor) {
    if (source == 0)
      constant[row] += factor;
    else
      varying.push_back({row, source, factor});
  }
  VectorFunction<double> of_time(const std::vector<Waveform>& sources) const {
    if (varying.empty()) return {};
    return [entries = varying, sources](double t, VectorOut out) {
      out.setZero();
      for (const Entry& entry : entries)
        out[entry.row] += entry.factor * sources[at(entry.source)](t);
    };
  }
};

SparseMatrix matrix(int rows, int cols, const Triplets& entries) {
  SparseMatrix result(rows, cols);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

class SparseLowering {
 public:
  SparseLowering(const Circuit& circuit, const LoweringOptions& options)
      : circuit_(circuit),
        t_(make_tableau(circuit,
                        {.frozen_at = options.frozen_at, .currents_are_multipliers = true})),
        n_(t_.unknown_count) {}

  CircuitModel run() {
    CircuitModel out;
    const SystemId system = add_system(out.model);
    if (!t_.laws.empty()) add_law(out.model, system);
    set_signals(
        circuit_, t_, {n_, static_cast<int>(t_.laws.size())},
        [](const Form& f) { return split(f); }, out);
    return out;
  }

 private:
  static ModelForm split(const Form& form) {
    ModelForm parts;
    for (const Form::Term& term : form.terms)
      (term.of == Of::unknown  ? parts.x
       : term.of == Of::lambda ? parts.lambda
                               : parts.source)
          .emplace_back(term.index, term.factor);
    return parts;
  }
  // 0 = ... + factor form in this row
  void place(int row, const Form& form, double factor) {
    const ModelForm parts = split(form);
    for (const auto& [k, value] : parts.x) A_.emplace_back(row, k, factor * value);
    for (const auto& [k, value] : parts.lambda) B_.emplace_back(row, k, factor * value);
    for (const auto& [k, value] : parts.source) b_.add(row, k, factor * value);
  }
  void place_rate(int row, const Form& form, double factor) {
    for (const Form::Term& term : form.terms)
      E_.emplace_back(row, term.index, factor * term.factor);
  }

  SystemId add_system(Model& model) {
    b_ = SourceRows(n_);
    Vector x0 = Vector::Zero(n_);
    set_potentials(x0);
    // diagonals of nodes are stored even where no resistor makes them: a proximal step needs them
    for (int node = 0; node < t_.node_count; ++node) A_.emplace_back(node, node, 0.0);
    for (std::size_t k = 0; k < t_.rows.size(); ++k) place(t_.row_current[k], t_.rows[k], -1.0);
    for (const Port& port : t_.ports) {
      const Element& element = circuit_.elements()[at(port.element)];
      if (const auto* c = std::get_if<Capacitor>(&element)) {
        // currents count in volts, as everywhere in the tableau
        place_rate(port.current, port.v, t_.impedance * c->farad);
        place(port.current, port.i, t_.impedance);
      } else if (const auto* l = std::get_if<Inductor>(&element)) {
        row_of_coil_.emplace_back(port.element, port.current);
        place_rate(port.current, port.i, l->henry);
        place(port.current, port.v, 1.0);
        x0[port.current] = t_.impedance * l->i0.value_or(0.0);
      }
    }
    for (const Element& element : circuit_.elements())
      if (const auto* k = std::get_if<circuit::Coupling>(&element)) couple(*k);
    FirstOrder system{.name = "circuit", .A = matrix(n_, n_, A_), .x0 = x0};
    system.E = matrix(n_, n_, E_);
    system.b = b_.constant;
    system.b_of_t = b_.of_time(t_.sources);
    return model.add(std::move(system));
  }

  // Node voltages that give capacitors their initial ones: along a forest of capacitors, beginning
  // at ground. Around loops initial voltages have been found to add up.
  void set_potentials(Vector& x0) const {
    struct Edge {
      int to;
      double rise;
    };
    std::vector<std::vector<Edge>> edges(at(t_.node_count + 1));
    for (const Element& element : circuit_.elements())
      if (const auto* c = std::get_if<Capacitor>(&element)) {
        const double v0 = c->v0.value_or(0.0);
        edges[at(c->a.index)].push_back({c->b.index, -v0});
        edges[at(c->b.index)].push_back({c->a.index, v0});
      }
    std::vector<double> potential(edges.size(), 0.0);
    std::vector<unsigned char> reached(edges.size(), 0);
    std::vector<int> open;
    for (int root = 0; root <= t_.node_count; ++root) {
      if (reached[at(root)] != 0) continue;
      reached[at(root)] = 1;
      open.push_back(root);
      while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        for (const Edge& edge : edges[at(node)]) {
          if (reached[at(edge.to)] != 0) continue;
          reached[at(edge.to)] = 1;
          potential[at(edge.to)] = potential[at(node)] + edge.rise;
          open.push_back(edge.to);
        }
      }
    }
    for (int node = 1; node <= t_.node_count; ++node) x0[node - 1] = potential[at(node)];
  }

  void couple(const circuit::Coupling& k) {
    const auto coil = [&](ElementId id) {
      return std::get<Inductor>(circuit_.elements()[at(id.index)]);
    };
    const double M = k.k * std::sqrt(coil(k.first).henry * coil(k.second).henry);
    for (const auto& [element, row] : row_of_coil_) {
      if (element == k.first.index) place_rate(row, t_.currents[at(k.second.index)], M);
      if (element == k.second.index) place_rate(row, t_.currents[at(k.first.index)], M);
    }
  }

  void add_law(Model& model, SystemId system) {
    const int m = static_cast<int>(t_.laws.size());
    Triplets C, D;
    SourceRows e(m);
    Box law{Vector::Zero(m), Vector::Constant(m, infinity), Vector::Zero(m)};
    for (int k = 0; k < m; ++k) {
      const LawRow& row = t_.laws[at(k)];
      const bool port = row.port >= 0;
      const ModelForm y = split(port ? t_.ports[at(row.port)].v : row.y);
      const double sign = port ? -1.0 : 1.0;
      for (const auto& [i, value] : y.x) C.emplace_back(k, i, sign * value);
      for (const auto& [i, value] : y.lambda) D.emplace_back(k, i, sign * value);
      for (const auto& [i, value] : y.source) e.add(k, i, sign * value);
      law.lower[k] = row.lower;
      law.upper[k] = row.upper;
      law.compliance[k] = row.compliance;
    }
    FirstOrderSparse relation{
        .C = matrix(m, n_, C), .B = matrix(n_, m, B_), .D = matrix(m, m, D), .e = e.constant};
    relation.e_of_t = e.of_time(t_.sources);
    (void)model.add(Interaction{
        .on = {system}, .relation = std::move(relation), .law = law, .name = "devices"});
  }

  const Circuit& circuit_;
  const Tableau t_;
  const int n_;
  std::vector<std::pair<int, int>> row_of_coil_;
  Triplets E_, A_, B_;
  SourceRows b_{0};
};

}  // namespace

std::string sparse_obstacle(const Circuit& circuit, const LoweringOptions& options) {
  for (const Element& element : circuit.elements())
    if (const bool fits = std::visit(
            [&]<class E>(const E& e) {
              if constexpr (std::is_same_v<E, Resistor>) return !e.of_time || options.frozen_at;
              return !std::is_same_v<E, Switch> && !std::is_same_v<E, Behavioural>;
            },
            element);
        !fits)
      return std::visit([](const auto& e) { return e.name; }, element);
  return {};
}

CircuitModel lower_sparse(const Circuit& circuit, const LoweringOptions& options) {
  return SparseLowering(circuit, options).run();
}

}  // namespace nonsmooth
