// SPDX-License-Identifier: Apache-2.0
// Piecewise-linear graphs as laws of a simulation: against the box of the same shape, and against a
// rate that evaluates the graph directly.
#include "bench/models.hpp"

#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

ns::Matrix states(const ns::InteractionLaw& law, const ns::Scheme& scheme) {
  const auto s =
      ns::models::linear_system(ns::Matrix{{0, 1}, {-1, 0.05}}, ns::Vector{{3, 1}},
                                ns::Matrix{{0}, {1}}, ns::Matrix{{0, 1}}, ns::Matrix(), law);
  const ns::Trajectory run = ns::simulate(s.model, scheme, {.end = 10});
  EXPECT_TRUE(run.success()) << run.message;
  return run.x(s.system);
}

ns::Vector one(double value) { return ns::Vector::Constant(1, value); }

TEST(GraphLaw, IsTheBoxOfItsShapeInFirstOrderSystems) {
  const std::pair<ns::PiecewiseLinear, ns::Box> same[] = {
      {ns::curves::relay(-1, 2), ns::Box{one(-1), one(2)}},
      {ns::curves::saturation(4, -1, 2), ns::Box{one(-1), one(2), one(0.25)}},
      {ns::curves::relay_with_dead_zone(0.4), ns::Box{one(-1), one(1), {}, one(0.4)}},
      {ns::curves::dead_zone(5, 0.4),
       ns::Box{one(-ns::infinity), one(ns::infinity), one(0.2), one(0.4)}}};
  for (const auto& [curve, box] : same)
    for (const ns::Scheme& scheme : {ns::Scheme(ns::EulerMoreau{.step = 0.01, .theta = 0.5}),
                                     ns::Scheme(ns::ZeroOrderHold{.step = 0.01})})
      EXPECT_LT((states(ns::Graph{{curve}}, scheme) - states(box, scheme)).cwiseAbs().maxCoeff(),
                1e-7);
}

// bounds are forces: the scheme makes impulses of them, for graphs as for boxes
TEST(GraphLaw, IsTheBoxOfItsShapeInMechanics) {
  const auto run_with = [](const ns::InteractionLaw& law) {
    ns::Model model;
    const auto mass = model.add(ns::Lagrangian{
        .mass = ns::Matrix{{2.0}}, .q0 = ns::Vector{{3.0}}, .stiffness = ns::Matrix{{1.0}}});
    model.add(ns::Interaction{
        .on = {mass}, .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}}, .law = law});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 0.01}, {.end = 20});
    EXPECT_TRUE(run.success()) << run.message;
    return ns::Matrix(run.q(mass));
  };
  const ns::Matrix graph = run_with(ns::Graph{{ns::curves::relay_with_dead_zone(0.2, -0.5, 0.5)}}),
                   box = run_with(ns::Box{one(-0.5), one(0.5), {}, one(0.2)}),
                   soft = run_with(ns::Graph{{ns::curves::saturation(3.0, -0.5, 0.5)}}),
                   soft_box = run_with(ns::Box{one(-0.5), one(0.5), one(1.0 / 3)});
  EXPECT_LT((graph - box).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((soft - soft_box).cwiseAbs().maxCoeff(), 1e-7);
  // the law did something: without it the amplitude would stay 3
  EXPECT_LT(graph.bottomRows(500).cwiseAbs().maxCoeff(), 2.5);
}

// C v' = i(t) - g(v) with a load whose current is a sum of hinges, as of a transistor in pieces
TEST(GraphLaw, LoadInPiecesAgreesWithItsDirectEvaluation) {
  const std::vector<ns::curves::Hinge> hinges{{0.5, 0.3}, {1.0, 1.0}, {1.5, 4.0}};
  const auto current = [](double t) { return 2.0 * std::sin(t); };
  ns::Model direct, pieces;
  const auto v = direct.add(ns::FirstOrder{.x0 = one(0.0), .f = [&](double t, ns::VectorIn x) {
                                             double sum = current(t);
                                             for (const auto& [from, slope] : hinges)
                                               sum -= slope * std::max(0.0, x[0] - from);
                                             return sum;
                                           }});
  const auto w = pieces.add(ns::FirstOrder{.x0 = one(0.0), .b_of_t = current});
  pieces.add(ns::Interaction{
      .on = {w},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1.0}}, .B = ns::Matrix{{1.0}}},
      .law = ns::Graph{{ns::curves::hinge_sum(hinges)}}});
  const ns::EulerMoreau scheme{.step = 0.01};
  const ns::Trajectory a = ns::simulate(direct, scheme, {.end = 10}),
                       b = ns::simulate(pieces, scheme, {.end = 10});
  ASSERT_TRUE(a.success() && b.success()) << a.message << b.message;
  EXPECT_LT((a.x(v) - b.x(w)).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_GT(a.x(v).maxCoeff(), 1.5);  // all pieces were used
}

TEST(GraphLaw, ARisingGraphIsRefusedWithTheInteraction) {
  ns::Model model;
  const auto x = model.add(ns::FirstOrder{.x0 = one(0.0)});
  const std::string message = ns::testing::message_of([&] {
    model.add(ns::Interaction{
        .on = {x},
        .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1.0}}, .B = ns::Matrix{{1.0}}},
        .law = ns::Graph{{{{{0, 1}, {1, 2}}}}},
        .name = "stribeck"});
  });
  EXPECT_NE(message.find("stribeck"), std::string::npos) << message;
  EXPECT_NE(message.find("split off a smooth part"), std::string::npos) << message;
}

// --- What the zero-order hold cannot treat names the scheme that can
// -------------------------------------------------------------------------------------------

std::string refusal(const ns::Model& model) {
  return ns::testing::message_of(
      [&] { (void)ns::simulate(model, ns::ZeroOrderHold{.step = 0.1}, {.end = 1}); });
}

TEST(ZeroOrderHold, RefusesWhatIsNotLinearAndConstant) {
  ns::Model varying, nonlinear, algebraic, relation, mechanical;
  varying.add(ns::FirstOrder{
      .name = "plant", .x0 = one(1.0), .A_of_t = [](double t) { return std::sin(t); }});
  nonlinear.add(ns::FirstOrder{
      .name = "plant", .x0 = one(1.0), .f = [](double, ns::VectorIn x) { return -x[0] * x[0]; }});
  algebraic.add(ns::FirstOrder{.name = "plant",
                               .A = ns::Matrix{{-1, 0}, {0, 1}},
                               .x0 = ns::Vector{{0, 0}},
                               .E = ns::diagonal(ns::Vector{{1, 0}})});
  const auto x = relation.add(ns::FirstOrder{.x0 = one(1.0)});
  relation.add(ns::Interaction{.on = {x},
                               .relation = ns::FirstOrderGeneral{
                                   .h = [](double, ns::VectorIn s, ns::VectorIn) { return s[0]; },
                                   .g = [](double, ns::VectorIn, ns::VectorIn l) { return l[0]; }},
                               .law = ns::models::relay_law(1),
                               .name = "plant"});
  mechanical.add(ns::Lagrangian{.name = "plant", .mass = ns::Matrix{{1.0}}, .q0 = one(0.0)});
  for (const ns::Model* model : {&varying, &nonlinear, &algebraic, &relation}) {
    EXPECT_NE(refusal(*model).find("plant"), std::string::npos) << refusal(*model);
    EXPECT_NE(refusal(*model).find("use euler_moreau"), std::string::npos) << refusal(*model);
  }
  EXPECT_NE(refusal(mechanical).find("moreau_jean"), std::string::npos) << refusal(mechanical);
}

}  // namespace
