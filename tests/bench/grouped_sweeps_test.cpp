// SPDX-License-Identifier: Apache-2.0
// Sweeps over groups of contacts that join the same two bodies: W is found again from its groups,
// a sweep does what one contact after the other does, and memory is far less than that of W.
#include "bench/friction_problems.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/block_sweeps.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <numeric>

namespace nonsmooth::bench {
namespace {

struct Case {
  const char* what;
  FrictionProblemOptions options;
};

const std::vector<Case>& rigid_cases() {
  using Options = FrictionProblemOptions;
  static const std::vector<Case> cases{
      {"tower", Options{.family = Family::tower, .contacts = 600}},
      {"sliding tower", Options{.family = Family::tower, .contacts = 600, .mu = 0.02}},
      {"wall", Options{.family = Family::wall, .contacts = 600}},
      {"wall with gaps", Options{.family = Family::wall, .contacts = 600, .gaps = 1e-4}},
      {"vault", Options{.family = Family::arch, .contacts = 600}},
      {"cubes", Options{.family = Family::pile, .contacts = 600, .cubes = true}}};
  return cases;
}

Problem generated(const FrictionProblemOptions& options) {
  return reduce(friction_problem(options));
}

// `order[k]` is the law that comes k-th.
Problem permuted(const Problem& problem, const std::vector<int>& order) {
  const BlockSparse& W = problem.W.blocks();
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  std::vector<BlockSparse::Triplet> blocks;
  for (int i = 0; i < W.block_rows(); ++i)
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k)
      blocks.push_back({place[static_cast<std::size_t>(i)],
                        place[static_cast<std::size_t>(W.block_col(k))], W.block(i, k)});
  const std::vector<int> sizes(order.size(), 3);
  Problem result{BlockSparse(sizes, sizes, blocks), Vector(problem.size()), {}};
  for (const int i : order) {
    result.q.segment<3>(static_cast<int>(3 * result.laws.size())) = problem.q.segment<3>(3 * i);
    result.laws.push_back(problem.laws[static_cast<std::size_t>(i)]);
  }
  return result;
}

// Every contact in a unit of its own, up to three decades each way.
Problem in_other_units(const Problem& problem, Vector& factors) {
  Random random(3);
  factors.resize(problem.size());
  for (int i = 0; i < problem.size(); i += 3)
    factors.segment<3>(i).setConstant(std::ldexp(1.0, random.below(21) - 10));
  Problem result = problem;
  BlockSparse W = problem.W.blocks();
  for (int i = 0; i < W.block_rows(); ++i)
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k)
      W.block(i, k) *= factors[3 * i] * factors[3 * W.block_col(k)];
  result.W = W;
  result.q = factors.cwiseProduct(problem.q);
  return result;
}

bool finds(GroupedMatrix& groups, const BlockSparse& W, Arena& scratch) {
  if (!groups.find(W, scratch)) return false;
  std::vector<int> order(static_cast<std::size_t>(groups.group_count()));
  std::iota(order.rbegin(), order.rend(), 0);  // any will do
  return groups.couple(order, scratch);
}

TEST(GroupedMatrix, GivesTheProductOfW) {
  for (const Case& each : rigid_cases()) {
    const Problem problem = generated(each.options);
    Arena scratch;
    GroupedMatrix groups;
    ASSERT_TRUE(finds(groups, problem.W.blocks(), scratch)) << each.what;
    Random random(1);
    Vector r(problem.size()), expected(problem.size()), z = Vector::Zero(6 * groups.group_count());
    for (double& value : r) value = random.uniform(-1.0, 1.0);
    problem.W.multiply(r, expected);
    using Rows = Eigen::Map<const Eigen::Matrix<double, 3, 6>>;
    for (int g = 0; g < groups.group_count(); ++g)
      for (const int i : groups.members(g))
        z.segment<6>(6 * g) += Rows(groups.basis(i)).transpose() * r.segment<3>(3 * i);
    const RowPattern pattern = groups.pattern();
    for (int g = 0; g < groups.group_count(); ++g) {
      Vec<6> y = Vec<6>::Zero();
      for (int k = pattern.row_begin(g); k < pattern.row_begin(g + 1); ++k) {
        const double* X = groups.coupling(g) + 36 * (k - pattern.row_begin(g));
        y += Eigen::Map<const Mat<6>>(X) * z.segment<6>(6 * pattern.block_col(k));
      }
      for (const int i : groups.members(g)) {
        const Vec<3> u = Rows(groups.basis(i)) * y;
        EXPECT_LE((u - expected.segment<3>(3 * i)).norm(), 1e-12 * expected.norm()) << each.what;
      }
    }
  }
}

TEST(GroupedMatrix, RefusesWhatHasNoGroups) {
  Arena scratch;
  GroupedMatrix groups;
  using Options = FrictionProblemOptions;
  for (const Options& options : {Options{.family = Family::elastic, .contacts = 300},
                                 Options{.family = Family::pile, .contacts = 300},
                                 Options{.family = Family::chute, .contacts = 300}})
    EXPECT_FALSE(finds(groups, generated(options).W.blocks(), scratch));
  // an elastic part of one millionth, as the diagonal of a proximal step or of a soft contact has
  Problem tower = generated({.family = Family::tower, .contacts = 300});
  BlockSparse W = tower.W.blocks();
  ASSERT_TRUE(finds(groups, W, scratch));
  for (int i = 0; i < W.block_rows(); ++i) W.block(i, W.find(i, i)) *= 1.0 + 1e-6;
  EXPECT_FALSE(finds(groups, W, scratch));
  // a single wrong block between two groups
  W = tower.W.blocks();
  W.block(0, W.row_begin(1) - 1)(0, 0) *= 1.0 + 1e-9;
  EXPECT_FALSE(finds(groups, W, scratch));
}

