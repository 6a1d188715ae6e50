// SPDX-License-Identifier: Apache-2.0
// Sliding modes under sampling: known trajectories, no chattering where none is promised, and the
// instants at which zero is reached.
#include "nonsmooth/control.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

nc::Device on_state(std::string name, double period, int inputs, nc::Block block, int outputs = 1) {
  return {.name = std::move(name),
          .period = period,
          .inputs = inputs,
          .outputs = outputs,
          .measure = nc::measure_states,
          .block = std::move(block),
          .drives = 0};
}

// x1' = x2, x2' = u
nc::SampledLoop double_integrator(double step, ns::Vec<2> x0) {
  return nc::SampledLoop(nc::linear_plant(ns::Matrix{{0, 1}, {0, 0}}, ns::Matrix{{0}, {1}}, x0,
                                          ns::ZeroOrderHold{.step = step}));
}

// --- Known trajectories: x1' = s, x2' = -s + 2 u, s = sin 50 t, controlled every 0.01 s
// ------------------------------------------------------------------------------------

nc::SampledLoop disturbed_plant(nc::Form form) {
  nc::SampledLoop loop(
      {.model =
           [](nc::Held u) {
             ns::Model plant;
             plant.add(ns::FirstOrder{.x0 = ns::Vector{{1, -1}}, .b_of_t = [u](double t) {
                                        const double s = std::sin(50 * t);
                                        return ns::Vec<2>(s, -s + 2 * u[0]);
                                      }});
             return plant;
           },
       .scheme = ns::ZeroOrderHold{.step = 1e-4, .sample = 1.0}});
  loop.add(on_state("u", 0.01, 2,
                    nc::SlidingMode({.A = ns::Matrix::Zero(2, 2),
                                     .B = ns::Matrix{{0}, {2}},
                                     .C = ns::Matrix{{0, 1}},
                                     .gain = ns::Vector{{1.0}},
                                     .period = 0.01,
                                     .form = form})));
  return loop;
}

TEST(SlidingMode, ReferenceTrajectories) {
  for (const auto& [form, x2] : {std::pair{nc::Form::explicit_euler, -0.0006875592},
                                 std::pair{nc::Form::implicit, 0.004856821824}}) {
    nc::SampledLoop loop = disturbed_plant(form);
    const nc::LoopRun run = loop.run(1.0);
    ASSERT_TRUE(run.plant.success()) << run.plant.message;
    EXPECT_NEAR(run.plant.end.x[0], 1.0006875592, 5e-11);
    EXPECT_NEAR(run.plant.end.x[1], x2, form == nc::Form::implicit ? 5e-13 : 5e-11);
    EXPECT_NEAR(run.signals(0, 0), 1.0, 1e-12);  // the first control already uses the initial state
  }
}

TEST(Pid, ReferenceTrajectory) {
  nc::SampledLoop loop = double_integrator(0.05, {10, 0});
  loop.add(on_state("u", 0.05, 2, nc::Pid{.Kp = 0.25, .Ki = 0.125, .Kd = 2, .period = 0.05}));
  const nc::LoopRun run = loop.run(100);
  ASSERT_TRUE(run.plant.success());
  EXPECT_NEAR(run.signal("u")[0], -402.5625, 1e-12);
  EXPECT_NEAR(run.plant.x({0})(200, 0), -0.2890106254, 5e-11);
  EXPECT_NEAR(run.plant.x({0})(2000, 0), -0.002540577046, 5e-12);
}

// --- Chattering: an oscillator, sigma = 2 x1 + x2, matched disturbance 0.4 sin 5 t
// ------------------------------------------------------------------------------------

struct Sliding {
  double sigma, increment;  // largest in the second half of the run
};

Sliding slide(nc::Form form, double h, double disturbance) {
  const ns::Matrix A{{0, 1}, {-4, -0.2}}, B{{0}, {1}}, C{{2, 1}};
  nc::SampledLoop loop(
      nc::linear_plant(A, B, ns::Vector{{1, 0}}, ns::ZeroOrderHold{.step = h / 4},
                       [disturbance](double t) { return disturbance * std::sin(5 * t); }));
  loop.add(on_state(
      "u", h, 2,
      nc::SlidingMode(
          {.A = A, .B = B, .C = C, .gain = ns::Vector{{1.0}}, .period = h, .form = form})));
  const nc::LoopRun run = loop.run(6.0);
  EXPECT_TRUE(run.plant.success());
  const auto x = run.plant.x({0});
  Sliding result{0, 0};
  for (int k = run.plant.size() / 2; k < run.plant.size(); k += 4) {
    result.sigma = std::max(result.sigma, std::abs(2 * x(k, 0) + x(k, 1)));
    result.increment =
        std::max(result.increment, std::abs(run.signals(k, 0) - run.signals(k - 4, 0)));
  }
  return result;
}

