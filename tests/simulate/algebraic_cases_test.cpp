// SPDX-License-Identifier: Apache-2.0
// Differential-algebraic complementarity systems and networks of simple ones (methods 4.22).
#include "bench/models.hpp"

#include "nonsmooth/base/random.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

// x' = 1, z in Sgn(x), z algebraic: x goes through zero as if z were not there, z jumps
TEST(Algebraic, SignOfATimeIsNoImpulse) {
  for (const double theta : {0.5, 1.0}) {
    ns::Model model;
    const auto pair = model.add(ns::FirstOrder{.A = ns::Matrix{{0, 0}, {0, -1}},
                                               .x0 = ns::Vector{{-1, -1}},
                                               .b = ns::Vector{{1, 0}},
                                               .E = ns::diagonal(ns::Vector{{1, 0}})});
    model.add(ns::Interaction{
        .on = {pair},
        .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, 0}}, .B = ns::Matrix{{0}, {-1}}},
        .law = ns::models::relay_law(1)});
    const ns::Trajectory run =
        ns::simulate(model, ns::EulerMoreau{.step = 0.03, .theta = theta}, {.end = 2});
    ASSERT_TRUE(run.success()) << run.message;
    for (int k = 0; k < run.size(); ++k) {
      EXPECT_NEAR(run.x(pair)(k, 0), run.t()[k] - 1, 1e-12);
      EXPECT_NEAR(run.x(pair)(k, 1), run.t()[k] < 1 ? -1 : 1, 1e-12) << k;
    }
  }
}

// x_1' = -1 + lambda, 0 <= x_1 _|_ lambda >= 0, x_1 + x_2 = 1
TEST(Algebraic, SumThatIsKept) {
  for (const double theta : {0.5, 1.0}) {
    ns::Model model;
    const auto pair = model.add(ns::FirstOrder{.A = ns::Matrix{{0, 0}, {1, 1}},
                                               .x0 = ns::Vector{{0.5, 0.5}},
                                               .b = ns::Vector{{-1, -1}},
                                               .E = ns::diagonal(ns::Vector{{1, 0}})});
    const auto wall = model.add(ns::Interaction{
        .on = {pair},
        .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, 0}}, .B = ns::Matrix{{1}, {0}}},
        .law = ns::NonNegative{1}});
    const ns::Trajectory run =
        ns::simulate(model, ns::EulerMoreau{.step = 0.01, .theta = theta}, {.end = 1});
    ASSERT_TRUE(run.success()) << run.message;
    for (int k = 0; k < run.size(); ++k) {
      const double exact = std::max(0.5 - run.t()[k], 0.0);
      EXPECT_NEAR(run.x(pair)(k, 0), exact, 1e-12);
      EXPECT_NEAR(run.x(pair)(k, 1), 1 - exact, 1e-12);
      if (run.t()[k] > 0.505) {
        EXPECT_NEAR(run.lambda(wall)(k, 0), 1.0, 1e-10);
      }
    }
  }
}

// A node without capacitance between a current source sin t and two diodes: z is determined only
// together with their currents, E - h theta A has a zero row. With the load R C behind one diode,
//   C v' = i_1 - v / R,   0 = sin t - i_1 + i_2,   0 <= i_1 _|_ v - z >= 0,   0 <= i_2 _|_ z >= 0
// so that i_1 = max(sin t, 0), and z is v or 0.
struct Node {
  ns::Model model;
  ns::SystemId node;
  ns::InteractionId diodes;
};
Node rectifying_node(bool nonlinear) {
  Node n;
  ns::FirstOrder node{.x0 = ns::Vector{{0, 0}},
                      .b_of_t = [](double t) { return ns::Vec<2>(0, std::sin(t)); },
                      .E = ns::diagonal(ns::Vector{{1, 0}})};
  if (nonlinear)
    node.f = [](double, ns::VectorIn x) { return ns::Vec<2>(-x[0] * std::abs(x[0]), 0); };
  else
    node.A = ns::Matrix{{-1, 0}, {0, 0}};
  n.node = n.model.add(node);
  n.diodes = n.model.add(ns::Interaction{
      .on = {n.node},
      .relation =
          ns::FirstOrderLinear{.C = ns::Matrix{{1, -1}, {0, 1}}, .B = ns::Matrix{{1, 0}, {-1, 1}}},
      .law = ns::NonNegative{2}});
  return n;
}

// v of the node by Runge-Kutta with small steps
double rectified(double end, bool nonlinear) {
  const auto rate = [&](double t, double v) {
    return std::max(std::sin(t), 0.0) - (nonlinear ? v * std::abs(v) : v);
  };
  double v = 0.0;
  const int steps = 20000;
  const double h = end / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = k * h, a = rate(t, v), b = rate(t + h / 2, v + h / 2 * a),
                 c = rate(t + h / 2, v + h / 2 * b), d = rate(t + h, v + h * c);
    v += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return v;
}

