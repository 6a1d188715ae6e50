// SPDX-License-Identifier: Apache-2.0
#include "circuit/changing_rows.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using Row = Eigen::RowVectorXd;

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

double probed(const BehaviouralRow& source, const LawRows& r, double t, VectorIn x, VectorIn lambda,
              std::vector<double>& values) {
  values.resize(source.probes.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = source.probes[k](r.sources, t, x, lambda);
  return source.value(t, values);
}

}  // namespace

FirstOrderLinear linear_relation(const std::shared_ptr<const LawRows>& rows) {
  const LawRows& relation = *rows;
  FirstOrderLinear linear{.C = relation.C, .B = relation.B, .D = relation.D, .e = relation.e};
  const auto shared = rows;
  if (!relation.contacts.empty()) {
    const int n = relation.state_count;
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
    linear.dimension = static_cast<int>(relation.D.rows());
  }
  const bool varying =
      !relation.from_sources.rightCols(relation.from_sources.cols() - 1).isZero(0.0);
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

FirstOrderGeneral general_relation(const std::shared_ptr<const LawRows>& rows) {
  const std::shared_ptr<const LawRows> shared = rows;
  const int n = rows->state_count;
  FirstOrderGeneral general{.dimension = static_cast<int>(rows->D.rows())};
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
    for (const BehaviouralRow& source : shared->behavioural)
      y[source.law] -= probed(source, *shared, t, xs, lambda, values);
  };
  general.g = [shared](double, VectorIn, VectorIn lambda, VectorOut input) {
    input.noalias() = shared->B * lambda;
  };
  general.g_x = [](double, VectorIn, VectorIn, MatrixOut out) { out.setZero(); };
  general.g_lambda = [shared](double, VectorIn, VectorIn, MatrixOut out) { out = shared->B; };

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
    for (const BehaviouralRow& source : shared->behavioural) {
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

}  // namespace nonsmooth