TEST(SlidingMode, ImplicitDoesNotChatter) {
  for (const double h : {0.02, 0.01, 0.005}) {
    // no disturbance: on the surface to rounding
    EXPECT_LT(slide(nc::Form::implicit, h, 0.0).sigma, 1e-14);
    // the control follows the disturbance (rate 2) and the slow motion on the surface (rate below
    // 0.1 by now); sigma is what the disturbance does in one interval
    const Sliding disturbed = slide(nc::Form::implicit, h, 0.4);
    EXPECT_LT(disturbed.increment, 1.1 * 2 * h) << h;
    EXPECT_LT(disturbed.sigma, 1.03 * 0.4 * h) << h;
    // the surface to the square of the period: h^2 times the rate of the disturbance
    const Sliding compensated = slide(nc::Form::compensated, h, 0.4);
    EXPECT_LT(compensated.sigma, 1.1 * 2 * h * h) << h;
    EXPECT_LT(compensated.increment, 1.1 * 2 * h) << h;
  }
}

TEST(SlidingMode, ExplicitChatters) {
  for (const double h : {0.02, 0.01, 0.005}) {
    const Sliding found = slide(nc::Form::explicit_euler, h, 0.4);
    EXPECT_GT(found.increment, 1.9);  // from one bound to the other
    EXPECT_GT(found.sigma, 0.5 * h);
  }
}

// two inputs, coupled: C B is no diagonal but a P-matrix
TEST(SlidingMode, TwoInputs) {
  const ns::Matrix A{{0, 1, 0}, {-1, 0, 0.5}, {0.3, 0, -1}}, B{{0, 0}, {1, 0.4}, {-0.3, 2}},
      C{{1, 1, 0}, {0, 0, 1}};
  nc::SampledLoop loop(
      nc::linear_plant(A, B, ns::Vector{{1, -0.5, 0.7}}, ns::ZeroOrderHold{.step = 0.01}));
  loop.add(on_state(
      "u", 0.01, 3,
      nc::SlidingMode({.A = A, .B = B, .C = C, .gain = ns::Vector{{1, 1}}, .period = 0.01}), 2));
  const nc::LoopRun run = loop.run(5.0);
  ASSERT_TRUE(run.plant.success());
  EXPECT_LT((C * run.plant.end.x).norm(), 1e-14);
}

TEST(SlidingMode, RefusesASurfaceOfHigherDegree) {
  const std::string message = ns::testing::message_of([] {
    nc::SlidingMode({.A = ns::Matrix{{0, 1}, {0, 0}},
                     .B = ns::Matrix{{0}, {1}},
                     .C = ns::Matrix{{1, 0}},
                     .gain = ns::Vector{{1.0}},
                     .form = nc::Form::explicit_euler});
  });
  EXPECT_NE(message.find("relative degree"), std::string::npos) << message;
}

// --- Second order
// ------------------------------------------------------------------------------------

ns::Vec<2> chain_end(const nc::Block& block, double h, ns::Vec<2> x0, double end, double* arrived,
                     double threshold, double* largest_increment = nullptr) {
  nc::SampledLoop loop = double_integrator(h, x0);
  loop.add(on_state("u", h, 2, block));
  const nc::LoopRun run = loop.run(end);
  EXPECT_TRUE(run.plant.success());
  const auto x = run.plant.x({0});
  int last = run.plant.size() - 1;
  while (last > 0 && x.row(last).cwiseAbs().maxCoeff() < threshold) --last;
  *arrived = run.plant.t()[last];
  if (largest_increment != nullptr)
    for (int k = run.plant.size() - 100; k < run.plant.size(); ++k)
      *largest_increment =
          std::max(*largest_increment, std::abs(run.signals(k, 0) - run.signals(k - 1, 0)));
  return x.row(run.plant.size() - 1);
}

