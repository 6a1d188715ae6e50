// SPDX-License-Identifier: Apache-2.0
// A proof that no r satisfies the laws (Farkas): y with y.u >= 0 for every u the laws admit, while
// y.(W r + q) = (W^T y).r + q.y < 0 for every r they admit.
//
//   law                     admits y                              largest (W^T y).r = c.r
//   u = 0                   any                                   b |c|
//   0 <= r _|_ u >= 0       y >= 0                                b c+
//   box                     sign towards its infinite side        at the bounds, or b
//   cone (mu, shift)        |y_T| <= (mu - shift) y_N             b (c_N + mu |c_T|)+
//   rolling                 y = (y_N >= 0, 0, ..)                 b (c_N + mu |c_T| + mu_r |c_m|)+
//   disk                    0                                     radius |c|
//
// b bounds the entries of r, for a cone the normal one. Cones: u + shift |u_T| n in K* says
// u_N >= (mu - shift) |u_T|; with Coulomb's law only u_N >= 0 is left.
#include "nonsmooth/problem.hpp"
#include "problem/entries.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double impossible = infinity;  // the law admits no such y, or is not known

double positive(double value) { return std::max(value, 0.0); }

// The largest c.r of one block, `impossible` if its y is none for the proof.
struct LargestProduct {
  VectorIn y, c;
  double bound;

  double operator()(const Free&) const { return bound * c.lpNorm<1>(); }
  double operator()(const NonNegative&) const {
    if (y.size() > 0 && y.minCoeff() < 0.0) return impossible;
    return bound * c.cwiseMax(0.0).sum();
  }
  double operator()(const Box& box) const {
    double sum = 0.0;
    for (int i = 0; i < box.size(); ++i) {
      const bool graded = box.compliance_at(i) > 0.0 || box.dead_zone_at(i) > 0.0;
      if (y[i] > 0.0 && (graded || box.upper[i] < infinity)) return impossible;
      if (y[i] < 0.0 && (graded || box.lower[i] > -infinity)) return impossible;
      const double lower = std::max(-bound, box.lower[i]), upper = std::min(bound, box.upper[i]);
      sum += std::max(c[i] * lower, c[i] * upper);
    }
    return sum;
  }
  double operator()(const SecondOrderCone& cone) const {
    const auto tail = cone.dimension - 1;
    const double sliding = y.tail(tail).norm();
    if (y[0] < 0.0 || sliding > positive(cone.mu - cone.shift) * y[0]) return impossible;
    if (cone.shift > cone.mu && y[0] > 0.0) return impossible;
    return bound * positive(c[0] + cone.mu * c.tail(tail).norm());
  }
  double operator()(const RollingCone& cone) const {
    if (y[0] < 0.0 || !y.tail(cone.dimension - 1).isZero(0.0)) return impossible;
    const auto tangents = (cone.dimension - 1) / 2;
    return bound * positive(c[0] + cone.mu * c.segment(1, tangents).norm() +
                            cone.mu_r * c.tail(tangents).norm());
  }
  double operator()(const Disk& disk) const {
    return y.isZero(0.0) ? disk.radius * c.norm() : impossible;
  }
  double operator()(const Graph&) const { return impossible; }
  double operator()(const Polytope&) const { return impossible; }
  double operator()(const CustomLaw&) const { return impossible; }
};

}  // namespace

bool proves_infeasible(const Problem& problem, VectorIn y, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = problem.size();
  if (!y.allFinite() || y.isZero(0.0)) return false;
  VectorMap combined = scratch.vector(n);  // W^T y, and the same with absolute values for rounding
  VectorMap rounding = scratch.vector(n);
  combined.setZero();
  rounding.setZero();
  for_each_entry(problem.W, [&](int i, int j, double value) {
    combined[j] += value * y[i];
    rounding[j] += std::abs(value * y[i]);
  });
  // entries that are only rounding count as the zero they stand for
  for (int i = 0; i < n; ++i)
    if (std::abs(combined[i]) <= 1e-13 * rounding[i]) combined[i] = 0.0;
  // natural size of r: what the largest entry of q asks of the typical diagonal
  VectorMap d = scratch.vector(n);
  block_scales(problem, d);
  double size = 0.0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::abs(problem.q[i]) / d[i]);
  const double bound = 1e8 * std::max(size, machine_epsilon);

  double best = y.dot(problem.q);  // largest y.u any admissible r can reach
  const double noise = 1e-10 * y.cwiseAbs().dot(problem.q.cwiseAbs());
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    const int count = law.size();
    if (count > 0)
      best += law.visit(LargestProduct{y.segment(row, count), combined.segment(row, count), bound});
    row += count;
  }
  return best < -noise;
}

}  // namespace nonsmooth