TEST(Algebraic, NodeThatOnlyItsDiodesDetermine) {
  for (const bool nonlinear : {false, true})
    for (const double theta : {0.5, 1.0}) {
      const Node n = rectifying_node(nonlinear);
      const double h = 1e-3;
      const ns::Trajectory run =
          ns::simulate(n.model, ns::EulerMoreau{.step = h, .theta = theta}, {.end = 8});
      ASSERT_TRUE(run.success()) << run.message;
      EXPECT_NEAR(run.x(n.node)(run.size() - 1, 0), rectified(8, nonlinear), 2 * h);
      for (int k = 1; k < run.size(); ++k) {
        const double source = std::sin(run.t()[k]), v = run.x(n.node)(k, 0);
        EXPECT_NEAR(run.lambda(n.diodes)(k, 0), std::max(source, 0.0), 1e-9);
        EXPECT_NEAR(run.lambda(n.diodes)(k, 1), std::max(-source, 0.0), 1e-9);
        if (std::abs(source) > 1e-6) {
          EXPECT_NEAR(run.x(n.node)(k, 1), source > 0 ? v : 0.0, 1e-9) << run.t()[k];
        }
      }
    }
}

// many of them: the problem is block-sparse, and eliminated systems stand beside kept ones
TEST(Algebraic, ManyNodes) {
  ns::Model model;
  std::vector<ns::SystemId> nodes;
  for (int i = 0; i < 12; ++i) {
    const Node one = rectifying_node(false);
    nodes.push_back(model.add(std::get<ns::FirstOrder>(one.model.systems()[0])));
    ns::Interaction diodes = one.model.interactions()[0];
    diodes.on = {nodes.back()};
    model.add(diodes);
    const auto follower =
        model.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{1.0}}});
    // a joint that makes the follower's state equal to the load's voltage, by a current
    model.add(ns::Interaction{.on = {nodes.back(), follower},
                              .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, 0, -1}},
                                                               .B = ns::Matrix{{0}, {0}, {1}}},
                              .law = ns::Free{1}});
  }
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 0.01}, {.end = 8});
  ASSERT_TRUE(run.success()) << run.message;
  const Node single = rectifying_node(false);
  const ns::Trajectory one = ns::simulate(single.model, ns::EulerMoreau{.step = 0.01}, {.end = 8});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_NEAR(run.x(nodes[i])(800, 0), one.x(single.node)(800, 0), 1e-9);
    EXPECT_NEAR(run.x({nodes[i].index + 1})(800, 0), one.x(single.node)(800, 0), 1e-9);
  }
}

TEST(Algebraic, WhatNothingDeterminesIsRefused) {
  ns::Model alone;
  alone.add(ns::FirstOrder{.name = "tank",
                           .A = ns::Matrix{{-1, 0}, {0, 0}},
                           .x0 = ns::Vector{{0, 0}},
                           .E = ns::diagonal(ns::Vector{{1, 0}})});
  const std::string singular = ns::testing::message_of(
      [&] { (void)ns::simulate(alone, ns::EulerMoreau{.step = 0.1}, {.end = 1}); });
  EXPECT_NE(singular.find("tank"), std::string::npos) << singular;
  EXPECT_NE(singular.find("singular"), std::string::npos) << singular;
  // an algebraic equation hidden in E
  ns::Model hidden;
  hidden.add(ns::FirstOrder{.name = "loop",
                            .A = ns::Matrix{{-1, 0}, {0, -1}},
                            .x0 = ns::Vector{{0, 0}},
                            .E = ns::Matrix{{1, 1}, {1, 1}}});
  const std::string rank = ns::testing::message_of(
      [&] { (void)ns::simulate(hidden, ns::EulerMoreau{.step = 0.1, .theta = 0.5}, {.end = 1}); });
  EXPECT_NE(rank.find("loop: E has rank 1"), std::string::npos) << rank;
  EXPECT_NE(rank.find("theta = 1"), std::string::npos) << rank;
  EXPECT_TRUE(ns::simulate(hidden, ns::EulerMoreau{.step = 0.1}, {.end = 1}).success());
}

