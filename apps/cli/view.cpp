// SPDX-License-Identifier: Apache-2.0
// `nonsmooth view run.h5` and `nonsmooth view scene.toml`: a page about a run, or about a scene
// that is simulated in a second thread while one looks at it.
#include "apps/cli/view.hpp"

#include "apps/cli/interrupt.hpp"
#include "apps/cli/verbs.hpp"
#include "apps/cli/view/api.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/scene_file.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

// A live run is held in memory; what needs more than this is recorded in a file instead.
constexpr std::size_t most_bytes = std::size_t{2} << 30;

std::size_t bytes_of(const SceneRecord& record) {
  return sizeof record + sizeof(double) * (record.bodies.size() + record.ledger.size()) +
         record.flags.size() + sizeof(SceneContact) * record.contacts.size();
}

// Puts the records of a run where the server finds them.
class LiveSink final : public SceneSink {
 public:
  LiveSink(SharedPlay& shared, std::string title) : shared_(shared), title_(std::move(title)) {}

  const SceneState* begin(const SceneSimulator& simulator) override {
    ScenePlay play = play_of(simulator);
    play.title = title_;
    const std::lock_guard lock(shared_.guard);
    shared_.play = std::move(play);
    add(simulator, {});
    return nullptr;
  }
  void record(const SceneSimulator& simulator, const SceneReport& report) override {
    const std::lock_guard lock(shared_.guard);
    add(simulator, report);
  }
  void end(const SceneSimulator& simulator, Status status, const std::string& message) override {
    const std::lock_guard lock(shared_.guard);
    shared_.play.finished = true;
    shared_.play.status = status;
    shared_.play.message =
        has_room() ? message
                   : "2 GiB of records are in memory; `nonsmooth run --out` records more in a file";
    shared_.play.steps = simulator.state().step;
  }

  bool has_room() const { return held_ < most_bytes; }

 private:
  void add(const SceneSimulator& simulator, const SceneReport& report) {
    const Scene& scene = simulator.scene();
    for (int i = static_cast<int>(shared_.play.bodies.size());
         i < static_cast<int>(scene.bodies().size()); ++i) {
      const Body& body = scene.bodies()[static_cast<std::size_t>(i)];
      shared_.play.add_body(scene.name(BodyId{i}), body.material, body.motion, body.shape,
                            body.motion == Motion::dynamic ? simulator.mass(BodyId{i}) : 0.0);
    }
    SceneRecord record = record_of(simulator, report);
    held_ += bytes_of(record);
    shared_.play.add_record(std::move(record));
  }

  SharedPlay& shared_;
  std::string title_;
  std::size_t held_ = 0;
};

// Only where there is a screen; a server that nobody looks at is not a mistake.
void open_browser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const pid_t child = fork();
  if (child != 0) return;
  (void)!std::freopen("/dev/null", "w", stderr);
  execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
  _exit(1);
}

int serve(std::vector<Route> routes, const ViewArguments& arguments, const char* what) {
  for (Route& route : bundle_routes()) routes.push_back(std::move(route));
  HttpServer server(arguments.port, std::move(routes));
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  std::printf("%s: %s at %s (Ctrl-C ends it)\n", arguments.file.string().c_str(), what,
              url.c_str());
  std::fflush(stdout);
  if (arguments.browser) open_browser(url);
  server.serve([] { return interrupted(); });
  return ok;
}

int view_live(const ViewArguments& arguments) {
  const io::SceneFile file = io::read_scene(arguments.file);
  SharedPlay shared;
  LiveSink sink(shared, file.title.empty() ? arguments.file.stem().string() : file.title);
  SceneRunOptions options;
  options.end = file.end;
  options.record_every = file.record_every;
  options.stop_on_failure = file.stop_on_failure;
  options.sink = &sink;
  options.on_step = [&sink](SceneSimulator&, const SceneReport&) {
    return !interrupted() && sink.has_room();
  };
  // compiled here, so that mistakes are told where they were typed
  sink.begin(SceneSimulator(file.scene, file.scheme));
  const InterruptGuard guard;
  std::thread simulation([&] {
    try {
      (void)simulate(file.scene, file.scheme, options);
    } catch (const std::exception& error) {
      const std::lock_guard lock(shared.guard);
      shared.play.finished = true;
      shared.play.status = Status::numerical_failure;
      shared.play.message = error.what();
    }
  });
  struct Join {
    std::thread& thread;
    ~Join() {
      interrupt();
      thread.join();
    }
  } join{simulation};
  return serve(scene_routes(shared), arguments, "simulated while you look");
}

int view_run(const ViewArguments& arguments) {
  const InterruptGuard guard;
  const std::string title = arguments.file.filename().string();
  SharedPlay shared;
  io::TrajectoryTable table;
  std::vector<Route> routes;
  try {
    if (io::is_scene_run(arguments.file)) {
      shared.play = play_of(io::read_scene_run(arguments.file));
      shared.play.title = title;
      routes = scene_routes(shared);
    } else {
      table = io::read_trajectory(arguments.file);
      routes = trajectory_routes(table, title);
    }
  } catch (const Error& error) {
    // the page says it too: whoever looks there does not see this terminal
    std::fprintf(stderr, "nonsmooth: %s\n", error.what());
    (void)serve(failure_routes(title, error.what()), arguments,
                "cannot be shown, the page says why");
    return failure;
  }
  return serve(std::move(routes), arguments, "shown");
}

}  // namespace

int view(const ViewArguments& arguments) {
  if (!fs::is_regular_file(arguments.file))
    throw FileError(arguments.file.string() +
                    ": cannot read: expected a file of a run (.h5) or of "
                    "a scene (.toml), found none");
  return arguments.file.extension() == ".toml" ? view_live(arguments) : view_run(arguments);
}

}  // namespace nonsmooth::cli
