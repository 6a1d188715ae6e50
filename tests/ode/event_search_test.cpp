// SPDX-License-Identifier: Apache-2.0
// The search alone, on guards given as functions of time, and the polynomial of a step.
#include "ode/event_search.hpp"

#include "nonsmooth/base/random.hpp"
#include "ode/step_polynomial.hpp"
#include "tests/ode/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace nonsmooth::ode {
namespace {

// g_i(t) = scale_i sinh(steepness_i (t - root_i)): one root each, anything but linear
struct Monotone final : GuardPath {
  void guards(double t, Vector& values) override {
    ++evaluations;
    for (std::size_t i = 0; i < root.size(); ++i)
      values[static_cast<Eigen::Index>(i)] = scale[i] * std::sinh(steepness[i] * (t - root[i]));
  }
  std::vector<double> scale, steepness, root;
  int evaluations = 0;
};

Monotone random_guards(Random& random, int count, double from, double to) {
  Monotone path;
  for (int i = 0; i < count; ++i) {
    const double size = std::pow(10.0, random.uniform(-5.0, 5.0));
    path.scale.push_back(random.uniform() < 0.5 ? size : -size);
    path.steepness.push_back(std::pow(10.0, random.uniform(-1.0, 1.0)));
    // a third of the roots is outside
    path.root.push_back(from + (to - from) * random.uniform(-0.1, 1.4));
  }
  return path;
}

TEST(EventSearch, RandomGuardsInOrder) {
  Random random(7);
  int events = 0, evaluations = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const int count = 1 + random.below(8);
    const double from = random.uniform(-10.0, 10.0), to = from + random.uniform(0.1, 3.0);
    Monotone path = random_guards(random, count, from, to);
    std::vector<double> expected;
    for (const double root : path.root)
      if (root > from && root <= to) expected.push_back(root);
    std::sort(expected.begin(), expected.end());

    EventSearch search(count, 1e-12);
    for (int i = 0; i < count; ++i) search.watch(i, Crossing::both, GrazingCheck::off);
    search.restart(from);
    double begin = from;
    for (const double root : expected) {
      ASSERT_TRUE(search.search(path, begin, to));
      // sinh near its root is exact to rounding, so is the difference of the times
      EXPECT_NEAR(search.time(), root, 4.0 * machine_epsilon * std::max(std::abs(root), 1.0));
      const auto found = std::find_if(search.roots().begin(), search.roots().end(),
                                      [](int direction) { return direction != 0; });
      const auto i = static_cast<std::size_t>(found - search.roots().begin());
      EXPECT_EQ(path.root[i], root);
      EXPECT_EQ(*found, path.scale[i] > 0.0 ? 1 : -1);
      search.pass_event();
      begin = search.time();
      ++events;
    }
    EXPECT_FALSE(search.search(path, begin, to));
    evaluations += path.evaluations;
  }
  EXPECT_GT(events, 1000);
  EXPECT_LT(evaluations, 20 * events);  // bisection alone takes 50
}

// a guard in tenths of a nanometre that leaves zero, returns to it and stays below, all in one step
TEST(EventSearch, FlightWithinOneStep) {
  struct Flight final : GuardPath {
    void guards(double t, Vector& values) override { values[0] = t * (duration - t) - noise; }
    double duration = 0.0, noise = 0.0;
  };
  for (const double duration : {0.9, 1e-2, 1e-4, 3e-6}) {
    for (const double noise : {0.0, 1e-16, 9e-14}) {
      Flight path;
      path.duration = duration;
      path.noise = noise;
      EventSearch search(1, 1e-13);
      search.watch(0, Crossing::both, GrazingCheck::off);
      search.restart(0.0);
      ASSERT_TRUE(search.search(path, 0.0, 1.0)) << duration;
      EXPECT_NEAR(search.time(), duration, 2.0 * noise / duration + machine_epsilon);
      EXPECT_EQ(search.roots()[0], -1);
    }
  }
}

TEST(EventSearch, FirstOfManyGrazingGuards) {
  struct Dips final : GuardPath {
    void guards(double t, Vector& values) override {
      for (Eigen::Index i = 0; i < values.size(); ++i) {
        const double s = t - centre[static_cast<std::size_t>(i)];
        values[i] = (s * s - radius * radius) * (1.0 + 0.3 * s);
      }
    }
    std::vector<double> centre;
    double radius = 1e-3;
  };
  Random random(11);
  for (int trial = 0; trial < 200; ++trial) {
    Dips path;
    for (int i = 0; i < 4; ++i) path.centre.push_back(random.uniform(0.01, 0.99));
    EventSearch search(4, 1e-12);
    for (int i = 0; i < 4; ++i) search.watch(i, Crossing::falling, GrazingCheck::on);
    search.restart(0.0);
    ASSERT_TRUE(search.search(path, 0.0, 1.0));
    const double first = *std::min_element(path.centre.begin(), path.centre.end());
    EXPECT_NEAR(search.time(), first - path.radius, 1e-14);
  }
}

// exact values at both ends of a step: what is left is the error of the polynomial, O(h^6)
TEST(StepPolynomial, OrderSix) {
  const OdeSystem system = testing::oscillator();
  const auto state = [](double t) { return Vector{{std::cos(t), -std::sin(t)}}; };
  const auto slope = [](double t) { return Vector{{-std::sin(t), -std::cos(t)}}; };
  const auto error = [&](double h) {
    StepPolynomial polynomial(2);
    polynomial.build(system, 1.0, 1.0 + h, state(1.0), state(1.0 + h), slope(1.0), slope(1.0 + h));
    Vector y(2);
    double worst = 0.0;
    for (double theta = 0.0; theta <= 1.0; theta += 0.05) {
      polynomial.evaluate(1.0 + theta * h, y);
      worst = std::max(worst, (y - state(1.0 + theta * h)).norm());
    }
    return worst;
  };
  EXPECT_NEAR(std::log2(error(0.4) / error(0.2)), 6.0, 0.3);
  EXPECT_LT(error(0.02), 1e-13);  // Dormand-Prince steps of this length err by 1e-10
}

// Dips at every place within steps that no division of the interval can narrow further.
TEST(EventSearch, StepsOfAFewRoundingsEnd) {
  struct Rounded final : GuardPath {
    void guards(double t, Vector& values) override {
      values[0] = 1.0 + std::abs((t - 1.0) / machine_epsilon - lowest);
    }
    double lowest = 0.0;
  } path;
  for (int roundings = 1; roundings <= 16; ++roundings)
    for (path.lowest = 0.0; path.lowest <= roundings; path.lowest += 0.25) {
      EventSearch search(1, 1e-12);
      search.watch(0, Crossing::falling, GrazingCheck::on);
      search.restart(1.0);
      EXPECT_FALSE(search.search(path, 1.0, 1.0 + roundings * machine_epsilon));
    }
}

}  // namespace
}  // namespace nonsmooth::ode
