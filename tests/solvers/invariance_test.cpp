// SPDX-License-Identifier: Apache-2.0
// Units are a matter of taste: the same problem in other units takes the same path to the same
// answer. Two changes of units:
//   W -> c W, q -> s q        masses and speeds in other units:  r -> (s / c) r
//   W -> D W D, q -> D q      every contact in a unit of its own:  r -> D^-1 r
// The invariant residual knows neither, the standard one knows all units but the speed's. So with
// another speed the path has the same bits (powers of two round nothing), and otherwise the same
// solvers run in the same order, and a solver may end a step earlier or later where the standard
// residual was the one that decided: it is asked for in the units given. Where factors are powers
// of two and the steps agree, so do all bits. Other factors round differently, and where W is
// singular many steps may carry that to another of several solutions.
#include "nonsmooth/solvers.hpp"
#include "tests/support/random_contacts.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

struct Sample {
  std::uint64_t seed;
  Problem problem;
};

// The first problems of the stress test with at least three contacts and a nonzero q that Auto
// solves in the units they come in, brought to unit size first.
std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (std::uint64_t seed = 0; all.size() < 40 && seed < 400; ++seed) {
    Random random(seed);
    testing::ContactSample sample = testing::random_contacts(random, 40);
    Problem& problem = sample.problem;
    if (problem.laws.size() < 3 || problem.q.isZero(0.0) || !(problem.W.max_abs() > 0.0)) continue;
    Matrix W = problem.W.to_dense();
    W /= W.cwiseAbs().maxCoeff();
    problem.q /= problem.q.cwiseAbs().maxCoeff();
    problem.W = W;
    all.push_back({seed, problem});
  }
  return all;
}

Solution solved(const Problem& problem) {
  return solve(problem, Auto{.tolerance = 1e-9, .max_time = 2.0});
}

std::string path_of(const Solution& solution) {
  std::string text;
  for (const Attempt& attempt : solution.path)
    text += std::string(attempt.solver) + " " + std::to_string(attempt.iterations) + ", ";
  return text;
}

// A solver that goes on is named once.
std::string solvers_of(const Solution& solution) {
  std::string text;
  std::string_view last;
  for (const Attempt& attempt : solution.path) {
    if (attempt.solver != last) text += std::string(attempt.solver) + ", ";
    last = attempt.solver;
  }
  return text;
}

Problem scaled(const Problem& problem, double mass, double speed) {
  return {Matrix(mass * problem.W.to_dense()), speed * problem.q, problem.laws};
}

// One factor per contact: a power of two between 2^-10 and 2^10, three decades each way.
Vector contact_factors(const Problem& problem, std::uint64_t seed, double base) {
  Random random(seed);
  Vector factors(problem.size());
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    factors.segment(row, law.size()).setConstant(std::pow(base, random.below(21) - 10));
    row += law.size();
  }
  return factors;
}

Problem congruent(const Problem& problem, const Vector& D) {
  return {Matrix(D.asDiagonal() * problem.W.to_dense() * D.asDiagonal()), D.cwiseProduct(problem.q),
          problem.laws};
}

// The same solvers in the same order to the same answer: always if the factors are powers of two,
// to the bit where also the iterations agree, else nearly always.
struct Comparison {
  int compared = 0, same_iterations = 0, same_answers = 0;

  void add(std::uint64_t seed, const Solution& plain, const Solution& other, const Vector& back,
           bool exact) {
    EXPECT_TRUE(other.success()) << "seed " << seed << ": " << other.summary();
    EXPECT_EQ(solvers_of(other), solvers_of(plain)) << "seed " << seed;
    ++compared;
    // data of unit size; steps to 1e-9, where W may be ill-conditioned
    const double apart = (back - plain.r).norm() / std::max(1.0, plain.r.norm());
    same_answers += apart <= 1e-6 ? 1 : 0;
    if (exact) {
      EXPECT_LE(apart, 1e-6) << "seed " << seed;
    }
    if (path_of(other) != path_of(plain)) return;
    ++same_iterations;
    if (exact) {
      EXPECT_EQ(back, plain.r) << "seed " << seed;
    }
  }
};

TEST(Invariance, SpeedsInOtherUnitsKeepEveryBit) {
  int compared = 0;
  for (const auto& [seed, problem] : samples()) {
    const Solution plain = solved(problem);
    if (!plain.success()) continue;
    for (const double speed : {0x1p20, 0x1p-20}) {
      const Solution other = solved(scaled(problem, 1.0, speed));
      EXPECT_EQ(path_of(other), path_of(plain)) << "seed " << seed << ", " << speed;
      EXPECT_EQ(other.r, Vector(speed * plain.r)) << "seed " << seed << ", " << speed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 60);  // the test would be empty otherwise
}

TEST(Invariance, MassesInOtherUnits) {
  Comparison comparison;
  for (const auto& [seed, problem] : samples()) {
    const Solution plain = solved(problem);
    if (!plain.success()) continue;
    for (const auto& [mass, speed] : {std::pair{0x1p20, 1.0},
                                      {0x1p-20, 1.0},
                                      {0x1p20, 0x1p20},
                                      {0x1p-20, 0x1p-20},
                                      {1e6, 1.0},
                                      {1e-6, 1.0},
                                      {1e6, 1e6},
                                      {1e-6, 1e-6}}) {
      const Solution other = solved(scaled(problem, mass, speed));
      const bool exact = mass != 1e6 && mass != 1e-6;
      comparison.add(seed, plain, other, mass / speed * other.r, exact);
    }
  }
  EXPECT_GT(comparison.compared, 200);
  EXPECT_GE(comparison.same_iterations, 8 * comparison.compared / 10);
  EXPECT_GE(comparison.same_answers, 98 * comparison.compared / 100);
}

TEST(Invariance, EveryContactInItsOwnUnit) {
  Comparison comparison;
  for (const auto& [seed, problem] : samples()) {
    const Solution plain = solved(problem);
    if (!plain.success()) continue;
    for (const double base : {2.0, 1.9953}) {  // the latter to the tenth power is a thousand
      const Vector D = contact_factors(problem, seed, base);
      const Solution other = solved(congruent(problem, D));
      comparison.add(seed, plain, other, D.cwiseProduct(other.r), base == 2.0);
    }
  }
  EXPECT_GT(comparison.compared, 60);
  EXPECT_GE(comparison.same_iterations, 8 * comparison.compared / 10);
  EXPECT_GE(comparison.same_answers, 98 * comparison.compared / 100);
}

// A solvable problem in which u is 1e-6 times q and reactions may grow without changing u, so that
// interior points drift away to reactions of 1e5: later rungs must not start from there.
TEST(Invariance, InteriorPointsThatRanAwayAreNotBuiltOn) {
  for (const auto& [seed, problem] : samples()) {
    if (seed != 43) continue;
    for (const double mass : {1.0, 0x1p20, 1e6, 1e-6}) {
      const Solution solution = solved(scaled(problem, mass, 1.0));
      EXPECT_TRUE(solution.success()) << solution.summary();
      EXPECT_LT(mass * solution.r.norm(), 10.0) << solution.summary();  // the solution has 1.3
    }
    return;
  }
  FAIL() << "the sample is no longer among the problems";
}

}  // namespace
}  // namespace nonsmooth
