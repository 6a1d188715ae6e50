// SPDX-License-Identifier: Apache-2.0
// Success and speed on friction problems: every solver of ours (warm memory, zero start) and, next
// to it on the same file, every solver of the peer. Whoever gives the answer, the same residual
// judges it; ours have to pass the unit-invariant one as well. A failure costs the time limit.
#include "apps/cli/bench_friction.hpp"

#include "apps/cli/bench_support.hpp"
#include "apps/cli/path_text.hpp"
#include "apps/cli/python_script.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/linalg/factorization.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

constexpr double repeat_budget = 1.5;  // s, the same as the peer's
constexpr double peer_slack = 1.01;    // rounding in the last digits of its own error is no failure
constexpr std::string_view peer_prefix = "siconos:";

// --- Problems
// -------------------------------------------------------------------------------------

std::string friction_kind(const io::ProblemFile& content) {
  const ProblemKind what =
      std::visit([](const auto& problem) { return kind(problem); }, content.problem);
  if (what != ProblemKind::friction_2d && what != ProblemKind::friction_3d &&
      what != ProblemKind::rolling)
    return {};
  const bool global = std::holds_alternative<GlobalProblem>(content.problem);
  return (global ? "global " : "") + std::string(name(what));
}

std::vector<FrictionFile> collect(const FrictionArguments& arguments) {
  std::vector<FrictionFile> files;
  for_each_problem(arguments.files, [&](const fs::path& path, io::ProblemFile&& content) {
    const auto* global = std::get_if<GlobalProblem>(&content.problem);
    if (arguments.reduce && global != nullptr && !friction_kind(content).empty()) {
      content.problem = Problem(reduce(*global));
      content.format = "reduced";
    }
    const std::string what = friction_kind(content);
    if (what.empty() || (arguments.quick && files.size() >= 3)) return;
    FrictionFile file{path.filename().string(), path, std::move(content), what};
    std::visit(
        [&](const auto& problem) {
          file.size = problem.size();
          file.contacts = static_cast<int>(problem.laws.size());
        },
        file.content.problem);
    files.push_back(std::move(file));
  });
  if (files.empty()) throw Error("bench friction: none of the given files is a friction problem");
  return files;
}

// --- Ours
// -----------------------------------------------------------------------------------------

struct NamedSolver {
  std::string name;
  Solver solver;
};

// The built-in solvers, Newton with the map that cones need, and two variants worth knowing: Newton
// without a line search, and sweeps with acceleration.
std::vector<NamedSolver> candidates() {
  std::vector<NamedSolver> list;
  for (Solver solver : built_in_solvers()) {
    if (auto* newton = std::get_if<SemismoothNewton>(&solver); newton != nullptr)
      newton->map = NewtonMap::alart_curnier;
    list.push_back({std::string(name(solver)), solver});
    if (auto* newton = std::get_if<SemismoothNewton>(&solver); newton != nullptr) {
      newton->line_search = false;
      list.push_back({"newton_undamped", *newton});
    }
    if (std::holds_alternative<Nsgs>(solver))
      list.push_back({"nsgs_anderson", Nsgs{.anderson = 8}});
  }
  return list;
}

bool wanted(const FrictionArguments& arguments, const std::string& solver) {
  bool restricted = false;
  for (const std::string& each : arguments.solvers) {
    if (each == solver) return true;
    restricted = restricted || !each.starts_with(peer_prefix);
  }
  return !restricted;
}

void check_names(const FrictionArguments& arguments) {
  const std::vector<NamedSolver> known = candidates();
  std::vector<std::string_view> names;
  for (const NamedSolver& each : known) names.push_back(each.name);
  for (const std::string& each : arguments.solvers)
    if (!each.starts_with(peer_prefix) &&
        std::find(names.begin(), names.end(), each) == names.end())
      throw Error(unknown_name_message("solver", each, names));
}

// Time decides, not a number of iterations.
void set_limits(Solver& solver, double tolerance, double limit) {
  std::visit(
      [&]<class Options>(Options& options) {
        options.tolerance = tolerance;
        if constexpr (requires { options.max_iterations; }) options.max_iterations *= 100;
        if constexpr (requires { options.max_time; }) options.max_time = limit;
      },
      solver);
}

