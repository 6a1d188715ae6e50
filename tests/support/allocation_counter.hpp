// SPDX-License-Identifier: Apache-2.0
// Counts the heap allocations of a stretch of code: malloc and its relatives, hence also new and
// Eigen. Link the test with nonsmooth_allocation_counter.
//
//   AllocationCounter counter;
//   solve(problem, solver, workspace, solution);
//   EXPECT_EQ(counter.count(), 0);
#pragma once

namespace nonsmooth::test {

class AllocationCounter {
 public:
  /// False under sanitizers (they bring their own malloc); count() is then always zero.
  static bool works();

  AllocationCounter() : start_(allocations()) {}
  /// Allocations of all threads since construction.
  long count() const { return allocations() - start_; }

 private:
  static long allocations();
  long start_;
};

}  // namespace nonsmooth::test
