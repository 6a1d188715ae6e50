// SPDX-License-Identifier: Apache-2.0
// The state of the integrator is x, followed by the columns of Phi where they are asked for.
#include "nonsmooth/analysis/hybrid.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::analysis {
namespace {

double increment(double x) { return 6e-6 * std::max(1.0, std::abs(x)); }  // cube root of rounding

/// Central differences of `f`, which fills `rows` entries.
template <class F>
Matrix derivative(Eigen::Index rows, VectorIn x, const F& f) {
  Matrix J(rows, x.size());
  Vector moved = x, plus(rows), minus(rows);
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double d = increment(x[j]);
    moved[j] = x[j] + d;
    f(moved, plus);
    moved[j] = x[j] - d;
    f(moved, minus);
    moved[j] = x[j];
    J.col(j) = (plus - minus) / (2 * d);
  }
  return J;
}

void check(const HybridSystem& s, const HybridState& start) {
  const int modes = static_cast<int>(s.modes.size());
  if (s.size < 1 || start.x.size() != s.size)
    throw Error("HybridSystem: size is " + std::to_string(s.size) + ", the state has " +
                std::to_string(start.x.size()) + " entries");
  if (start.mode < 0 || start.mode >= modes)
    throw Error("HybridSystem: the start is in mode " + std::to_string(start.mode) + " of " +
                std::to_string(modes));
  for (const Rate& rate : s.modes)
    if (!rate) throw Error("HybridSystem: a mode has no rate");
  for (std::size_t i = 0; i < s.transitions.size(); ++i) {
    const Transition& t = s.transitions[i];
    if (!t.guard) throw Error("HybridSystem: transition " + std::to_string(i) + " has no guard");
    if (t.from < 0 || t.from >= modes || t.to < 0 || t.to >= modes)
      throw Error("HybridSystem: transition " + std::to_string(i) + " goes from mode " +
                  std::to_string(t.from) + " to " + std::to_string(t.to) + " of " +
                  std::to_string(modes));
  }
}

class Run {
 public:
  Run(const HybridSystem& system, const HybridState& start, const FlowOptions& options)
      : system_(system), options_(options), n_(system.size), now_(start) {
    const int size = options.sensitivity ? n_ + n_ * n_ : n_;
    y_ = Vector::Zero(size);
    y_.head(n_) = start.x;
    if (options.sensitivity) y_.tail(n_ * n_) = Matrix::Identity(n_, n_).reshaped();
  }

  Flow go(double end) {
    OdeIntegrator integrator({.size = static_cast<int>(y_.size()),
                              .guard_count = static_cast<int>(system_.transitions.size()),
                              .rhs = [this](double t, VectorIn y, VectorOut dy) { rate(t, y, dy); },
                              .guards =
                                  [this](double t, VectorIn y, VectorOut g) {
                                    for (std::size_t i = 0; i < system_.transitions.size(); ++i)
                                      g[static_cast<Eigen::Index>(i)] =
                                          system_.transitions[i].guard(t, y.head(n_));
                                  },
                              .jacobian = {}},
                             {.relative_tolerance = options_.relative_tolerance,
                              .absolute_tolerance = options_.absolute_tolerance,
                              .max_steps = 1000000});
    watch(integrator);
    integrator.restart(now_.t, y_);
    while (now_.t < end) {
      const OdeResult result = integrator.advance(end, y_);
      now_.t = result.t;
      if (result.end == OdeEnd::failed) return finish(false, std::string(result.message));
      if (result.end == OdeEnd::reached_end) break;
      if (static_cast<int>(events_.size()) >= options_.max_events)
        return finish(false, "more than " + std::to_string(options_.max_events) +
                                 " events: they accumulate, or max_events is too small");
      const auto first = std::find_if(result.roots.begin(), result.roots.end(),
                                      [](int root) { return root != 0; });
      pass(static_cast<int>(first - result.roots.begin()));
      watch(integrator);
      integrator.restart(now_.t, y_);
    }
    return finish(true, "the end was reached");
  }

 private:
  void rate(double t, VectorIn y, VectorOut dy) const {
    const Rate& f = system_.modes[static_cast<std::size_t>(now_.mode)];
    f(t, y.head(n_), dy.head(n_));
    if (!options_.sensitivity) return;
    const Matrix J = derivative(n_, y.head(n_), [&](VectorIn x, VectorOut dx) { f(t, x, dx); });
    dy.tail(n_ * n_).reshaped(n_, n_).noalias() = J * y.tail(n_ * n_).reshaped(n_, n_);
  }

