// SPDX-License-Identifier: Apache-2.0
// random_stress COUNT [FIRST_SEED]: that many random problems of sizes 1-60 through Auto. Fails on
//   - success that the outside checker does not confirm,
//   - success on a problem that has no solution by construction,
//   - "infeasible" on a problem that has one,
//   - anything but success on a class that theory says Auto's methods solve.
// A crash is a failure too. The seed printed with a failure reproduces it:  random_stress 1 SEED
#include "nonsmooth/solvers.hpp"
#include "tests/support/checker.hpp"
#include "tests/support/random_problems.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace nonsmooth;
using testing::RandomClass;

// positive semidefinite and P-matrices: a solution must be found. Degenerate integer data and random
// matrices are NP-hard in general; there only the verdict must be true.
bool must_be_solved(RandomClass which) {
  return testing::has_solution(which) && which != RandomClass::degenerate &&
         which != RandomClass::indefinite;
}

struct Tally {
  long total = 0, solved = 0, infeasible = 0, open = 0;
  double seconds = 0.0;
};

const char* complaint(RandomClass which, const Problem& problem, const Solution& solution) {
  // the library divides by |q|, the checker by max(1, |q|); ten times covers both
  if (solution.success() && !(testing::violation(problem, solution.r) <= 1e-9))
    return "success that the checker does not confirm";
  if (solution.success() && which == RandomClass::infeasible) return "success on an infeasible problem";
  if (solution.status == Status::infeasible && testing::has_solution(which))
    return "a solvable problem called infeasible";
  if (!solution.success() && must_be_solved(which)) return "a problem theory solves was not solved";
  if (solution.status != Status::infeasible && which == RandomClass::infeasible)
    return "no proof found for an infeasible problem";
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1000;
  const long first = argc > 2 ? std::atol(argv[2]) : 0;
  std::array<Tally, testing::random_class_names.size()> tallies;
  int failures = 0;
  Workspace workspace;
  Solution solution;
  for (long seed = first; seed < first + count; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const auto which = static_cast<RandomClass>(random.below(static_cast<int>(tallies.size())));
    // the classes without promise climb the whole ladder: they get small sizes
    const bool hard = which == RandomClass::degenerate || which == RandomClass::indefinite ||
                      which == RandomClass::arbitrary;
    const int n = 1 + random.below(hard ? 12 : 60);
    const Problem problem = testing::random_problem(which, n, random);
    solution.r.setZero(n);
    solve(problem, Auto{}, workspace, solution);
    Tally& tally = tallies[static_cast<std::size_t>(which)];
    ++tally.total;
    tally.solved += solution.success();
    tally.infeasible += solution.status == Status::infeasible;
    tally.open += !solution.success() && solution.status != Status::infeasible;
    tally.seconds += solution.time;
    if (const char* what = complaint(which, problem, solution); what != nullptr) {
      std::printf("seed %ld, %s, size %d: %s\n  %s\n", seed,
                  std::string(testing::random_class_names[static_cast<std::size_t>(which)]).c_str(), n,
                  what, solution.summary().c_str());
      if (++failures >= 20) break;
    }
  }
  for (std::size_t k = 0; k < tallies.size(); ++k)
    std::printf("%-18s %8ld problems: solved %8ld, infeasible %7ld, open %5ld, mean %8.1f us\n",
                std::string(testing::random_class_names[k]).c_str(), tallies[k].total,
                tallies[k].solved, tallies[k].infeasible, tallies[k].open,
                tallies[k].total > 0 ? 1e6 * tallies[k].seconds / static_cast<double>(tallies[k].total) : 0.0);
  std::printf("%s\n", failures == 0 ? "every verdict confirmed" : "FAILED");
  return failures == 0 ? 0 : 1;
}
