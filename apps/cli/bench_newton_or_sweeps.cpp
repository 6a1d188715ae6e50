// SPDX-License-Identifier: Apache-2.0
// When is Newton worth its factorisations? On one wall with flexible bricks (W regular) and with
// rigid ones (W singular), at rising accuracy: the ratio of the times of Gauss-Seidel sweeps and of
// Alart-Curnier Newton without line search.
#include "apps/cli/bench_friction.hpp"
#include "apps/cli/bench_support.hpp"
#include "apps/cli/python_script.hpp"

#include "bench/brick_wall.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nonsmooth::cli {
namespace {

constexpr const char* sweeps_name = "nsgs";
constexpr const char* newton_name = "newton_undamped";

FrictionFile wall_file(bench::BrickWall wall) {
  char text[80];
  std::snprintf(text, sizeof text, "%s %dx%d, %d per brick, push %g",
                wall.flexible ? "flexible" : "rigid", wall.courses, wall.bricks, wall.height,
                wall.push);
  FrictionFile file{text, {}, {}, wall.flexible ? "flexible" : "rigid"};
  Problem problem = reduce(bench::brick_wall(wall));
  file.size = problem.size();
  file.contacts = static_cast<int>(problem.laws.size());
  file.content.problem = std::move(problem);
  return file;
}

std::vector<FrictionFile> walls(bool quick) {
  std::vector<FrictionFile> files;
  for (const bool flexible : {true, false})
    for (const auto& [courses, bricks, elements] :
         {std::array{3, 3, 2}, std::array{5, 3, 2}, std::array{3, 6, 2}, std::array{3, 3, 3}})
      for (const double push : {0.1, 0.3, 0.45}) {
        if (quick && (courses != 3 || bricks != 3 || elements != 2 || push != 0.3)) continue;
        show_progress("building the walls");
        files.push_back(wall_file({.flexible = flexible,
                                   .courses = courses,
                                   .bricks = bricks,
                                   .half_length = elements,
                                   .height = elements,
                                   .depth = elements,
                                   .push = push}));
      }
  return files;
}

struct Comparison {
  int total = 0, newton = 0, sweeps = 0;
  double log_ratio = 0.0;  // summed over the files that Newton solves; sweeps that fail: the limit
  double newton_steps = 0.0, sweep_count = 0.0;
};

Comparison compare(const FrictionRun& run, const std::string& kind, double tolerance) {
  Comparison sum;
  for (std::size_t i = 0; i < run.files.size(); ++i) {
    const FrictionRow *newton = nullptr, *sweeps = nullptr;
    for (const FrictionRow& row : run.rows) {
      if (row.file != i || row.tolerance != tolerance) continue;
      (row.solver == newton_name ? newton : sweeps) = &row;
    }
    if (run.files[i].kind != kind || newton == nullptr || sweeps == nullptr) continue;
    ++sum.total;
    sum.newton += newton->solved;
    sum.sweeps += sweeps->solved;
    sum.newton_steps += newton->iterations;
    sum.sweep_count += sweeps->iterations;
    if (newton->solved) sum.log_ratio += std::log(sweeps->time_s / newton->time_s);
  }
  return sum;
}

void print_comparison(const FrictionRun& run) {
  std::printf("%-9s %9s %14s %14s %12s %12s  %s\n", "bricks", "tolerance", "Newton solves",
              "sweeps solve", "Newton steps", "sweeps", "time of sweeps / time of Newton");
  for (const char* kind : {"flexible", "rigid"})
    for (const double tolerance : run.tolerances) {
      const Comparison sum = compare(run, kind, tolerance);
      if (sum.total == 0) continue;
      std::printf("%-9s %9g %7d of %-4d %7d of %-4d %11.0f %12.0f  ", kind, tolerance, sum.newton,
                  sum.total, sum.sweeps, sum.total, sum.newton_steps / sum.total,
                  sum.sweep_count / sum.total);
      if (sum.newton > 0)
        std::printf("%.2g%s\n", std::exp(sum.log_ratio / sum.newton),
                    sum.newton < sum.total ? " (where Newton succeeds)" : "");
      else
        std::printf("-\n");
    }
}

}  // namespace

int bench_newton_or_sweeps(const FrictionArguments& given) {
  FrictionArguments arguments = given;
  arguments.solvers = {sweeps_name, newton_name};
  if (arguments.quick) arguments.repeats = 1;
  FrictionRun run{.files = walls(arguments.quick),
                  .rows = {},
                  .tolerances = arguments.tolerances,
                  .limit = arguments.limit};
  for (std::size_t i = 0; i < run.files.size(); ++i)
    add_rows(run, i, measure_ours(run.files[i], arguments), arguments.json);
  show_progress("");
  if (!arguments.json) {
    std::printf("%s; median of up to %d runs, limit %g s\n", machine_facts().c_str(),
                arguments.repeats, arguments.limit);
    print_comparison(run);
  }
  std::filesystem::create_directories(arguments.out);
  const std::filesystem::path csv = arguments.out / "newton-or-sweeps.csv";
  write_friction_csv(run, csv);
  report_files(csv, "apps/cli/plot_newton_or_sweeps.py", arguments.out / "newton-or-sweeps.svg",
               arguments.json);
  return ok;
}

}  // namespace nonsmooth::cli
