// SPDX-License-Identifier: Apache-2.0
// A circuit as a model: with the rows of reduce.hpp,
//
//   C v' = i,   L i' = v         x' = A x + B lambda + b(t)
//   y = C x + D lambda + e(t)    the law on (y, lambda)
//
// Switches and resistors that time alone controls change rows of C, D and e with time; switches
// that the circuit itself controls, and behavioural sources, make the relation nonlinear.
#include "circuit/lower_sparse.hpp"
#include "circuit/reduce.hpp"
#include "circuit/topology.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nonsmooth {
namespace {

using namespace circuit;
using Row = Eigen::RowVectorXd;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// --- Rows that change
// -------------------------------------------------------------------------------------------

// A row over (x, lambda) and what sources add to it.
struct Line {
  Row of_x{}, of_lambda{};
  std::vector<std::pair<int, double>> of_source{};

  double sources(const std::vector<Waveform>& s, double t) const {
    double sum = 0.0;
    for (const auto& [k, factor] : of_source) sum += factor * s[static_cast<std::size_t>(k)](t);
    return sum;
  }
  bool of_time_alone() const { return of_x.isZero(0.0) && of_lambda.isZero(0.0); }
  double operator()(const std::vector<Waveform>& s, double t, VectorIn x, VectorIn lambda) const {
    return of_x.dot(x) + of_lambda.dot(lambda) + sources(s, t);
  }
};

// y = (1 - sigma) (i Z - v Z / off) + sigma (on i - v), sigma = 1 where the switch is closed
struct Contact {
  int law = 0;            // y
  Line open{}, closed{};  // y of either
  Line control{};         // minus the threshold
  double hysteresis = 0.0;
  int share = -1;                                // row of sigma; negative: time alone decides
  std::function<double(double t)> resistance{};  // of time: v = R(t) i
  Line v{}, i{};
};

struct Source {
  int law;
  std::vector<Line> probes;
  std::function<double(double, std::span<const double>)> value;
};

// Everything the relation evaluates; shared by its functions.
struct LawRows {
  Matrix C, D;
  Matrix from_sources;  // e(t) = from_sources s(t)
  std::vector<Waveform> sources;
  std::vector<int> varying;  // sources that are not constant
  Vector e;                  // of the constant ones
  std::vector<Contact> contacts;
  std::vector<Source> behavioural;

  void add_sources(double t, VectorOut y) const {
    for (const int k : varying) {
      const double s = sources[at(k)](t);
      for (Eigen::Index i = 0; i < y.size(); ++i) y[i] += s * from_sources(i, k);
    }
  }
};

double closed_at(const Contact& contact, const std::vector<Waveform>& s, double t) {
  return contact.control.sources(s, t) > 0.0 ? 1.0 : 0.0;
}

// the row of a contact at time t, where nothing but time decides
void fix(const Contact& contact, const std::vector<Waveform>& s, double t, Row& of_x,
         Row& of_lambda, double& e) {
  if (contact.resistance) {
    const double R = contact.resistance(t);
    of_x = R * contact.i.of_x - contact.v.of_x;
    of_lambda = R * contact.i.of_lambda - contact.v.of_lambda;
    e = R * contact.i.sources(s, t) - contact.v.sources(s, t);
    return;
  }
  const Line& line = closed_at(contact, s, t) > 0.0 ? contact.closed : contact.open;
  of_x = line.of_x;
  of_lambda = line.of_lambda;
  e = line.sources(s, t);
}

}  // namespace

// --- Lowering
// -------------------------------------------------------------------------------------------

namespace {

class Lowering {
 public:
  Lowering(const Circuit& circuit, const LoweringOptions& options)
      : circuit_(circuit), options_(options), r_(reduce(circuit, options.frozen_at)) {}

  CircuitModel run() {
    gather_changing_rows();
    add_system();
    add_law();
    add_signals();
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
    Source source{.law = 0, .probes = {}, .value = e.value};
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
    B_ = Matrix::Zero(nx(), m());
    B_.leftCols(network_laws()) = all.middleCols(nx(), network_laws());
    relation_->sources = out_.sources = r_.tableau.sources;
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
      B_ = Matrix::Zero(1, m());
      id_ = out_.model.add(system);
      return;
    }
    system.A = Matrix(all.leftCols(nx()));
    if (!all.col(from).isZero(0.0)) system.b = all.col(from);
    const Matrix varying = all.rightCols(r_.source_count() - 1);
    if (!varying.isZero(0.0))
      system.b_of_t = [varying, sources = out_.sources](double t, VectorOut b) {
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
      interaction.relation = general_relation();
    else
      interaction.relation = linear_relation();
    (void)out_.model.add(std::move(interaction));
  }

