// SPDX-License-Identifier: Apache-2.0
// Success and speed on complementarity problems: ours (Auto from zero, fresh memory) and, in the
// same run on the same problems, the peer's solvers. Every answer, ours or theirs, is judged by the
// same residual before its time counts.
#include "apps/cli/bench_support.hpp"
#include "apps/cli/python_script.hpp"
#include "apps/cli/verbs.hpp"

#include "bench/complementarity_problems.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-10;  // asked of both sides
constexpr double acceptance = 1e-8;  // an answer of the peer counts up to here

struct Case {
  std::string name;
  Problem problem;
  fs::path original{};  // file it came from, if any
  double ours_s = 0.0;
  Solution ours{};
  // the peer's answers that passed the check: solver and time, fastest first
  std::vector<std::pair<double, std::string>> accepted{};
  bool peer_ran = false;
};

bool belongs(const Problem& problem) {
  switch (kind(problem)) {
    case ProblemKind::lcp:
    case ProblemKind::mlcp:
    case ProblemKind::relay:
    case ProblemKind::avi: return true;
    default: return false;
  }
}

std::vector<Case> collect(const BenchArguments& arguments) {
  std::vector<Case> cases;
  for (const int n : {10, 50, 200, 1000})
    for (const char* what : {"pd", "pdns", "p"})
      if (!arguments.quick || n <= 200)
        cases.push_back(
            {std::string(what) + " n=" + std::to_string(n), bench::dense_lcp(what, n), {}});
  for_each_problem(arguments.files, [&](const fs::path& file, io::ProblemFile&& content) {
    auto* problem = std::get_if<Problem>(&content.problem);
    if (problem != nullptr && belongs(*problem))
      cases.push_back({file.filename().string(), std::move(*problem), file});
  });
  return cases;
}

void measure_ours(Case& each, int repeats) {
  std::vector<double> times;
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < repeats; ++k) {
    Workspace workspace;
    Solution solution;
    solve(each.problem, Auto{.tolerance = tolerance}, workspace, solution);
    times.push_back(solution.time);
    each.ours = std::move(solution);
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > 2.0)
      break;
  }
  each.ours_s = median(std::move(times));
}

fs::path write_manifest(const std::vector<Case>& cases, const BenchArguments& arguments,
                        const fs::path& folder) {
  Json manifest = Json::array();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const ProblemKind what = kind(cases[i].problem);
    // the peer builds mixed problems from its own files only, and its Python package knows no relay
    const bool fits =
        what == ProblemKind::lcp || (what == ProblemKind::mlcp && !cases[i].original.empty());
    if (!fits) continue;
    const fs::path file = folder / (std::to_string(i) + ".json");
    io::ProblemFile content;
    content.problem = cases[i].problem;
    io::write_json(file, content);
    manifest.push_back({{"name", std::to_string(i)},
                        {"kind", name(what)},
                        {"problem", file.string()},
                        {"original", cases[i].original.string()},
                        {"tolerance", tolerance},
                        {"repeats", arguments.repeats},
                        {"limit_s", arguments.quick ? 2.0 : 10.0}});
  }
  const fs::path path = folder / "manifest.json";
  std::ofstream(path) << manifest.dump();
  return path;
}

void measure_siconos(std::vector<Case>& cases, const BenchArguments& arguments) {
  demand_siconos();
  const TemporaryFolder folder;
  const fs::path manifest = write_manifest(cases, arguments, folder.path);
  run_script("bench/peers/siconos_complementarity.py", {manifest}, [&](const Json& row) {
    Case& each = cases[std::stoul(row.at("name").get<std::string>())];
    each.peer_ran = true;
    show_progress("siconos: " + each.name + ", " + row.at("solver").get<std::string>());
    if (!row.contains("r")) return;
    const Vector r = vector_of(row["r"]);
    if (r.size() == each.problem.size() && natural_residual(each.problem, r).standard <= acceptance)
      each.accepted.emplace_back(row["time_s"].get<double>(), row["solver"].get<std::string>());
  });
  show_progress("");
  for (Case& each : cases) std::sort(each.accepted.begin(), each.accepted.end());
}