TEST(Twisting, ReferenceTrajectory) {
  nc::SampledLoop loop = double_integrator(0.1, {10, 10});
  loop.add(on_state("u", 0.1, 2, nc::Twisting({.r1 = 10, .r2 = 3, .period = 0.1})));
  const nc::LoopRun run = loop.run(12);
  const auto x = run.plant.x({0});
  EXPECT_LT((x.row(20).transpose() - ns::Vec<2>(8.67, -8.58)).norm(), 1e-10);
  EXPECT_LT((x.row(50).transpose() - ns::Vec<2>(-0.6215, 8.86)).norm(), 1e-10);
  EXPECT_LT(x.bottomRows(20).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Twisting, EndsAtThePredictedTime) {
  EXPECT_NEAR(nc::twisting_time(0, 10, 10, 3), 6.827616, 5e-7);
  EXPECT_NEAR(nc::twisting_time(10, 10, 10, 3), 12.264209, 5e-7);
  EXPECT_NEAR(nc::twisting_time(-10, -10, 10, 3), 12.264209, 5e-7);
  // falling from (1, -1): d/dt x2 = -7 until x1 = 0
  EXPECT_NEAR(nc::twisting_time(1, -1, 10, 3),
              (std::sqrt(15.0) - 1) / 7 + nc::twisting_time(0, -std::sqrt(15.0), 10, 3), 1e-12);
  const double predicted = nc::twisting_time(1, 1, 10, 3);
  double before = ns::infinity;
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
    double arrived = 0, increment = 0;
    chain_end(nc::Twisting({.r1 = 10, .r2 = 3, .period = h}), h, {1, 1}, 2 * predicted, &arrived,
              1e-11, &increment);
    const double error = std::abs(arrived - predicted);
    EXPECT_LT(error, 250 * h) << h;  // the last turns are as short as a period
    EXPECT_LT(error, before) << h;
    EXPECT_LT(increment, 1e-9) << h;
    before = error;
    // the explicit form never settles
    increment = 0;
    chain_end(nc::Twisting({.r1 = 10, .r2 = 3, .period = h, .form = nc::Form::explicit_euler}), h,
              {1, 1}, 2 * predicted, &arrived, 1e-11, &increment);
    EXPECT_GT(increment, 5) << h;
    EXPECT_GT(arrived, 1.9 * predicted) << h;
  }
}

ns::Vector super_twist(const nc::SuperTwistingOptions& o, ns::Vector start, double disturbance,
                       double end, double* arrived, double threshold, double* increment) {
  const auto n = start.size();
  const ns::Matrix I = ns::Matrix::Identity(n, n);
  nc::SampledLoop loop(nc::linear_plant(
      0.0 * I, I, start, ns::ZeroOrderHold{.step = o.period},
      [n, disturbance](double t) { return ns::Vector(ns::Vector::Constant(n, disturbance * t)); }));
  const int size = static_cast<int>(n);
  loop.add(on_state("u", o.period, size, nc::SuperTwisting(o), size));
  const nc::LoopRun run = loop.run(end);
  EXPECT_TRUE(run.plant.success());
  int last = run.plant.size() - 1;
  while (last > 0 && run.plant.x({0}).row(last).norm() < threshold) --last;
  *arrived = run.plant.t()[last];
  *increment = 0;
  for (int k = run.plant.size() - 100; k < run.plant.size(); ++k)
    *increment = std::max(*increment, (run.signals.row(k) - run.signals.row(k - 1)).norm());
  return run.plant.end.x;
}

// an independent look at the time: fine explicit steps of the differential equation
TEST(SuperTwisting, PredictedTimeIsThatOfTheDifferentialEquation) {
  for (const auto& [k1, k2] : {std::pair{1.5, 1.1}, {4.0, 1.1}, {std::sqrt(8.8), 1.1}}) {
    for (const auto& [a, b] : {std::pair{1.0, 0.0}, {1.0, 2.0}, {-0.5, 1.0}}) {
      double x1 = a, x2 = b, t = 0;
      const double h = 2e-6;
      while (std::hypot(std::sqrt(std::abs(x1)), x2) > 2e-3) {
        const double s = x1 > 0 ? 1 : -1;
        const double next = x1 + h * (-k1 * s * std::sqrt(std::abs(x1)) + x2);
        x2 -= h * k2 * s;
        x1 = next;
        t += h;
      }
      EXPECT_NEAR(nc::super_twisting_time(a, b, k1, k2), t, 0.02) << k1 << " " << a << " " << b;
    }
  }
}

