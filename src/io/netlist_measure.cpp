// SPDX-License-Identifier: Apache-2.0
// What .measure asks of a run: integrals by trapezoids, crossings by straight lines.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/netlist.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::io {
namespace {

using Crossing = Measure::Crossing;

double at_time(VectorIn t, VectorIn y, double when) {
  if (when <= t[0]) return y[0];
  for (Eigen::Index k = 1; k < t.size(); ++k)
    if (t[k] >= when)
      return y[k - 1] + (y[k] - y[k - 1]) * (when - t[k - 1]) / std::max(t[k] - t[k - 1], 1e-300);
  return y[y.size() - 1];
}

std::optional<double> instant(const Crossing& crossing, VectorIn t, VectorIn y) {
  if (crossing.at) return crossing.at;
  int met = 0;
  std::optional<double> last;
  for (Eigen::Index k = 1; k < t.size(); ++k) {
    const double before = y[k - 1] - crossing.value, after = y[k] - crossing.value;
    const bool rises = before < 0.0 && after >= 0.0, falls = before > 0.0 && after <= 0.0;
    if (!(rises && crossing.direction >= 0) && !(falls && crossing.direction <= 0)) continue;
    last = t[k - 1] + (t[k] - t[k - 1]) * before / (before - after);
    if (++met == crossing.count) return last;
  }
  return crossing.count == -1 ? last : std::nullopt;
}

// the trapezoids of f(y) between two instants, and their length
template <class Function>
double integral(VectorIn t, VectorIn y, double from, double to, const Function& f, double& length) {
  double sum = 0.0;
  length = 0.0;
  for (Eigen::Index k = 1; k < t.size(); ++k) {
    const double a = std::max(t[k - 1], from), b = std::min(t[k], to), h = t[k] - t[k - 1];
    if (!(b > a) || !(h > 0.0)) continue;
    const double ya = y[k - 1] + (y[k] - y[k - 1]) * (a - t[k - 1]) / h,
                 yb = y[k - 1] + (y[k] - y[k - 1]) * (b - t[k - 1]) / h;
    sum += 0.5 * (f(ya) + f(yb)) * (b - a);
    length += b - a;
  }
  return sum;
}

}  // namespace

Vector signal_column(const CircuitModel& circuit, MatrixIn rows, std::string_view name) {
  const std::size_t open = name.find('('), comma = name.find(',');
  if (open != 1 || !name.ends_with(")") ||
      std::string_view("vip").find(name[0]) == std::string::npos)
    throw Error("'" + std::string(name) +
                "' is no signal; expected v(node), v(node,node), i(element) or p(element)");
  const auto voltage = [&](std::string_view node) -> Vector {
    if (node == "0" || node == "gnd") return Vector::Zero(rows.rows());
    return rows.col(circuit.signal("v(" + std::string(node) + ")"));
  };
  const std::string_view inside = name.substr(2, name.size() - 3);
  if (name[0] == 'v' && comma != std::string_view::npos)
    return voltage(name.substr(2, comma - 2)) -
           voltage(name.substr(comma + 1, name.size() - comma - 2));
  if (name[0] == 'v') return voltage(inside);
  if (name[0] == 'i') return rows.col(circuit.signal(name));
  for (const CircuitModel::Branch& branch : circuit.branches) {
    if (branch.name != inside) continue;
    Vector v = Vector::Zero(rows.rows());
    if (branch.plus >= 0) v += rows.col(branch.plus);
    if (branch.minus >= 0) v -= rows.col(branch.minus);
    return v.cwiseProduct(rows.col(branch.current));
  }
  (void)circuit.signal("i(" + std::string(inside) + ")");  // throws, with the nearest name
  return {};
}

std::optional<double> evaluate(const Measure& m, const CircuitModel& circuit, VectorIn t,
                               MatrixIn rows) {
  using Kind = Measure::Kind;
  const auto time_of = [&](const Crossing& crossing) {
    return instant(crossing, t,
                   crossing.at ? Vector(t) : signal_column(circuit, rows, crossing.signal));
  };
  if (m.kind == Kind::when) return time_of(m.when);
  if (m.kind == Kind::delay) {
    const std::optional<double> begin = time_of(m.when), end = time_of(m.target);
    if (!begin || !end) return {};
    return *end - *begin;
  }
  const Vector y = signal_column(circuit, rows, m.signal);
  if (m.kind == Kind::find) {
    const std::optional<double> when = time_of(m.when);
    if (!when) return {};
    return at_time(t, y, *when);
  }
  double length = 0.0;
  if (m.kind == Kind::average || m.kind == Kind::integral || m.kind == Kind::rms) {
    const bool square = m.kind == Kind::rms;
    const double sum = integral(
        t, y, m.from, m.to, [&](double v) { return square ? v * v : v; }, length);
    if (m.kind == Kind::integral) return sum;
    if (!(length > 0.0)) return {};
    return square ? std::sqrt(sum / length) : sum / length;
  }
  double low = infinity, high = -infinity;
  for (Eigen::Index k = 0; k < t.size(); ++k)
    if (t[k] >= m.from && t[k] <= m.to) {
      low = std::min(low, y[k]);
      high = std::max(high, y[k]);
    }
  if (low > high) return {};
  return m.kind == Kind::minimum ? low : m.kind == Kind::maximum ? high : high - low;
}

}  // namespace nonsmooth::io
