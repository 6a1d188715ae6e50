// SPDX-License-Identifier: Apache-2.0
// What a model refuses, and how it says so; Jacobians against differences.
#include "nonsmooth/simulate.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

ns::Lagrangian particle() {
  return {.name = "particle", .mass = ns::Matrix{{2.0, 0.0}, {0.0, 2.0}}, .q0 = ns::Vector{{1, 2}}};
}

void expect_refusal(ns::Lagrangian system, const std::vector<std::string>& parts) {
  ns::Model model;
  const std::string message = ns::testing::message_of([&] { model.add(system); });
  for (const std::string& part : parts)
    EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' is not in: " << message;
}

TEST(Model, RefusesWrongSizes) {
  auto system = particle();
  system.q0 = ns::Vector{{1, 2, 3}};
  expect_refusal(system, {"particle", "mass is 2 x 2", "q0 has 3"});
  system = particle();
  system.v0 = ns::Vector{{1}};
  expect_refusal(system, {"particle", "v0 has 1", "q0 has 2"});
  system = particle();
  system.force = ns::constant(ns::Vector{{1, 2, 3}});
  expect_refusal(system, {"force has 3", "velocity has 2"});
  system = particle();
  system.stiffness = ns::Matrix::Identity(3, 3);
  expect_refusal(system, {"stiffness is 3 x 3", "2 unknowns"});
}

TEST(Model, RefusesBadNumbers) {
  auto system = particle();
  system.q0[1] = std::nan("");
  expect_refusal(system, {"q0[1]", "nan", "finite"});
  system = particle();
  system.mass = ns::diagonal(ns::Vector{{1, 0}});
  expect_refusal(system, {"mass(1, 1)", "singular", "prescribe"});
  system = particle();
  system.mass = ns::Matrix{{1, 1}, {1, 1}};
  expect_refusal(system, {"mass", "singular"});
  system = particle();
  system.mass = ns::Matrix{{2, 1}, {0, 2}};
  expect_refusal(system, {"mass", "not symmetric"});
  system = particle();
  system.mass = {};
  expect_refusal(system, {"mass is missing", "mass_of_q"});
}

std::string interaction_refusal(ns::Interaction interaction) {
  ns::Model model;
  const auto body = model.add(particle());
  model.add(ns::FirstOrder{.name = "circuit", .x0 = ns::Vector{{0}}});
  if (interaction.on.empty()) interaction.on = {body};
  return ns::testing::message_of([&] { model.add(interaction); });
}

TEST(Model, RefusesInteractionsThatDoNotFit) {
  using ns::LinearRelation;
  EXPECT_NE(
      interaction_refusal({.relation = LinearRelation{.H = ns::Matrix{{1, 0, 0}}}, .name = "floor"})
          .find("'floor': relation.H is 1 x 3 but must be 1 x 2"),
      std::string::npos);
  EXPECT_NE(interaction_refusal({.relation = LinearRelation{.H = ns::Matrix{{1, 0}}},
                                 .law = ns::NewtonImpactFriction{.mu = 0.3}})
                .find("the relation has 1 components but the law (second_order_cone) has 3"),
            std::string::npos);
  EXPECT_NE(interaction_refusal({.relation = LinearRelation{.H = ns::Matrix{{1, 0}}},
                                 .law = ns::NewtonImpact{.e = 1.5}})
                .find("e is 1.5"),
            std::string::npos);
  EXPECT_NE(interaction_refusal(
                {.on = {ns::SystemId{7}}, .relation = LinearRelation{.H = ns::Matrix{{1, 0}}}})
                .find("system 7, but the model has 2"),
            std::string::npos);
  EXPECT_NE(interaction_refusal(
                {.on = {ns::SystemId{1}}, .relation = LinearRelation{.H = ns::Matrix{{1}}}})
                .find("circuit, which is a first-order system"),
            std::string::npos);
  EXPECT_NE(interaction_refusal(
                {.on = {ns::SystemId{1}},
                 .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1}}, .B = ns::Matrix{{1}}},
                 .law = ns::NewtonImpact{}})
                .find("an impact law needs positions"),
            std::string::npos);
}

