// SPDX-License-Identifier: Apache-2.0
// Levant's differentiators: the inclusion of every sample holds, errors have the orders of theory.
#include "nonsmooth/control/differentiator.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/control/sliding.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

// f = sin t and its derivatives; largest error of every estimate after the transient
ns::Vector worst_errors(nc::DifferentiatorOptions options, double noise, double end = 20.0) {
  nc::Differentiator differentiator(options);
  ns::Random random(11);
  const int n = options.order;
  ns::Vector z(n + 1), worst = ns::Vector::Zero(n + 1);
  for (long k = 0; k * options.period < end; ++k) {
    const double t = static_cast<double>(k) * options.period;
    differentiator(t, ns::Vector{{std::sin(t) + noise * random.uniform(-1, 1)}}, z);
    if (t < 0.6 * end) continue;
    for (int i = 0; i <= n; ++i)
      worst[i] = std::max(worst[i], std::abs(z[i] - std::sin(t + i * 1.5707963267948966)));
  }
  return worst;
}

TEST(Differentiator, ErrorsFallWithThePowersOfThePeriod) {
  for (const nc::Form form : {nc::Form::implicit, nc::Form::explicit_euler})
    for (const int n : {1, 2, 3}) {
      const nc::DifferentiatorOptions coarse{.order = n, .L = 2.0, .period = 0.02, .form = form};
      nc::DifferentiatorOptions fine = coarse;
      fine.period /= 4;
      const ns::Vector a = worst_errors(coarse, 0), b = worst_errors(fine, 0);
      for (int i = 1; i <= n; ++i) {
        // O(h^(n+1-i))
        EXPECT_GT(std::log(a[i] / b[i]) / std::log(4.0), n + 1 - i - 0.35)
            << "order " << n << " derivative " << i << ": " << a[i] << " " << b[i];
        EXPECT_LT(b[i], 100 * std::pow(fine.period, n + 1 - i));
      }
      EXPECT_LT(b[0], 100 * std::pow(fine.period, n + 1));
      if (form == nc::Form::implicit && n == 1) {
        EXPECT_LT(b[0], 1e-14);
      }
    }
}

TEST(Differentiator, ErrorsUnderNoiseHaveTheRootsOfItsSize) {
  for (const int n : {1, 2}) {
    const nc::DifferentiatorOptions options{.order = n, .L = 1.5, .period = 1e-4};
    const ns::Vector a = worst_errors(options, 1e-2), b = worst_errors(options, 1e-4);
    for (int i = 0; i <= n; ++i) {
      const double theory = double(n + 1 - i) / (n + 1);
      EXPECT_NEAR(std::log(a[i] / b[i]) / std::log(100.0), theory, 0.15) << n << " " << i;
    }
  }
}

// e + sum c_i [e]^((n-i)/(n+1)) + c_n s = b: z before and after a sample reveal all of it
TEST(Differentiator, EverySampleSolvesItsInclusion) {
  ns::Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + random.below(5);
    const double h = std::pow(10.0, random.uniform(-3, -1)),
                 L = std::pow(10.0, random.uniform(-1, 2));
    nc::Differentiator d({.order = n, .L = L, .period = h});
    ns::Vector z(n + 1), before;
    d(0, ns::Vector{{random.uniform(-1, 1)}}, z);
    for (int k = 0; k < 5; ++k) {
      before = z;
      const double f = random.uniform(-1, 1);
      d(0, ns::Vector{{f}}, z);
      const double e = z[0] - f, s = (before[n] - z[n]) / (h * 1.1 * L);
      EXPECT_LE(std::abs(s), 1 + 1e-9);
      if (std::abs(e) > 1e-12) {
        EXPECT_NEAR(s, e > 0 ? 1 : -1, 1e-9) << "trial " << trial;
      }
    }
  }
}

// order one is super-twisting on z_0 - f
TEST(Differentiator, OrderOneIsSuperTwisting) {
  const double h = 0.01, f = 0.3;
  nc::Differentiator d({.order = 1, .period = h});
  ns::Vector z(2);
  d(0, ns::Vector{{1.0 + f}}, z);
  double x1 = 1.0, x2 = 0.0;
  for (int k = 0; k < 300; ++k) {
    d(0, ns::Vector{{f}}, z);
    const double b = x1 + h * x2, excess = std::abs(b) - h * h * 1.1, k1 = 1.5;
    const double root = excess <= 0 ? 0 : (-h * k1 + std::sqrt(h * h * k1 * k1 + 4 * excess)) / 2;
    const double s = excess <= 0 ? b / (h * h * 1.1) : b > 0 ? 1 : -1;
    x1 = (b > 0 ? 1 : -1) * root * root;
    x2 -= h * 1.1 * s;
    ASSERT_NEAR(z[0] - f, x1, 1e-12) << k;
    ASSERT_NEAR(z[1], x2, 1e-12) << k;
  }
}

}  // namespace
