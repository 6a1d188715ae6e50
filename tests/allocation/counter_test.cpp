// SPDX-License-Identifier: Apache-2.0
// The counter itself, and what promises not to allocate below the solvers.
#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/problem.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace nonsmooth {
namespace {

using test::AllocationCounter;

class Allocation : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  }
};

TEST_F(Allocation, CounterSeesEveryKind) {
  const auto counts = [](auto&& action) {
    const AllocationCounter counter;
    action();
    return counter.count();
  };
  EXPECT_EQ(counts([] {}), 0);
  // through a volatile pointer, or the compiler removes the pair
  EXPECT_EQ(counts([] {
              void* volatile memory = std::malloc(8);
              std::free(memory);
            }),
            1);
  EXPECT_EQ(counts([] {
              void* volatile memory = std::calloc(2, 8);
              memory = std::realloc(memory, 1000);
              std::free(memory);
            }),
            2);
  EXPECT_EQ(counts([] {
              void* volatile memory = std::aligned_alloc(64, 64);
              std::free(memory);
            }),
            1);
  EXPECT_EQ(counts([] {
              int* volatile memory = new int(3);
              delete memory;
            }),
            1);
  EXPECT_EQ(counts([] {
              const std::vector<double> entries(10);
              const double* volatile kept = entries.data();
              static_cast<void>(kept);
            }),
            1);
  EXPECT_EQ(counts([] { Vector::Zero(10).eval(); }), 1);
}

TEST_F(Allocation, ArenaStopsAllocatingAfterTheFirstPass) {
  Arena arena;
  const auto pass = [&] {
    const Arena::Scope scope(arena);
    for (int i = 0; i < 100; ++i) arena.vector(100 + i).setZero();
  };
  pass();
  const AllocationCounter counter;
  pass();
  EXPECT_EQ(counter.count(), 0);
}

TEST_F(Allocation, ResidualsAndLawsUseTheArenaOnly) {
  std::vector<AnyLaw> laws{Free{2},         NonNegative{2},           coulomb(0.5),
                           coulomb(0.3, 2), RollingCone{5, 0.5, 0.1}, Disk{2, 1.0}};
  laws.emplace_back(Box{Vector::Constant(2, -1.0), Vector::Constant(2, 1.0)});
  laws.emplace_back(Polytope{Matrix{{1, 1}, {-1, 0}, {0, -1}}, Vector{{1, 0, 0}}});
  int n = 0;
  for (const AnyLaw& law : laws) n += law.size();
  Random random(1);
  Matrix W = Matrix::Identity(n, n);
  Vector q(n), r(n);
  for (int i = 0; i < n; ++i) {
    q[i] = random.uniform(-1.0, 1.0);
    r[i] = random.uniform(-1.0, 1.0);
  }
  const Problem problem{W, q, laws};
  Arena scratch;
  static_cast<void>(natural_residual(problem, r, scratch));
  const AllocationCounter counter;
  static_cast<void>(natural_residual(problem, r, scratch));
  EXPECT_EQ(counter.count(), 0);
  int row = 0;
  for (const AnyLaw& law : laws) {
    const Arena::Scope scope(scratch);
    MatrixMap dz = scratch.matrix(law.size(), law.size());
    MatrixMap du = scratch.matrix(law.size(), law.size());
    const AllocationCounter derivatives;
    law.resolvent_jacobian(1.0, q.segment(row, law.size()), r.segment(row, law.size()), dz, du,
                           scratch);
    EXPECT_EQ(derivatives.count(), 0) << law.kind();
    row += law.size();
  }
}

TEST_F(Allocation, SuiteSparseSolvesWithoutAllocating) {
  Random random(2);
  for (const int n : {30, 3000}) {  // CHOLMOD turns supernodal in between
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
      entries.emplace_back(i, i, 50.0);
      for (int k = 0; k < 3; ++k) {
        const int j = n < 100 ? random.below(n) : (i + 1 + random.below(60)) % n;
        entries.emplace_back(i, j, -1.0);
        entries.emplace_back(j, i, -1.0);
      }
    }
    SparseMatrix matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Vector b = Vector::Ones(n);
    Vector x(n);
    for (const MatrixClass c : {MatrixClass::general, MatrixClass::positive_definite})
      for (const FactorizationMethod method : available_methods(c)) {
        if (method == FactorizationMethod::eigen) continue;  // documented to allocate
        SparseFactorization factorization(c, method);
        ASSERT_TRUE(factorization.factorize(matrix));
        factorization.solve(b, x);
        const AllocationCounter counter;
        factorization.solve(b, x);
        factorization.solve(x, x);
        EXPECT_EQ(counter.count(), 0) << enum_names(method)[static_cast<std::size_t>(method)];
      }
  }
}

}  // namespace
}  // namespace nonsmooth
