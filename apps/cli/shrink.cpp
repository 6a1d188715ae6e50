// SPDX-License-Identifier: Apache-2.0
// solve FILE --shrink OUT: a smaller problem that fails like the one in the file.
#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cstdio>

namespace nonsmooth::cli {
namespace {

// Two ends are alike if both prove something, both cannot be treated, or both just fail: which
// limit comes first is a matter of size.
int failure_class(Status status) {
  switch (status) {
    case Status::solved: return 0;
    case Status::infeasible: return 1;
    case Status::unsupported: return 2;
    default: return 3;
  }
}

struct Trial {
  Solver solver;
  std::optional<double> max_time;
  Vector start;  // of the whole problem; empty for none

  template <class AnyProblem>
  Status run(const AnyProblem& problem, std::span<const int> rows) const {
    Workspace workspace;
    if (max_time) workspace.deadline = Workspace::after(*max_time);
    Solution solution;
    if (start.size() > 0) {
      solution.r.resize(static_cast<Eigen::Index>(rows.size()));
      for (std::size_t k = 0; k < rows.size(); ++k)
        solution.r[static_cast<Eigen::Index>(k)] = start[rows[k]];
    }
    nonsmooth::solve(problem, solver, workspace, solution);
    return solution.status;
  }
};

// FCLib if the name asks for it and the laws allow it, JSON else. Returns where it went.
std::filesystem::path write_problem(std::filesystem::path path, const io::ProblemFile& file) {
  if (path.extension() == ".hdf5") {
    try {
      io::write_fclib(path, file);
      return path;
    } catch (const FileError&) {
      throw;
    } catch (const Error& error) {
      std::fprintf(stderr, "nonsmooth: %s; written as JSON\n", error.what());
      path.replace_extension(".json");
      refuse_unwritable(path);
    }
  }
  io::write_json(path, file);
  return path;
}

struct Summary {
  std::string file, out;
  Status status;
  int parts, left, trials;
  bool minimal;
};

void report(const Summary& summary, bool json) {
  if (json)
    return print_line({{"file", summary.file},
                       {"out", summary.out},
                       {"status", name(summary.status)},
                       {"parts", summary.parts},
                       {"parts_left", summary.left},
                       {"trials", summary.trials},
                       {"minimal", summary.minimal}});
  std::printf("%s: %s with %d of %d contacts and rows, %s, after %d trials\n", summary.out.c_str(),
              std::string(name(summary.status)).c_str(), summary.left, summary.parts,
              summary.minimal ? "none of which can go" : "cut short by the time", summary.trials);
}

template <class AnyProblem>
int shrink_problem(const SolveArguments& arguments, const AnyProblem& problem, Trial trial,
                   io::ProblemFile file) {
  std::vector<int> all(static_cast<std::size_t>(problem.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  const Status status = trial.run(problem, all);
  if (status == Status::solved) {
    std::fprintf(stderr, "nonsmooth: %s: solved, so there is no failure to keep\n",
                 arguments.files.front().string().c_str());
    return failure;
  }
  ShrinkOptions options;
  options.max_time = arguments.shrink_time;
  options.progress = [](int parts, int trials) {
    std::fprintf(stderr, "nonsmooth: %d left after %d trials\n", parts, trials);
  };
  const auto fails = [&](const AnyProblem& smaller, std::span<const int> rows) {
    return failure_class(trial.run(smaller, rows)) == failure_class(status);
  };
  const Shrunk<AnyProblem> shrunk = nonsmooth::shrink(problem, fails, options);
  file.problem = shrunk.problem;
  file.description +=
      "\nshrunk from " + arguments.files.front().filename().string() + "; rows kept:";
  for (const int row : shrunk.rows) file.description += " " + std::to_string(row);
  file.r = file.u = file.v = std::nullopt;
  if (trial.start.size() > 0) file.r = Vector(trial.start(shrunk.rows));
  file.guess = true;
  const std::filesystem::path out = write_problem(*arguments.shrink, file);
  int parts = 0;
  for (const AnyLaw& law : problem.laws) parts += law.scalar() ? law.size() : 1;
  report({arguments.files.front().string(), out.string(), trial.run(shrunk.problem, shrunk.rows),
          parts, shrunk.parts, shrunk.trials, shrunk.minimal},
         arguments.json);
  return ok;
}

}  // namespace

int shrink(const SolveArguments& arguments) {
  refuse_unwritable(*arguments.shrink);
  const io::ProblemFile file = io::read(arguments.files.front());
  Trial trial{configured(arguments.solver, arguments.options), arguments.max_time, {}};
  if (Auto* ladder = std::get_if<Auto>(&trial.solver); ladder != nullptr && arguments.max_time)
    ladder->max_time = *arguments.max_time;
  if (arguments.warm_start && file.r) trial.start = *file.r;
  return std::visit(
      [&](const auto& problem) { return shrink_problem(arguments, problem, trial, file); },
      file.problem);
}

}  // namespace nonsmooth::cli
