// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/scene_text.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace nonsmooth::cli {
namespace {

// "200 sphere, 5 half-space (floor, left, right, front, ...)"
template <class Bodies, class Name>
std::string summary(const Bodies& bodies, const Name& name_of) {
  std::map<std::string, int> counts;
  for (const auto& body : bodies) ++counts[std::string(name(body.shape))];
  if (bodies.empty()) return "none";
  std::string text;
  for (const auto& [kind, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  text += " (";
  for (std::size_t i = 0; i < bodies.size() && i < 4; ++i) text += (i > 0 ? ", " : "") + name_of(i);
  return text + (bodies.size() > 4 ? ", ...)" : ")");
}

}  // namespace

io::SceneFile read_scene_or_robot(const std::filesystem::path& path) {
  return path.extension() == ".urdf" ? io::read_urdf(path) : io::read_scene(path);
}

std::string format_number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string summary_of_bodies(const Scene& scene) {
  return summary(scene.bodies(),
                 [&](std::size_t i) { return scene.name(BodyId{static_cast<int>(i)}); });
}

void print_entries(const Json& object) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_array()) {
      for (const Json& line : value)
        std::printf("  %-20s %s\n", key.c_str(), line.get<std::string>().c_str());
      continue;
    }
    const std::string text = value.is_string()         ? value.get<std::string>()
                             : value.is_number_float() ? format_number("%.6g", value.get<double>())
                                                       : value.dump();
    std::printf("  %-20s %s\n", key.c_str(), text.c_str());
  }
}

Json stage_times(const StageTimes& times) {
  return {{"predict", times.predict}, {"assemble", times.assemble}, {"solve", times.solve},
          {"correct", times.correct}, {"detect", times.detect},     {"project", times.project}};
}

Json describe_scene_run(const std::filesystem::path& path) {
  const io::SceneRunTable run = io::read_scene_run(path);
  const int end = run.size() - 1;
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(run.state_hash));
  return {{"format", "nonsmooth scene run"},
          {"library", run.library},
          {"scheme", run.scheme_options},
          {"bodies", summary(run.bodies, [&](std::size_t i) { return run.bodies[i].name; })},
          {"joints", run.joint_count},
          {"records", run.size()},
          {"time", format_number("%g", run.t.front()) + " to " +
                       format_number("%g s", run.t[static_cast<std::size_t>(end)])},
          {"steps", run.steps},
          {"finished", run.finished},
          {"status", name(run.status)},
          {"message", run.message},
          {"failed_records", run.failed_records},
          {"worst_residual", run.certificate("residual_invariant").maxCoeff()},
          {"deepest_gap", run.certificate("deepest_gap").minCoeff()},
          {"joint_error", run.certificate("joint_error").maxCoeff()},
          {"contacts_first", run.contacts(0).size()},
          {"contacts_last", run.contacts(end).size()},
          {"energy_first", run.energy("total")[0]},
          {"energy_last", run.energy("total")[end]},
          {"energy_closure", run.energy("closure").cwiseAbs().maxCoeff()},
          {"wall_time_s", run.time},
          {"state_hash", hash}};
}

}  // namespace nonsmooth::cli
