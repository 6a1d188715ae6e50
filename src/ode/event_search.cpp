// SPDX-License-Identifier: Apache-2.0
#include "ode/event_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nonsmooth::ode {
namespace {

// Chebyshev points of [0, 1], and the weights of the interpolation through them
constexpr int point_count = 5;
constexpr std::array<double, point_count> points = {0.0, 0.14644660940672624, 0.5,
                                                    0.85355339059327376, 1.0};
constexpr std::array<double, point_count> weights = {0.5, -1.0, 1.0, -1.0, 0.5};

// derivative of the polynomial through `values` at point k
double slope_at(int k, const std::array<double, point_count>& values) {
  double slope = 0.0;
  for (int j = 0; j < point_count; ++j)
    if (j != k)
      slope += weights[j] / weights[k] * (values[j] - values[k]) / (points[k] - points[j]);
  return slope;
}

int sign_of(double value) { return (value > 0.0) - (value < 0.0); }

}  // namespace

EventSearch::EventSearch(int guard_count, double tolerance)
    : tolerance_(tolerance),
      guards_(static_cast<std::size_t>(guard_count)),
      begin_(guard_count),
      end_(guard_count),
      trial_(guard_count),
      samples_(guard_count, point_count),
      crossing_(static_cast<std::size_t>(guard_count)),
      roots_(static_cast<std::size_t>(guard_count)) {}

void EventSearch::watch(int index, Crossing crossing, GrazingCheck grazing) {
  Guard& guard = guards_[static_cast<std::size_t>(index)];
  const bool was_on = guard.crossing != Crossing::off, is_on = crossing != Crossing::off;
  watched_ += static_cast<int>(is_on) - static_cast<int>(was_on);
  if (!was_on) guard.fresh = true;
  guard.crossing = crossing;
  guard.grazing = grazing;
}

void EventSearch::restart(double t, bool forget) {
  for (Guard& guard : guards_) {
    guard.fresh = true;
    if (forget || t != time_ || !event_found_) guard.fired_value = 0.0;
  }
  has_begin_values_ = false;
}

// A guard that was rounding away from zero when it fired is no nearer after a jump that left it.
double EventSearch::band(const Guard& guard) const {
  return std::max(tolerance_, 4.0 * guard.fired_value);
}

bool EventSearch::fires(const Guard& guard, double value) const {
  if (guard.sign == 0 || guard.sign * value > 0.0) return false;
  return guard.crossing == Crossing::both ||
         guard.crossing == (guard.sign > 0 ? Crossing::falling : Crossing::rising);
}

bool EventSearch::search(GuardPath& path, double from, double to) {
  take_signs(path, from);
  arm(path, from, to);
  path.guards(to, end_);
  const double until = end_of_grazing(path, from, to);
  if (until < to) path.guards(until, end_);
  crossing_count_ = 0;
  for (std::size_t i = 0; i < guards_.size(); ++i)
    if (guards_[i].armed_from < until && fires(guards_[i], end_[static_cast<Eigen::Index>(i)]))
      crossing_[static_cast<std::size_t>(crossing_count_++)] = static_cast<int>(i);
  event_found_ = crossing_count_ > 0;
  if (event_found_) {
    time_ = locate(path, from, until);
    gather(path, from, to);
  }
  begin_.swap(event_found_ ? trial_ : end_);
  begin_time_ = event_found_ ? time_ : to;
  has_begin_values_ = true;
  return event_found_;
}

void EventSearch::take_signs(GuardPath& path, double from) {
  if (!has_begin_values_ || begin_time_ != from) path.guards(from, begin_);
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    Guard& guard = guards_[i];
    const double value = begin_[static_cast<Eigen::Index>(i)];
    if (std::abs(value) > band(guard))
      guard.sign = sign_of(value);
    else if (guard.fresh)
      guard.sign = 0;
    guard.fresh = false;
    guard.armed_from = from;
  }
}

void EventSearch::arm(GuardPath& path, double from, double to) {
  const auto waits = [](const Guard& guard) {
    return guard.sign == 0 && guard.crossing != Crossing::off;
  };
  for (int k = 10; k >= 0 && std::any_of(guards_.begin(), guards_.end(), waits); --k) {
    const double t = from + std::ldexp(to - from, -4 * k);
    path.guards(t, trial_);
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      const double value = trial_[static_cast<Eigen::Index>(i)];
      if (!waits(guards_[i]) || std::abs(value) <= band(guards_[i])) continue;
      guards_[i].sign = sign_of(value);
      guards_[i].armed_from = t;
    }
  }
}

// --- Grazing
// --------------------------------------------------------------------------------------

// The end of the search: the first time at which a guard that may graze is found beyond zero.
double EventSearch::end_of_grazing(GuardPath& path, double from, double to) {
  double until = to;
  bool sampled = false;
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    if (guards_[i].grazing == GrazingCheck::off || !fires(guards_[i], 0.0)) continue;
    if (!sampled) {
      samples_.col(0) = begin_;
      samples_.col(point_count - 1) = end_;
      for (int k = 1; k + 1 < point_count; ++k) {
        path.guards(from + points[k] * (to - from), trial_);
        samples_.col(k) = trial_;
      }
      sampled = true;
    }
    until = std::min(until, first_dip(path, static_cast<int>(i), from, to));
  }
  return until;
}