// Both in double precision: only rounding lies between them, which sweeps do not amplify by more
// than a few powers of ten.
void expect_same_sweeps(const Case& each, double regularisation) {
  const Problem problem = generated(each.options);
  const Nsgs coloured{.regularisation = regularisation, .order = SweepOrder::coloured};
  const Nsgs forward{.regularisation = regularisation};
  Arena scratch;
  Vector r = Vector::Zero(problem.size()), reference = r;
  BlockSweeps grouped(coloured, problem, r, scratch);
  ASSERT_TRUE(grouped.grouped()) << each.what;
  const std::vector<int> order = grouped.group_order();
  ASSERT_EQ(order.size(), problem.laws.size());
  const Problem other = permuted(problem, order);
  BlockSweeps single(forward, other, reference, scratch);
  for (int sweep = 0; sweep < 20; ++sweep) {
    const double change = grouped.sweep(true), expected = single.sweep(true);
    EXPECT_NEAR(change, expected, 1e-9) << each.what;
  }
  double worst = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto there = reference.segment<3>(static_cast<int>(3 * k));
    worst = std::max(worst, (r.segment<3>(3 * order[k]) - there).norm());
  }
  EXPECT_LE(worst, 1e-10 * reference.norm()) << each.what;
  EXPECT_GT(reference.norm(), 0.0) << each.what;
}

TEST(GroupedSweeps, DoWhatSingleContactsDoInTheSameOrder) {
  for (const Case& each : rigid_cases())
    for (const double regularisation : {0.0, 0.1}) expect_same_sweeps(each, regularisation);
}

TEST(GroupedSweeps, KeepEveryBitForAnyNumberOfThreadsAndInAnyUnit) {
  for (const Case& each : rigid_cases()) {
    const Problem problem = generated(each.options);
    Nsgs options{.tolerance = 1e-15, .max_iterations = 30, .order = SweepOrder::coloured};
    options.freeze_after = 3;
    options.anderson = 5;
    const auto swept = [&](const Problem& which, int threads) {
      options.threads = threads;
      return solve(which, options).r;
    };
    const Vector one = swept(problem, 1);
    EXPECT_GT(one.norm(), 0.0);
    for (const int threads : {2, 4}) EXPECT_EQ(swept(problem, threads), one) << each.what;
    Vector factors;
    const Problem other = in_other_units(problem, factors);
    EXPECT_EQ(Vector(factors.cwiseProduct(swept(other, 1))), one) << each.what;
  }
}

// Every third body a million times heavier: W_PQ of a pair is then small beside W_PP.
TEST(GroupedSweeps, StandUnequalMasses) {
  for (const Case& each : rigid_cases()) {
    GlobalProblem global = friction_problem(each.options);
    for (int j = 0; j < global.M.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(global.M, j); it; ++it)
        if (j / 6 % 3 == 0) it.valueRef() *= 1e6;
    const Problem problem = reduce(global);
    Arena scratch;
    GroupedMatrix groups;
    EXPECT_TRUE(finds(groups, problem.W.blocks(), scratch)) << each.what;
  }
}

// What a solve takes beside the problem itself: 91 blocks of W in a row (tower) are 6.5 kB per
// contact, 64 blocks (elastic) 4.6 kB.
TEST(ColouredSweeps, TakeLessThanFourKilobytesPerContact) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "sanitizers bring their own malloc";
#endif
  using Options = FrictionProblemOptions;
  for (const Options& options : {Options{.family = Family::tower, .contacts = 10000},
                                 Options{.family = Family::wall, .contacts = 3000},
                                 Options{.family = Family::arch, .contacts = 3000},
                                 Options{.family = Family::pile, .contacts = 1000},
                                 Options{.family = Family::chute, .contacts = 1000},
                                 Options{.family = Family::elastic, .contacts = 1000}}) {
    const Problem problem = generated(options);
    Solution solution;
    solution.r.setZero(problem.size());
    solution.u.setZero(problem.size());
    const struct mallinfo2 before = mallinfo2();
    Workspace workspace;
    solve(problem, Nsgs{.max_iterations = 3, .order = SweepOrder::coloured, .anderson = 10},
          workspace, solution);
    const struct mallinfo2 after = mallinfo2();
    const auto bytes = static_cast<double>(after.uordblks + after.hblkhd) -
                       static_cast<double>(before.uordblks + before.hblkhd);
    const double each = bytes / static_cast<double>(problem.laws.size());
    RecordProperty("bytes_per_contact", static_cast<int>(each));
    EXPECT_GT(each, 100.0);  // something was measured
    EXPECT_LT(each, 4000.0);
  }
}

}  // namespace
}  // namespace nonsmooth::bench
