// SPDX-License-Identifier: Apache-2.0
// Errors of the mechanical schemes over halved steps, on problems with known motions: the data of
// the figure of convergence orders, and of the tests that assert them.
#pragma once

#include "bench/mechanical_models.hpp"

#include <cmath>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace nonsmooth::convergence {

struct Row {
  std::string scheme, problem;
  double step;
  double q;  ///< largest error of the position
  double v;  ///< integral of the error of the velocity over the run
};

/// A model, the coordinate compared, and its exact position and velocity on a grid.
struct Problem {
  std::string name;
  Model model;
  int coordinate;
  double end;
  int first_count;  ///< steps of the coarsest run
  std::vector<Vec<2>> (*exact)(double h, int steps);
};

template <class F>
std::vector<Vec<2>> on_grid(double h, int steps, F&& f) {
  std::vector<Vec<2>> path;
  for (int k = 0; k <= steps; ++k) path.push_back(f(k * h));
  return path;
}

inline std::vector<Problem> problems() {
  using namespace models;
  return {{"free oscillator", oscillator(-1.0).model, 0, 5.0, 40,
           [](double h, int n) {
             return on_grid(h, n, [](double t) { return oscillator_exact(-1.0, t); });
           }},
          {"oscillator with stop", oscillator(0.8).model, 0, 10.0, 400,
           [](double h, int n) {
             return on_grid(h, n, [](double t) { return oscillator_exact(0.8, t); });
           }},
          {"oscillator with dry friction", rubbing_oscillator().model, 0, 8.0, 80,
           [](double h, int n) { return on_grid(h, n, rubbing_exact); }},
          {"bouncing ball", bouncing_ball().model, 0, 2.0, 200,
           [](double h, int n) {
             return on_grid(h, n, [](double t) { return ball_exact(0.9, 1.0, t); });
           }},
          // infinitely many impacts until 1.3546 s, then rest
          {"ball through its accumulation", bouncing_ball(0.5).model, 0, 2.0, 200,
           [](double h, int n) {
             return on_grid(h, n, [](double t) { return ball_exact(0.5, 1.0, t); });
           }},
          {"pendulum with stop", stopped_pendulum().model, 2, 1.0, 100,
           [](double h, int n) { return pendulum_exact(0.8, h, n); }}};
}

inline Row measure(const Problem& problem, Scheme scheme, int steps) {
  const double h = problem.end / steps;
  std::visit(
      [&](auto& options) {
        if constexpr (requires { options.step; }) options.step = h;
      },
      scheme);
  const std::vector<Vec<2>> exact = problem.exact(h, steps);
  Simulator simulator(problem.model, scheme);
  Row row{std::string(name(scheme)), problem.name, h, 0.0, 0.0};
  for (int k = 1; k <= steps; ++k) {
    (void)simulator.step();
    const Vec<2>& known = exact[static_cast<std::size_t>(k)];
    row.q = std::max(row.q, std::abs(simulator.state().q[problem.coordinate] - known[0]));
    row.v += h * std::abs(simulator.state().v[problem.coordinate] - known[1]);
  }
  return row;
}

/// One row per halving of the step, the coarsest first.
inline std::vector<Row> measure(const Problem& problem, const Scheme& scheme, int halvings,
                                const std::string& label) {
  std::vector<Row> rows;
  for (int k = 0; k <= halvings; ++k) {
    rows.push_back(measure(problem, scheme, problem.first_count << k));
    rows.back().scheme = label;
  }
  return rows;
}

/// The event-driven scheme on a problem whose impacts accumulate. What takes the place of the step
/// is the duration below which a rebound is suppressed; outputs are at fixed times.
inline std::vector<Row> measure_hand_over(const Problem& problem, int halvings) {
  std::vector<Row> rows;
  for (int k = 0; k <= halvings; ++k) {
    const double shortest = problem.end / (problem.first_count / 10 << k);
    Row row = measure(problem, EventDriven{.accumulation_time = shortest}, 2000);
    row.scheme = "event-driven, over accumulation_time";
    row.step = shortest;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The slope of log(error) over log(step) by least squares.
inline double order(const std::vector<Row>& rows, double Row::*error) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const Row& row : rows) {
    const double a = std::log(row.step), b = std::log(row.*error);
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  const double n = static_cast<double>(rows.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

/// The schemes of the figure, by label.
inline std::vector<std::pair<std::string, Scheme>> schemes() {
  GeneralizedAlpha velocity_level{.rho = 0.8};
  velocity_level.positions = false;
  return {{"Moreau-Jean 1/2", MoreauJean{.theta = 0.5}},
          {"Moreau-Jean 1", MoreauJean{.theta = 1.0}},
          {"Moreau-Jean 1/2, direct projection", MoreauJean{.projection = Projection::direct}},
          {"Moreau-Jean 1/2, combined projection", MoreauJean{.projection = Projection::combined}},
          {"Schatzman-Paoli", SchatzmanPaoli{}},
          {"generalized-alpha", GeneralizedAlpha{.rho = 0.8}},
          {"generalized-alpha, velocity level", velocity_level},
          {"Newmark", newmark()},
          {"D1-minus", D1Minus{}}};
}

inline std::vector<Row> table(int halvings = 6) {
  std::vector<Row> all;
  for (const auto& [label, scheme] : schemes())
    for (const Problem& problem : problems())
      for (Row& row : measure(problem, scheme, halvings, label)) all.push_back(std::move(row));
  return all;
}

inline void write_csv(const std::vector<Row>& rows, std::ostream& out) {
  out << "scheme,problem,step,error_q,error_v\n";
  out.precision(6);
  for (const Row& row : rows)
    out << '"' << row.scheme << "\",\"" << row.problem << "\"," << row.step << ',' << row.q << ','
        << row.v << '\n';
}

}  // namespace nonsmooth::convergence
