// SPDX-License-Identifier: Apache-2.0
// What one coloured Gauss-Seidel sweep costs on generated problems of every family: its time on one
// thread against the product W r measured beside it, the gain of more threads, and the memory of a
// solve beside W. A sweep is the difference of a long and a short run, so that neither preparation
// nor certificate counts; the least of the repeats counts, processor time on one thread and wall
// time on several.
#include "apps/cli/bench_support.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/solvers.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#if defined(__SANITIZE_ADDRESS__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // Debian's gcc has no header
#endif

namespace nonsmooth::cli {
namespace {

constexpr int short_run = 5, long_run = 65;  // sweeps; a longer run looks at its residual

struct SweepCost {
  std::string family;
  int contacts = 0;
  double blocks_per_row = 0.0;
  double matrix_bytes = 0.0, solve_bytes = 0.0;         // per contact
  double product = infinity, one_thread = infinity;     // s of processor time
  double wall_one = infinity, wall_several = infinity;  // s per sweep
};

double bytes_in_use() {
#if defined(__SANITIZE_ADDRESS__)  // its allocator stands in for glibc's, whose books stay empty
  return static_cast<double>(__sanitizer_get_current_allocated_bytes());
#else
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#endif
}

// What a solve with acceleration takes from nothing, the answer not counted.
double solve_bytes(const Problem& problem) {
  Solution solution;
  solution.r.setZero(problem.size());
  solution.u.setZero(problem.size());
  const double before = bytes_in_use();
  Workspace workspace;
  solve(problem, Nsgs{.max_iterations = 3, .order = SweepOrder::coloured, .anderson = 10},
        workspace, solution);
  return bytes_in_use() - before;
}

double product_seconds(const Problem& problem, VectorIn r, VectorOut u) {
  constexpr int products = 10;
  const double start = thread_seconds();
  for (int k = 0; k < products; ++k) problem.W.multiply(r, u);
  return (thread_seconds() - start) / products;
}

struct Seconds {
  double busy, wall;
};

Seconds run_sweeps(const Problem& problem, int sweeps, int threads, Workspace& workspace,
                   Solution& solution) {
  // a tolerance out of reach: the number of sweeps decides
  const Nsgs options{.tolerance = 1e-300,
                     .max_iterations = sweeps,
                     .order = SweepOrder::coloured,
                     .threads = threads};
  solution.r.setZero(problem.size());
  const double busy = thread_seconds(), wall = seconds_now();
  solve(problem, options, workspace, solution);
  return {thread_seconds() - busy, seconds_now() - wall};
}

SweepCost measure(const bench::FrictionProblemOptions& options, const std::string& family,
                  const SweepArguments& arguments) {
  const Problem problem = reduce(friction_problem(options));
  const auto contacts = static_cast<double>(problem.laws.size());
  SweepCost cost{.family = family, .contacts = static_cast<int>(problem.laws.size())};
  cost.blocks_per_row =
      problem.W.is_dense() ? contacts : problem.W.blocks().block_count() / contacts;
  cost.matrix_bytes = cost.blocks_per_row * (9 * sizeof(double) + sizeof(int));
  cost.solve_bytes = solve_bytes(problem) / contacts;

  Workspace workspace;
  Solution solution;
  Vector u(problem.size());
  Seconds least_short[2]{{infinity, infinity}, {infinity, infinity}}, least_long[2]{};
  std::copy_n(least_short, 2, least_long);
  const auto keep = [](Seconds& least, Seconds now) {
    least = {std::min(least.busy, now.busy), std::min(least.wall, now.wall)};
  };
  run_sweeps(problem, short_run, 1, workspace, solution);  // memory grows to its size
  for (int repeat = 0; repeat < arguments.repeats; ++repeat)
    for (const int which : {0, 1}) {
      const int threads = which == 0 ? 1 : arguments.threads;
      keep(least_short[which], run_sweeps(problem, short_run, threads, workspace, solution));
      keep(least_long[which], run_sweeps(problem, long_run, threads, workspace, solution));
      cost.product = std::min(cost.product, product_seconds(problem, solution.r, u));
    }
  constexpr double sweeps = long_run - short_run;
  cost.one_thread = (least_long[0].busy - least_short[0].busy) / sweeps;
  cost.wall_one = (least_long[0].wall - least_short[0].wall) / sweeps;
  cost.wall_several = (least_long[1].wall - least_short[1].wall) / sweeps;
  return cost;
}

void print_row(const SweepCost& cost, const SweepArguments& arguments) {
  if (arguments.json) {
    print_line({{"family", cost.family},
                {"contacts", cost.contacts},
                {"blocks_per_row", cost.blocks_per_row},
                {"matrix_bytes", cost.matrix_bytes},
                {"solve_bytes", cost.solve_bytes},
                {"product_s", cost.product},
                {"sweep_s", cost.one_thread},
                {"products_per_sweep", cost.one_thread / cost.product},
                {"threads", arguments.threads},
                {"gain", cost.wall_one / cost.wall_several}});
    return;
  }
  std::printf("%-8s %8d %8.1f %7.2f kB %7.2f kB %10s %10s %9.2f %7.2f\n", cost.family.c_str(),
              cost.contacts, cost.blocks_per_row, 1e-3 * cost.matrix_bytes, 1e-3 * cost.solve_bytes,
              time_text(cost.product).c_str(), time_text(cost.one_thread).c_str(),
              cost.one_thread / cost.product, cost.wall_one / cost.wall_several);
  std::fflush(stdout);
}

}  // namespace

int bench_sweeps(const SweepArguments& given) {
  SweepArguments arguments = given;
  if (arguments.quick) {
    arguments.repeats = std::min(arguments.repeats, 3);
    arguments.contacts = std::min(arguments.contacts, 500);
  }
  if (!arguments.json)
    std::printf(
        "%s; the least of %d runs\n%-8s %8s %8s %10s %10s %10s %10s %9s  gain of %d "
        "threads\n",
        machine_facts().c_str(), arguments.repeats, "family", "contacts", "blocks", "W", "solve",
        "product", "sweep", "products", arguments.threads);
  const auto families = enum_names(bench::Family{});
  for (std::size_t k = 0; k < families.size(); ++k) {
    const std::string family(families[k]);
    if (!arguments.family.empty() && arguments.family != family) continue;
    show_progress(family);
    const bench::FrictionProblemOptions options{.family = static_cast<bench::Family>(k),
                                                .contacts = arguments.contacts};
    const SweepCost cost = measure(options, family, arguments);
    show_progress("");
    print_row(cost, arguments);
  }
  return ok;
}

}  // namespace nonsmooth::cli