// x' = -x + lambda, y = x - sin t + (2 + cos t) lambda: lambda is a function of (t, x)
TEST(Network, TimeVaryingFeedthrough) {
  const auto rate = [](double t, double x) {
    return -x + std::max(0.0, (std::sin(t) - x) / (2 + std::cos(t)));
  };
  double exact = 0.0;
  const int fine = 50000;
  for (int k = 0; k < fine; ++k) {
    const double h = 5.0 / fine, t = k * h, a = rate(t, exact),
                 b = rate(t + h / 2, exact + h / 2 * a);
    exact += h * b;
  }
  std::vector<double> errors;
  for (const double h : {0.02, 0.01, 0.005}) {
    ns::Model model;
    const auto x = model.add(ns::FirstOrder{.A = ns::Matrix{{-1.0}}, .x0 = ns::Vector{{0.0}}});
    model.add(ns::Interaction{
        .on = {x},
        .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1.0}},
                                         .B = ns::Matrix{{1.0}},
                                         .D_of_t = [](double t) { return 2 + std::cos(t); },
                                         .e_of_t = [](double t) { return -std::sin(t); },
                                         .dimension = 1},
        .law = ns::NonNegative{1}});
    const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = h}, {.end = 5});
    ASSERT_TRUE(run.success()) << run.message;
    errors.push_back(std::abs(run.x(x)(run.size() - 1, 0) - exact));
  }
  EXPECT_LT(errors[0], 0.01);
  for (const int k : {0, 1}) {
    const double order =
        std::log2(errors[static_cast<std::size_t>(k)] / errors[static_cast<std::size_t>(k) + 1]);
    EXPECT_NEAR(order, 1.0, 0.1);
  }
}

// agents x_i' = f_i - k sum_j Sgn(x_i - x_j), every pair an interaction on two systems
ns::Model agents(const std::vector<double>& start, const std::vector<double>& drive, double k) {
  ns::Model model;
  for (std::size_t i = 0; i < start.size(); ++i)
    model.add(ns::FirstOrder{.x0 = ns::Vector{{start[i]}}, .b = ns::Vector{{drive[i]}}});
  const int n = static_cast<int>(start.size());
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      model.add(ns::Interaction{
          .on = {ns::SystemId{i}, ns::SystemId{j}},
          .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, -1}}, .B = ns::Matrix{{k}, {-k}}},
          .law = ns::models::relay_law(1)});
  return model;
}

TEST(Network, TwoAgentsMeetAndStayTogether) {
  const ns::Model model = agents({1, 0}, {0.5, -0.3}, 1.0);
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 1e-3}, {.end = 2});
  ASSERT_TRUE(run.success()) << run.message;
  int met = 0;
  while (std::abs(run.x({0})(met, 0) - run.x({1})(met, 0)) > 1e-12) ++met;
  EXPECT_EQ(met, 834);  // 1 / (2 k - 0.8) = 0.83333
  for (int k = met + 1; k < run.size(); ++k) {
    EXPECT_NEAR(run.x({0})(k, 0), run.x({1})(k, 0), 1e-12);
    EXPECT_NEAR(-run.lambda({0})(k, 0), 0.4, 1e-10);
  }
}

TEST(Network, FiveAgentsReachConsensus) {
  const ns::Model model = agents({1, -2, 0.3, 4, 0}, {0.5, -0.3, 0.1, 0.7, -1.0}, 1.0);
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 1e-3}, {.end = 3});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  // the relays cancel in the sum: the mean moves with the mean drive
  double mean = 0.0;
  for (int i = 0; i < 5; ++i) mean += run.x({i})(last, 0) / 5;
  EXPECT_NEAR(mean, 0.66 + 3 * 0.0, 1e-9);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(run.x({i})(last, 0), mean, 1e-9);
}

// x' = A x + B lambda, 0 <= B^T x + D lambda _|_ lambda >= 0 with A + A^T <= 0 and D + D^T >= 0:
// the implicit Euler step never raises |x|^2, not even where an inconsistent start makes x jump
TEST(Network, PassiveSystemsNeverGainStorage) {
  ns::Random random(5);
  const auto matrix = [&](int rows, int cols) {
    ns::Matrix M(rows, cols);
    for (double& entry : M.reshaped()) entry = random.uniform(-1.0, 1.0);
    return M;
  };
  for (int sample = 0; sample < 100; ++sample) {
    const int n = 1 + random.below(5), m = 1 + random.below(4);
    const ns::Matrix R = matrix(n, n), S = matrix(n, n), F = matrix(m, m), K = matrix(m, m),
                     B = matrix(n, m);
    const double loss = random.below(2) ? 1.0 : 0.0;
    const auto s = ns::models::linear_system(
        S - S.transpose() - loss * R * R.transpose(), 3.0 * matrix(n, 1), B, B.transpose(),
        K - K.transpose() + (random.below(3) ? 1.0 : 0.0) * F * F.transpose(), ns::NonNegative{m});
    ns::Simulator simulator(s.model, ns::EulerMoreau{.step = 0.05});
    double storage = simulator.state().x.squaredNorm();
    for (int k = 0; k < 100; ++k) {
      const ns::StepReport report = simulator.step();
      ASSERT_TRUE(report.ok()) << "sample " << sample << ", step " << k << ": " << report.message;
      const double now = simulator.state().x.squaredNorm();
      EXPECT_LE(now, storage * (1 + 1e-9) + 1e-18) << "sample " << sample << ", step " << k;
      storage = now;
    }
  }
}

}  // namespace
