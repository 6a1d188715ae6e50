// SPDX-License-Identifier: Apache-2.0
// Steps per second of small and large simulations: ours, with the certificate of every step, and in
// the same run the peer's, C++ against C++. End states are compared before times.
#include "apps/cli/bench_support.hpp"
#include "apps/cli/python_script.hpp"
#include "apps/cli/verbs.hpp"

#include "bench/models.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

struct Case {
  std::string name;
  Model model;
  Scheme scheme;
  long steps = 0;             // ours and theirs
  std::vector<int> compared;  // entries of (q, x) at the end
  double agreement = 1e-9;    // how far the end states may differ, relative to 1
  std::vector<std::string> peer_arguments{};
  double seconds = 0.0, peer_seconds = 0.0;  // per step
  std::vector<double> end{}, peer_end{};
  double worst_residual = 0.0;
  bool solved = true;
};

Case column_case(const std::string& name, int beads, long steps, bool rest) {
  const double radius = 0.1, gap = rest ? -1e-9 : 1e-3, clearance = rest ? -1e-9 : 0.05;
  Case each{
      name,
      models::bead_column(beads, radius, radius + clearance, 2 * radius + gap, rest ? 0.0 : 0.9, 3)
          .model,
      MoreauJean{.step = 5e-4},
      steps,
      {0, 3 * (beads - 1)}};
  each.peer_arguments = {rest ? "beads_at_rest" : "beads_falling", std::to_string(beads),
                         std::to_string(steps)};
  return each;
}

std::vector<Case> cases_of(bool quick) {
  std::vector<Case> cases;
  cases.push_back({"ball", models::bouncing_ball().model, MoreauJean{.step = 5e-3}, 2000, {0}});
  cases.push_back({"diode_bridge",
                   models::diode_bridge().model,
                   EulerMoreau{.step = 1e-6, .theta = 0.5},
                   5000,
                   {0, 1}});
  cases.push_back({"relay",
                   models::two_relays().model,
                   EulerMoreau{.step = 1e-4, .theta = 0.5},
                   10000,
                   {0, 1}});
  cases.push_back(
      {"events", models::bouncing_ball().model, EventDriven{.step = 5e-3}, 1700, {0}, 1e-6});
  for (Case& each : cases) each.peer_arguments = {each.name};
  const int sizes[] = {100, 1000};
  for (const int beads : sizes) {
    if (quick && beads > 100) continue;
    const std::string size = ", " + std::to_string(beads) + " beads";
    cases.push_back(column_case("falling" + size, beads, 400, false));
    cases.push_back(column_case("at rest" + size, beads, beads > 100 ? 5 : 20, true));
  }
  return cases;
}

// One run; the first steps count too, as they do for the peer.
void measure_ours(Case& each, int repeats) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    Simulator simulator(each.model, each.scheme);
    each.solved = true;
    each.worst_residual = 0.0;
    const double wall = seconds_now(), processor = thread_seconds();
    for (long step = 0; step < each.steps; ++step) {
      const StepReport report = simulator.step();
      each.solved = each.solved && report.ok();
      each.worst_residual =
          std::max({each.worst_residual, report.residual, report.residual_invariant});
    }
    times.push_back(std::min(seconds_now() - wall, thread_seconds() - processor) /
                    static_cast<double>(each.steps));
    const State& state = simulator.state();
    each.end.clear();
    for (const int i : each.compared)
      each.end.push_back(state.q.size() > 0 ? state.q[i] : state.x[i]);
  }
  each.seconds = median(std::move(times));
}

void measure_siconos(std::vector<Case>& cases, int repeats) {
  demand_siconos();
  const TemporaryFolder folder;
  Json manifest{{"folder", folder.path.string()}, {"repeats", repeats}, {"runs", Json::array()}};
  for (const Case& each : cases) manifest["runs"].push_back(each.peer_arguments);
  const std::filesystem::path file = folder.path / "manifest.json";
  std::ofstream(file) << manifest;
  std::size_t next = 0;
  run_script("bench/peers/siconos_simulate.py", {file}, [&](const Json& row) {
    while (next < cases.size() && cases[next].peer_arguments[0] != row.at("case")) ++next;
    if (next == cases.size()) return;
    Case& each = cases[next++];
    show_progress("siconos: " + each.name);
    each.peer_seconds = row.at("seconds").get<double>() / row.at("steps").get<double>();
    for (const Json& number : row.at("end")) each.peer_end.push_back(number.get<double>());
  });
}

double disagreement(const Case& each) {
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(each.end.size(), each.peer_end.size()); ++i)
    worst = std::max(worst, std::abs(each.end[i] - each.peer_end[i]));
  return worst;
}

void print_table(const std::vector<Case>& cases, bool with_peer) {
  std::printf("%s; median, the smaller of wall and processor time\n\n", machine_facts().c_str());
  std::printf("%-24s %8s %12s %14s %10s", "simulation", "steps", "per step", "steps per s",
              "residual");
  if (with_peer) std::printf(" %12s %8s %10s", "siconos", "times", "end states");
  std::printf("\n");
  for (const Case& each : cases) {
    std::printf("%-24s %8ld %12s %14.4g %10.1e", each.name.c_str(), each.steps,
                time_text(each.seconds).c_str(), 1.0 / each.seconds, each.worst_residual);
    if (with_peer && each.peer_seconds > 0.0)
      std::printf(" %12s %8.1f %10.1e%s", time_text(each.peer_seconds).c_str(),
                  each.peer_seconds / each.seconds, disagreement(each),
                  disagreement(each) > each.agreement ? "  DIFFERENT" : "");
    if (!each.solved) std::printf("  NOT SOLVED");
    std::printf("\n");
  }
}

}  // namespace

int bench_simulate(const BenchArguments& arguments) {
  std::vector<Case> cases = cases_of(arguments.quick);
  const int repeats = arguments.quick ? 1 : arguments.repeats;
  for (Case& each : cases) {
    show_progress("ours: " + each.name);
    measure_ours(each, repeats);
  }
  if (!arguments.peer.empty()) measure_siconos(cases, arguments.quick ? 1 : std::min(repeats, 3));
  bool good = true;
  for (const Case& each : cases) {
    good = good && each.solved && (each.peer_end.empty() || disagreement(each) <= each.agreement);
    if (!arguments.json) continue;
    Json row{{"simulation", each.name},
             {"steps", each.steps},
             {"seconds_per_step", each.seconds},
             {"worst_residual", each.worst_residual},
             {"solved", each.solved}};
    if (each.peer_seconds > 0.0) {
      row["siconos_seconds_per_step"] = each.peer_seconds;
      row["difference"] = disagreement(each);
    }
    print_line(row);
  }
  show_progress("");
  if (!arguments.json) print_table(cases, !arguments.peer.empty());
  return good ? ok : failure;
}

}  // namespace nonsmooth::cli
