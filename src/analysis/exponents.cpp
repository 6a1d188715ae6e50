// SPDX-License-Identifier: Apache-2.0
// Lyapunov exponents, stroboscopic diagrams, sections, basins.
#include "nonsmooth/analysis/orbits.hpp"
#include "nonsmooth/base/error.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace nonsmooth::analysis {
namespace {

Flow must(Flow f, const char* who) {
  if (!f.ok) throw Error(std::string(who) + ": the flow ended early: " + f.message);
  return f;
}

}  // namespace

Vector lyapunov_exponents(const HybridSystem& system, const HybridState& start, double interval,
                          int intervals, int transient, const FlowOptions& options) {
  const Eigen::Index n = start.x.size();
  FlowOptions plain = options, with = options;
  plain.sensitivity = false;
  with.sensitivity = true;
  HybridState at = start;
  if (transient > 0)
    at = must(flow(system, at, at.t + transient * interval, plain), "lyapunov_exponents").end;
  Matrix frame = Matrix::Identity(n, n);
  Vector sum = Vector::Zero(n);
  for (int k = 0; k < intervals; ++k) {
    const Flow f = must(flow(system, at, at.t + interval, with), "lyapunov_exponents");
    at = f.end;
    const Eigen::HouseholderQR<Matrix> qr(f.sensitivity * frame);
    frame = qr.householderQ() * Matrix::Identity(n, n);
    // a direction that is lost altogether (rank-one sensitivity) counts as -700
    for (Eigen::Index i = 0; i < n; ++i)
      sum[i] += std::max(-700.0, std::log(std::abs(qr.matrixQR()(i, i))));
  }
  sum /= intervals * interval;
  std::sort(sum.begin(), sum.end(), std::greater<>());
  return sum;
}

Matrix stroboscope(const HybridSystem& system, HybridState start, double period, int skipped,
                   int kept, const FlowOptions& options) {
  Matrix rows(kept, start.x.size());
  for (int k = -skipped; k < kept; ++k) {
    start = must(flow(system, start, start.t + period, options), "stroboscope").end;
    if (k >= 0) rows.row(k) = start.x.transpose();
  }
  return rows;
}

std::vector<DiagramPoint> bifurcation_diagram(const Family& family, HybridState start,
                                              const DiagramOptions& o) {
  if (!o.period) throw Error("bifurcation_diagram: period is missing");
  std::vector<DiagramPoint> points;
  for (const double p : o.parameters) {
    const HybridSystem system = family(p);
    start.t = 0.0;  // the phase of the forcing begins anew with its period
    const Matrix rows = stroboscope(system, start, o.period(p), o.skipped, o.kept, o.flow);
    for (Eigen::Index k = 0; k < rows.rows(); ++k) points.push_back({p, rows.row(k).transpose()});
    if (rows.rows() > 0) start.x = rows.row(rows.rows() - 1).transpose();
  }
  return points;
}

Matrix poincare_section(VectorIn t, MatrixIn rows, int index, double level, Direction direction) {
  if (t.size() != rows.rows() || index < 0 || index >= rows.cols())
    throw Error("poincare_section: " + std::to_string(t.size()) + " times, " +
                std::to_string(rows.rows()) + " rows, column " + std::to_string(index) + " of " +
                std::to_string(rows.cols()));
  std::vector<std::pair<Eigen::Index, double>> crossings;
  for (Eigen::Index k = 1; k < rows.rows(); ++k) {
    const double a = rows(k - 1, index) - level, b = rows(k, index) - level;
    const bool rises = a < 0.0 && b >= 0.0, falls = a > 0.0 && b <= 0.0;
    if ((rises && direction != Direction::falling) || (falls && direction != Direction::rising))
      crossings.emplace_back(k, a / (a - b));
  }
  Matrix section(static_cast<Eigen::Index>(crossings.size()), rows.cols() + 1);
  Eigen::Index i = 0;
  for (const auto& [k, share] : crossings) {
    section(i, 0) = t[k - 1] + share * (t[k] - t[k - 1]);
    section.row(i++).tail(rows.cols()) = (1 - share) * rows.row(k - 1) + share * rows.row(k);
  }
  return section;
}

Basins basins(VectorIn first, VectorIn second,
              const std::function<Vector(double, double)>& attractor, double tolerance) {
  Basins result{Eigen::MatrixXi::Constant(first.size(), second.size(), -1), {}};
  for (Eigen::Index i = 0; i < first.size(); ++i)
    for (Eigen::Index j = 0; j < second.size(); ++j) {
      const Vector end = attractor(first[i], second[j]);
      if (end.size() == 0 || !end.allFinite()) continue;
      auto& known = result.attractors;
      const auto same = std::find_if(known.begin(), known.end(), [&](const Vector& other) {
        return other.size() == end.size() && (other - end).norm() <= tolerance;
      });
      result.map(i, j) = static_cast<int>(same - known.begin());
      if (same == known.end()) known.push_back(end);
    }
  return result;
}

}  // namespace nonsmooth::analysis
