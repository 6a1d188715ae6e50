// SPDX-License-Identifier: Apache-2.0
// Observers with set-valued parts, synchronisation.
#include "nonsmooth/control.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

// a motor with an unknown load torque: position and speed, only the position is measured; the
// injection settles at what is not in the model
TEST(SlidingObserver, FindsAnUnknownInput) {
  const ns::Matrix A{{-1, 1}, {0, -1}}, B{{1}, {0}}, C{{1, 0}};
  const double h = 1e-3;
  const auto load = [](double t) { return 0.5 * std::sin(2 * t); };
  nc::SampledLoop loop(
      nc::linear_plant(A, B, ns::Vector{{1, 1}}, ns::ZeroOrderHold{.step = h}, load));
  const nc::DeviceId observer = loop.add(
      {.name = "estimate",
       .period = h,
       .inputs = 2,
       .outputs = 3,
       .measure = [](const nc::LoopView& now, ns::VectorOut in) { in << now.state.x[0], 0.0; },
       .block = nc::SlidingObserver({.A = A,
                                     .B = B,
                                     .C = C,
                                     .L = {},
                                     .G = ns::Matrix{{1}, {0}},
                                     .gain = ns::Vector{{2.0}},
                                     .x0 = {},
                                     .period = h})});
  const nc::LoopRun run = loop.run(12.0);
  ASSERT_TRUE(run.plant.success());
  const ns::Vector& out = loop.output(observer);
  EXPECT_NEAR(out[0], run.plant.end.x[0], 1e-14);  // on the measurement
  EXPECT_NEAR(out[1], run.plant.end.x[1], 1e-4);   // error decays like e^-t
  EXPECT_NEAR(out[2], load(12.0 - h / 2), 0.01);   // the unknown input, one sample late
  // and without chattering
  const ns::Vector v = run.signal("estimate/2");
  for (int k = run.plant.size() / 2; k < run.plant.size(); ++k)
    ASSERT_LT(std::abs(v[k] - v[k - 1]), 1.1 * 1.0 * h) << k;
}

// a tank with one diode (RLCD): only the current is measured, the diode's current never is
TEST(LcsObserver, FollowsACircuitFromOneCurrent) {
  const ns::Matrix A{{0, -1}, {1, 0}}, B{{-1}, {0}}, H{{-1, 0}}, J{{0.5}}, C{{0, 1}}, L{{0}, {1.5}};
  const double h = 0.01;
  ns::Model plant;
  const auto system =
      plant.add(ns::FirstOrder{.A = A, .x0 = ns::Vector{{1, 0.5}}, .b_of_t = [](double t) {
                                 return ns::Vec<2>(std::sin(t), 0);
                               }});
  plant.add(ns::Interaction{.on = {system},
                            .relation = ns::FirstOrderLinear{.C = H, .B = B, .D = J},
                            .law = ns::NonNegative{1}});
  nc::SampledLoop loop({.model = [&](nc::Held) { return plant; },
                        .inputs = 0,
                        .scheme = ns::EulerMoreau{.step = h}});
  nc::LcsObserverOptions observer{.A = A, .B = B, .H = H, .J = J, .C = C, .L = L};
  observer.E = ns::Matrix{{1}, {0}};
  observer.x0 = ns::Vector{{-1, -1}};
  observer.period = h;
  nc::Device device{.name = "estimate", .period = h, .inputs = 2, .outputs = 3};
  device.block = nc::LcsObserver(observer);
  device.measure = [](const nc::LoopView& now, ns::VectorOut in) {
    in << now.state.x[1], std::sin(now.state.t);
  };
  loop.add(device);
  // the error dynamics are strictly passive, which is why it converges
  EXPECT_TRUE(nc::passivity({A - L * C, B, H, J}).passive);
  const nc::LoopRun run = loop.run(30.0);
  ASSERT_TRUE(run.plant.success());
  const auto error = [&](int k) {
    return (run.signals.row(k).head(2) - run.plant.x(system).row(k)).norm();
  };
  EXPECT_GT(error(10), 0.5);
  EXPECT_LT(error(run.plant.size() - 1), 1e-6);
  // and the estimate knows when the diode conducts
  EXPECT_NEAR(run.signals(run.plant.size() - 1, 2), run.plant.end.lambda[0], 1e-6);
}

TEST(Couple, TwoAgentsMeetAndTheCouplingCarriesTheDifference) {
  ns::Model model;
  const auto a = model.add(ns::FirstOrder{.x0 = ns::Vector{{1.0}}, .b = ns::Vector{{0.5}}});
  const auto b = model.add(ns::FirstOrder{.x0 = ns::Vector{{0.0}}, .b = ns::Vector{{-0.3}}});
  const nc::Edge edge{a, b};
  const auto coupling = nc::couple(model, {&edge, 1});
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 1e-3}, {.end = 2.0});
  ASSERT_TRUE(run.success());
  int met = 0;
  while (std::abs(run.x(a)(met, 0) - run.x(b)(met, 0)) > 1e-12) ++met;
  EXPECT_NEAR(run.t()[met], 1 / (2 - 0.8), 1e-3);
  EXPECT_NEAR(run.lambda(coupling[0])(run.size() - 1, 0), -0.4, 1e-10);
}

// four oscillators with diodes and different offsets, on a ring
TEST(Couple, NetworkOfComplementaritySystemsSynchronises) {
  ns::Model model;
  std::vector<ns::SystemId> agents;
  for (int i = 0; i < 4; ++i) {
    agents.push_back(model.add(ns::FirstOrder{.A = ns::Matrix{{-0.1, -1}, {1, -0.1}},
                                              .x0 = ns::Vector{{1.0 - i, 0.3 * i}},
                                              .b = ns::Vector{{0.1 * i, 0.0}}}));
    model.add(ns::Interaction{.on = {agents.back()},
                              .relation = ns::FirstOrderLinear{.C = ns::Matrix{{-1, 0}},
                                                               .B = ns::Matrix{{-1}, {0}},
                                                               .D = ns::Matrix{{0.5}}},
                              .law = ns::NonNegative{1}});
  }
  std::vector<nc::Edge> ring;
  for (std::size_t i = 0; i < 4; ++i) ring.push_back({agents[i], agents[(i + 1) % 4]});
  nc::couple(model, ring, {.gain = 1.0});
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 5e-3}, {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_LT((run.x(agents[i]).row(run.size() - 1) - run.x(agents[0]).row(run.size() - 1)).norm(),
              1e-9);
}

}  // namespace
