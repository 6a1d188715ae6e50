// SPDX-License-Identifier: Apache-2.0
// Sweeps by colours: the same answers as in any order, the same bits for any number of threads.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"
#include "solvers/colour_chunks.hpp"
#include "solvers/colouring.hpp"
#include "solvers/set_aside.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <set>
#include <utility>

namespace nonsmooth {
namespace {

// Contacts between random pairs of bodies, each with three rows; the laws follow the given pattern.
Problem random_contacts(int contacts, int bodies, std::vector<AnyLaw> pattern, Random& random) {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<AnyLaw> laws;
  Vector q(3 * contacts);
  for (int c = 0; c < contacts; ++c) {
    const int pair[2]{random.below(bodies), random.below(bodies)};
    for (const int body : pair)
      for (int row = 0; row < 3; ++row)
        for (int k = 0; k < 6; ++k)
          entries.emplace_back(3 * c + row, 6 * body + k, random.uniform(-1.0, 1.0));
    for (int row = 0; row < 3; ++row) q[3 * c + row] = random.uniform(-1.0, 1.0);
    q[3 * c] -= 0.5;  // most contacts close
    laws.push_back(pattern[static_cast<std::size_t>(c) % pattern.size()]);
  }
  SparseMatrix Ht(3 * contacts, 6 * bodies);
  Ht.setFromTriplets(entries.begin(), entries.end());
  SparseMatrix W = Ht * SparseMatrix(Ht.transpose());
  // regular, so that the answer is unique for little friction
  for (int i = 0; i < W.rows(); ++i) W.coeffRef(i, i) += 1.0;
  const std::vector<int> sizes(static_cast<std::size_t>(contacts), 3);
  return {BlockSparse(sizes, sizes, W), q, std::move(laws)};
}

TEST(Colouring, NeighboursDiffer) {
  Random random(5);
  const Problem problem = random_contacts(200, 60, {coulomb(0.3)}, random);
  const BlockSparse& W = problem.W.blocks();
  std::vector<int> colours(200);
  Arena scratch;
  const int count = colour_blocks(W, colours, scratch);
  int widest = 0;
  for (int i = 0; i < W.block_rows(); ++i) {
    widest = std::max(widest, W.row_begin(i + 1) - W.row_begin(i));
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k)
      if (W.block_col(k) != i) {
        EXPECT_NE(colours[static_cast<std::size_t>(i)],
                  colours[static_cast<std::size_t>(W.block_col(k))]);
      }
  }
  EXPECT_EQ(std::set<int>(colours.begin(), colours.end()).size(), static_cast<std::size_t>(count));
  EXPECT_LE(count, widest);  // first fit never needs more than the degree plus one
}

TEST(Colouring, ChainNeedsTwoEvenIfOnlyHalfIsStored) {
  for (const bool symmetric : {true, false}) {
    std::vector<BlockSparse::Triplet> triplets;
    for (int i = 0; i < 9; ++i) {
      triplets.push_back({i, i, Matrix::Identity(1, 1)});
      if (i > 0) triplets.push_back({i - 1, i, Matrix::Identity(1, 1)});
      if (i > 0 && symmetric) triplets.push_back({i, i - 1, Matrix::Identity(1, 1)});
    }
    const std::vector<int> sizes(9, 1);
    std::vector<int> colours(9);
    Arena scratch;
    EXPECT_EQ(colour_blocks(BlockSparse(sizes, sizes, triplets), colours, scratch), 2);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(colours[static_cast<std::size_t>(i)], i % 2);
  }
}

TEST(ColourChunks, VisitEveryUnitOnceAndOneColourAfterTheOther) {
  const std::vector<int> colour_end{3, 3, 100, 1000, 1001};  // the second colour is empty
  for (const int threads : {1, 2, 3, 5}) {
    Arena scratch;
    ColourChunks chunks(threads);
    EXPECT_TRUE(chunks.empty());
    chunks.cut(colour_end, scratch);
    EXPECT_FALSE(chunks.empty());
    for (int run = 1; run <= 20; ++run) {
      std::vector<std::atomic<int>> visits(1001);
      std::atomic<int> done{0}, early{0}, strangers{0};
      chunks.run([&](int unit, int thread) {
        const auto colour = std::upper_bound(colour_end.begin(), colour_end.end(), unit);
        const int before = colour == colour_end.begin() ? 0 : *std::prev(colour);
        if (done < before) ++early;
        if (thread < 0 || thread >= threads) ++strangers;
        ++visits[static_cast<std::size_t>(unit)];
        ++done;
      });
      for (const auto& each : visits) ASSERT_EQ(each, 1);
      EXPECT_EQ(early, 0);
      EXPECT_EQ(strangers, 0);
    }
  }
}

// Both residuals are 1e-12; the condition of W must be below 1e3.
void expect_answer_of_forward_sweeps(const Problem& problem, const std::vector<Nsgs>& variants) {
  const Solution forward = solve(problem, Nsgs{.tolerance = 1e-12});
  ASSERT_TRUE(forward.success()) << forward.summary();
  for (Nsgs coloured : variants) {
    coloured.order = SweepOrder::coloured;
    coloured.tolerance = 1e-12;
    const Solution solution = solve(problem, coloured);
    ASSERT_TRUE(solution.success()) << solution.summary();
    EXPECT_LE((solution.r - forward.r).norm(), 1e-9 * forward.r.norm());
  }
}

TEST(ColouredSweeps, FindTheAnswerOfForwardSweeps) {
  Random random(6);
  const std::vector<std::vector<AnyLaw>> patterns{
      {coulomb(0.2)},
      // contacts that lanes take, beside laws that they do not
      {coulomb(0.2), coulomb(0.0), Free{3}, coulomb(0.1), SecondOrderCone{3, 0.3, 0.0},
       NonNegative{3}}};
  for (const auto& pattern : patterns) {
    const Problem problem = random_contacts(150, 70, pattern, random);
    expect_answer_of_forward_sweeps(
        problem, {Nsgs{}, Nsgs{.regularisation = 0.1}, Nsgs{.relaxation = 1.1},
                  Nsgs{.freeze_after = 5}, Nsgs{.anderson = 8}, Nsgs{.threads = 2}});
  }
}

// The normal and one tangential row of every contact.
Problem in_the_plane(const Problem& problem) {
  const Matrix W = problem.W.to_dense();
  const auto contacts = static_cast<int>(problem.laws.size());
  Matrix plane(2 * contacts, 2 * contacts);
  Vector q(2 * contacts);
  for (int i = 0; i < contacts; ++i) {
    q.segment<2>(2 * i) = problem.q.segment<2>(3 * i);
    for (int j = 0; j < contacts; ++j)
      plane.block<2, 2>(2 * i, 2 * j) = W.block<2, 2>(3 * i, 3 * j);
  }
  const std::vector<int> sizes(problem.laws.size(), 2);
  return {BlockSparse(sizes, sizes, plane.sparseView()), q,
          std::vector<AnyLaw>(problem.laws.size(), coulomb(0.2, 2))};
}

// Rows of W above 2 kB are not copied: the diagonal block is left out where they lie.
TEST(ColouredSweeps, ReadWideRowsInPlace) {
  Random random(11);
  const Problem space = random_contacts(240, 8, {coulomb(0.2)}, random);
  for (const Problem& problem : {space, in_the_plane(space)}) {
    const BlockSparse& W = problem.W.blocks();
    const int size = W.uniform_size();
    ASSERT_GT(W.block_count() / W.block_rows() * size * size * 8, 2500);
    expect_answer_of_forward_sweeps(
        problem, {Nsgs{}, Nsgs{.regularisation = 0.1}, Nsgs{.anderson = 8}, Nsgs{.threads = 2}});
  }
}

void expect_same_bits(const Problem& problem) {
  const auto after_sweeps = [&](int threads) {
    Workspace workspace;
    Solution solution;
    solve(problem,
          Nsgs{.tolerance = 1e-15,
               .max_iterations = 40,
               .order = SweepOrder::coloured,
               .freeze_after = 4,
               .anderson = 5,
               .threads = threads},
          workspace, solution);
    return solution.r;
  };
  const Vector one = after_sweeps(1);
  EXPECT_GT(one.norm(), 0.0);
  for (const int threads : {2, 3, 4})
    for (int repeat = 0; repeat < 3; ++repeat) EXPECT_EQ(after_sweeps(threads), one) << threads;
}

TEST(ColouredSweeps, SameBitsForAnyNumberOfThreads) {
  Random random(7);
  const Problem problem =
      random_contacts(900, 300, {coulomb(0.6), coulomb(0.6), RollingCone{3, 0.5, 0.1}}, random);
  const Problem wide = random_contacts(900, 60, {coulomb(0.6)}, random);
  for (const Problem& each : {problem, wide}) expect_same_bits(each);
}

// Pairs of contacts, one pair after the other, of three kinds in turn: both open; a closed contact
// beside an open one that its reaction only lifts; and two closed ones that push each other.
Problem separate_pairs(int pairs, int size, Random& random) {
  std::vector<BlockSparse::Triplet> blocks;
  std::vector<AnyLaw> laws;
  Vector q(2 * size * pairs);
  for (int p = 0; p < pairs; ++p) {
    const Matrix coupling = 0.4 * Matrix::Identity(size, size);
    for (int i = 2 * p; i < 2 * p + 2; ++i) {
      blocks.push_back({i, i, Matrix::Identity(size, size)});
      blocks.push_back({i, 4 * p + 1 - i, coupling});
      for (int k = 0; k < size; ++k) q[size * i + k] = random.uniform(-0.1, 0.1);
      const bool closes = p % 3 == 2 || (p % 3 == 1 && i % 2 == 0);
      q[size * i] = closes ? -random.uniform(0.5, 1.0) : random.uniform(0.5, 1.0);
      laws.push_back(coulomb(0.3, size));
    }
  }
  const std::vector<int> sizes(static_cast<std::size_t>(2 * pairs), size);
  return {BlockSparse(sizes, sizes, blocks), q, std::move(laws)};
}

TEST(SetAside, KeepsOnlyWhatIsNotSettled) {
  Random random(8);
  for (const int size : {2, 3}) {
    const Problem problem = separate_pairs(30, size, random);
    const Nsgs options{.order = SweepOrder::coloured};
    Vector r = Vector::Zero(problem.size());
    Arena scratch;
    BusySweeps busy(problem, options, r, scratch);
    const std::span<const bool> aside = busy.aside();
    ASSERT_EQ(aside.size(), 60u);
    EXPECT_EQ(busy.left_out(), 40);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(aside[i], i / 2 % 3 != 2) << i;
    // what was set aside is solved: nothing is left but the pairs at work
    Vector u(problem.size());
    problem.W.multiply(r, u);
    u += problem.q;
    for (int i = 0; i < 60; ++i) {
      if (!aside[static_cast<std::size_t>(i)]) continue;
      const double normal = u[size * i], reaction = r[size * i];
      EXPECT_GE(normal, -1e-15);
      EXPECT_GE(reaction, 0.0);
      EXPECT_LE(normal * reaction, 1e-15);
    }
    // pairs that a wrong start keeps moving for one sweep more are not taken for settled
    Vector wrong = r;
    for (int p = 1; p < 30; p += 3) wrong.segment(2 * size * p, 2 * size).setConstant(0.7);
    const BusySweeps busy_longer(problem, options, wrong, scratch);
    EXPECT_EQ(busy_longer.left_out(), 20);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(busy_longer.aside()[i], i / 2 % 3 == 0) << i;
    // the sweeps go on as sweeps that never knew of the others would, to the last bit
    Vector expected = r;
    BlockSweeps fresh(options, problem, expected, scratch, aside);
    for (int sweep = 0; sweep < 5; ++sweep)
      EXPECT_EQ(busy.sweeps().sweep(true), fresh.sweep(true)) << "sweep " << sweep;
    EXPECT_EQ(r, expected);
  }
}

TEST(SetAside, FindsTheAnswerOfAllContacts) {
  Random random(9);
  for (const int size : {2, 3}) {
    const Problem problem = separate_pairs(60, size, random);
    expect_answer_of_forward_sweeps(
        problem, {Nsgs{}, Nsgs{.anderson = 5}, Nsgs{.momentum = true}, Nsgs{.freeze_after = 2},
                  Nsgs{.anderson = 5, .threads = 2}});
  }
}

TEST(SetAside, LeavesConnectedContactsAlone) {
  Random random(10);
  const Problem problem = random_contacts(60, 10, {coulomb(0.3)}, random);
  Vector r = Vector::Zero(problem.size());
  Arena scratch;
  const BusySweeps busy(problem, Nsgs{.order = SweepOrder::coloured}, r, scratch);
  EXPECT_EQ(busy.left_out(), 0);
  EXPECT_TRUE(busy.aside().empty());
  EXPECT_TRUE(r.isZero(0.0));
}

}  // namespace
}  // namespace nonsmooth
