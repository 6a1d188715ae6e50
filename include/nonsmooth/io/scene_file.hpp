// SPDX-License-Identifier: Apache-2.0
// Scenes as TOML files:
//
//   [run]
//   end = 2.0
//   [[body]]
//   shape = { kind = "half_space" }
//   motion = "fixed"
//   [[body]]
//   name = "ball"
//   shape = { kind = "sphere", radius = "10 cm" }
//   position = [0, 0, 1]
//
// All keys are in docs/scenes.md. SI units unless a string carries its own.
#pragma once

#include "nonsmooth/mechanics/run.hpp"
#include "nonsmooth/mechanics/scene.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

struct SceneFile {
  std::string title;
  Scene scene;
  SceneScheme scheme;
  double end = 1.0;  ///< s
  int record_every = 1;
  bool stop_on_failure = false;
  std::optional<std::filesystem::path> output;  ///< of the run, as written in the file
  std::vector<std::string> notes;               ///< what the file has and the scene has not
};

/// Throws FileError with one line per mistake: file, line, key, expectation, finding. Meshes and
/// height fields it names must lie in its folder or below.
SceneFile read_scene(const std::filesystem::path& path);
/// The same from memory. `name` stands for the path; without a folder other files are refused.
SceneFile read_scene_text(std::string_view text, const std::string& name,
                          const std::filesystem::path& folder = {});

}  // namespace nonsmooth::io
