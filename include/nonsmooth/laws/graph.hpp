// SPDX-License-Identifier: Apache-2.0
// Monotone piecewise-linear graphs by their corners, as a scalar law. As every law they answer
// against u: r never rises with u. A graph lambda in F(y) that rises is this law with u = -y.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/types.hpp"

#include <string_view>
#include <vector>

namespace nonsmooth {

struct GraphPoint {
  double u, r;
};

/// A curve through `points`, in the order of increasing u and falling r; points one above the other
/// make a vertical piece. It goes on before the first and after the last with the given slopes
/// dr/du <= 0: zero is constant, -infinity vertical.
struct PiecewiseLinear {
  std::vector<GraphPoint> points;
  double before = 0.0, after = 0.0;

  /// The range of r.
  double lower() const { return after == 0.0 ? points.back().r : -infinity; }
  double upper() const { return before == 0.0 ? points.front().r : infinity; }

  /// One straight piece near z = r - rho u: resolved r = r_0 + share (z - (r_0 - rho u_0)).
  struct Piece {
    GraphPoint from;
    double share, rest;      ///< share + rest = 1, both computed without cancellation
    double lowest, highest;  ///< of r on the piece
  };
  Piece piece(double rho, double z) const;

  /// A piece on which r changes, written upwards: u = start - compliance (r - bottom).
  struct Rise {
    double start, bottom, length, compliance;  ///< length: of r, infinite on a ray
    bool downwards;                            ///< a ray without lower end, written from its top
  };
  /// How many there are; each in turn, from small r to large.
  int rise_count() const;
  Rise rise(int k) const;
};

/// (u_i, r_i) on curve i for every component.
struct Graph {
  std::vector<PiecewiseLinear> curves;

  static constexpr std::string_view kind() { return "graph"; }
  int size() const { return static_cast<int>(curves.size()); }
  double component(int i, double rho, double z) const;
  double component_slope(int i, double rho, double z) const { return at(i).piece(rho, z).share; }
  double component_map(int i, double rho, double u, double r) const;
  bool solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const;
  /// The smallest |du/dr| where r changes at all: 0 with a vertical piece.
  double least_compliance(int i) const;

  const PiecewiseLinear& at(int i) const { return curves[static_cast<std::size_t>(i)]; }
};

/// Curves with a name. All answer against u.
namespace curves {

/// r = upper where u < 0, lower where u > 0.
PiecewiseLinear relay(double lower = -1.0, double upper = 1.0);
/// The same with r = 0 for |u| < width; lower <= 0 <= upper.
PiecewiseLinear relay_with_dead_zone(double width, double lower = -1.0, double upper = 1.0);
/// r = clip(-slope u, lower, upper), slope > 0.
PiecewiseLinear saturation(double slope, double lower, double upper);
/// r = 0 for |u| < width, beyond it -slope times the excess of u.
PiecewiseLinear dead_zone(double slope, double width);

/// r = - sum of slope_i max(0, u - from_i).
struct Hinge {
  double from, slope;
};
PiecewiseLinear hinge_sum(std::vector<Hinge> hinges);

}  // namespace curves

}  // namespace nonsmooth