FrictionRow measure(const FrictionFile& file, const NamedSolver& named, double tolerance,
                    const FrictionArguments& arguments) {
  Solver solver = named.solver;
  set_limits(solver, tolerance, arguments.limit);
  Workspace workspace;
  Solution solution;
  std::vector<double> times;
  const auto end = Workspace::after(repeat_budget);
  do {
    solution.r.setZero();
    workspace.deadline = Workspace::after(arguments.limit);
    const double busy = thread_seconds();
    std::visit([&](const auto& problem) { solve(problem, solver, workspace, solution); },
               file.content.problem);
    times.push_back(std::min(solution.time, thread_seconds() - busy));
  } while (solution.success() && Workspace::Clock::now() < end &&
           static_cast<int>(times.size()) <= arguments.repeats);
  if (times.size() > 1) times.erase(times.begin());  // the first one warmed the memory
  FrictionRow row{.tolerance = tolerance, .solver = named.name};
  row.time_s = median(std::move(times));
  row.solved = solution.success() && row.time_s <= arguments.limit;
  row.residuals = {solution.residual, solution.residual_invariant};
  row.iterations = solution.iterations;
  row.status = name(solution.status);
  row.path = path_text(solution);
  return row;
}

// --- The peer's
// -----------------------------------------------------------------------------------

fs::path write_manifest(const FrictionFile& file, const FrictionArguments& arguments,
                        const fs::path& folder) {
  const fs::path problem = folder / "problem.json";
  io::write_json(problem, file.content);
  Json solvers = Json::array();
  for (const std::string& each : arguments.solvers)
    if (each.starts_with(peer_prefix)) solvers.push_back(each.substr(peer_prefix.size()));
  const bool its_own = file.content.format.starts_with("siconos text");
  const bool global = std::holds_alternative<GlobalProblem>(file.content.problem);
  const Json manifest = Json::array({{{"kind", global ? file.kind.substr(7) : file.kind},
                                      {"form", global ? "global" : "reduced"},
                                      {"problem", problem.string()},
                                      {"original", its_own ? fs::absolute(file.path).string() : ""},
                                      {"tolerances", arguments.tolerances},
                                      {"solvers", solvers},
                                      {"repeats", arguments.repeats},
                                      {"limit_s", arguments.limit}}});
  const fs::path path = folder / "manifest.json";
  std::ofstream(path) << manifest.dump();
  return path;
}

// Of a global answer the better of its own v and the one that follows from its r: some solvers
// care for r only.
class Judge {
 public:
  explicit Judge(const FrictionFile& file) : problem_(file.content.problem) {
    if (const auto* global = std::get_if<GlobalProblem>(&problem_); global != nullptr)
      usable_ = mass_.factorize(global->M);
  }

  Residuals operator()(const Json& row) {
    const Vector r = vector_of(row.at("r"));
    const auto* global = std::get_if<GlobalProblem>(&problem_);
    if (global == nullptr) return natural_residual(std::get<Problem>(problem_), r);
    const Residuals given = natural_residual(*global, vector_of(row.at("v")), r);
    if (!usable_ || !r.allFinite()) return given;
    const Vector load = global->H * r + global->f;
    Vector v(load.size());
    mass_.solve(load, v);
    const Residuals followed = natural_residual(*global, v, r);
    return followed.standard < given.standard ? followed : given;
  }

 private:
  const std::variant<Problem, GlobalProblem>& problem_;
  SparseFactorization mass_{MatrixClass::general};
  bool usable_ = false;
};

std::vector<FrictionRow> measure_siconos(const FrictionFile& file,
                                         const FrictionArguments& arguments) {
  std::vector<FrictionRow> rows;
  const TemporaryFolder folder;
  const fs::path manifest = write_manifest(file, arguments, folder.path);
  Judge judge(file);
  run_script("bench/peers/siconos_friction.py", {manifest}, [&](const Json& answer) {
    FrictionRow row{
        .tolerance = answer.at("tolerance"), .peer = true, .solver = answer.at("solver")};
    show_progress(file.name + ": siconos " + row.solver);
    row.time_s = arguments.limit;
    if (answer.contains("r")) {
      row.residuals = judge(answer);
      row.time_s = answer.at("time_s");
      row.solved =
          row.residuals.standard <= peer_slack * row.tolerance && row.time_s <= arguments.limit;
      row.iterations = answer.at("iterations");
      row.status = answer.at("info") == 0 ? "claims success" : "gives up";
    } else {
      row.status = answer.at("error");
    }
    rows.push_back(std::move(row));
  });
  return rows;
}

