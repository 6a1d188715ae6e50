// SPDX-License-Identifier: Apache-2.0
#include "circuit/reduce.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <cmath>

namespace nonsmooth {
namespace {

using Of = Form::Of;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr double dependent = 1e-8;  // what is left of a functional that adds nothing, relative

Eigen::RowVectorXd unknowns_of(const Form& form, int count) {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(count);
  for (const Form::Term& term : form.terms)
    if (term.of == Of::unknown) row[term.index] += term.factor;
  return row;
}

// Functionals that are independent on the solutions: Gram and Schmidt, all candidates kept
// orthogonal to what was taken.
class Inputs {
 public:
  // v in the even rows, Z i in the odd ones
  Inputs(const Tableau& t, const Matrix& N) : rows_(2 * std::ssize(t.ports), N.cols()) {
    for (std::size_t p = 0; p < t.ports.size(); ++p) {
      rows_.row(2 * static_cast<Eigen::Index>(p)) = unknowns_of(t.ports[p].v, t.unknown_count) * N;
      rows_.row(2 * static_cast<Eigen::Index>(p) + 1) =
          t.impedance * unknowns_of(t.ports[p].i, t.unknown_count) * N;
    }
    size_ = rows_.rowwise().norm();
  }
  double independence(int port, bool voltage) const {
    const Eigen::Index k = 2 * port + (voltage ? 0 : 1);
    return size_[k] > 0.0 ? rows_.row(k).norm() / std::max(size_[k], 1e-3) : 0.0;
  }
  bool take(int port, bool voltage) {
    if (independence(port, voltage) <= dependent) return false;
    const Eigen::RowVectorXd direction = rows_.row(2 * port + (voltage ? 0 : 1)).normalized();
    rows_ -= (rows_ * direction.transpose()).eval() * direction;
    return true;
  }

 private:
  Matrix rows_;
  Vector size_;
};

[[noreturn]] void refuse(const Tableau& t, const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < 8; ++i) list += (i > 0 ? ", " : "") + names[i];
  (void)t;
  throw Error("circuit: the equations do not determine " + list +
              "; give every node a way for its current (a resistor of 1e9 ohm to ground will do) "
              "and every voltage source one resistor in its loops");
}

Matrix equations(const Tableau& t) {
  Matrix M(std::ssize(t.rows), t.unknown_count);
  for (std::size_t i = 0; i < t.rows.size(); ++i)
    M.row(static_cast<Eigen::Index>(i)) = unknowns_of(t.rows[i], t.unknown_count);
  return M;
}

// an orthonormal basis of M z = 0; the names of dependent rows go to `lost`
Matrix kernel(const Tableau& t, const Matrix& M, std::vector<std::string>& lost) {
  Matrix scaled = M;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    const double size = M.row(i).cwiseAbs().maxCoeff();
    if (size > 0.0) scaled.row(i) /= size;
  }
  Eigen::ColPivHouseholderQR<Matrix> qr(scaled.transpose());
  qr.setThreshold(1e-13);
  for (Eigen::Index i = qr.rank(); i < M.rows(); ++i)
    lost.push_back(t.row_names[at(static_cast<int>(qr.colsPermutation().indices()[i]))]);
  if (!lost.empty()) return {};
  const Matrix Q = qr.householderQ();
  return Q.rightCols(M.cols() - M.rows());
}

class Reduction {
 public:
  Reduction(const Circuit& circuit, Reduced& reduced) : circuit_(circuit), r_(reduced) {}

  void run(const Matrix& M, const Matrix& N) {
    choose(N);
    const Tableau& t = r_.tableau;
    const int n = t.unknown_count, rows = static_cast<int>(t.rows.size()),
              ports = static_cast<int>(t.ports.size());
    Matrix T = Matrix::Zero(n, n), right = Matrix::Zero(n, r_.column_count());
    T.topRows(rows) = M;
    for (int i = 0; i < rows; ++i) place_inputs(t.rows[at(i)], -1.0, right, i);
    for (int p = 0; p < ports; ++p) input_row(p, rows + p, T, right);
    const Eigen::PartialPivLU<Matrix> lu(T);
    r_.z = lu.solve(right);
    r_.z += lu.solve((right - T * r_.z).eval());
    if (!r_.z.allFinite()) refuse(t, {"its currents and voltages"});
    forget_rounding();
  }

