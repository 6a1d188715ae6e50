// SPDX-License-Identifier: Apache-2.0
// Steps of first-order schemes allocate nothing once the memory has grown, and a run that stops at
// a checkpoint and goes on from it gives the bits of one that never stopped.
#include "bench/circuits.hpp"
#include "bench/models.hpp"
#include "nonsmooth/schemes/located_switches.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace nonsmooth {
namespace {

using test::AllocationCounter;

Model driven(bool varying, bool nonlinear) {
  Model model;
  FirstOrder system{.A = Matrix{{0, 1}, {-4, -0.3}}, .x0 = Vector{{1, 0.2}}};
  system.b_of_t = [](double t) { return Vec<2>(0, std::sin(3 * t)); };
  if (varying)
    system.A_of_t = [](double t) { return Mat<2>(0.1 * std::cos(t) * Mat<2>::Identity()); };
  if (nonlinear) system.f = [](double, VectorIn x) { return Vec<2>(0, -x[0] * x[0] * x[0]); };
  const auto id = model.add(system);
  model.add(Interaction{.on = {id},
                        .relation = FirstOrderLinear{.C = Matrix{{0, 1}}, .B = Matrix{{0}, {1}}},
                        .law = models::relay_law(1)});
  return model;
}

// every relation that changes with time, and a graph
Model varying_relation() {
  Model model;
  const auto id = model.add(FirstOrder{.A = Matrix{{-1, 0.5}, {0, -1}}, .x0 = Vector{{1, -1}}});
  model.add(Interaction{
      .on = {id},
      .relation = FirstOrderLinear{
          .C_of_t = [](double t) { return Mat<2>((1 + 0.1 * std::sin(t)) * Mat<2>::Identity()); },
          .B_of_t = [](double) { return Mat<2>::Identity(); },
          .D_of_t = [](double t) { return Mat<2>((1.5 + std::sin(t)) * Mat<2>::Identity()); },
          .e_of_t = [](double t) { return Vec<2>(std::sin(t), std::cos(t)); },
          .dimension = 2},
      .law = Graph{
          {curves::relay_with_dead_zone(0.1), curves::hinge_sum({{-0.5, 1.0}, {0.5, 2.0}})}}});
  return model;
}

// products of multipliers
Model general_relation() {
  Model model;
  const auto id = model.add(FirstOrder{.A = diagonal(Vector{{-4.5, -1.5}}), .x0 = Vector{{1, 6}}});
  model.add(Interaction{
      .on = {id},
      .relation = FirstOrderGeneral{
          .dimension = 4,
          .h = [](double, VectorIn x,
                  VectorIn) { return Vec<4>(4 - x[0], 4 - x[1], 8 - x[0], 8 - x[1]); },
          .g = [](double, VectorIn,
                  VectorIn l) { return Vec<2>(40 * (1 - l[2]) * l[1], 40 * l[0] * (1 - l[3])); }},
      .law = Box{Vector::Zero(4), Vector::Ones(4)}});
  return model;
}

// an algebraic variable that only the diodes determine: the system is kept in the problem
Model kept_system() {
  Model model;
  const auto id = model.add(FirstOrder{.A = Matrix{{-1, 0}, {0, 0}},
                                       .x0 = Vector{{0, 0}},
                                       .b_of_t = [](double t) { return Vec<2>(0, std::sin(t)); },
                                       .E = diagonal(Vector{{1, 0}})});
  model.add(Interaction{
      .on = {id},
      .relation = FirstOrderLinear{.C = Matrix{{1, -1}, {0, 1}}, .B = Matrix{{1, 0}, {-1, 1}}},
      .law = NonNegative{2}});
  return model;
}

// 1 F and 1 H, a diode with 0.3 ohm across; the tank is kept in motion
Model tank_with_diode() {
  Model model;
  const auto id = model.add(
      FirstOrder{.A = Matrix{{0, -1}, {1, 0}}, .x0 = Vector{{1, 0}}, .b_of_t = [](double t) {
                   return Vec<2>(0.5 * std::sin(1.3 * t), 0);
                 }});
  model.add(Interaction{
      .on = {id},
      .relation = FirstOrderLinear{.C = Matrix{{1, 0}}, .B = Matrix{{1}, {0}}, .D = Matrix{{0.3}}},
      .law = NonNegative{1}});
  return model;
}

Model sparse(const Circuit& circuit) { return circuit.model({.dense_limit = 0}).model; }

struct Case {
  std::string name;
  Model model;
  Scheme scheme;
};

std::vector<Case> cases() {
  const EulerMoreau euler{.step = 1e-2}, midpoint{.step = 1e-2, .theta = 0.5};
  const ZeroOrderHold hold{.step = 1e-2};
  return {{"bridge", models::diode_bridge().model, EulerMoreau{.step = 1e-6, .theta = 0.5}},
          {"bridge, held", models::diode_bridge().model, ZeroOrderHold{.step = 1e-6}},
          {"relays", models::two_relays().model, EulerMoreau{.step = 1e-3}},
          {"relays, held", models::two_relays().model, ZeroOrderHold{.step = 1e-3}},
          {"linear", driven(false, false), midpoint},
          {"linear, held", driven(false, false), hold},
          {"linear, gamma", driven(false, false), EulerMoreau{.step = 1e-2, .gamma = 0.7}},
          {"A(t)", driven(true, false), midpoint},
          {"nonlinear", driven(false, true), midpoint},
          {"nonlinear, A(t)", driven(true, true), euler},
          {"C(t), B(t), D(t)", varying_relation(), euler},
          {"C(t), B(t), D(t), held", varying_relation(), hold},
          {"general relation", general_relation(), EulerMoreau{.step = 1e-3, .theta = 0.5}},
          {"kept system", kept_system(), euler},
          {"located", driven(false, false), located_switches({.step = 1e-2})},
          {"located diode", tank_with_diode(), located_switches({.step = 1e-2})},
          {"bridge, switched", models::diode_bridge().model,
           SwitchedLinear{.step = 1e-6, .tolerance = 1e-6, .largest_step = 2e-6}},
          {"sparse mesh", sparse(models::diode_mesh(8)), EulerMoreau{.step = 1e-6}},
          {"sparse ladder", sparse(models::bridge_ladder(20)), EulerMoreau{.step = 1e-6}},
          {"sparse ladder, switched", sparse(models::bridge_ladder(8)),
           SwitchedLinear{.step = 1e-6, .tolerance = 1e-3, .largest_step = 5e-6}}};
}

TEST(FirstOrderSteps, ThousandStepsAllocateNothing) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (const Case& c : cases()) {
    Simulator simulator(c.model, c.scheme);
    for (int k = 0; k < 20; ++k) EXPECT_TRUE(simulator.step().ok()) << c.name;
    const AllocationCounter counter;
    int failed = 0;
    for (int k = 0; k < 1000; ++k) failed += !simulator.step().ok();
    EXPECT_EQ(counter.count(), 0) << c.name;
    EXPECT_EQ(failed, 0) << c.name;
  }
}

TEST(FirstOrderSteps, RestartGivesTheSameBits) {
  for (const Case& c : cases()) {
    Simulator whole(c.model, c.scheme);
    for (int k = 0; k < 333; ++k) (void)whole.step();
    const State checkpoint = whole.state();
    Simulator again(c.model, c.scheme);
    again.restart(checkpoint);
    bool switched = false;
    for (int k = 0; k < 333; ++k) {
      (void)whole.step();
      (void)again.step();
      for (int i = 0; i < checkpoint.lambda.size(); ++i)
        switched |= (checkpoint.lambda[i] == 0.0) != (whole.state().lambda[i] == 0.0);
    }
    if (c.name.starts_with("sparse")) {
      EXPECT_TRUE(switched) << c.name;
    }
    EXPECT_EQ(whole.state().t, again.state().t) << c.name;
    EXPECT_EQ(whole.state().x, again.state().x) << c.name;
    EXPECT_EQ(whole.state().lambda, again.state().lambda) << c.name;
    EXPECT_EQ(whole.state().output, again.state().output) << c.name;
  }
}

}  // namespace
}  // namespace nonsmooth
