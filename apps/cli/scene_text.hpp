// SPDX-License-Identifier: Apache-2.0
// What `check`, `run` and `info` say about scenes.
#pragma once

#include "apps/cli/json_line.hpp"
#include "nonsmooth/io.hpp"

#include <filesystem>
#include <string>

namespace nonsmooth::cli {

/// A scene (.toml) or a robot (.urdf).
io::SceneFile read_scene_or_robot(const std::filesystem::path& path);
/// printf of one number
std::string format_number(const char* format, double value);
/// "200 sphere, 5 half-space (floor, left, ...)"
std::string summary_of_bodies(const Scene& scene);
/// "  key                  value" for every entry
void print_entries(const Json& object);
Json stage_times(const StageTimes& times);
/// What `info` shows of a file with the run of a scene.
Json describe_scene_run(const std::filesystem::path& path);

}  // namespace nonsmooth::cli
