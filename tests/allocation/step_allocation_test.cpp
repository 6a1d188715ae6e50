// SPDX-License-Identifier: Apache-2.0
// 1000 steps of any scheme allocate nothing after the first few.
#include "bench/convergence.hpp"
#include "nonsmooth/base/error.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ns = nonsmooth;

namespace {

std::vector<std::pair<std::string, ns::Scheme>> schemes() {
  auto all = ns::convergence::schemes();
  all.push_back({"Moreau-Jean, global", ns::MoreauJean{.form = ns::StepForm::global}});
  all.push_back({"adaptive", ns::Adaptive{}});
  all.push_back({"adaptive alpha", ns::Adaptive{.scheme = ns::GeneralizedAlpha{}}});
  all.push_back({"adaptive D1-minus", ns::Adaptive{.scheme = ns::D1Minus{}}});
  all.push_back({"event-driven", ns::EventDriven{}});
  all.push_back({"event-driven, stiff", ns::EventDriven{.stiff = true}});
  return all;
}

void expect_none(const std::string& label, ns::Simulator& simulator) {
  // until everything has touched once
  for (int k = 0; k < 5000; ++k) (void)simulator.step();
  const ns::test::AllocationCounter counter;
  for (int k = 0; k < 1000; ++k) (void)simulator.step();
  EXPECT_EQ(counter.count(), 0) << label;
}

TEST(StepAllocation, NoneForAnyMechanicalScheme) {
  if (!ns::test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (const auto& [label, scheme] : schemes())
    for (const ns::Model& model :
         {ns::models::bead_column(5, 0.1, 0.3, 0.21, 0.7).model,
          ns::models::stopped_pendulum().model, ns::models::two_balls().model}) {
      ns::Simulator simulator(model, scheme);
      expect_none(label + ", " + std::to_string(model.interactions().size()), simulator);
    }
}

TEST(StepAllocation, NoneWithFriction) {
  if (!ns::test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  const ns::NewtonImpactFriction space{.e = 0.5, .mu = 0.6},
      plane{.e = 0.5, .mu = 0.6, .dimension = 2};
  int tried = 0;
  for (const auto& [label, scheme] : schemes())
    for (const ns::Model& model :
         {ns::models::rubbing_oscillator().model, ns::models::thrown_ball(plane, 2, 1.0).model,
          ns::models::thrown_ball(space, 3, 1.0).model}) {
      try {
        ns::Simulator simulator(model, scheme);
        expect_none(label + ", " + std::to_string(tried), simulator);
        ++tried;
      } catch (const ns::Error&) {  // some schemes are for contacts without friction
      }
    }
  EXPECT_GE(tried, 15);
}

// More rows than a dense problem has, and other contacts from step to step, since the ground
// shakes: the pattern of W is analysed again and again. 60 beads stay with pivoting and sweeps (and
// are certified in the global form), 400 go through sparse Newton steps.
TEST(StepAllocation, NoneForSparseProblemsThatChange) {
  if (!ns::test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (const int beads : {60, 400})
    for (const ns::Solver& solver :
         {ns::Solver{ns::Auto{}}, ns::Solver{ns::Nsgs{.max_iterations = 100}}}) {
      auto column = ns::models::bead_column(beads, 0.1, 0.1, 0.2, 0.7);
      column.model.add(ns::Interaction{
          .on = {column.beads[0]},
          .relation = ns::Holonomic{.gap =
                                        [](double t, ns::VectorIn q, ns::VectorOut y) {
                                          y[0] = q[0] - 0.1 - 0.05 * std::sin(30.0 * t);
                                        }},
          .law = ns::NewtonImpact{.e = 0.7}});
      const ns::StepForm form = beads == 60 ? ns::StepForm::global : ns::StepForm::reduced;
      ns::Simulator simulator(column.model,
                              ns::MoreauJean{.step = 1e-3, .form = form, .solver = solver});
      for (int k = 0; k < 1000; ++k) (void)simulator.step();
      const ns::test::AllocationCounter counter;
      int changes = 0, active = 0, most = 0;
      for (int k = 0; k < 1000; ++k) {
        const ns::StepReport report = simulator.step();
        changes += report.active != active;
        active = report.active;
        most = std::max(most, active);
      }
      EXPECT_EQ(counter.count(), 0) << ns::name(solver) << ", " << beads;
      EXPECT_GT(changes, 50) << ns::name(solver) << ", " << beads;
      EXPECT_GT(most, 24) << ns::name(solver) << ", " << beads;
    }
}

}  // namespace