  FirstOrderLinear linear_relation() const {
    const LawRows& relation = *relation_;
    FirstOrderLinear linear{.C = relation.C, .B = B_, .D = relation.D, .e = relation.e};
    const auto shared = relation_;
    if (!relation.contacts.empty()) {
      const int n = nx(), rows = m();
      linear.C_of_t = [shared, n](double t, MatrixOut C) {
        C = shared->C;
        Row of_x, of_lambda;
        double e = 0.0;
        for (const Contact& contact : shared->contacts) {
          fix(contact, shared->sources, t, of_x, of_lambda, e);
          C.row(contact.law).head(n) = of_x;
        }
      };
      linear.D_of_t = [shared](double t, MatrixOut D) {
        D = shared->D;
        Row of_x, of_lambda;
        double e = 0.0;
        for (const Contact& contact : shared->contacts) {
          fix(contact, shared->sources, t, of_x, of_lambda, e);
          D.row(contact.law) = of_lambda;
        }
      };
      linear.dimension = rows;
    }
    const bool varying = !relation.from_sources.rightCols(r_.source_count() - 1).isZero(0.0);
    if (varying || !relation.contacts.empty())
      linear.e_of_t = [shared](double t, VectorOut e) {
        e.setZero();
        shared->add_sources(t, e);
        Row of_x, of_lambda;
        for (const Contact& contact : shared->contacts) {
          double value = 0.0;
          fix(contact, shared->sources, t, of_x, of_lambda, value);
          e[contact.law] = value - shared->e[contact.law];
        }
      };
    return linear;
  }

  FirstOrderGeneral general_relation() const;
  void add_signals();

