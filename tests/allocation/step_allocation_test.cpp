// SPDX-License-Identifier: Apache-2.0
// 1000 steps of any scheme allocate nothing after the first few.
#include "bench/convergence.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

TEST(StepAllocation, NoneForAnyMechanicalScheme) {
  if (!ns::test::AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  auto schemes = ns::convergence::schemes();
  schemes.emplace_back("adaptive", ns::Adaptive{.tolerance = 1e-4, .smallest_step = 1e-5});
  for (const auto& [label, scheme] : schemes)
    for (const ns::Model& model :
         {ns::models::bead_column(5, 0.1, 0.3, 0.21, 0.7).model,
          ns::models::stopped_pendulum().model, ns::models::two_balls().model}) {
      ns::Simulator simulator(model, scheme);
      // until everything has touched once
      for (int k = 0; k < 1000; ++k) (void)simulator.step();
      const ns::test::AllocationCounter counter;
      for (int k = 0; k < 1000; ++k) (void)simulator.step();
      EXPECT_EQ(counter.count(), 0) << label << ", " << model.interactions().size();
    }
}

}  // namespace
