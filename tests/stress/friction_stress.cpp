// SPDX-License-Identifier: Apache-2.0
// friction_stress COUNT [FIRST_SEED] [SECONDS]: that many random contact problems of up to 200
// contacts through Auto with so many seconds each (0.5). Fails on
//   - success that the outside checker does not confirm,
//   - "infeasible" on a problem that has a solution,
//   - an answer that is not finite, an empty message, an exception.
// A crash is a failure too. Friction problems are hard in general, so that an open end is no
// failure here; their share is printed. A seed reproduces its problem:  friction_stress 1 SEED
#include "nonsmooth/solvers.hpp"
#include "tests/support/contact_checker.hpp"
#include "tests/support/random_contacts.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace nonsmooth;

struct Tally {
  long total = 0;
  std::array<long, 6> ends{};  // by Status
  double seconds = 0.0;
};

const char* complaint(const testing::ContactSample& sample, const Solution& solution) {
  if (!solution.r.allFinite() || !solution.u.allFinite()) return "an answer that is not finite";
  if (solution.message.empty()) return "no message";
  // the checker measures |r_T + mu r_N u_T / |u_T||, which grows like the square root of an error
  // where a contact hardly slides and like mu where friction is high
  if (solution.success() &&
      !(testing::contact_problem_violation(sample.problem, solution.r) <= 1e-4))
    return "success that the checker does not confirm";
  if (solution.status == Status::infeasible && sample.solvable)
    return "a solvable problem called infeasible";
  return nullptr;
}

void print(const char* title, const Tally& tally) {
  std::printf("%-24s %7ld problems:", title, tally.total);
  for (std::size_t k = 0; k < tally.ends.size(); ++k)
    if (tally.ends[k] > 0)
      std::printf(" %s %ld (%.2f %%)", std::string(name(static_cast<Status>(k))).c_str(),
                  tally.ends[k],
                  100.0 * static_cast<double>(tally.ends[k]) / static_cast<double>(tally.total));
  std::printf(", mean %.0f us\n", 1e6 * tally.seconds / static_cast<double>(tally.total));
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1000;
  const long first = argc > 2 ? std::atol(argv[2]) : 0;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 0.5;
  std::array<Tally, 3> tallies;  // regular W, solvable by construction, unknown
  int failures = 0;
  double worst = 0.0;
  Workspace workspace;
  Solution solution;
  for (long seed = first; seed < first + count && failures < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const testing::ContactSample sample = testing::random_contacts(random, 200);
    solution.r.setZero(sample.problem.size());
    const char* what = nullptr;
    try {
      solve(sample.problem, Auto{.tolerance = 1e-8, .max_time = seconds}, workspace, solution);
      what = complaint(sample, solution);
    } catch (const std::exception& error) {
      what = "an exception";
    }
    Tally& tally = tallies[sample.regular ? 0 : sample.solvable ? 1 : 2];
    ++tally.total;
    ++tally.ends[static_cast<std::size_t>(solution.status)];
    tally.seconds += solution.time;
    if (solution.success())
      worst = std::max(worst, testing::contact_problem_violation(sample.problem, solution.r));
    if (what == nullptr) continue;
    ++failures;
    std::printf("seed %ld, %d rows: %s\n  %s\n", seed, sample.problem.size(), what,
                solution.summary().c_str());
  }
  print("regular W", tallies[0]);
  print("solvable, any rank", tallies[1]);
  print("unknown", tallies[2]);
  std::printf("largest violation among the solved, by the checker: %.1e\n", worst);
  std::printf("%s\n", failures == 0 ? "every verdict confirmed" : "FAILED");
  return failures == 0 ? 0 : 1;
}
