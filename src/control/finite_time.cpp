// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/control/finite_time.hpp"

#include <cmath>
#include <numbers>

namespace nonsmooth::control {
namespace {

// c cos + s sin, damped: the spiral of super-twisting crosses zero every pi / w
double spiral_time(double c, double s, double a, double w) {
  const auto integral = [&](double tau) {
    const double cos = std::cos(w * tau), sin = std::sin(w * tau);
    return std::exp(-a * tau) * (c * (-a * cos + w * sin) - s * (a * sin + w * cos)) /
           (a * a + w * w);
  };
  const double half = std::numbers::pi / w;
  double zero = std::fmod(std::atan2(s, c) / w + half / 2, half);
  if (zero < 0.0) zero += half;
  const double first = std::abs(integral(zero) - integral(0.0));
  const double second = std::abs(integral(zero + half) - integral(zero));
  return first + second / (1.0 - std::exp(-a * half));
}

// c1 e^(l1 s) + c2 e^(l2 s) with l1 < l2 < 0 changes sign once or never
double node_time(double c1, double c2, double l1, double l2) {
  const auto integral = [&](double tau) {
    return c1 / l1 * std::exp(l1 * tau) + c2 / l2 * std::exp(l2 * tau);
  };
  const double zero = c1 * c2 < 0.0 ? std::log(-c1 / c2) / (l2 - l1) : 0.0;
  if (!(zero > 0.0)) return std::abs(integral(0.0));
  return std::abs(integral(zero) - integral(0.0)) + std::abs(integral(zero));
}

}  // namespace

double twisting_time(double x1, double x2, double r1, double r2) {
  double time = 0.0;
  if (x1 < 0.0 || (x1 == 0.0 && x2 < 0.0)) {
    x1 = -x1;
    x2 = -x2;
  }
  const double slow = r1 - r2, fast = r1 + r2;
  if (x1 > 0.0) {
    if (x2 > 0.0) {  // rises, against both signs
      time += x2 / fast;
      x1 += x2 * x2 / (2 * fast);
      x2 = 0.0;
    }
    const double speed = std::sqrt(x2 * x2 + 2 * slow * x1);  // where it crosses x1 = 0
    time += (speed + x2) / slow;
    x2 = speed;
  }
  const double q = std::sqrt(slow / fast);
  return time + x2 * (1 / fast + q / slow) / (1 - q);
}

double super_twisting_time(double x1, double x2, double k1, double k2) {
  const double c = std::copysign(std::sqrt(std::abs(x1)), x1), slope = (x2 - k1 * c) / 2;
  const double a = k1 / 4;
  double square = k2 / 2 - a * a;
  // a double root is the limit of two that are close
  if (std::abs(square) < 1e-12 * a * a) square = -1e-12 * a * a;
  if (square > 0.0) {
    const double w = std::sqrt(square);
    return spiral_time(c, (slope + a * c) / w, a, w);
  }
  const double l1 = -a - std::sqrt(-square), l2 = -a + std::sqrt(-square);
  const double c1 = (slope - l2 * c) / (l1 - l2);
  return node_time(c1, c - c1, l1, l2);
}

}  // namespace nonsmooth::control
