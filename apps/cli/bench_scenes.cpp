// SPDX-License-Identifier: Apache-2.0
// Steps per second of scenes of rigid bodies, and in the same run those of the peer with its
// collision engine: equal scene, step, tolerance and limit of sweeps. Scenes are judged by the
// invariant residual; where the peer takes part ours asks for a fifth of the tolerance, which at
// these masses keeps the peer's measure (rho = 1) below it too. The column "standard" tells.
#include "apps/cli/bench_support.hpp"
#include "apps/cli/python_script.hpp"
#include "apps/cli/verbs.hpp"

#include "bench/scenes.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

constexpr double step = 5e-3, tolerance = 1e-4, share_beside_peer = 0.2;
constexpr int sweeps = 1000;

struct Case {
  std::string name;
  Scene scene;
  int steps = 0;
  int threads = 1;
  std::vector<std::string> peer_arguments{};  // none: too large for it
  double seconds = 0.0;                       // per step
  double slowest = 0.0;                       // step, s
  double sweeps = 0.0;                        // per step
  double height = 0.0;                        // mean, of moving bodies at the end
  int contacts = 0, unsolved = 0;
  double standard = 0.0, invariant = 0.0;  // residuals, worst of all steps, ours
  int above = 0;                           // steps whose standard residual is above the tolerance
  StageTimes times{};
  struct Peer {
    double seconds = 0.0, height = 0.0, memory = 0.0;
    int contacts = 0;
  } checked{}, unchecked{};
};

std::vector<Case> cases_of(bool quick) {
  std::vector<Case> cases;
  const auto spheres = [&](int count, int steps) {
    cases.push_back({std::to_string(count) + " spheres", scenes::sphere_box(count), steps});
    cases.back().peer_arguments = {"spheres", std::to_string(count), std::to_string(steps)};
  };
  const auto wall = [&](int across, int rows, int steps) {
    cases.push_back({"wall " + std::to_string(across) + " x " + std::to_string(rows),
                     scenes::cube_wall(across, rows), steps});
    cases.back().peer_arguments = {"wall", std::to_string(across), std::to_string(rows),
                                   std::to_string(steps)};
  };
  spheres(100, 100);
  if (!quick) spheres(1000, 60);
  wall(quick ? 4 : 10, quick ? 4 : 10, 50);
  if (!quick) {
    cases.push_back({"10000 spheres, 2 threads", scenes::sphere_box(10000), 200, 2});
  }
  return cases;
}

void measure_ours(Case& each, int repeats, bool beside_peer) {
  std::vector<double> times;
  const double asked =
      beside_peer && !each.peer_arguments.empty() ? share_beside_peer * tolerance : tolerance;
  for (int k = 0; k < repeats; ++k) {
    SceneSimulator simulator(each.scene, {.step = step,
                                          .threads = each.threads,
                                          .solver = Nsgs{.tolerance = asked,
                                                         .max_iterations = sweeps,
                                                         .order = SweepOrder::coloured,
                                                         .momentum = true}});
    each.unsolved = each.above = 0;
    each.standard = each.invariant = 0.0;
    each.times = {};
    each.slowest = each.sweeps = 0.0;
    const double wall = seconds_now(), processor = thread_seconds();
    for (int i = 0; i < each.steps; ++i) {
      const SceneReport report = simulator.step();
      each.slowest = std::max(each.slowest, report.times.total());
      each.sweeps += static_cast<double>(report.solver_iterations) / each.steps;
      each.unsolved += report.ok() ? 0 : 1;
      each.above += report.residual > tolerance ? 1 : 0;
      each.standard = std::max(each.standard, report.residual);
      each.invariant = std::max(each.invariant, report.residual_invariant);
      each.contacts = report.contacts;
      each.times.detect += report.times.detect / each.steps;
      each.times.assemble += report.times.assemble / each.steps;
      each.times.solve += report.times.solve / each.steps;
      each.times.project += report.times.project / each.steps;
    }
    const double elapsed = seconds_now() - wall;
    times.push_back((each.threads > 1 ? elapsed : std::min(elapsed, thread_seconds() - processor)) /
                    each.steps);
    double sum = 0.0;
    int moving = 0;
    for (std::size_t i = 0; i < each.scene.bodies().size(); ++i)
      if (each.scene.bodies()[i].motion == Motion::dynamic) {
        sum += simulator.state().centre[i][2];
        ++moving;
      }
    each.height = sum / moving;
    if (elapsed > 20.0) break;
  }
  each.seconds = median(std::move(times));
}