TEST(Model, FindsByNameAndSuggests) {
  ns::Model model;
  const auto id = model.add(particle());
  EXPECT_EQ(model.system("particle"), id);
  const std::string message = ns::testing::message_of([&] { (void)model.system("partcle"); });
  EXPECT_NE(message.find("did you mean 'particle'"), std::string::npos) << message;
}

TEST(Model, ChecksJacobians) {
  ns::Model model;
  ns::Lagrangian pendulum{.name = "pendulum", .mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{0.4}}};
  const auto torque = [](double, ns::VectorIn q, ns::VectorIn v) {
    return -9.81 * std::sin(q[0]) - 0.1 * v[0];
  };
  pendulum.force = ns::of_state(
      torque, [](double, ns::VectorIn q, ns::VectorIn) { return -9.81 * std::cos(q[0]); },
      [](double, ns::VectorIn, ns::VectorIn) { return -0.1; });
  model.add(pendulum);
  EXPECT_TRUE(ns::check_jacobians(model).empty());
  pendulum.name = "wrong";
  pendulum.force.dq = [](double, ns::VectorIn q, ns::VectorIn) { return 9.81 * std::cos(q[0]); };
  model.add(pendulum);
  const auto complaints = ns::check_jacobians(model);
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_EQ(complaints[0].where, "wrong: force.dq");
  EXPECT_NEAR(complaints[0].error, 2.0, 1e-6);
}

TEST(Simulator, RefusesAStartInsideAnObstacle) {
  ns::Model model;
  const auto ball = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{-0.2}}});
  model.add(ns::Interaction{
      .on = {ball}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}}, .name = "floor"});
  const std::string message =
      ns::testing::message_of([&] { ns::Simulator simulator(model, ns::MoreauJean{}); });
  EXPECT_NE(message.find("floor: the gap is -0.2"), std::string::npos) << message;
  EXPECT_NO_THROW(ns::Simulator(model, ns::MoreauJean{}, true));
}

// A solver that always gives up: the recorder must see every problem it had.
TEST(Simulator, FailedStepsReachTheRecorder) {
  ns::Model model;
  const auto ball = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{0.0}},
                                             .force = ns::constant(ns::Vector{{-9.81}})});
  model.add(ns::Interaction{.on = {ball}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}}});
  int kept = 0;
  ns::FlightRecorder recorder;
  recorder.write = [&](const ns::Flight&) { ++kept; };
  const ns::CustomSolver lazy{
      .name = "lazy", .run = [](const auto&, auto&, auto&) { return ns::Status::max_iterations; }};
  const ns::Trajectory run =
      ns::simulate(model, ns::MoreauJean{.step = 0.1, .solver = lazy},
                   {.end = 0.5, .on_failure = ns::OnFailure::keep_going, .recorder = &recorder});
  EXPECT_EQ(run.failed_steps, 5);
  EXPECT_EQ(kept, 5);
}

TEST(Simulator, ANumberThatIsNoneStopsTheRunWithItsStep) {
  ns::Model model;
  const auto body = model.add(ns::Lagrangian{
      .mass = ns::Matrix{{1.0}}, .q0 = ns::Vector{{1.0}}, .force = ns::of_time([](double t) {
                                                            return t > 0.5 ? std::nan("") : 1.0;
                                                          })});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 0.1}, {.end = 2.0});
  EXPECT_FALSE(run.success());
  EXPECT_EQ(run.size(), 7);  // the start, five good steps and the bad one
  EXPECT_TRUE(std::isnan(run.v(body)(6, 0)));
  EXPECT_NE(run.message.find("step 6"), std::string::npos) << run.message;
}

}  // namespace