  void watch(OdeIntegrator& integrator) const {
    for (std::size_t i = 0; i < system_.transitions.size(); ++i) {
      const Transition& t = system_.transitions[i];
      integrator.watch(static_cast<int>(i), t.from == now_.mode ? t.crossing : Crossing::off,
                       GrazingCheck::on);
    }
  }

  void pass(int index) {
    const Transition& transition = system_.transitions[static_cast<std::size_t>(index)];
    const double t = now_.t, dt = increment(t);
    const Vector before = y_.head(n_);
    Vector after = before, f_before(n_), f_after(n_);
    if (transition.reset) transition.reset(t, before, after);
    system_.modes[static_cast<std::size_t>(now_.mode)](t, before, f_before);
    now_.mode = transition.choose ? transition.choose(t, after) : transition.to;
    system_.modes[static_cast<std::size_t>(now_.mode)](t, after, f_after);
    const Eigen::RowVectorXd g_x =
        derivative(1, before, [&](VectorIn x, VectorOut g) { g[0] = transition.guard(t, x); });
    const double g_t =
        (transition.guard(t + dt, before) - transition.guard(t - dt, before)) / (2 * dt);
    const double approach = g_x.dot(f_before) + g_t;
    events_.push_back({t, index, approach});
    y_.head(n_) = after;
    if (!options_.sensitivity) return;
    Matrix R_x = Matrix::Identity(n_, n_);
    Vector R_t = Vector::Zero(n_);
    if (transition.reset) {
      R_x = derivative(n_, before, [&](VectorIn x, VectorOut r) { transition.reset(t, x, r); });
      Vector later(n_), earlier(n_);
      transition.reset(t + dt, before, later);
      transition.reset(t - dt, before, earlier);
      R_t = (later - earlier) / (2 * dt);
    }
    const Matrix S = R_x + (f_after - R_x * f_before - R_t) * g_x / approach;
    y_.tail(n_ * n_) = (S * y_.tail(n_ * n_).reshaped(n_, n_)).eval().reshaped();
  }

  Flow finish(bool ok, std::string message) {
    now_.x = y_.head(n_);
    Matrix sensitivity;
    if (options_.sensitivity) sensitivity = y_.tail(n_ * n_).reshaped(n_, n_);
    return {ok && y_.allFinite(), std::move(message), now_, sensitivity, std::move(events_)};
  }

  const HybridSystem& system_;
  FlowOptions options_;
  Eigen::Index n_;
  HybridState now_;
  Vector y_;
  std::vector<Event> events_;
};

}  // namespace

std::vector<int> Flow::sequence() const {
  std::vector<int> result;
  for (const Event& event : events) result.push_back(event.transition);
  return result;
}

double Flow::slowest_approach() const {
  double slowest = infinity;
  for (const Event& event : events) slowest = std::min(slowest, std::abs(event.approach));
  return slowest;
}

Flow flow(const HybridSystem& system, const HybridState& start, double end,
          const FlowOptions& options) {
  check(system, start);
  return Run(system, start, options).go(end);
}

HybridSystem filippov(int size, Rate below, Rate above, std::function<double(double, VectorIn)> h,
                      std::function<void(double, VectorIn, VectorOut)> gradient) {
  const auto slope = [size, gradient](const Rate& rate, double t, VectorIn x) {
    Vector f(size), n(size);
    rate(t, x, f);
    gradient(t, x, n);
    return n.dot(f);
  };
  // share of `above`
  const auto share = [slope, below, above](double t, VectorIn x) {
    const double b = slope(below, t, x), a = slope(above, t, x);
    return b / (b - a);
  };
  const Rate sliding = [size, share, below, above](double t, VectorIn x, VectorOut dx) {
    Vector f(size);
    const double s = share(t, x);
    below(t, x, dx);
    above(t, x, f);
    dx = (1 - s) * dx + s * f;
  };
  return {size,
          {below, above, sliding},
          {{.from = 0,
            .to = 1,
            .guard = h,
            .crossing = Crossing::rising,
            .choose = [slope, above](double t,
                                     VectorIn x) { return slope(above, t, x) > 0.0 ? 1 : 2; }},
           {.from = 1,
            .to = 0,
            .guard = h,
            .crossing = Crossing::falling,
            .choose = [slope, below](double t,
                                     VectorIn x) { return slope(below, t, x) < 0.0 ? 0 : 2; }},
           {.from = 2, .to = 0, .guard = share, .crossing = Crossing::falling},
           {.from = 2,
            .to = 1,
            .guard = [share](double t, VectorIn x) { return share(t, x) - 1.0; },
            .crossing = Crossing::rising}}};
}

}  // namespace nonsmooth::analysis
