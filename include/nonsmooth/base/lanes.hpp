// SPDX-License-Identifier: Apache-2.0
// Eight numbers treated side by side: two vector registers of four, so that the long divisions and
// square roots of one overlap with those of the other. Code written for double and for Lanes alike
// uses `select`, `any`, `root` and `magnitude` where it would branch.
#pragma once

#include <cmath>

// for a processor without wide registers the compiler warns of how it would pass them between
// functions; all of these are inline
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace nonsmooth {

constexpr int lane_count = 8;

class Lanes {
 public:
  using Four = double __attribute__((vector_size(32)));
  using FourMask = decltype(Four{} < Four{});
  /// One truth per lane.
  struct Mask {
    FourMask low{}, high{};
    bool operator[](int lane) const { return (lane < 4 ? low[lane] : high[lane - 4]) != 0; }
    friend Mask operator&(Mask a, Mask b) { return {a.low & b.low, a.high & b.high}; }
    friend Mask operator|(Mask a, Mask b) { return {a.low | b.low, a.high | b.high}; }
    friend Mask operator!(Mask a) { return {~a.low, ~a.high}; }
  };

  Lanes() = default;
  Lanes(double all) : low_(Four{} + all), high_(Four{} + all) {}  // NOLINT: mixes with numbers
  Lanes(Four low, Four high) : low_(low), high_(high) {}
  Four low() const { return low_; }
  Four high() const { return high_; }
  double operator[](int lane) const { return lane < 4 ? low_[lane] : high_[lane - 4]; }
  // not (lane < 4 ? low_ : high_)[...]: that may assign to a copy
  void set(int lane, double value) {
    if (lane < 4)
      low_[lane] = value;
    else
      high_[lane - 4] = value;
  }

  friend Lanes operator+(Lanes a, Lanes b) { return {a.low_ + b.low_, a.high_ + b.high_}; }
  friend Lanes operator-(Lanes a, Lanes b) { return {a.low_ - b.low_, a.high_ - b.high_}; }
  friend Lanes operator*(Lanes a, Lanes b) { return {a.low_ * b.low_, a.high_ * b.high_}; }
  friend Lanes operator/(Lanes a, Lanes b) { return {a.low_ / b.low_, a.high_ / b.high_}; }
  friend Lanes operator-(Lanes a) { return {-a.low_, -a.high_}; }
  friend Mask operator<(Lanes a, Lanes b) { return {a.low_ < b.low_, a.high_ < b.high_}; }
  friend Mask operator>(Lanes a, Lanes b) { return {a.low_ > b.low_, a.high_ > b.high_}; }
  friend Mask operator<=(Lanes a, Lanes b) { return {a.low_ <= b.low_, a.high_ <= b.high_}; }
  friend Mask operator>=(Lanes a, Lanes b) { return {a.low_ >= b.low_, a.high_ >= b.high_}; }

  friend Lanes select(Mask mask, Lanes yes, Lanes no) {
    return {mask.low ? yes.low_ : no.low_, mask.high ? yes.high_ : no.high_};
  }
  friend Lanes root(Lanes x) { return {root(x.low_), root(x.high_)}; }
  friend Lanes magnitude(Lanes x) { return select(x < 0.0, -x, x); }

 private:
  static Four root(Four x) {
    return Four{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
  }

  Four low_{}, high_{};
};

inline bool any(Lanes::Mask mask) {
  const Lanes::FourMask both = mask.low | mask.high;
  return (both[0] | both[1] | both[2] | both[3]) != 0;
}

inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
inline bool any(bool mask) { return mask; }
inline double root(double x) { return std::sqrt(x); }
inline double magnitude(double x) { return std::abs(x); }

}  // namespace nonsmooth

#pragma GCC diagnostic pop
