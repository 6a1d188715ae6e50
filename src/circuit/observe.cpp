// SPDX-License-Identifier: Apache-2.0
// Voltages, currents and powers from states and multipliers.
#include "nonsmooth/circuit.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <algorithm>

namespace nonsmooth {

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

std::vector<double> CircuitModel::breakpoints(double from, double to) const {
  std::vector<double> corners;
  for (const Waveform& source : sources) source.add_corners(from, to, corners);
  std::sort(corners.begin(), corners.end());
  // corners of two sources that differ by rounding are one
  const auto same = [&](double a, double b) { return b - a <= 1e-14 * (to - from); };
  corners.erase(std::unique(corners.begin(), corners.end(), same), corners.end());
  return corners;
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
