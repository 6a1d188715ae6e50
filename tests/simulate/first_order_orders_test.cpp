// SPDX-License-Identifier: Apache-2.0
// Orders of convergence of the first-order schemes: on smooth problems, under laws, while sliding.
#include "bench/models.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>

namespace ns = nonsmooth;

namespace {

// the slope of log error over log h between the steps, each half of the last
std::vector<double> orders(const std::vector<double>& errors) {
  std::vector<double> result;
  for (std::size_t k = 1; k < errors.size(); ++k)
    result.push_back(std::log2(errors[k - 1] / errors[k]));
  return result;
}

void expect_order(double order, double tolerance, const std::function<double(double h)>& error,
                  double h) {
  std::vector<double> errors;
  for (int k = 0; k < 4; ++k, h /= 2) errors.push_back(error(h));
  for (const double found : orders(errors)) EXPECT_NEAR(found, order, tolerance);
}

// --- Smooth: no law at all
// -------------------------------------------------------------------------------------------

// x' = A x + (0, sin 3t), damped oscillator; exact by the same scheme at a step 2^-14
double smooth_error(const std::function<ns::Scheme(double)>& scheme, double h, bool nonlinear) {
  ns::Model model;
  ns::FirstOrder system{.A = ns::Matrix{{0, 1}, {-4, -0.3}},
                        .x0 = ns::Vector{{1, 0}},
                        .b_of_t = [](double t) { return ns::Vec<2>(0, std::sin(3 * t)); }};
  if (nonlinear)
    system.f = [](double, ns::VectorIn x) { return ns::Vec<2>(0, -x[0] * x[0] * x[0]); };
  const auto x = model.add(system);
  const auto end = [&](double step) {
    const ns::Trajectory run = ns::simulate(model, scheme(step), {.end = 2});
    EXPECT_TRUE(run.success()) << run.message;
    return ns::Vec<2>(run.x(x).row(run.size() - 1));
  };
  static std::map<bool, ns::Vec<2>> reference;
  if (!reference.contains(nonlinear)) {
    // Richardson: two second-order runs of small step
    const auto fine = [&](double step) {
      const ns::Trajectory run =
          ns::simulate(model, ns::EulerMoreau{.step = step, .theta = 0.5}, {.end = 2});
      return ns::Vec<2>(run.x(x).row(run.size() - 1));
    };
    reference[nonlinear] = (4 * fine(1.0 / 4096) - fine(1.0 / 2048)) / 3;
  }
  return (end(h) - reference[nonlinear]).norm();
}

TEST(Order, SmoothSystems) {
  const auto implicit = [](double h) { return ns::EulerMoreau{.step = h}; };
  const auto midpoint = [](double h) { return ns::EulerMoreau{.step = h, .theta = 0.5}; };
  const auto held = [](double h) { return ns::ZeroOrderHold{.step = h}; };
  const auto held_early = [](double h) { return ns::ZeroOrderHold{.step = h, .sample = 0.0}; };
  for (const bool nonlinear : {false, true}) {
    expect_order(
        1, 0.1, [&](double h) { return smooth_error(implicit, h, nonlinear); }, 1.0 / 128);
    expect_order(
        2, 0.1, [&](double h) { return smooth_error(midpoint, h, nonlinear); }, 1.0 / 32);
  }
  expect_order(
      2, 0.1, [&](double h) { return smooth_error(held, h, false); }, 1.0 / 32);
  expect_order(
      1, 0.1, [&](double h) { return smooth_error(held_early, h, false); }, 1.0 / 64);
}

// an input that really is constant: exact whatever the step
TEST(Order, HoldIsExactForConstantInput) {
  ns::Model model;
  const auto x = model.add(ns::FirstOrder{.A = ns::Matrix{{0, 1}, {-4, 0}},
                                          .x0 = ns::Vector{{1, 0}},
                                          .b = ns::Vector{{0, 2}},
                                          .E = ns::Matrix{{1, 0}, {0, 2}}});
  // 2 v' = -4 q + 2: q = 1/2 + cos(sqrt 2 t) / 2
  for (const double h : {0.1, 1.0}) {
    const ns::Trajectory run = ns::simulate(model, ns::ZeroOrderHold{.step = h}, {.end = 10});
    ASSERT_TRUE(run.success());
    for (int k = 0; k < run.size(); ++k)
      EXPECT_NEAR(run.x(x)(k, 0), 0.5 + 0.5 * std::cos(std::sqrt(2.0) * run.t()[k]), 1e-12);
  }
}

// --- Diode bridge: piecewise smooth, with jumps of lambda
// -------------------------------------------------------------------------------------------

// v(t) = 10 e^(-a t) (cos w t - (a / w) sin w t): the bridge draws |v| / R
double bridge_error(const ns::Scheme& scheme) {
  const auto s = ns::models::diode_bridge();
  const ns::Trajectory run = ns::simulate(s.model, scheme, {.end = 5e-3});
  EXPECT_TRUE(run.success()) << run.message;
  const double a = 500, w = std::sqrt(1e8 - a * a);
  double worst = 0.0;
  for (int k = 0; k < run.size(); ++k) {
    const double t = run.t()[k],
                 exact = 10 * std::exp(-a * t) * (std::cos(w * t) - a / w * std::sin(w * t));
    worst = std::max(worst, std::abs(run.x(s.system)(k, 0) - exact));
  }
  return worst;
}

TEST(Order, DiodeBridge) {
  const std::array<double, 3> steps{2e-6, 1e-6, 5e-7}, midpoint{0.0394, 0.0191, 0.0094},
      implicit{0.670, 0.351, 0.180}, held{0.0370, 0.0185, 0.0092};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(bridge_error(ns::EulerMoreau{.step = steps[k], .theta = 0.5}), midpoint[k], 5.1e-5);
    EXPECT_NEAR(bridge_error(ns::EulerMoreau{.step = steps[k]}), implicit[k], 5.1e-4);
    // exact between the diodes' switches: only the held input is left of the error
    EXPECT_NEAR(bridge_error(ns::ZeroOrderHold{.step = steps[k]}), held[k], 5.1e-5);
  }
  expect_order(
      1, 0.15, [](double h) { return bridge_error(ns::ZeroOrderHold{.step = h}); }, 2e-6);
}

