// SPDX-License-Identifier: Apache-2.0
// 1000 steps of any scheme allocate nothing after the first few.
#include "bench/convergence.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ns = nonsmooth;

namespace {

TEST(StepAllocation, NoneForAnyMechanicalScheme) {
  if (!ns::test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  auto schemes = ns::convergence::schemes();
  schemes.push_back({"moreau_jean global", ns::MoreauJean{.form = ns::StepForm::global}});
  for (const auto& [label, scheme] : schemes)
    for (const ns::Model& model :
         {ns::models::bead_column(5, 0.1, 0.3, 0.21, 0.7).model,
          ns::models::stopped_pendulum().model, ns::models::two_balls().model}) {
      ns::Simulator simulator(model, scheme);
      // until everything has touched once
      for (int k = 0; k < 5000; ++k) (void)simulator.step();
      const ns::test::AllocationCounter counter;
      for (int k = 0; k < 1000; ++k) (void)simulator.step();
      EXPECT_EQ(counter.count(), 0) << label << ", " << model.interactions().size();
    }
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
