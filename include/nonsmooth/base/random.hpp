// SPDX-License-Identifier: Apache-2.0
// The only source of randomness in the project: counter-based, seeded, the same on every platform.
#pragma once

#include <cmath>
#include <cstdint>

namespace nonsmooth {

/// SplitMix64 (Steele, Lea, Flood 2014): the n-th number depends on seed and n alone.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15ull;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  /// Uniform in [0, 1), 53 random bits.
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in {0, ..., count - 1}; the bias is below count / 2^64.
  constexpr int below(int count) {
    return static_cast<int>(bits() % static_cast<std::uint64_t>(count));
  }
  /// Standard normal (Box-Muller, one value per two draws).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

 private:
  std::uint64_t state_;
};

}  // namespace nonsmooth