void print_json(const FrictionFile& file, const FrictionRow& row) {
  const auto number = [](double value) { return value < infinity ? Json(value) : Json(nullptr); };
  print_line({{"file", file.name},
              {"kind", file.kind},
              {"contacts", file.contacts},
              {"tolerance", row.tolerance},
              {"side", row.peer ? "siconos" : "ours"},
              {"solver", row.solver},
              {"solved", row.solved},
              {"time_s", row.time_s},
              {"residual", number(row.residuals.standard)},
              {"residual_invariant", number(row.residuals.invariant)},
              {"iterations", row.iterations},
              {"status", row.status},
              {"path", row.path}});
}

bool every_file_solved_by_auto(const FrictionRun& run) {
  for (const FrictionRow& row : run.rows)
    if (!row.peer && row.solver == Auto::name && !row.solved) return false;
  return true;
}

}  // namespace

std::vector<FrictionRow> measure_ours(const FrictionFile& file,
                                      const FrictionArguments& arguments) {
  const auto* global = std::get_if<GlobalProblem>(&file.content.problem);
  const Problem reduced =
      global != nullptr ? reduce(*global) : std::get<Problem>(file.content.problem);
  std::vector<FrictionRow> rows;
  for (const double tolerance : arguments.tolerances)
    for (const NamedSolver& named : candidates()) {
      if (!wanted(arguments, named.name) || !unsupported_reason(named.solver, reduced).empty())
        continue;
      show_progress(file.name + ": " + named.name);
      rows.push_back(measure(file, named, tolerance, arguments));
    }
  return rows;
}

void add_rows(FrictionRun& run, std::size_t file, std::vector<FrictionRow> rows, bool json) {
  for (FrictionRow& row : rows) {
    row.file = file;
    if (!row.solved) row.time_s = run.limit;
    if (json) print_json(run.files[file], row);
    run.rows.push_back(std::move(row));
  }
}

void report_files(const fs::path& csv, const std::string& script, const fs::path& svg, bool quiet) {
  fs::path png = svg;
  png.replace_extension(".png");
  const bool drawn = try_script(script, {csv, svg, png});
  if (quiet) return;
  std::printf("wrote %s", csv.string().c_str());
  if (drawn)
    std::printf(", %s, %s\n", svg.string().c_str(), png.string().c_str());
  else
    std::printf("; no picture: that needs python3-matplotlib (./ns setup)\n");
}

int bench_friction(const FrictionArguments& given) {
  FrictionArguments arguments = given;
  if (arguments.quick) {
    arguments.repeats = 1;
    arguments.limit = std::min(arguments.limit, 2.0);
  }
  try {
    check_names(arguments);
  } catch (const Error& error) {
    std::fprintf(stderr, "nonsmooth: --solvers: %s\n", error.what());
    return usage;
  }
  if (!arguments.peer.empty()) demand_siconos();
  FrictionRun run{.files = collect(arguments),
                  .rows = {},
                  .tolerances = arguments.tolerances,
                  .limit = arguments.limit,
                  .with_peer = !arguments.peer.empty()};
  fs::create_directories(arguments.out);
  const fs::path csv = arguments.out / "friction.csv";
  for (std::size_t i = 0; i < run.files.size(); ++i) {
    add_rows(run, i, measure_ours(run.files[i], arguments), arguments.json);
    if (run.with_peer) add_rows(run, i, measure_siconos(run.files[i], arguments), arguments.json);
    std::fflush(stdout);
    write_friction_csv(run, csv);  // a long run that is cut short leaves what it has
  }
  show_progress("");
  if (!arguments.json) {
    std::printf("%s; median of up to %d runs, the smaller of wall and processor time; limit %g s\n",
                machine_facts().c_str(), arguments.repeats, arguments.limit);
    print_friction_report(run);
  }
  report_files(csv, "apps/cli/plot_profile.py", arguments.out / "friction_profile.svg",
               arguments.json);
  return every_file_solved_by_auto(run) ? ok : not_converged;
}

}  // namespace nonsmooth::cli
