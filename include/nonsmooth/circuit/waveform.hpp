// SPDX-License-Identifier: Apache-2.0
// What a source does in time. A value that jumps at t has at t still the value before the jump, so
// that a step which ends there belongs to what was before.
#pragma once

#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace nonsmooth {

/// offset + amplitude exp(-damping (t - delay)) sin(2 pi frequency (t - delay) + phase), and before
/// the delay its value there.
struct Sine {
  double offset = 0.0, amplitude = 1.0, frequency = 1.0;
  double delay = 0.0, damping = 0.0;
  double phase = 0.0;  ///< degrees
};

/// From low to high and back, again and again; times in s. No period: once.
struct Pulse {
  double low = 0.0, high = 1.0;
  double delay = 0.0, rise = 0.0, fall = 0.0, width = 0.0, period = 0.0;
};

/// Straight lines between points (t, value), constant before the first and after the last.
struct Polyline {
  std::vector<std::pair<double, double>> points;
};

class Waveform {
 public:
  using Function = std::function<double(double t)>;

  Waveform(double constant = 0.0) : kind_(constant) {}         // NOLINT: implicit by intent
  Waveform(Sine sine) : kind_(sine) {}                         // NOLINT: implicit by intent
  Waveform(Pulse pulse) : kind_(pulse) {}                      // NOLINT: implicit by intent
  Waveform(Polyline line) : kind_(std::move(line)) {}          // NOLINT: implicit by intent
  Waveform(Function function) : kind_(std::move(function)) {}  // NOLINT: implicit by intent

  double operator()(double t) const;
  /// Instants in (from, to] at which it has a corner or a jump, appended in any order. A function
  /// of one's own has none that are known.
  void add_corners(double from, double to, std::vector<double>& corners) const;
  bool constant() const { return std::holds_alternative<double>(kind_); }

 private:
  std::variant<double, Sine, Pulse, Polyline, Function> kind_;
};

}  // namespace nonsmooth