  const Circuit& circuit_;
  const LoweringOptions& options_;
  Reduced r_;
  int extra_ = 0;
  Matrix B_;
  SystemId id_{};
  std::shared_ptr<LawRows> relation_ = std::make_shared<LawRows>();
  CircuitModel out_;
};

// --- Nonlinear rows
// -------------------------------------------------------------------------------------------

double probed(const Source& source, const LawRows& r, double t, VectorIn x, VectorIn lambda,
              std::vector<double>& values) {
  values.resize(source.probes.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = source.probes[k](r.sources, t, x, lambda);
  return source.value(t, values);
}

FirstOrderGeneral Lowering::general_relation() const {
  const std::shared_ptr<const LawRows> shared = relation_;
  const int n = nx();
  FirstOrderGeneral general{.dimension = m()};
  const auto states = [n](VectorIn x) { return x.head(n); };
  general.h = [shared, states](double t, VectorIn x, VectorIn lambda, VectorOut y) {
    y = shared->e;
    y.noalias() += shared->C * x + shared->D * lambda;
    shared->add_sources(t, y);
    const auto xs = states(x);
    for (const Contact& c : shared->contacts) {
      const auto& s = shared->sources;
      if (c.resistance) {
        y[c.law] = c.resistance(t) * c.i(s, t, xs, lambda) - c.v(s, t, xs, lambda);
        continue;
      }
      const double sigma = c.share >= 0 ? lambda[c.share] : closed_at(c, s, t);
      y[c.law] = (1 - sigma) * c.open(s, t, xs, lambda) + sigma * c.closed(s, t, xs, lambda);
    }
    std::vector<double> values;
    for (const Source& source : shared->behavioural)
      y[source.law] -= probed(source, *shared, t, xs, lambda, values);
  };
  general.g = [B = B_](double, VectorIn, VectorIn lambda, VectorOut input) {
    input.noalias() = B * lambda;
  };
  general.g_x = [](double, VectorIn, VectorIn, MatrixOut out) { out.setZero(); };
  general.g_lambda = [B = B_](double, VectorIn, VectorIn, MatrixOut out) { out = B; };

  // rows of C and D, and those of switches and sources at (t, x, lambda)
  const auto slopes = [shared, states](double t, VectorIn x, VectorIn lambda, bool by_x,
                                       MatrixOut out) {
    out = by_x ? shared->C : shared->D;
    const auto xs = states(x);
    const auto& s = shared->sources;
    const auto part = [&](const Line& line) -> const Row& {
      return by_x ? line.of_x : line.of_lambda;
    };
    for (const Contact& c : shared->contacts) {
      auto row = out.row(c.law).head(by_x ? xs.size() : out.cols());
      if (c.resistance) {
        row = c.resistance(t) * part(c.i) - part(c.v);
        continue;
      }
      const double sigma = c.share >= 0 ? lambda[c.share] : closed_at(c, s, t);
      row = (1 - sigma) * part(c.open) + sigma * part(c.closed);
      if (c.share >= 0 && !by_x)
        row[c.share] += c.closed(s, t, xs, lambda) - c.open(s, t, xs, lambda);
    }
    std::vector<double> values;
    for (const Source& source : shared->behavioural) {
      (void)probed(source, *shared, t, xs, lambda, values);
      for (std::size_t k = 0; k < values.size(); ++k) {
        const double at_value = values[k], step = 1e-6 * std::max(1e-3, std::abs(at_value));
        values[k] = at_value + step;
        const double above = source.value(t, values);
        values[k] = at_value - step;
        const double below = source.value(t, values);
        values[k] = at_value;
        const double slope = (above - below) / (2 * step);
        out.row(source.law).head(part(source.probes[k]).size()) -= slope * part(source.probes[k]);
      }
    }
  };
  general.h_x = [slopes](double t, VectorIn x, VectorIn lambda, MatrixOut out) {
    slopes(t, x, lambda, true, out);
  };
  general.h_lambda = [slopes](double t, VectorIn x, VectorIn lambda, MatrixOut out) {
    slopes(t, x, lambda, false, out);
  };
  return general;
}

// --- Signals
// -------------------------------------------------------------------------------------------

void Lowering::add_signals() {
  const Tableau& t = r_.tableau;
  std::vector<Eigen::Triplet<double>> x, lambda, source;
  const auto add = [&](std::string name, const Row& row) {
    const int k = static_cast<int>(out_.signals.size());
    out_.signals.push_back(std::move(name));
    for (int i = 0; i < row.size(); ++i) {
      if (row[i] == 0.0) continue;
      if (i < nx())
        x.emplace_back(k, i, row[i]);
      else if (i < nx() + network_laws())
        lambda.emplace_back(k, i - nx(), row[i]);
      else
        source.emplace_back(k, i - nx() - network_laws(), row[i]);
    }
  };
  for (int node = 1; node < circuit_.node_count(); ++node)
    add("v(" + circuit_.name(NodeId{node}) + ")", r_.row(t.voltage(NodeId{node}, NodeId{0})));
  const auto& elements = circuit_.elements();
  for (std::size_t k = 0; k < elements.size(); ++k)
    std::visit(
        [&]<class E>(const E& e) {
          if constexpr (requires { e.a; }) {
            CircuitModel::Branch branch{.name = e.name};
            branch.plus = e.a.index - 1;
            branch.minus = e.b.index - 1;
            branch.stores = std::is_same_v<E, Capacitor> || std::is_same_v<E, Inductor>;
            branch.source = !branch.stores && !std::is_same_v<E, Resistor> &&
                            !std::is_same_v<E, Diode> && !std::is_same_v<E, Switch>;
            branch.current = static_cast<int>(out_.signals.size());
            add("i(" + e.name + ")", r_.row(t.currents[k]));
            out_.branches.push_back(branch);
          }
        },
        elements[k]);
  const int count = static_cast<int>(out_.signals.size());
  out_.from_x.resize(count, std::max(nx(), 1));
  out_.from_x.setFromTriplets(x.begin(), x.end());
  out_.from_lambda.resize(count, m());
  out_.from_lambda.setFromTriplets(lambda.begin(), lambda.end());
  out_.from_source.resize(count, r_.source_count());
  out_.from_source.setFromTriplets(source.begin(), source.end());
}

}  // namespace

CircuitModel Circuit::model(const LoweringOptions& options) const {
  check();
  // nodes, and one current per element at most
  const int size = node_count() + static_cast<int>(elements_.size());
  if (size > options.dense_limit && sparse_obstacle(*this).empty())
    return lower_sparse(*this, options.frozen_at);
  return Lowering(*this, options).run();
}

void Circuit::check() const {
  if (elements_.empty()) throw Error("circuit: it has no elements; add some");
  check_topology(*this);
}

// --- Observation
// -------------------------------------------------------------------------------------------

int CircuitModel::signal(std::string_view name) const {
  const auto found = std::find(signals.begin(), signals.end(), name);
  if (found != signals.end()) return static_cast<int>(found - signals.begin());
  const std::vector<std::string_view> known(signals.begin(), signals.end());
  throw Error(unknown_name_message("signal", name, known));
}

void CircuitModel::observe(double t, VectorIn x, VectorIn lambda, VectorOut values) const {
  Vector s(std::ssize(sources));
  for (std::size_t k = 0; k < sources.size(); ++k) s[static_cast<Eigen::Index>(k)] = sources[k](t);
  values = from_x * x + from_source * s;
  if (lambda.size() > 0) values += from_lambda * lambda;
}

Matrix CircuitModel::observe(VectorIn t, RowsIn x, RowsIn lambda) const {
  Matrix rows(t.size(), std::ssize(signals));
  Vector values(std::ssize(signals));
  for (Eigen::Index k = 0; k < t.size(); ++k) {
    observe(t[k], x.row(k).transpose(),
            lambda.cols() > 0 ? Vector(lambda.row(k).transpose()) : Vector(), values);
    rows.row(k) = values;
  }
  return rows;
}

Matrix CircuitModel::powers(MatrixIn rows) const {
  Matrix powers = Matrix::Zero(rows.rows(), std::ssize(branches));
  for (std::size_t k = 0; k < branches.size(); ++k) {
    const Branch& branch = branches[k];
    const Eigen::Index column = static_cast<Eigen::Index>(k);
    if (branch.plus >= 0)
      powers.col(column) += rows.col(branch.plus).cwiseProduct(rows.col(branch.current));
    if (branch.minus >= 0)
      powers.col(column) -= rows.col(branch.minus).cwiseProduct(rows.col(branch.current));
  }
  return powers;
}

}  // namespace nonsmooth