void print_json(const Case& each) {
  const bool peer = !each.accepted.empty();
  const Json object{{"name", each.name},
                    {"ours_s", each.ours_s},
                    {"peer", peer            ? Json("siconos " + each.accepted[0].second)
                             : each.peer_ran ? Json("siconos (no solver)")
                                             : Json(nullptr)},
                    {"peer_s", peer ? Json(each.accepted[0].first) : Json(nullptr)},
                    {"ratio", peer ? Json(each.accepted[0].first / each.ours_s) : Json(nullptr)},
                    {"checked", each.ours.success()},
                    {"residual", each.ours.residual}};
  print_line(object);
}

// The time of one of the peer's solvers on a case, or infinity.
double peer_time(const Case& each, std::initializer_list<std::string_view> solvers) {
  double best = infinity;
  for (const auto& [time, solver] : each.accepted)
    if (std::find(solvers.begin(), solvers.end(), solver) != solvers.end())
      best = std::min(best, time);
  return best;
}

void print_table(const std::vector<Case>& cases, bool with_peer) {
  std::printf("%-28s %5s %10s %9s  %-20s", "problem", "size", "ours", "residual", "solved by");
  if (with_peer)
    std::printf(" %10s %8s  %-18s %s", "siconos", "ratio", "its best solver", "vs Lemke, FB");
  std::printf("\n");
  for (const Case& each : cases) {
    std::printf(
        "%-28s %5d %10s %9.1e  %-20s", each.name.c_str(), each.problem.size(),
        each.ours.success() ? time_text(each.ours_s).c_str() : "not solved", each.ours.residual,
        each.ours.path.empty() ? "start" : std::string(each.ours.path.back().solver).c_str());
    if (with_peer && !each.accepted.empty()) {
      std::printf(" %10s %8.2f  %-18s", time_text(each.accepted[0].first).c_str(),
                  each.accepted[0].first / each.ours_s, each.accepted[0].second.c_str());
      if (const double classic = peer_time(each, {"LEMKE", "NEWTON_FB_FBLSA", "FB", "LCP_LEMKE"});
          classic < infinity)
        std::printf(" %.2f", classic / each.ours_s);
    } else if (with_peer) {
      std::printf(" %10s", each.peer_ran ? "none" : "-");
    }
    std::printf("\n");
  }
}

void print_counts(const std::vector<Case>& cases) {
  for (const ProblemKind what : {ProblemKind::lcp, ProblemKind::mlcp}) {
    int total = 0, ours = 0, any = 0;
    std::map<std::string, int> by_solver;
    for (const Case& each : cases) {
      if (kind(each.problem) != what || !each.peer_ran) continue;
      ++total;
      ours += each.ours.success();
      any += !each.accepted.empty();
      for (const auto& accepted : each.accepted) ++by_solver[accepted.second];
    }
    if (total == 0) continue;
    std::printf("%-6s solved of %d: ours %d; siconos any solver %d;",
                std::string(name(what)).c_str(), total, ours, any);
    for (const auto& [solver, count] : by_solver) std::printf(" %s %d", solver.c_str(), count);
    std::printf("\n");
  }
}

}  // namespace

int bench_complementarity(const BenchArguments& given) {
  BenchArguments arguments = given;
  if (arguments.quick) arguments.repeats = std::min(arguments.repeats, 3);
  std::vector<Case> cases = collect(arguments);
  for (Case& each : cases) {
    show_progress("ours: " + each.name);
    measure_ours(each, arguments.repeats);
  }
  show_progress("");
  const bool with_peer = !arguments.peer.empty();
  if (with_peer) measure_siconos(cases, arguments);
  bool all_solved = true;
  for (const Case& each : cases) {
    all_solved = all_solved && each.ours.success();
    if (arguments.json) print_json(each);
  }
  if (!arguments.json) {
    std::printf("%s; median of up to %d runs, tolerance %g\n", machine_facts().c_str(),
                arguments.repeats, tolerance);
    print_table(cases, with_peer);
    if (with_peer) print_counts(cases);
  }
  return all_solved ? ok : not_converged;
}

}  // namespace nonsmooth::cli
