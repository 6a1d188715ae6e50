// SPDX-License-Identifier: Apache-2.0
// Success and speed on complementarity problems: ours (Auto from zero, fresh memory) and, in the
// same run on the same problems, the peer's solvers. Every answer, ours or theirs, is judged by the
// same residual before its time counts.
#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "bench/complementarity_problems.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <thread>

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

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void add_file(std::vector<Case>& cases, const fs::path& file) {
  io::ProblemFile content = io::read(file);
  if (auto* problem = std::get_if<Problem>(&content.problem);
      problem != nullptr && belongs(*problem))
    cases.push_back({file.filename().string(), std::move(*problem), file});
}

// Every problem of a folder; its other files are named and left out.
void add_folder(std::vector<Case>& cases, const fs::path& folder) {
  for (const fs::path& file : files_in(folder)) {
    try {
      add_file(cases, file);
    } catch (const Error& error) {
      std::fprintf(stderr, "nonsmooth: left out: %s\n", error.what());
    }
  }
}

std::vector<Case> collect(const BenchArguments& arguments) {
  std::vector<Case> cases;
  for (const int n : {10, 50, 200, 1000})
    for (const char* what : {"pd", "pdns", "p"})
      if (!arguments.quick || n <= 200)
        cases.push_back(
            {std::string(what) + " n=" + std::to_string(n), bench::dense_lcp(what, n), {}});
  for (const fs::path& place : arguments.files) {
    if (fs::is_directory(place))
      add_folder(cases, place);
    else
      add_file(cases, place);
  }
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
  std::sort(times.begin(), times.end());
  each.ours_s = times[times.size() / 2];
}

// On a terminal, what is being measured, in one line that is written over.
void show_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

// A folder that goes away with the object.
struct TemporaryFolder {
  fs::path path;
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "nonsmooth-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw FileError(name + ": could not be created");
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

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
  if (!fs::exists("/usr/lib/python3/dist-packages/siconos/numerics.py"))
    throw Error("the peer siconos is not installed; run ./ns setup --profile peers");
  const TemporaryFolder folder;
  const fs::path manifest = write_manifest(cases, arguments, folder.path);
  const std::string command = "/usr/bin/python3 '" NS_SOURCE_DIR
                              "/bench/peers/siconos_complementarity.py' '" +
                              manifest.string() + "'";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error("could not start /usr/bin/python3");
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    const Json row = Json::parse(line, nullptr, false);
    line.clear();
    if (row.is_discarded() || !row.contains("name")) continue;
    Case& each = cases[std::stoul(row["name"].get<std::string>())];
    each.peer_ran = true;
    show_progress("siconos: " + each.name + ", " + row["solver"].get<std::string>());
    if (!row.contains("r")) continue;
    Vector r(static_cast<Eigen::Index>(row["r"].size()));
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const Json& entry = row["r"][static_cast<std::size_t>(i)];
      r[i] = entry.is_number() ? entry.get<double>() : infinity;  // Python writes NaN for NaN
    }
    if (r.size() == each.problem.size() && natural_residual(each.problem, r).standard <= acceptance)
      each.accepted.emplace_back(row["time_s"].get<double>(), row["solver"].get<std::string>());
  }
  if (pclose(pipe) != 0) throw Error("the peer's script failed: " + command);
  show_progress("");
  for (Case& each : cases) std::sort(each.accepted.begin(), each.accepted.end());
}

std::string time_text(double seconds) {
  char text[32];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof text, "%.1f us", 1e6 * seconds);
  else if (seconds < 1.0)
    std::snprintf(text, sizeof text, "%.2f ms", 1e3 * seconds);
  else
    std::snprintf(text, sizeof text, "%.2f s", seconds);
  return text;
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

std::string machine_facts() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, model = "unknown processor";
  while (std::getline(info, line))
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " cores, one thread, g++ " + __VERSION__ + ", -march=" NS_ARCH_NAME;
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
