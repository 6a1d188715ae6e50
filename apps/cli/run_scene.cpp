// SPDX-License-Identifier: Apache-2.0
// `nonsmooth run scene.toml` or `robot.urdf`: a progress line on a terminal, a summary at the end.
// Ctrl-C ends the run after its step, with the file complete.
#include "apps/cli/interrupt.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/scene_text.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"

#include <unistd.h>

#include <cstdio>

namespace nonsmooth::cli {
namespace {

// Several sinks as one; the first that has a state to go on from decides.
class Sinks final : public SceneSink {
 public:
  void add(SceneSink& sink) { sinks_.push_back(&sink); }
  const SceneState* begin(const SceneSimulator& simulator) override {
    const SceneState* from = nullptr;
    for (SceneSink* sink : sinks_)
      if (const SceneState* state = sink->begin(simulator); from == nullptr) from = state;
    return from;
  }
  void record(const SceneSimulator& simulator, const SceneReport& report) override {
    for (SceneSink* sink : sinks_) sink->record(simulator, report);
  }
  void end(const SceneSimulator& simulator, Status status, const std::string& message) override {
    for (SceneSink* sink : sinks_) sink->end(simulator, status, message);
  }

 private:
  std::vector<SceneSink*> sinks_;
};

io::SceneFile configured(const RunArguments& arguments) {
  io::SceneFile file = read_scene_or_robot(arguments.file);
  if (arguments.step) file.scheme.step = *arguments.step;
  if (arguments.end) file.end = *arguments.end;
  if (arguments.threads) file.scheme.threads = *arguments.threads;
  if (arguments.every > 0) file.record_every = arguments.every;
  if (arguments.out) file.output = arguments.out;
  if (arguments.resume && !file.output)
    throw Error("--resume needs the file of the run: give --out");
  return file;
}

Json report(const io::SceneFile& file, const SceneRun& run) {
  const SceneEnergy& energy = run.end.energy;
  Json object{{"title", file.title},
              {"bodies", file.scene.bodies().size()},
              {"joints", file.scene.joints().size()},
              {"status", name(run.status)},
              {"message", run.message},
              {"t", run.end.t},
              {"steps", run.steps},
              {"failed_steps", run.failed_steps},
              {"worst_residual", run.worst_residual},
              {"deepest_gap", run.deepest_gap},
              {"joint_error", run.joint_error},
              {"contacts", run.end.contacts.size()},
              {"energy", energy.kinetic + energy.potential},
              {"energy_initial", energy.initial},
              {"energy_closure", energy.closure()},
              {"time_s", run.time},
              {"times_s", stage_times(run.times)}};
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(state_hash(run.end)));
  object["state_hash"] = hash;
  if (file.output) object["output"] = file.output->string();
  return object;
}

void print_report(Json object) {
  const Json times = object["times_s"];
  double total = 0.0;
  for (const auto& [stage, seconds] : times.items()) total += seconds.get<double>();
  const long steps = std::max(1L, object["steps"].get<long>());
  object.erase("times_s");
  if (object["title"].get<std::string>().empty()) object.erase("title");
  print_entries(object);
  std::printf("  %-20s %10s %12s %6s\n", "stage", "s", "ms per step", "%");
  for (const auto& [stage, value] : times.items()) {
    const double seconds = value.get<double>();
    std::printf("  %-20s %10.3f %12.4f %6.1f\n", stage.c_str(), seconds,
                1e3 * seconds / static_cast<double>(steps),
                total > 0.0 ? 100.0 * seconds / total : 0.0);
  }
}

}  // namespace

int run_scene(const RunArguments& arguments) {
  const io::SceneFile file = configured(arguments);
  Sinks sinks;
  std::optional<io::SceneWriter> writer;
  std::optional<io::VtkWriter> vtk;
  if (file.output) {
    const io::IfExists existing = arguments.resume    ? io::IfExists::resume
                                  : arguments.replace ? io::IfExists::replace
                                                      : io::IfExists::refuse;
    writer.emplace(*file.output, io::WriterOptions{.existing = existing});
    sinks.add(*writer);
  }
  // pictures of a run that goes on begin with those of the file
  if (arguments.vtk && !arguments.resume) sinks.add(vtk.emplace(*arguments.vtk));

  SceneRunOptions options;
  options.end = file.end;
  options.record_every = file.record_every;
  options.stop_on_failure = file.stop_on_failure;
  options.sink = &sinks;
  options.on_step = [](SceneSimulator&, const SceneReport&) { return !interrupted(); };
  const bool terminal = isatty(STDERR_FILENO) != 0 && !arguments.json;
  if (terminal)
    options.on_progress = [](double share) { std::fprintf(stderr, "\r%5.1f %%", 100.0 * share); };
  SceneRun run;
  {
    const InterruptGuard guard;
    run = simulate(file.scene, file.scheme, options);
  }
  if (terminal) std::fprintf(stderr, "\r         \r");
  if (arguments.vtk && arguments.resume) {
    writer.reset();
    io::write_vtk(io::read_scene_run(*file.output), *arguments.vtk);
  }
  const Json object = report(file, run);
  if (arguments.json) {
    print_line(object);
  } else {
    std::printf("%s\n", arguments.file.string().c_str());
    print_report(object);
  }
  return interrupted() ? failure : run.success() ? ok : not_converged;
}

}  // namespace nonsmooth::cli
