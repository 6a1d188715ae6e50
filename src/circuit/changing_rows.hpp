// SPDX-License-Identifier: Apache-2.0
// Rows of the law that change in a run. A switch that time alone controls and a resistor R(t)
// change rows of C, D and e with time; a switch that the circuit itself controls has a share sigma
// of being closed, a row of its own in the law, and makes the relation nonlinear, as behavioural
// sources do:
//
//   switch   y = (1 - sigma) (i Z - v Z / off) + sigma (on i - v)
//   R(t)     y = R(t) i - v                    B   y = lambda - value(t, probes)
#pragma once

#include "nonsmooth/circuit.hpp"

#include <memory>

namespace nonsmooth {

/// A row over (x, lambda) and what sources add to it.
struct Line {
  Eigen::RowVectorXd of_x{}, of_lambda{};
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

struct Contact {
  int law = 0;            ///< row of y
  Line open{}, closed{};  ///< y of either
  Line control{};         ///< minus the threshold
  double hysteresis = 0.0;
  int share = -1;                                ///< row of sigma; negative: time alone decides
  std::function<double(double t)> resistance{};  ///< of time: v = R(t) i
  Line v{}, i{};
};

struct BehaviouralRow {
  int law;
  std::vector<Line> probes;
  std::function<double(double, std::span<const double>)> value;
};

/// Everything a relation evaluates; shared by its functions.
struct LawRows {
  int state_count = 0;
  Matrix B, C, D;
  Matrix from_sources;  ///< e(t) = from_sources s(t)
  std::vector<Waveform> sources;
  std::vector<int> varying;  ///< sources that are not constant
  Vector e;                  ///< of the constant ones
  std::vector<Contact> contacts;
  std::vector<BehaviouralRow> behavioural;

  void add_sources(double t, VectorOut y) const {
    for (const int k : varying) {
      const double s = sources[static_cast<std::size_t>(k)](t);
      for (Eigen::Index i = 0; i < y.size(); ++i) y[i] += s * from_sources(i, k);
    }
  }
};

/// Precondition: no behavioural rows, no contact with a share.
FirstOrderLinear linear_relation(const std::shared_ptr<const LawRows>& rows);
FirstOrderGeneral general_relation(const std::shared_ptr<const LawRows>& rows);

}  // namespace nonsmooth
