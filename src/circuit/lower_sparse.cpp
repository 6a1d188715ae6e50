// SPDX-License-Identifier: Apache-2.0
// Large circuits: nothing is eliminated. The unknowns of the tableau z = (node voltages, currents)
// and the voltages v of capacitors are the states of one system in which E is singular,
//
//   row of the tableau   0 = -row(z, lambda, sources)
//   capacitor            C v' = i(z),   0 = v - v(z)
//   inductors            L i(z)' = v(z)
//   device               0 = i(z) - lambda,   y = -v(z)
//
// and everything is taken at the end of a step. A circuit of n nodes has a few n numbers in all of
// its matrices; what a step makes of them is the affair of its sparse factors.
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
        t_(make_tableau(circuit, {options.frozen_at, false})),
        state_of_(circuit.elements().size(), -1) {
    for (const Port& port : t_.ports)
      if (port.kind == Port::Kind::capacitor) state_of_[at(port.element)] = n_++;
    n_ += t_.unknown_count;
    for (int& state : state_of_)
      if (state >= 0) state += t_.unknown_count;
  }

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
    int row = 0;
    // diagonals of nodes are stored even where no resistor makes them: a proximal step needs them
    for (int node = 0; node < t_.node_count; ++node) A_.emplace_back(node, node, 0.0);
    for (const Form& form : t_.rows) place(row++, form, -1.0);
    for (const Port& port : t_.ports) {
      const Element& element = circuit_.elements()[at(port.element)];
      if (const auto* c = std::get_if<Capacitor>(&element)) {
        // currents count in volts, as everywhere in the tableau
        const int v = state_of_[at(port.element)];
        E_.emplace_back(row, v, t_.impedance * c->farad);
        place(row++, port.i, t_.impedance);
        A_.emplace_back(row, v, 1.0);
        place(row++, port.v, -1.0);
        x0[v] = c->v0.value_or(0.0);
      } else if (const auto* l = std::get_if<Inductor>(&element)) {
        row_of_coil_.emplace_back(port.element, row);
        place_rate(row, port.i, l->henry);
        place(row++, port.v, 1.0);
        x0[port.current] = t_.impedance * l->i0.value_or(0.0);
      } else {
        place(row, port.i, t_.impedance);
        B_.emplace_back(row++, port.index, -t_.impedance);
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
  std::vector<int> state_of_;  // of capacitors, by element
  std::vector<std::pair<int, int>> row_of_coil_;
  int n_ = 0;
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