void print_ours_head() {
  std::printf("%s; step %g s, tolerance %g, at most %d sweeps per step\n\n",
              machine_facts().c_str(), step, tolerance, sweeps);
  std::printf("%-26s %6s %10s %9s %8s %9s %9s %9s %9s %9s %9s %9s %9s %6s\n", "scene", "steps",
              "per step", "slowest", "sweeps", "contacts", "detect", "assemble", "solve", "project",
              "invariant", "unsolved", "standard", "above");
}

void print_ours(const Case& each) {
  std::printf("%-26s %6d %10s %9s %8.0f %9d %9s %9s %9s %9s %9.1e %9d %9.1e %6d\n",
              each.name.c_str(), each.steps, time_text(each.seconds).c_str(),
              time_text(each.slowest).c_str(), each.sweeps, each.contacts,
              time_text(each.times.detect).c_str(), time_text(each.times.assemble).c_str(),
              time_text(each.times.solve).c_str(), time_text(each.times.project).c_str(),
              each.invariant, each.unsolved, each.standard, each.above);
  std::fflush(stdout);
}

void print_peer_head() {
  std::printf("\nSiconos 4.4 with Bullet, as packaged and with its self-checks answered at once\n");
  std::printf("%-26s %12s %7s %12s %7s %9s %11s %11s %9s\n", "scene", "as packaged", "times",
              "checks off", "times", "contacts", "its height", "our height", "memory");
  std::fflush(stdout);
}

void print_peer(const Case& each) {
  std::printf("%-26s %12s %7.0f %12s %7.0f %9d %9.4f m %9.4f m %6.0f MB\n", each.name.c_str(),
              time_text(each.checked.seconds).c_str(), each.checked.seconds / each.seconds,
              time_text(each.unchecked.seconds).c_str(), each.unchecked.seconds / each.seconds,
              each.checked.contacts, each.checked.height, each.height, each.checked.memory);
  std::fflush(stdout);
}

void measure_siconos(std::vector<Case>& cases) {
  const TemporaryFolder folder;
  Json manifest{{"folder", folder.path.string()},
                {"step", step},
                {"tolerance", tolerance},
                {"sweeps", sweeps},
                {"runs", Json::array()}};
  for (const Case& each : cases)
    if (!each.peer_arguments.empty()) manifest["runs"].push_back(each.peer_arguments);
  const std::filesystem::path file = folder.path / "manifest.json";
  std::ofstream(file) << manifest;
  run_script("bench/peers/siconos_scenes.py", {file}, [&](const Json& row) {
    for (Case& each : cases) {
      if (each.peer_arguments != row.at("run").get<std::vector<std::string>>()) continue;
      Case::Peer& peer = row.at("checks").get<bool>() ? each.checked : each.unchecked;
      peer = {row.at("seconds_per_step").get<double>(), row.at("height").get<double>(),
              row.at("memory_mb").get<double>(), row.at("contacts").get<int>()};
      if (each.checked.seconds > 0.0 && each.unchecked.seconds > 0.0) print_peer(each);
    }
  });
}

}  // namespace

// A row is printed when it is measured: the peer takes minutes.
int bench_scenes(const BenchArguments& arguments) {
  const bool with_peer = !arguments.peer.empty();
  if (with_peer) demand_siconos();
  std::vector<Case> cases = cases_of(arguments.quick);
  print_ours_head();
  for (Case& each : cases) {
    show_progress("ours: " + each.name);
    measure_ours(each, arguments.quick ? 1 : std::min(arguments.repeats, 3), with_peer);
    show_progress("");
    print_ours(each);
  }
  if (!with_peer) return 0;
  print_peer_head();
  measure_siconos(cases);
  return 0;
}

}  // namespace nonsmooth::cli