// --- Sliding: x' = A x + lambda b with a relay, known by the equivalent control
// -------------------------------------------------------------------------------------------

// x_1' = x_2, x_2' = -2 Sgn(x_1 + x_2) from (1, 1): x_2 falls with slope -2 until x_1 + x_2 = 0 at
// t = 1, then x_1 = e^(1 - t) slides on that line
double sliding_error(const ns::Scheme& scheme) {
  const auto s = ns::models::linear_system(ns::Matrix{{0, 1}, {0, 0}}, ns::Vector{{1, 1}},
                                           ns::Matrix{{0}, {2}}, ns::Matrix{{1, 1}}, ns::Matrix(),
                                           ns::models::relay_law(1));
  const ns::Trajectory run = ns::simulate(s.model, scheme, {.end = 4});
  EXPECT_TRUE(run.success()) << run.message;
  double worst = 0.0;
  for (int k = 0; k < run.size(); ++k) {
    const double t = run.t()[k], exact = t < 1 ? 1 + t - t * t : std::exp(1 - t);
    worst = std::max(worst, std::abs(run.x(s.system)(k, 0) - exact));
  }
  return worst;
}

// where the step meets the switching line is a matter of luck, so that only the order over all
// halvings tells; it is at least one
TEST(Order, SlidingMode) {
  const std::vector<ns::Scheme (*)(double)> schemes{
      [](double h) -> ns::Scheme { return ns::EulerMoreau{.step = h}; },
      [](double h) -> ns::Scheme { return ns::EulerMoreau{.step = h, .theta = 0.5}; },
      [](double h) -> ns::Scheme { return ns::ZeroOrderHold{.step = h}; }};
  for (const auto scheme : schemes) {
    const double h = 0.013, coarse = sliding_error(scheme(h)), fine = sliding_error(scheme(h / 64));
    EXPECT_LT(coarse, 2 * h);
    EXPECT_GT(std::log2(coarse / fine) / 6, 0.9);
  }
}

}  // namespace
