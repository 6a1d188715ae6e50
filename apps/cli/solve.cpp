// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/json_line.hpp"
#include "apps/cli/path_text.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/io.hpp"

#include <unistd.h>

#include <cstdio>
#include <limits>

namespace nonsmooth::cli {
namespace {

struct Row {
  std::string file;
  std::string kind;
  std::size_t blocks = 0;
  int size = 0;
  std::string solver;
  Solution solution;
};

using OptionTexts = std::map<std::string, std::string>;

template <HasFields Options>
void set_fields(Options& fields, const OptionTexts& texts) {
  for (const auto& [key, text] : texts) {
    try {
      set_field(fields, key, text);
    } catch (const Error& error) {
      throw Error(flag_name(key) + " for solver " + std::string(Options::name) + ": " +
                  error.what());
    }
  }
}

}  // namespace

Solver configured(const std::string& solver_name, const OptionTexts& options) {
  Solver solver = solver_by_name(solver_name);
  std::visit(
      [&]<class Options>(Options& fields) {
        if constexpr (HasFields<Options>) set_fields(fields, options);
      },
      solver);
  return solver;
}

namespace {

// With --all an option counts for the solvers that have it.
Solver configured_where_known(const Solver& solver, const OptionTexts& options) {
  return std::visit(
      [&]<class Options>(const Options&) {
        OptionTexts known;
        if constexpr (HasFields<Options>)
          for (const std::string_view field : field_names<Options>())
            if (const auto given = options.find(std::string(field)); given != options.end())
              known.insert(*given);
        return configured(std::string(name(solver)), known);
      },
      solver);
}

Solution solve_file(const SolveArguments& arguments, const io::ProblemFile& file, Solver solver,
                    FlightRecorder* recorder) {
  Workspace workspace;
  workspace.recorder = recorder;
  if (arguments.max_time) {
    workspace.deadline = Workspace::after(*arguments.max_time);
    if (Auto* ladder = std::get_if<Auto>(&solver); ladder != nullptr)
      ladder->max_time = *arguments.max_time;
  }
  Solution solution;
  if (arguments.warm_start && file.r) solution.r = *file.r;
  std::visit([&](const auto& problem) { nonsmooth::solve(problem, solver, workspace, solution); },
             file.problem);
  return solution;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < infinity ? "%.1e" : "%g", value);
  return text;
}

void print_header() {
  std::printf("%-34s %-12s %6s  %-18s %9s %9s %7s %9s  %s\n", "file", "kind", "size", "status",
              "residual", "invariant", "iter", "time", "path");
}

void print_row(const Row& row) {
  const Solution& s = row.solution;
  char time[32];
  if (s.time < 1e-3)
    std::snprintf(time, sizeof time, "%.0f us", 1e6 * s.time);
  else if (s.time < 1.0)
    std::snprintf(time, sizeof time, "%.2f ms", 1e3 * s.time);
  else
    std::snprintf(time, sizeof time, "%.2f s", s.time);
  std::printf("%-34s %-12s %6d  %-18s %9s %9s %7d %9s  %s\n", row.file.c_str(), row.kind.c_str(),
              row.size, std::string(name(s.status)).c_str(), short_number(s.residual).c_str(),
              short_number(s.residual_invariant).c_str(), s.iterations, time, path_text(s).c_str());
  if (!s.success()) std::printf("    %s\n", std::string(s.message).c_str());
}

void print_json(const Row& row, const std::string& file) {
  const auto number = [](double value) -> Json {
    if (value < infinity) return value;
    return nullptr;  // JSON knows no infinity
  };
  Json path = Json::array();
  for (const Attempt& attempt : row.solution.path)
    path.push_back({{"solver", attempt.solver},
                    {"iterations", attempt.iterations},
                    {"residual", number(attempt.residual)}});
  const Json object{{"file", file},
                    {"kind", row.kind},
                    {"blocks", row.blocks},
                    {"size", row.size},
                    {"solver", row.solver},
                    {"status", name(row.solution.status)},
                    {"message", row.solution.message},
                    {"residual", number(row.solution.residual)},
                    {"residual_invariant", number(row.solution.residual_invariant)},
                    {"iterations", row.solution.iterations},
                    {"time_s", row.solution.time},
                    {"path", path}};
  print_line(object);
}

std::string fit(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : "..." + text.substr(text.size() - width + 3);
}

// All rows of one file; returns the worst exit code among them.
int solve_one(const SolveArguments& arguments, const std::filesystem::path& path,
              FlightRecorder* recorder) {
  const io::ProblemFile file = io::read(path);
  std::vector<Solver> solvers;
  if (arguments.all) {
    const auto* global = std::get_if<GlobalProblem>(&file.problem);
    for (const Solver& solver :
         solvers_for(global != nullptr ? reduce(*global) : std::get<Problem>(file.problem)))
      solvers.push_back(configured_where_known(solver, arguments.options));
  } else {
    solvers.push_back(configured(arguments.solver, arguments.options));
  }
  int code = ok;
  for (const Solver& solver : solvers) {
    Row row;
    row.file = fit(path.filename().string(), 34);
    std::visit(
        [&](const auto& problem) {
          row.kind = name(kind(problem));
          row.blocks = problem.laws.size();
          row.size = problem.size();
        },
        file.problem);
    row.solver = name(solver);
    row.solution = solve_file(arguments, file, solver, recorder);
    if (arguments.json)
      print_json(row, path.string());
    else
      print_row(row);
    std::fflush(stdout);
    if (!row.solution.success()) code = not_converged;
    if (arguments.solution) io::write_solution(*arguments.solution, row.solution);
  }
  return code;
}

// Wrong options are wrong usage, found before any file is read.
void check_options(const SolveArguments& arguments) {
  if (!arguments.all) {
    static_cast<void>(configured(arguments.solver, arguments.options));
    return;
  }
  for (const Solver& solver : built_in_solvers())
    static_cast<void>(configured_where_known(solver, arguments.options));
}

// On a terminal, the file being worked on, erased when its rows are printed.
void show_progress(std::size_t index, std::size_t count, const std::string& file) {
  if (count < 2 || isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\r\033[K[%zu/%zu] %s\r", index + 1, count, file.c_str());
}

// False if something that should have been recorded was not.
bool report_recording(const FlightRecorder& recorder, const std::filesystem::path& folder) {
  if (recorder.written > 0)
    std::fprintf(stderr, "nonsmooth: recorded %d in %s\n", recorder.written,
                 folder.string().c_str());
  if (recorder.complaint.empty()) return true;
  std::fprintf(stderr, "nonsmooth: %s: %s\n",
               recorder.stopped ? "recording stopped" : "not everything was recorded",
               recorder.complaint.c_str());
  return false;
}

}  // namespace

int solve(const SolveArguments& arguments) {
  if (arguments.solution && (arguments.files.size() > 1 || arguments.all)) {
    std::fprintf(stderr, "nonsmooth: --solution takes one file and one solver\n");
    return usage;
  }
  if (arguments.shrink && (arguments.files.size() > 1 || arguments.all)) {
    std::fprintf(stderr, "nonsmooth: --shrink takes one file and one solver\n");
    return usage;
  }
  try {
    check_options(arguments);
  } catch (const Error& error) {
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
    return usage;
  }
  if (arguments.shrink) return shrink(arguments);
  FlightRecorder recorder;
  if (arguments.record) recorder = io::flight_recorder(*arguments.record);
  recorder.slower_than = arguments.record_slower_than;
  recorder.most = std::numeric_limits<int>::max();
  if (!arguments.json) print_header();
  int code = ok;
  for (std::size_t i = 0; i < arguments.files.size(); ++i) {
    show_progress(i, arguments.files.size(), arguments.files[i].filename().string());
    try {
      const int result = solve_one(arguments, arguments.files[i], &recorder);
      if (code != failure && result != ok) code = result;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "nonsmooth: %s\n", error.what());
      code = failure;
    }
  }
  if (arguments.record && !report_recording(recorder, *arguments.record)) code = failure;
  return code;
}

}  // namespace nonsmooth::cli
