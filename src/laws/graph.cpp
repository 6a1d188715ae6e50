// SPDX-License-Identifier: Apache-2.0
// Along a falling curve s = r - rho u falls strictly, so that z = s has one solution, on the piece
// between the corners whose s enclose z. On it both r and s are linear: the resolvent is too.
#include "nonsmooth/laws/graph.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// on a ray of slope dr/du: share = -slope / (rho - slope) of a change of z goes to r
PiecewiseLinear::Piece ray(const GraphPoint& from, double slope, double rho, double lowest,
                           double highest) {
  if (slope == -infinity) return {from, 1.0, 0.0, lowest, highest};
  if (slope == 0.0) return {from, 0.0, 1.0, from.r, from.r};
  return {from, -slope / (rho - slope), rho / (rho - slope), lowest, highest};
}

double compliance_of(double slope) { return slope == -infinity ? 0.0 : -1.0 / slope; }

}  // namespace

PiecewiseLinear::Piece PiecewiseLinear::piece(double rho, double z) const {
  const auto next = std::partition_point(points.begin(), points.end(),
                                         [&](const GraphPoint& p) { return p.r - rho * p.u > z; });
  if (next == points.begin()) return ray(*next, before, rho, next->r, infinity);
  const GraphPoint& from = *(next - 1);
  if (next == points.end()) return ray(from, after, rho, -infinity, from.r);
  const double dr = next->r - from.r, du = rho * (next->u - from.u);
  return {from, dr / (dr - du), -du / (dr - du), next->r, from.r};
}

int PiecewiseLinear::rise_count() const {
  int count = (before < 0.0) + (after < 0.0);
  for (std::size_t k = 1; k < points.size(); ++k) count += points[k - 1].r > points[k].r;
  return count;
}

PiecewiseLinear::Rise PiecewiseLinear::rise(int k) const {
  if (after < 0.0 && k-- == 0)
    return {points.back().u, points.back().r, infinity, compliance_of(after), true};
  for (std::size_t j = points.size() - 1; j > 0; --j) {
    const double length = points[j - 1].r - points[j].r;
    if (length > 0.0 && k-- == 0)
      return {points[j].u, points[j].r, length, (points[j].u - points[j - 1].u) / length, false};
  }
  return {points.front().u, points.front().r, infinity, compliance_of(before), false};
}

double Graph::component(int i, double rho, double z) const {
  const PiecewiseLinear::Piece on = at(i).piece(rho, z);
  // written so that a small z comes back exactly for rho = 0 and on vertical pieces
  const double r = on.rest * on.from.r + on.share * (z + rho * on.from.u);
  return std::min(std::max(r, on.lowest), on.highest);
}

// r - r_0 - share (r - r_0 - rho (u - u_0))
double Graph::component_map(int i, double rho, double u, double r) const {
  const PiecewiseLinear::Piece on = at(i).piece(rho, r - rho * u);
  return on.rest * (r - on.from.r) + on.share * rho * (u - on.from.u);
}

double Graph::least_compliance(int i) const {
  double least = infinity;
  for (int k = 0; k < at(i).rise_count(); ++k) least = std::min(least, at(i).rise(k).compliance);
  return std::isfinite(least) ? least : 0.0;
}

namespace curves {

PiecewiseLinear relay(double lower, double upper) { return {{{0.0, upper}, {0.0, lower}}}; }

PiecewiseLinear relay_with_dead_zone(double width, double lower, double upper) {
  return {{{-width, upper}, {-width, 0.0}, {width, 0.0}, {width, lower}}};
}

PiecewiseLinear saturation(double slope, double lower, double upper) {
  return {{{-upper / slope, upper}, {-lower / slope, lower}}};
}

PiecewiseLinear dead_zone(double slope, double width) {
  return {{{-width, 0.0}, {width, 0.0}}, -slope, -slope};
}

PiecewiseLinear hinge_sum(std::vector<Hinge> hinges) {
  std::sort(hinges.begin(), hinges.end(),
            [](const Hinge& a, const Hinge& b) { return a.from < b.from; });
  PiecewiseLinear curve;
  double r = 0.0, slope = 0.0;
  for (std::size_t k = 0; k < hinges.size(); ++k) {
    if (k > 0) r += slope * (hinges[k].from - hinges[k - 1].from);
    curve.points.push_back({hinges[k].from, r});
    slope -= hinges[k].slope;
  }
  curve.after = slope;
  if (curve.points.empty()) curve.points.push_back({0.0, 0.0});
  return curve;
}

}  // namespace curves

}  // namespace nonsmooth
