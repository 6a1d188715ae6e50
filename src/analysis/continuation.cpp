// SPDX-License-Identifier: Apache-2.0
// A family of orbits as a curve. By the parameter p itself, with secants and halved steps; or by
// the length of the curve, so that p may turn (Keller 1977): with z = (x, T if unknown, p),
//
//   gap(z) = 0,   f(x_k).(x - x_k) = 0 if T is unknown,   t.M(z - z_predicted) = 0,
//
// t the tangent at the point before and M = diag(w^2, w^2, 1), w bringing states to the unit of p.
// At a fold of the curve d gap / dx is singular and the whole matrix is not.
#include "analysis/shooting.hpp"
#include "nonsmooth/linalg/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace nonsmooth::analysis {
namespace {

double period_at(const ContinuationOptions& o, double p, double last) {
  return o.period ? o.period(p) : last;
}

// shooting fails at grazing too: the sensitivity is singular on the side with the event
void end_at(const Orbit& failed, const Orbit& last, Branch& branch) {
  const bool grazing = failed.sequence != last.sequence || last.slowest_approach < 1e-2;
  branch.end = grazing ? ContinuationEnd::grazing : ContinuationEnd::no_orbit;
  branch.message = grazing ? "the orbit meets other events beyond this parameter"
                           : "no orbit beyond this parameter: " + failed.message;
}

void follow_parameter(const Family& family, const ContinuationOptions& o, Branch& branch) {
  const double sign = o.to >= o.from ? 1.0 : -1.0;
  double step = o.step;
  while (sign * (o.to - branch.parameter) > 0.0) {
    const Orbit& last = branch.orbits.back();
    const double length = std::min(step, std::abs(o.to - branch.parameter));
    const double p = branch.parameter + sign * length;
    HybridState predicted = last.start;
    if (const std::size_t k = branch.orbits.size(); k > 1)
      predicted.x += (p - branch.parameter) / (branch.parameter - branch.parameters[k - 2]) *
                     (last.start.x - branch.orbits[k - 2].start.x);
    const Orbit orbit = periodic_orbit(family(p), predicted, period_at(o, p, last.period), o.orbit);
    if (orbit.converged && orbit.sequence == last.sequence) {
      branch.parameter = p;
      branch.parameters.push_back(p);
      branch.orbits.push_back(orbit);
      step = std::min(o.step, 1.5 * step);
      continue;
    }
    step = 0.5 * length;
    if (step < o.smallest_step) return end_at(orbit, last, branch);
  }
  branch.message = "the last parameter was reached";
}

// --- By length
// -------------------------------------------------------------------------------------------

struct Point {
  double p = 0.0;
  Orbit orbit{};
  Vector tangent{};  // of length 1 in the metric
};

class Curve {
 public:
  Curve(const Family& family, const ContinuationOptions& o, const Orbit& first)
      : family_(family),
        o_(o),
        n_(first.start.x.size()),
        size_(n_ + (o.orbit.autonomous ? 2 : 1)),
        metric_(
            Vector::Constant(size_, std::pow((o.to - o.from) / (1.0 + first.start.x.norm()), 2))) {
    metric_[size_ - 1] = 1.0;
  }

  // The first point, headed for the last parameter.
  Point begin(const Orbit& first) const {
    Point point{o_.from, first, Vector::Zero(size_)};
    point.tangent[size_ - 1] = o_.to >= o_.from ? 1.0 : -1.0;
    Shot shot;
    if (shoot(family_(point.p), o_.orbit, point.orbit, shot)) turn(shot, point, point);
    return point;
  }

  // The point at this length from `last`; what failed is left in `failed`.
  std::optional<Point> at(const Point& last, double length, Orbit& failed) const {
    Point point = last;
    const Vector predicted = unknowns(last) + length * last.tangent;
    take(predicted, point);
    Shot shot;
    for (int iteration = 0; iteration < 12; ++iteration) {
      point.orbit.converged = false;
      if (!(point.orbit.period > 0.0) || !shoot(family_(point.p), o_.orbit, point.orbit, shot))
        break;
      if (point.orbit.sequence != last.orbit.sequence) {
        point.orbit.message = "the orbit meets other events";
        break;
      }
      const Vector off = unknowns(point) - predicted;
      const bool on_plane = std::abs(last.tangent.cwiseProduct(metric_).dot(off)) <= 1e-6 * length;
      if (on_plane && closes(o_.orbit, shot, point.orbit)) {
        if (!point.orbit.converged) break;
        turn(shot, last, point);
        return point;
      }
      Vector rhs = Vector::Zero(size_);
      rhs.head(n_) = -shot.gap;
      if (o_.orbit.autonomous)
        rhs[n_] = -shot.rate_start.dot(point.orbit.start.x - last.orbit.start.x);
      rhs[size_ - 1] = -last.tangent.cwiseProduct(metric_).dot(off);
      const Vector step = solve_pivoted(matrix(shot, point, last.tangent), rhs);
      if (!step.allFinite()) break;
      take(unknowns(point) + step, point);
    }
    failed = point.orbit;
    return {};
  }

