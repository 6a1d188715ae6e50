// SPDX-License-Identifier: Apache-2.0
// Switches and diodes with known trajectories: products of multipliers, optimal control, circuits.
#include "bench/models.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ns = nonsmooth;

namespace {

// --- Gene network (case 39, methods 4.18)
// -------------------------------------------------------------------------------------------

struct Genes {
  ns::Model model;
  ns::SystemId genes;
  ns::InteractionId switches;
};

// x_a' = -4.5 x_a + 40 s(x_b, 4) (1 - s(x_a, 8)), x_b' = -1.5 x_b + 40 s(x_a, 4) (1 - s(x_b, 8))
Genes gene_network(double xa, double xb) {
  Genes g;
  g.genes = g.model.add(
      ns::FirstOrder{.A = ns::diagonal(ns::Vector{{-4.5, -1.5}}), .x0 = ns::Vector{{xa, xb}}});
  g.switches = g.model.add(ns::Interaction{
      .on = {g.genes},
      .relation = ns::FirstOrderGeneral{
          .dimension = 4,
          .h = [](double, ns::VectorIn x,
                  ns::VectorIn) { return ns::Vec<4>(4 - x[0], 4 - x[1], 8 - x[0], 8 - x[1]); },
          .g =
              [](double, ns::VectorIn, ns::VectorIn l) {
                return ns::Vec<2>(40 * (1 - l[2]) * l[1], 40 * l[0] * (1 - l[3]));
              }},
      .law = ns::Box{ns::Vector::Zero(4), ns::Vector::Ones(4)}});
  return g;
}

// the same with signs: s = (1 - sigma) / 2, sigma in [-1, 1]
TEST(GeneNetwork, SignsInPlaceOfSteps) {
  ns::Model model;
  const auto genes = model.add(
      ns::FirstOrder{.A = ns::diagonal(ns::Vector{{-4.5, -1.5}}), .x0 = ns::Vector{{1, 6}}});
  const auto law = model.add(ns::Interaction{
      .on = {genes},
      .relation = ns::FirstOrderGeneral{
          .dimension = 4,
          .h = [](double, ns::VectorIn x,
                  ns::VectorIn) { return ns::Vec<4>(x[0] - 4, x[1] - 4, x[0] - 8, x[1] - 8); },
          .g =
              [](double, ns::VectorIn, ns::VectorIn s) {
                return ns::Vec<2>(10 * (1 + s[2]) * (1 - s[1]), 10 * (1 - s[0]) * (1 + s[3]));
              }},
      .law = ns::models::relay_law(4)});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 3});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(genes)(300, 0), 6.843775936, 5e-10);
  EXPECT_NEAR(run.x(genes)(300, 1), 8.0, 1e-9);
  EXPECT_LT((run.x(genes).row(3000).transpose() - ns::Vec<2>(8, 8)).norm(), 1e-9);
  EXPECT_LT((run.lambda(law).row(3000).transpose() - ns::Vec<4>(-1, -1, 0.8, -0.4)).norm(), 1e-8);
}

TEST(GeneNetwork, ThresholdsAreReachedInTimeAndHeld) {
  const double h = 1e-4;
  const Genes g = gene_network(5, 5);
  const ns::Trajectory run =
      ns::simulate(g.model, ns::EulerMoreau{.step = h, .theta = 0.5}, {.end = 1});
  ASSERT_TRUE(run.success()) << run.message;
  const std::array<double, 2> exact{std::log((80.0 / 9 - 5) / (80.0 / 9 - 8)) / 4.5,
                                    std::log((80.0 / 3 - 5) / (80.0 / 3 - 8)) / 1.5};
  EXPECT_NEAR(exact[0], 0.327979, 5e-7);
  EXPECT_NEAR(exact[1], 0.099357, 5e-7);
  for (int i = 0; i < 2; ++i) {
    int first = 0;
    while (run.x(g.genes)(first, i) < 8 - 1e-9) ++first;
    // the first step that ends behind the crossing
    EXPECT_GE(run.t()[first], exact[static_cast<std::size_t>(i)] - 1e-6);
    EXPECT_LE(run.t()[first], exact[static_cast<std::size_t>(i)] + h + 1e-6);
    for (int k = first; k < run.size(); ++k) EXPECT_NEAR(run.x(g.genes)(k, i), 8.0, 1e-9);
  }
  const auto l = run.lambda(g.switches).row(run.size() - 1);
  EXPECT_NEAR(l[2], 0.1, 1e-8);
  EXPECT_NEAR(l[3], 0.7, 1e-8);
}

// At (4, 4) both the way up and the way down solve the inclusion: a solver has to pick one, and
// whichever it picks must be one of them.
TEST(GeneNetwork, ThresholdFourDividesUpFromDown) {
  for (const double start : {3.9, 4.0, 4.1}) {
    const Genes g = gene_network(start, start);
    const ns::Trajectory run =
        ns::simulate(g.model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 20});
    ASSERT_TRUE(run.success()) << run.message;
    const ns::Vec<2> end = run.x(g.genes).row(run.size() - 1);
    const double up = (end - ns::Vec<2>(8, 8)).norm(), down = end.norm(),
                 middle = (end - ns::Vec<2>(4, 4)).norm();
    const double wrong = start < 4.0 ? down : start > 4.0 ? up : std::min({up, down, middle});
    EXPECT_LT(wrong, 1e-9) << end.transpose();
  }
}

