// SPDX-License-Identifier: Apache-2.0
// Circuits of moderate size: everything that can be is eliminated, and with the rows of reduce.hpp
//
//   C v' = i,   L i' = v         x' = A x + B lambda + b(t)
//   y = C x + D lambda + e(t)    the law on (y, lambda)
#include "circuit/changing_rows.hpp"
#include "circuit/lower.hpp"
#include "circuit/reduce.hpp"
#include "circuit/signals.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;
using Row = Eigen::RowVectorXd;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Lowering {
 public:
  Lowering(const Circuit& circuit, const LoweringOptions& options)
      : circuit_(circuit), options_(options), r_(reduce(circuit, options.frozen_at)) {}

  CircuitModel run() {
    gather_changing_rows();
    add_system();
    add_law();
    set_signals(
        circuit_, r_.tableau, {std::max(nx(), 1), m()},
        [&](const Form& form) { return in_model(r_.row(form)); }, out_);
    return std::move(out_);
  }

 private:
  int nx() const { return r_.state_count(); }
  int network_laws() const { return r_.law_count(); }
  int m() const { return network_laws() + extra_; }  // with shares of switches

  Line line(const Row& row) const {
    Line line{row.head(nx()), Row::Zero(m()), {}};
    line.of_lambda.head(network_laws()) = row.segment(nx(), network_laws());
    for (int k = 0; k < r_.source_count(); ++k)
      if (const double factor = row[nx() + network_laws() + k]; factor != 0.0)
        line.of_source.emplace_back(k, factor);
    return line;
  }

  Row control_row(const Switch& e) const {
    const Tableau& t = r_.tableau;
    Row row =
        e.control.valid() ? r_.row(t.currents[at(e.control.index)]) : r_.row(t.voltage(e.c, e.d));
    row[nx() + network_laws()] -= e.threshold;
    return row;
  }

  // switches whose control the circuit decides have a row of their own
  void gather_changing_rows() {
    const Tableau& t = r_.tableau;
    const auto& elements = circuit_.elements();
    for (std::size_t k = 0; k < elements.size(); ++k)
      if (const auto* e = std::get_if<Switch>(&elements[k]))
        if (!line(control_row(*e)).of_time_alone()) ++extra_;
    int share = network_laws();
    for (std::size_t k = 0; k < elements.size(); ++k) {
      if (const auto* e = std::get_if<Switch>(&elements[k])) add_switch(*e, t.port_of[k], share);
      if (const auto* e = std::get_if<Resistor>(&elements[k]); e != nullptr && t.port_of[k] >= 0)
        add_varying(*e, t.port_of[k]);
      if (const auto* e = std::get_if<Behavioural>(&elements[k]))
        add_behavioural(*e, static_cast<int>(k));
    }
  }

  void add_switch(const Switch& e, int port_index, int& share) {
    const Tableau& t = r_.tableau;
    const Port& port = t.ports[at(port_index)];
    const Row v = r_.row(port.v), i = r_.row(port.i);
    Contact contact{.law = port.index,
                    .open = line(t.impedance * (i - v / e.off)),
                    .closed = line(e.on * i - v),
                    .control = line(control_row(e)),
                    .hysteresis = e.hysteresis};
    if (!contact.control.of_time_alone()) contact.share = share++;
    relation_->contacts.push_back(std::move(contact));
  }
  void add_varying(const Resistor& e, int port_index) {
    const Port& port = r_.tableau.ports[at(port_index)];
    Contact contact{.law = port.index};
    contact.resistance = e.of_time;
    contact.v = line(r_.row(port.v));
    contact.i = line(r_.row(port.i));
    relation_->contacts.push_back(std::move(contact));
  }
  void add_behavioural(const Behavioural& e, int element) {
    const Tableau& t = r_.tableau;
    BehaviouralRow source{.law = 0, .probes = {}, .value = e.value};
    for (int law = 0; law < network_laws(); ++law)
      if (t.laws[at(law)].element == element) source.law = law;
    for (const Probe& probe : e.probes)
      source.probes.push_back(
          line(r_.row(probe.element.valid() ? t.currents[at(probe.element.index)]
                                            : t.voltage(probe.a, probe.b))));
    if (options_.frozen_at)
      source.value = [value = e.value, at = *options_.frozen_at](
                         double, std::span<const double> probed) { return value(at, probed); };
    relation_->behavioural.push_back(std::move(source));
  }

  // rates of capacitors and inductors over all inputs
  Matrix rates() const {
    const Tableau& t = r_.tableau;
    Matrix rates = Matrix::Zero(nx(), r_.column_count());
    Matrix L = Matrix::Identity(nx(), nx());
    std::vector<int> state_of(circuit_.elements().size(), -1);
    for (const Port& port : t.ports) {
      if (port.kind == Port::Kind::device) continue;
      state_of[at(port.element)] = port.index;
      L(port.index, port.index) = port.value;
      rates.row(port.index) = r_.row(port.kind == Port::Kind::capacitor ? port.i : port.v);
    }
    for (const Element& element : circuit_.elements())
      if (const auto* k = std::get_if<circuit::Coupling>(&element)) {
        const int a = state_of[at(k->first.index)], b = state_of[at(k->second.index)];
        L(a, b) += k->k * std::sqrt(L(a, a) * L(b, b));
        L(b, a) = L(a, b);
      }
    if (L.isDiagonal(0.0)) return L.diagonal().cwiseInverse().asDiagonal() * rates;
    return L.partialPivLu().solve(rates);
  }

  void add_system() {
    const Matrix all = rates();
    const int from = nx() + network_laws();
    Matrix& B = relation_->B;
    B = Matrix::Zero(nx(), m());
    B.leftCols(network_laws()) = all.middleCols(nx(), network_laws());
    relation_->state_count = nx();
    relation_->sources = r_.tableau.sources;
    for (int k = 1; k < r_.source_count(); ++k) relation_->varying.push_back(k);
    Vector x0 = Vector::Zero(std::max(nx(), 1));
    for (const Port& port : r_.tableau.ports) {
      const Element& element = circuit_.elements()[at(port.element)];
      if (const auto* e = std::get_if<Capacitor>(&element)) x0[port.index] = e->v0.value_or(0.0);
      if (const auto* e = std::get_if<Inductor>(&element)) x0[port.index] = e->i0.value_or(0.0);
    }
    FirstOrder system{.name = "circuit", .x0 = x0};
    if (nx() == 0) {
      // a circuit without states still needs a system to stand on
      system.A = Matrix{{-1.0}};
      B = Matrix::Zero(1, m());
      id_ = out_.model.add(system);
      return;
    }
    system.A = Matrix(all.leftCols(nx()));
    if (!all.col(from).isZero(0.0)) system.b = all.col(from);
    const Matrix varying = all.rightCols(r_.source_count() - 1);
    if (!varying.isZero(0.0))
      system.b_of_t = [varying, sources = relation_->sources](double t, VectorOut b) {
        b.setZero();
        for (Eigen::Index k = 0; k < varying.cols(); ++k) {
          const double s = sources[static_cast<std::size_t>(k) + 1](t);
          for (Eigen::Index i = 0; i < b.size(); ++i) b[i] += s * varying(i, k);
        }
      };
    id_ = out_.model.add(system);
  }

  void add_law() {
    if (m() == 0) return;
    LawRows& relation = *relation_;
    const int states = std::max(nx(), 1);
    relation.C = Matrix::Zero(m(), states);
    relation.D = Matrix::Zero(m(), m());
    relation.from_sources = Matrix::Zero(m(), r_.source_count());
    Box law{Vector::Zero(m()), Vector::Constant(m(), infinity), Vector::Zero(m())};
    for (int k = 0; k < network_laws(); ++k) {
      const LawRow& row = r_.tableau.laws[at(k)];
      const Row y = r_.output(k);
      relation.C.row(k).head(nx()) = y.head(nx());
      relation.D.row(k).head(network_laws()) = y.segment(nx(), network_laws());
      relation.from_sources.row(k) = y.tail(r_.source_count());
      law.lower[k] = row.lower;
      law.upper[k] = row.upper;
      law.compliance[k] = row.compliance;
    }
    for (const Contact& contact : relation.contacts) {
      if (contact.share < 0) continue;
      // sigma = 1 where the control is above its threshold: y = -control
      const int k = contact.share;
      relation.C.row(k).head(nx()) = -contact.control.of_x;
      relation.D.row(k) = -contact.control.of_lambda;
      for (const auto& [source, factor] : contact.control.of_source)
        relation.from_sources(k, source) -= factor;
      // above threshold + hysteresis it must close, below threshold - hysteresis open
      relation.D(k, k) -= 2 * contact.hysteresis;
      relation.from_sources(k, 0) += contact.hysteresis;
      law.upper[k] = 1.0;
    }
    relation.e = relation.from_sources.col(0);
    add_interaction(law);
  }

  void add_interaction(const Box& law) {
    const LawRows& relation = *relation_;
    const bool general = extra_ > 0 || !relation.behavioural.empty();
    const bool orthant = law.lower.isZero(0.0) && law.compliance.isZero(0.0) &&
                         (law.upper.array() == infinity).all();
    const bool equations =
        (law.lower.array() == -infinity).all() && (law.upper.array() == infinity).all();
    const AnyLaw block = orthant                      ? AnyLaw(NonNegative{m()})
                         : equations                  ? AnyLaw(Free{m()})
                         : law.compliance.isZero(0.0) ? AnyLaw(Box{law.lower, law.upper})
                                                      : AnyLaw(law);
    Interaction interaction{.on = {id_}, .law = block, .name = "devices"};
    if (general)
      interaction.relation = general_relation(relation_);
    else
      interaction.relation = linear_relation(relation_);
    (void)out_.model.add(std::move(interaction));
  }

  // a row over states, multipliers and sources, entry by entry
  ModelForm in_model(const Row& row) const {
    ModelForm form;
    for (int i = 0; i < row.size(); ++i) {
      if (row[i] == 0.0) continue;
      if (i < nx())
        form.x.emplace_back(i, row[i]);
      else if (i < nx() + network_laws())
        form.lambda.emplace_back(i - nx(), row[i]);
      else
        form.source.emplace_back(i - nx() - network_laws(), row[i]);
    }
    return form;
  }

  const Circuit& circuit_;
  const LoweringOptions& options_;
  Reduced r_;
  int extra_ = 0;
  SystemId id_{};
  std::shared_ptr<LawRows> relation_ = std::make_shared<LawRows>();
  CircuitModel out_;
};

}  // namespace

CircuitModel lower_reduced(const Circuit& circuit, const LoweringOptions& options) {
  return Lowering(circuit, options).run();
}

}  // namespace nonsmooth