 private:
  Vector unknowns(const Point& point) const {
    Vector z(size_);
    z.head(n_) = point.orbit.start.x;
    if (o_.orbit.autonomous) z[n_] = point.orbit.period;
    z[size_ - 1] = point.p;
    return z;
  }
  void take(const Vector& z, Point& point) const {
    point.p = z[size_ - 1];
    point.orbit.start.x = z.head(n_);
    point.orbit.period = o_.orbit.autonomous ? z[n_] : period_at(o_, point.p, point.orbit.period);
  }
  // d gap / dp by differences: the family is a function of the caller's
  Vector slope(const Point& point) const {
    const double d = 1e-5 * (1.0 + std::abs(point.p));
    const auto end = [&](double p) {
      const double T =
          o_.orbit.autonomous ? point.orbit.period : period_at(o_, p, point.orbit.period);
      return flow(family_(p), point.orbit.start, point.orbit.start.t + T, o_.orbit.flow).end.x;
    };
    return (end(point.p + d) - end(point.p - d)) / (2.0 * d);
  }
  Matrix matrix(const Shot& shot, const Point& point, const Vector& tangent) const {
    Matrix J = Matrix::Zero(size_, size_);
    J.topLeftCorner(n_, n_) = shot.map - Matrix::Identity(n_, n_);
    if (o_.orbit.autonomous) {
      J.block(0, n_, n_, 1) = shot.rate_end;
      J.block(n_, 0, 1, n_) = shot.rate_start.transpose();
    }
    J.topRightCorner(n_, 1) = slope(point);
    J.bottomRows(1) = tangent.cwiseProduct(metric_).transpose();
    return J;
  }
  // the tangent at a point, on the same side as that of `before`
  void turn(const Shot& shot, const Point& before, Point& point) const {
    const Vector t =
        solve_pivoted(matrix(shot, point, before.tangent), Vector::Unit(size_, size_ - 1));
    if (t.allFinite()) point.tangent = t / std::sqrt(t.cwiseProduct(metric_).dot(t));
  }

  const Family& family_;
  const ContinuationOptions& o_;
  const Eigen::Index n_, size_;
  Vector metric_;
};

// Where the parameter turns between two points: the zero of its component of the tangent, by
// regula falsi with halved weights (Illinois).
Point fold(const Curve& curve, const Point& a, const Point& b, double length) {
  double low = 0.0, high = length, at_low = a.tangent.tail(1)[0], at_high = b.tangent.tail(1)[0];
  Point best = std::abs(at_low) < std::abs(at_high) ? a : b;
  Orbit ignored;
  for (int k = 0, side = 0; k < 20 && high - low > 1e-7 * length; ++k) {
    const double middle = low + (high - low) * at_low / (at_low - at_high);
    const std::optional<Point> point = curve.at(a, middle, ignored);
    if (!point) break;
    best = *point;
    const double now = point->tangent.tail(1)[0];
    if (std::abs(now) < 1e-7) break;
    const bool replaces_low = (now > 0.0) == (at_low > 0.0);
    (replaces_low ? low : high) = middle;
    (replaces_low ? at_low : at_high) = now;
    if (side == (replaces_low ? 1 : -1)) (replaces_low ? at_high : at_low) *= 0.5;
    side = replaces_low ? 1 : -1;
  }
  return best;
}

void add(const Point& point, Branch& branch) {
  branch.parameter = point.p;
  branch.parameters.push_back(point.p);
  branch.orbits.push_back(point.orbit);
}

// The orbit at the parameter where the curve left the interval, from those on both sides.
void close_at(const Family& family, const ContinuationOptions& o, double p, const Point& inside,
              const Point& outside, Branch& branch) {
  const double share = (p - inside.p) / (outside.p - inside.p);
  HybridState guess = inside.orbit.start;
  guess.x += share * (outside.orbit.start.x - inside.orbit.start.x);
  const double T = inside.orbit.period + share * (outside.orbit.period - inside.orbit.period);
  const Orbit orbit = periodic_orbit(family(p), guess, period_at(o, p, T), o.orbit);
  if (orbit.converged) add({p, orbit, {}}, branch);
  branch.message = p == o.to ? "the last parameter was reached"
                             : "the branch turned and came back to the first parameter";
}

void follow_curve(const Family& family, const ContinuationOptions& o, Branch& branch) {
  const Curve curve(family, o, branch.orbits.front());
  const double least = std::min(o.from, o.to), most = std::max(o.from, o.to);
  Point last = curve.begin(branch.orbits.front());
  double step = o.step;
  while (static_cast<int>(branch.orbits.size()) < o.max_points) {
    Orbit failed;
    std::optional<Point> next = curve.at(last, step, failed);
    // a curve that turns sharply is followed in small steps
    const bool straight =
        next && next->tangent.dot(last.tangent) > 0.8 * next->tangent.norm() * last.tangent.norm();
    if (!straight && 0.5 * step >= o.smallest_step) {
      step *= 0.5;
      continue;
    }
    if (!next) return end_at(failed, last.orbit, branch);
    if ((last.tangent.tail(1)[0] > 0.0) != (next->tangent.tail(1)[0] > 0.0)) {
      const Point turning = fold(curve, last, *next, step);
      branch.folds.push_back(branch.orbits.size());
      add(turning, branch);
    }
    if (next->p < least || next->p > most)
      return close_at(family, o, next->p < least ? least : most, last, *next, branch);
    add(*next, branch);
    last = *next;
    step = std::min(o.step, 1.5 * step);
  }
  branch.end = ContinuationEnd::max_points;
  branch.message = "max_points orbits were found, and the branch goes on";
}

}  // namespace

Branch continue_orbit(const Family& family, const HybridState& guess, double period,
                      const ContinuationOptions& o) {
  Branch branch;
  branch.parameter = o.from;
  const Orbit orbit = periodic_orbit(family(o.from), guess, period_at(o, o.from, period), o.orbit);
  if (!orbit.converged) {
    branch.end = ContinuationEnd::no_orbit;
    branch.message = "no orbit at the first parameter: " + orbit.message;
    return branch;
  }
  branch.parameters.push_back(o.from);
  branch.orbits.push_back(orbit);
  if (o.around_folds)
    follow_curve(family, o, branch);
  else
    follow_parameter(family, o, branch);
  return branch;
}

}  // namespace nonsmooth::analysis