double EventSearch::first_dip(GuardPath& path, int index, double from, double to) {
  const Guard& guard = guards_[static_cast<std::size_t>(index)];
  std::array<double, point_count> values;
  for (int k = 0; k < point_count; ++k) values[k] = guard.sign * samples_(index, k);
  const auto time_of = [&](int k) {
    return k + 1 == point_count ? to : from + points[k] * (to - from);
  };
  for (int k = 1; k < point_count; ++k) {
    if (time_of(k) <= guard.armed_from) continue;
    if (slope_at(k - 1, values) >= 0.0 || slope_at(k, values) < 0.0) continue;
    const double dip =
        dip_between(path, index, std::max(time_of(k - 1), guard.armed_from), time_of(k));
    if (dip < to) return dip;
  }
  return infinity;
}

// Golden section for the minimum of s g, left at the first value that is not positive.
double EventSearch::dip_between(GuardPath& path, int index, double low, double high) {
  constexpr double golden = 0.61803398874989485;
  const int sign = guards_[static_cast<std::size_t>(index)].sign;
  const auto value = [&](double t) {
    path.guards(t, trial_);
    return sign * trial_[index];
  };
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = value(left), at_right = value(right);
  // the value at a minimum is good to rounding when its place is good to half the digits: golden to
  // the power of 38; a count, since an interval of a few roundings of t cannot shrink that far
  for (int k = 0; k < 38 && at_left > 0.0 && at_right > 0.0; ++k) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      at_left = value(left = high - golden * (high - low));
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      at_right = value(right = low + golden * (high - low));
    }
  }
  if (at_left <= 0.0) return left;
  return at_right <= 0.0 ? right : infinity;
}

// --- The instant
// ----------------------------------------------------------------------------------

// min_i s_i g_i(t) over the guards that change sign: positive before the first of them does.
double EventSearch::margin(GuardPath& path, double t) {
  path.guards(t, trial_);
  double smallest = infinity;
  for (int c = 0; c < crossing_count_; ++c) {
    const int i = crossing_[static_cast<std::size_t>(c)];
    const Guard& guard = guards_[static_cast<std::size_t>(i)];
    // on its way out of zero it may still have the other sign, by rounding
    const double value = guard.sign * trial_[i];
    smallest = std::min(smallest, t <= guard.armed_from ? std::abs(value) + band(guard) : value);
  }
  return smallest;
}

// Chandrupatla's method: inverse quadratic interpolation where it is safe, bisection elsewhere.
// Returns the end of the last bracket at which a guard has crossed; its values are in trial_.
double EventSearch::locate(GuardPath& path, double from, double to) {
  double a = to, b = from, c = from;  // a is the newest point, b the other end of the bracket
  double fa = margin(path, a), fb = margin(path, b), fc = fb;
  double part = 0.5, crossed = to;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const double t = a + part * (b - a), ft = margin(path, t);
    if ((ft > 0.0) == (fa > 0.0)) {
      c = std::exchange(a, t);
      fc = std::exchange(fa, ft);
    } else {
      c = std::exchange(b, a);
      fc = std::exchange(fb, fa);
      a = t;
      fa = ft;
    }
    crossed = fa > 0.0 ? b : a;
    const double resolution = 2.0 * machine_epsilon * std::abs(crossed) + 1e-20 * (to - from);
    const double least = resolution / std::abs(b - a);
    if (least > 0.5 || fa == 0.0) break;
    const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
    part = 0.5;
    if (phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)
      part = fa / (fb - fa) * (fc / (fb - fc)) +
             (c - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb));
    part = std::clamp(part, least, 1.0 - least);
  }
  path.guards(crossed, trial_);
  return crossed;
}

void EventSearch::gather(GuardPath& path, double from, double to) {
  std::fill(roots_.begin(), roots_.end(), 0);
  const auto add = [&](int i) {
    roots_[static_cast<std::size_t>(i)] = -guards_[static_cast<std::size_t>(i)].sign;
  };
  for (int c = 0; c < crossing_count_; ++c) {
    const int i = crossing_[static_cast<std::size_t>(c)];
    if (std::abs(trial_[i]) <= tolerance_) add(i);
  }
  // end_ is free by now
  path.guards(time_ + 50.0 * machine_epsilon * std::max(std::abs(time_), to - from), end_);
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    if (guards_[i].armed_from >= time_) continue;
    if (fires(guards_[i], trial_[at]) || fires(guards_[i], end_[at])) add(static_cast<int>(i));
  }
}

void EventSearch::pass_event() {
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    guards_[i].fired_value = 0.0;
    if (roots_[i] == 0) continue;
    const double value = begin_[static_cast<Eigen::Index>(i)];
    // one that has not quite got there takes the sign with which it leaves
    guards_[i].sign = sign_of(value) == roots_[i] ? roots_[i] : 0;
    guards_[i].fired_value = std::abs(value);
  }
}

}  // namespace nonsmooth::ode
