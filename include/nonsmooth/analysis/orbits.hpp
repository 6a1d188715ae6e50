// SPDX-License-Identifier: Apache-2.0
// Periodic orbits by shooting, their continuation in one parameter, exponents, diagrams, basins.
//
//   F(x) = flow over T from x, minus x = 0;   Newton with the sensitivity through all events.
//   Autonomous systems have T as one more unknown, and f(x_0).(x - x_0) = 0 as one more equation.
#pragma once

#include "nonsmooth/analysis/hybrid.hpp"
#include "nonsmooth/base/types.hpp"

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace nonsmooth::analysis {

struct OrbitOptions {
  bool autonomous = false;  ///< the period is unknown
  double tolerance = 1e-9;  ///< |F| relative to 1 + |x|
  int iterations = 30;
  FlowOptions flow{};
};

struct Orbit {
  bool converged = false;
  std::string message;
  HybridState start;
  double period = 0.0;
  Matrix monodromy;
  std::vector<std::complex<double>> multipliers;  ///< an autonomous orbit has one at 1
  std::vector<Event> events;
  double residual = infinity;
  double slowest_approach = infinity;
  std::vector<int> sequence;
  /// All multipliers inside the unit circle; the one at 1 of an autonomous orbit does not count.
  bool stable(bool autonomous = false) const;
};

/// From a guess of the state and of the period (of the forcing, unless `autonomous`).
Orbit periodic_orbit(const HybridSystem& system, const HybridState& guess, double period,
                     const OrbitOptions& options = {});

using Family = std::function<HybridSystem(double parameter)>;

enum class ContinuationEnd {
  reached,   ///< the last parameter
  grazing,   ///< beyond this parameter the orbit meets other events: a guard is touched
  no_orbit,  ///< shooting fails at the smallest step: a fold, or the end of the family
  max_points,
};
struct Branch {
  std::vector<double> parameters;
  std::vector<Orbit> orbits;
  ContinuationEnd end = ContinuationEnd::reached;
  double parameter = 0.0;  ///< where it ended, to the smallest step
  std::string message;
  std::vector<std::size_t> folds;  ///< of the points: where the parameter turns
};
struct ContinuationOptions {
  double from = 0.0, to = 1.0;
  double step = 0.05;
  double smallest_step = 1e-8;
  std::function<double(double parameter)> period{};  ///< of the forcing; empty: that of the guess
  OrbitOptions orbit{};
  bool around_folds = false;  ///< by the length of the branch (pseudo-arclength), both ways in p
  int max_points = 1000;      ///< around folds only
};
/// Secant prediction, shooting, halved steps where that fails. It stops where the sequence of
/// events changes, and says so. Around folds it goes on until the parameter leaves [from, to],
/// `step` is a length in which states count in units of |to - from| / (1 + |x|), and every fold is
/// located and one of the points.
Branch continue_orbit(const Family& family, const HybridState& guess, double period,
                      const ContinuationOptions& options);

/// Exponents of all directions, largest first, 1/s: logarithms of how the sensitivity stretches an
/// orthonormal frame, renewed every `interval` (Benettin et al. 1980), through all events.
Vector lyapunov_exponents(const HybridSystem& system, const HybridState& start, double interval,
                          int intervals, int transient = 100, const FlowOptions& options = {});

/// States at t = start + k period, the first `skipped` of them left out: one row each.
Matrix stroboscope(const HybridSystem& system, HybridState start, double period, int skipped,
                   int kept, const FlowOptions& options = {});

struct DiagramPoint {
  double parameter;
  Vector x;
};
struct DiagramOptions {
  Vector parameters;
  int skipped = 200, kept = 50;
  std::function<double(double parameter)> period;
  FlowOptions flow{};
};
/// Brute force: stroboscopic states for every parameter, each begun where the last ended.
std::vector<DiagramPoint> bifurcation_diagram(const Family& family, HybridState start,
                                              const DiagramOptions& options);

/// Rows of a recorded run where column `index` passes `level`, interpolated: a Poincare section.
/// The first column of the result is the time.
enum class Direction { rising, falling, both };
Matrix poincare_section(VectorIn t, MatrixIn rows, int index, double level,
                        Direction direction = Direction::rising);

/// Where starts on a grid end up: entry (i, j) is the number of the attractor reached from
/// (first[i], second[j]), -1 where `attractor` gave nothing. Attractors within `tolerance` of each
/// other are one; they are numbered in the order met.
struct Basins {
  Eigen::MatrixXi map;
  std::vector<Vector> attractors;
};
Basins basins(VectorIn first, VectorIn second,
              const std::function<Vector(double first, double second)>& attractor,
              double tolerance = 1e-3);

}  // namespace nonsmooth::analysis
