// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/circuit/waveform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nonsmooth {
namespace {

double value(double constant, double) { return constant; }

double value(const Sine& s, double t) {
  const double since = std::max(0.0, t - s.delay), turn = 2 * std::numbers::pi;
  return s.offset + s.amplitude * std::exp(-s.damping * since) *
                        std::sin(turn * s.frequency * since + turn / 360.0 * s.phase);
}

double value(const Pulse& p, double t) {
  double since = t - p.delay;
  if (since <= 0.0) return p.low;
  const double length = p.period > 0.0 ? p.period : p.rise + p.width + p.fall;
  const double rounding = 1e-9 * length;  // a time that is an edge but for rounding is that edge
  if (p.period > 0.0) since -= p.period * std::floor((since - rounding) / p.period);
  if (since <= rounding && p.rise == 0.0) return p.low;
  if (since < p.rise) return p.low + (p.high - p.low) * since / p.rise;
  since -= p.rise + p.width;
  if (since <= rounding) return p.high;
  if (since < p.fall) return p.high + (p.low - p.high) * since / p.fall;
  return p.low;
}

double value(const Polyline& line, double t) {
  const auto& points = line.points;
  if (points.empty()) return 0.0;
  const auto next = std::lower_bound(points.begin(), points.end(), t,
                                     [](const auto& point, double at) { return point.first < at; });
  if (next == points.begin()) return points.front().second;
  if (next == points.end()) return points.back().second;
  const auto last = next - 1;
  const double length = next->first - last->first;
  return length > 0.0 ? last->second + (next->second - last->second) * (t - last->first) / length
                      : last->second;
}

double value(const Waveform::Function& function, double t) { return function ? function(t) : 0.0; }

// --- Corners

constexpr double most_periods = 1e6;  // beyond that corners no longer help a step

struct Corners {
  double from, to;
  std::vector<double>& list;

  void add(double t) {
    if (t > from && t <= to) list.push_back(t);
  }
  template <class Kind>
  void of(const Kind&) {}
  void of(const Sine& s) {
    if (s.delay > 0.0) add(s.delay);
  }
  void of(const Polyline& line) {
    for (const auto& [t, y] : line.points) add(t);
  }
  void of(const Pulse& p) {
    const bool once = !(p.period > 0.0);
    const double first = once ? 0.0 : std::max(0.0, std::floor((from - p.delay) / p.period)),
                 last = once ? 0.0 : std::floor((to - p.delay) / p.period);
    if (last - first > most_periods) return;
    for (double k = first; k <= last; ++k) {
      const double begin = p.delay + k * p.period;
      for (const double t : {0.0, p.rise, p.rise + p.width, p.rise + p.width + p.fall})
        if (once || t <= p.period) add(begin + t);
    }
  }
};

}  // namespace

void Waveform::add_corners(double from, double to, std::vector<double>& corners) const {
  std::visit([&](const auto& kind) { Corners{from, to, corners}.of(kind); }, kind_);
}

double Waveform::operator()(double t) const {
  return std::visit([t](const auto& kind) { return value(kind, t); }, kind_);
}

}  // namespace nonsmooth