TEST(SuperTwisting, EndsAtThePredictedTime) {
  const double predicted = nc::super_twisting_time(1, 0, 1.5, 1.1);
  double before = ns::infinity;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    double arrived, increment;
    super_twist({.period = h}, ns::Vector{{1.0}}, 0, 2 * predicted, &arrived, 1e-13, &increment);
    EXPECT_LT(std::abs(arrived - predicted), 100 * h) << h;
    EXPECT_LT(std::abs(arrived - predicted), before) << h;
    EXPECT_LT(increment, 1e-12) << h;
    before = std::abs(arrived - predicted);
  }
}

// a disturbance that grows at a rate below k2: the control moves by its rate times the period; the
// surface is missed by what it does in one interval, or by its change if the last one is expected
TEST(SuperTwisting, FollowsAGrowingDisturbanceWithoutChattering) {
  const double h = 1e-2, rate = 0.4, end = 20;
  double arrived, increment;
  const ns::Vector plain =
      super_twist({.period = h}, ns::Vector{{1.0}}, rate, end, &arrived, 1e-13, &increment);
  EXPECT_NEAR(increment, rate * h, 1e-10);
  EXPECT_LT(plain.norm(), h * rate * end);
  const ns::Vector compensated =
      super_twist({.period = h, .form = nc::Form::compensated}, ns::Vector{{1.0}}, rate, end,
                  &arrived, 1e-13, &increment);
  EXPECT_NEAR(increment, rate * h, 1e-10);
  EXPECT_NEAR(compensated.norm(), rate * h * h, 1e-9);
  super_twist({.period = h, .form = nc::Form::explicit_euler}, ns::Vector{{1.0}}, rate, end,
              &arrived, 1e-13, &increment);
  EXPECT_GT(increment, 2 * rate * h);
}

TEST(SuperTwisting, SeveralDimensionsAreOneAlongARay) {
  double one, three, increment;
  super_twist({.period = 2e-3}, ns::Vector{{1.0}}, 0, 8, &one, 1e-13, &increment);
  const ns::Vector end = super_twist({.period = 2e-3, .size = 3}, ns::Vector{{2, -1, 2}} / 3.0, 0,
                                     8, &three, 1e-13, &increment);
  EXPECT_NEAR(one, three, 1e-9);
  EXPECT_LT(end.norm(), 1e-13);
}

TEST(Nested, SecondOrderSettlesWithoutChattering) {
  for (const double h : {0.02, 0.01}) {
    double arrived, increment = 0;
    ns::Vec<2> end = chain_end(nc::Nested({.gain = 2, .beta = 1, .period = h}), h, {1, 0}, 15,
                               &arrived, 1e-12, &increment);
    EXPECT_LT(end.norm(), 1e-12);
    EXPECT_LT(increment, 1e-9);
    increment = 0;
    end =
        chain_end(nc::Nested({.gain = 2, .beta = 1, .period = h, .form = nc::Form::explicit_euler}),
                  h, {1, 0}, 15, &arrived, 1e-12, &increment);
    EXPECT_LT(std::abs(end[0]), 5 * h * h);  // real sliding of second order
    EXPECT_GT(increment, 3);
  }
}

TEST(Nested, ThirdOrderIsAccurateToTheCubeOfThePeriod) {
  double worst[2] = {0, 0};
  for (const int k : {0, 1}) {
    const double h = k == 0 ? 0.02 : 0.01;
    nc::SampledLoop loop(nc::linear_plant(ns::Matrix{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
                                          ns::Matrix{{0}, {0}, {1}}, ns::Vector{{1, 0, 0}},
                                          ns::ZeroOrderHold{.step = h},
                                          [](double t) { return 0.5 * std::sin(t); }));
    loop.add(on_state(
        "u", h, 3,
        nc::Nested({.order = 3, .gain = 12, .period = h, .form = nc::Form::explicit_euler})));
    const nc::LoopRun run = loop.run(20);
    worst[k] = run.plant.x({0}).col(0).tail(run.plant.size() / 4).cwiseAbs().maxCoeff();
  }
  EXPECT_GT(std::log2(worst[0] / worst[1]), 2.0);
  EXPECT_LT(worst[1], 200 * 1e-6);
}

}  // namespace