// --- Optimal control (case 40)
// -------------------------------------------------------------------------------------------

// x and costates p; the control w = l - 1 in [-1, 1] minimises w b(x).p
TEST(OptimalControl, StatesFollowTheReference) {
  const auto b = [](ns::VectorIn z) { return ns::Vec<2>(-0.5 * (z[1] - 1), 0.5 * z[0]); };
  ns::Model model;
  const auto pair = model.add(ns::FirstOrder{
      .A = ns::Matrix{{0, 0.5, 0, 0}, {-0.5, -1, 0, 0}, {-1, 0, 0, 0.5}, {0, -1, -0.5, 1}},
      .x0 = ns::Vector{{3.4999939172, -2.2788416237, 1.1935988302, -0.6365413023}},
      .b = ns::Vector{{0.5, 0, 2, -1}}});
  model.add(ns::Interaction{
      .on = {pair},
      .relation = ns::FirstOrderGeneral{
          .dimension = 1,
          .h = [b](double, ns::VectorIn z, ns::VectorIn) { return 2 * b(z).dot(z.tail<2>()); },
          .g =
              [b](double, ns::VectorIn z, ns::VectorIn l) {
                const double w = l[0] - 1;
                const ns::Vec<2> in = b(z);
                return ns::Vec<4>(w * in[0], w * in[1], -0.5 * w * z[3], 0.5 * w * z[2]);
              }},
      .law = ns::Box{ns::Vector{{0.0}}, ns::Vector{{2.0}}}});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 2e-3, .theta = 0.5}, {.end = 1});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(pair)(500, 0), 1.093672053, 1e-8);
  EXPECT_NEAR(run.x(pair)(500, 1), -2.154183888, 1e-8);
}

// --- Circuits (cases 45 and 47)
// -------------------------------------------------------------------------------------------

// A choke L in series with R is fed from 20 V by a switch and freewheels through a diode, both
// resistors of 1 mOhm when on and 1 kOhm when off. The switch closes while a falling sawtooth is
// above the load's voltage. Unknown beside the current I: currents of switch and diode, the voltage
// V between them and the choke, and what the resistances have above 1 mOhm.
TEST(Circuit, ChopperWithNonlinearSwitches) {
  const double L = 200e-6, R = 1, on = 1e-3, off = 1000, period = 20e-6, h = 0.1e-6;
  const auto sawtooth = [&](double t) {
    const double turns = t / period;
    // a step that ends at a turn, within rounding, belongs to the period before it
    return 7.5 - 10 * (turns - std::floor(turns - 1e-9));
  };
  ns::Model model;
  const auto choke = model.add(ns::FirstOrder{.x0 = ns::Vector{{0.0}}});
  model.add(ns::Interaction{
      .on = {choke},
      .relation = ns::FirstOrderGeneral{
          .dimension = 5,
          .h =
              [&](double t, ns::VectorIn x, ns::VectorIn l) {
                return ns::Vec<5>(l[2] - 20 + l[0] * (l[3] + on), l[2] + l[1] * (l[4] + on),
                                  x[0] - l[0] - l[1], 100 * (sawtooth(t) - R * x[0]), -l[2]);
              },
          .g = [&](double, ns::VectorIn x, ns::VectorIn l) { return (l[2] - R * x[0]) / L; }},
      .law = ns::Box{ns::Vector{{-ns::infinity, -ns::infinity, -ns::infinity, 0, 0}},
                     ns::Vector{{ns::infinity, ns::infinity, ns::infinity, off - on, off - on}}}});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = h, .theta = 0.5}, {.end = 200e-6});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.x(choke)(1, 0), 0.009994987509, 5e-13);
  EXPECT_NEAR(run.x(choke)(501, 0), 2.843770212, 5e-10);
  EXPECT_NEAR(run.x(choke)(2000, 0), 4.417573617, 5e-10);
}

// The transistor as two ideal diodes with current gains: the matrix of the problem has an
// indefinite symmetric part.
TEST(Circuit, ColpittsOscillator) {
  const double L = 0.1, C1 = 2, C2 = 0.8, Rc = 10, Re = 20, aF = 0.99, aR = 0.015, VCC = 10,
               VEE = 20;
  ns::Model model;
  const auto tank = model.add(
      ns::FirstOrder{.A = ns::Matrix{{-1 / (Rc * C1), -1 / (Rc * C1), 1 / C1},
                                     {-1 / (Rc * C2), -(1 / Rc + 1 / Re) / C2, 1 / C2},
                                     {-1 / L, -1 / L, 0}},
                     .x0 = ns::Vector::Zero(3),
                     .b = ns::Vector{{VCC / (Rc * C1), (VCC / Rc - VEE / Re) / C2, VCC / L}}});
  model.add(ns::Interaction{
      .on = {tank},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{1, 1, 0}, {0, 1, 0}},
                                       .B = ns::Matrix{{1 / C1, -aF / C1},
                                                       {(1 - aR) / C2, (1 - aF) / C2},
                                                       {0, 0}}},
      .law = ns::NonNegative{2}});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 1});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_LT((run.x(tank).row(1000).transpose() - ns::Vec<3>(4.68738165, 9.96012054, -17.07125361))
                .cwiseAbs()
                .maxCoeff(),
            5e-9)
      << run.x(tank).row(1000);
}

}  // namespace