 private:
  void choose(const Matrix& N) {
    Tableau& t = r_.tableau;
    const int ports = static_cast<int>(t.ports.size());
    Inputs inputs(t, N);
    r_.by_voltage.assign(at(ports), 0);
    r_.law_of_port.assign(at(ports), -1);
    std::vector<int> devices;
    std::vector<std::string> lost;
    const auto name = [&](int p) {
      return "element '" + circuit_.name(ElementId{t.ports[at(p)].element}) + "'";
    };
    std::vector<int> without;
    for (int p = 0; p < ports; ++p) {
      const Port& port = t.ports[at(p)];
      if (port.kind == Port::Kind::device) {
        r_.law_of_port[at(p)] = port.index;
        devices.push_back(p);
        continue;
      }
      r_.by_voltage[at(p)] = port.kind == Port::Kind::capacitor;
      if (!inputs.take(p, r_.by_voltage[at(p)] != 0)) without.push_back(p);
    }
    // states that are none: the other quantity is a multiplier
    for (const int p : without) {
      r_.by_voltage[at(p)] = r_.by_voltage[at(p)] == 0;
      if (!inputs.take(p, r_.by_voltage[at(p)] != 0)) lost.push_back(name(p));
      r_.law_of_port[at(p)] = r_.law_count();
      t.laws.push_back({.element = t.ports[at(p)].element, .lower = -infinity, .port = p});
    }
    while (!devices.empty() && lost.empty()) {
      double best = 0.0;
      std::size_t chosen = 0;
      bool voltage = false;
      for (std::size_t k = 0; k < devices.size(); ++k)
        for (const bool v : {false, true})
          if (const double size = inputs.independence(devices[k], v); size > best * 1.0001) {
            best = size;
            chosen = k;
            voltage = v;
          }
      const int p = devices[chosen];
      devices.erase(devices.begin() + static_cast<std::ptrdiff_t>(chosen));
      r_.by_voltage[at(p)] = voltage;
      if (!inputs.take(p, voltage)) lost.push_back(name(p));
    }
    if (!lost.empty()) refuse(t, lost);
  }

  // what a form has of inputs, to the right-hand side
  void place_inputs(const Form& form, double factor, Matrix& right, int row) const {
    for (const Form::Term& term : form.terms) {
      if (term.of == Of::unknown) continue;
      const int column = term.of == Of::lambda ? r_.state_count() + term.index
                                               : r_.state_count() + r_.law_count() + term.index;
      right(row, column) += factor * term.factor;
    }
  }

  // the input of port p as an equation: v or i is what the column says
  void input_row(int p, int row, Matrix& T, Matrix& right) const {
    const Tableau& t = r_.tableau;
    const Port& port = t.ports[at(p)];
    const bool voltage = r_.by_voltage[at(p)] != 0;
    const double scale = voltage ? 1.0 : t.impedance;
    const Form& form = voltage ? port.v : port.i;
    T.row(row) = scale * unknowns_of(form, t.unknown_count);
    place_inputs(form, -scale, right, row);
    const int law = r_.law_of_port[at(p)];
    if (law < 0)
      right(row, port.index) = scale;
    else
      right(row, r_.state_count() + law) = voltage ? -scale : scale;
  }

  // what elimination left where exact arithmetic has nothing
  void forget_rounding() {
    const Vector rows = r_.z.rowwise().lpNorm<Eigen::Infinity>();
    const Eigen::RowVectorXd columns = r_.z.colwise().lpNorm<Eigen::Infinity>();
    for (Eigen::Index j = 0; j < r_.z.cols(); ++j)
      for (Eigen::Index i = 0; i < r_.z.rows(); ++i)
        if (double& entry = r_.z(i, j); std::abs(entry) < 1e-14 * std::min(rows[i], columns[j]))
          entry = 0.0;
  }

  const Circuit& circuit_;
  Reduced& r_;
};

}  // namespace

Eigen::RowVectorXd Reduced::row(const Form& form) const {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(column_count());
  for (const Form::Term& term : form.terms) {
    if (term.of == Of::unknown)
      row += term.factor * z.row(term.index);
    else if (term.of == Of::lambda)
      row[state_count() + term.index] += term.factor;
    else
      row[state_count() + law_count() + term.index] += term.factor;
  }
  return row;
}

Eigen::RowVectorXd Reduced::output(int law) const {
  const LawRow& given = tableau.laws[at(law)];
  if (given.port < 0 || !given.y.terms.empty()) return row(given.y);
  const Port& port = tableau.ports[at(given.port)];
  const bool voltage = by_voltage[at(given.port)] != 0;
  Eigen::RowVectorXd y = voltage ? row(port.i) : Eigen::RowVectorXd(-row(port.v));
  // lambda is i of a capacitor, -v of an inductor: y = x - v, y = i - x
  if (port.kind == Port::Kind::capacitor) y[port.index] += 1.0;
  if (port.kind == Port::Kind::inductor) y[port.index] -= 1.0;
  return y;
}

Reduced reduce(const Circuit& circuit, const std::optional<double>& frozen_at) {
  for (const bool hinge_ports : {false, true}) {
    Reduced reduced{.tableau = make_tableau(circuit, {frozen_at, hinge_ports, false})};
    const Tableau& t = reduced.tableau;
    const Matrix M = equations(t);
    std::vector<std::string> lost;
    const Matrix N = kernel(t, M, lost);
    // transistors alone at a node: their currents have to be unknowns
    if (!lost.empty() && !hinge_ports) continue;
    if (!lost.empty()) refuse(t, lost);
    Reduction(circuit, reduced).run(M, N);
    return reduced;
  }
  return {};
}

}  // namespace nonsmooth
