// SPDX-License-Identifier: Apache-2.0
// Shrinking keeps exactly what the failure needs, and the smaller problem is the whole one with
// rows struck out.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace nonsmooth {
namespace {

// Contacts that know nothing of each other, but for two: the same body held from both sides.
Problem squeezed_among(int contacts, int first, int second, bool dense) {
  Problem problem;
  Matrix W = Matrix::Identity(3 * contacts, 3 * contacts);
  for (int k = 0; k < 3; ++k) {
    const double sign = k == 0 ? -1.0 : 1.0;
    W(3 * first + k, 3 * second + k) = W(3 * second + k, 3 * first + k) = sign;
  }
  problem.q = Vector::Zero(3 * contacts);
  for (int i = 0; i < contacts; ++i) {
    problem.laws.emplace_back(coulomb(0.3));
    problem.q[3 * i] = -1.0;
  }
  const std::vector<int> sizes(static_cast<std::size_t>(contacts), 3);
  if (dense)
    problem.W = W;
  else
    problem.W = BlockSparse(sizes, sizes, W.sparseView());
  return problem;
}

bool contains(std::span<const int> rows, int row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

TEST(Shrink, FindsThePlantedPair) {
  for (const bool dense : {true, false})
    for (const auto& [first, second] : {std::pair{0, 41}, {7, 8}, {13, 29}, {0, 1}}) {
      const Problem whole = squeezed_among(42, first, second, dense);
      const auto fails = [](const Problem& problem, std::span<const int>) {
        return !solve(problem, Nsgs{.max_iterations = 100}).success();
      };
      ASSERT_TRUE(fails(whole, {}));
      const Shrunk<Problem> shrunk = shrink(whole, fails);
      const std::vector<int> expected{3 * first,  3 * first + 1,  3 * first + 2,
                                      3 * second, 3 * second + 1, 3 * second + 2};
      EXPECT_EQ(shrunk.rows, expected);
      EXPECT_EQ(shrunk.parts, 2);
      EXPECT_TRUE(shrunk.minimal);
      EXPECT_TRUE(fails(shrunk.problem, shrunk.rows));
      // logarithmic, not linear: a pair in 42 takes far fewer trials than all pairs (861)
      EXPECT_LT(shrunk.trials, 100);
    }
}

TEST(Shrink, EverySubsetSizeIsFoundExactly) {
  // a predicate that wants certain rows and nothing else: what is left must be just these
  const Problem whole = squeezed_among(30, 3, 4, true);
  Random random(3);
  for (int wanted = 1; wanted <= 30; wanted += 7) {
    std::vector<int> contacts(30);
    std::iota(contacts.begin(), contacts.end(), 0);
    for (int i = 29; i > 0; --i) std::swap(contacts[random.below(i + 1)], contacts[i]);
    contacts.resize(static_cast<std::size_t>(wanted));
    const Shrunk<Problem> shrunk = shrink(whole, [&](const Problem&, std::span<const int> rows) {
      return std::all_of(contacts.begin(), contacts.end(),
                         [&](int c) { return contains(rows, 3 * c); });
    });
    EXPECT_EQ(shrunk.parts, wanted);
    for (const int c : contacts) EXPECT_TRUE(contains(shrunk.rows, 3 * c + 2));
  }
}

TEST(Shrink, TakesScalarLawsApart) {
  // an LCP is one law of many rows; row 5 and row 11 contradict each other
  Matrix M = Matrix::Identity(16, 16);
  Vector q = Vector::Constant(16, -1.0);
  M(5, 5) = M(11, 11) = 1.0;
  M(5, 11) = M(11, 5) = -1.0;
  const Problem whole = lcp(M, q);
  const auto infeasible = [](const Problem& problem, std::span<const int>) {
    return solve(problem).status == Status::infeasible;
  };
  ASSERT_TRUE(infeasible(whole, {}));
  const Shrunk<Problem> shrunk = shrink(whole, infeasible);
  EXPECT_EQ(shrunk.rows, (std::vector<int>{5, 11}));
  ASSERT_EQ(shrunk.problem.laws.size(), 1u);
  EXPECT_EQ(shrunk.problem.laws[0].size(), 2);
}

TEST(Shrink, StopsWhenTheTimeIsUp) {
  const Problem whole = squeezed_among(20, 3, 4, true);
  const Shrunk<Problem> shrunk =
      shrink(whole, [](const Problem&, std::span<const int>) { return true; }, {.max_time = 0.0});
  EXPECT_FALSE(shrunk.minimal);
  EXPECT_EQ(shrunk.parts, 20);
}

TEST(WithRows, IsTheSubmatrixWithItsLaws) {
  Random random(5);
  const int n = 9;
  Matrix W(n, n);
  Vector q(n);
  for (double& value : W.reshaped()) value = random.uniform(-1.0, 1.0);
  for (double& value : q) value = random.uniform(-1.0, 1.0);
  const std::vector<int> sizes{2, 3, 4};
  const Box box{Vector{{0, 1, 2, 3}}, Vector{{5, 6, 7, 8}}, Vector{{.1, .2, .3, .4}}};
  const std::vector<AnyLaw> laws{Free{2}, coulomb(0.5), box};
  const std::vector<int> rows{1, 2, 3, 4, 6, 8};
  for (const Delassus& operator_ :
       {Delassus(W), Delassus(BlockSparse(sizes, sizes, W.sparseView()))}) {
    const Problem part = with_rows(Problem{operator_, q, laws}, rows);
    EXPECT_EQ(part.W.is_dense(), operator_.is_dense());
    EXPECT_EQ(part.W.to_dense(), Matrix(W(rows, rows)));
    EXPECT_EQ(part.q, Vector(q(rows)));
    ASSERT_EQ(part.laws.size(), 3u);
    EXPECT_EQ(part.laws[0].get_if<Free>()->dimension, 1);
    EXPECT_EQ(part.laws[1].get_if<SecondOrderCone>()->mu, 0.5);
    EXPECT_EQ(part.laws[2].get_if<Box>()->lower, (Vector{{1, 3}}));
    EXPECT_EQ(part.laws[2].get_if<Box>()->compliance, (Vector{{.2, .4}}));
    EXPECT_NO_THROW(validate(part));
  }
  // half a cone is no law
  EXPECT_THROW(with_rows(Problem{W, q, laws}, std::vector<int>{1, 2, 3}), Error);
}

TEST(WithRows, OfAGlobalProblemReducesToTheSame) {
  // four bodies of three degrees of freedom, one contact each, and one between bodies 0 and 1
  GlobalProblem whole;
  whole.M.resize(12, 12);
  whole.H.resize(12, 15);
  for (int i = 0; i < 12; ++i) whole.M.insert(i, i) = 1.0 + i;
  for (int i = 0; i < 12; ++i) whole.H.insert(i, i) = 1.0;
  for (int k = 0; k < 3; ++k) {
    whole.H.insert(k, 12 + k) = 1.0;
    whole.H.insert(3 + k, 12 + k) = -1.0;
  }
  whole.f = Vector::LinSpaced(12, -1.0, 1.0);
  whole.w = Vector::LinSpaced(15, 0.0, 1.0);
  for (int i = 0; i < 5; ++i) whole.laws.emplace_back(coulomb(0.4));
  const std::vector<int> rows{3, 4, 5, 12, 13, 14};
  const GlobalProblem part = with_rows(whole, rows);
  EXPECT_EQ(part.f.size(), 6);  // bodies 2 and 3 are gone
  const Problem expected = with_rows(reduce(whole), rows), found = reduce(part);
  EXPECT_LE((found.W.to_dense() - expected.W.to_dense()).norm(), 1e-15);
  EXPECT_LE((found.q - expected.q).norm(), 1e-15);
}

}  // namespace
}  // namespace nonsmooth
