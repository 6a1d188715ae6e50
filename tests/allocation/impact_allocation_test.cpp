// SPDX-License-Identifier: Apache-2.0
// Repeated impacts with one workspace allocate nothing, whatever the rule.
#include "nonsmooth/impacts.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

using test::AllocationCounter;

// Contacts in the plane or in space and a joint.
Impact random_impact(int contacts, int dimension, double mu, bool blocks) {
  Random random(4);
  const int rows = contacts * dimension + 2;
  const Matrix H = testing::random_matrix(random, rows + 3, rows);
  const Matrix W = H.transpose() * H;
  Impact impact{W, H.transpose() * testing::random_vector(random, rows + 3), {}};
  impact.contacts.assign(static_cast<std::size_t>(contacts),
                         {.e = 0.5, .mu = mu, .dimension = dimension});
  impact.contacts.push_back({.dimension = 2, .bilateral = true});
  std::vector<int> sizes;
  for (const ImpactContact& contact : impact.contacts) sizes.push_back(contact.dimension);
  if (blocks) impact.W = BlockSparse(sizes, sizes, SparseMatrix(W.sparseView()));
  return impact;
}

void expect_no_allocation(const Impact& impact, const ImpactRule& rule) {
  ImpactWorkspace workspace;
  ImpactResult result;
  // the first call grows the memory, the second merges its pieces
  for (int warm_up = 0; warm_up < 3; ++warm_up) resolve_impact(impact, rule, workspace, result);
  const AllocationCounter counter;
  resolve_impact(impact, rule, workspace, result);
  EXPECT_EQ(counter.count(), 0) << name(rule) << " with " << impact.size() << " rows";
  EXPECT_NE(result.status, Status::unsupported) << "the test would be empty otherwise";
}

TEST(ImpactAllocation, EveryRule) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (const bool blocks : {false, true})
    for (const int contacts : {1, 3, 12})
      for (const int dimension : {1, 2, 3}) {
        const Impact rough = random_impact(contacts, dimension, 0.3, blocks);
        const Impact smooth = random_impact(contacts, dimension, 0.0, blocks);
        expect_no_allocation(rough, NewtonRule{});
        expect_no_allocation(rough, FremondRule{});
        expect_no_allocation(rough, PoissonRule{});
        expect_no_allocation(smooth, NewtonRule{});
        expect_no_allocation(smooth, PoissonRule{});
        expect_no_allocation(smooth, BinaryCollisions{});
        expect_no_allocation(smooth, BinaryCollisions{.max_collisions = 1});
        expect_no_allocation(smooth, EnergeticRule{});
        expect_no_allocation(smooth, EnergeticRule{.impulse_step = 1e-4});
      }
}

}  // namespace
}  // namespace nonsmooth
