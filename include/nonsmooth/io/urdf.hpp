// SPDX-License-Identifier: Apache-2.0
// Robots as URDF files: links become bodies, joints become joints.
//
//   const ns::io::SceneFile arm = ns::io::read_urdf("arm.urdf");
//   ns::SceneRun run = ns::simulate(arm.scene, arm.scheme, {.end = arm.end});
//
// What is read and what is not: docs/urdf.md. Needs urdfdom; without it every function here throws
// a FileError that says so.
#pragma once

#include "nonsmooth/io/scene_file.hpp"

namespace nonsmooth::io {

struct UrdfOptions {
  /// Whether the root link is fixed to the world. None: it is if it is called "world" or has no
  /// mass.
  std::optional<bool> fixed_base{};
  bool self_collision = false;  ///< links of the robot meet each other
  bool ground = true;           ///< a robot that is not fixed stands on a half-space
};

/// The robot where its file puts it, with all joints at zero. What was left out is in `notes`.
/// Throws FileError naming file, link or joint, expectation and finding. Meshes must lie in the
/// folder of the file or below.
SceneFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});
/// The same from memory. `name` stands for the path; without a folder meshes are refused.
SceneFile read_urdf_text(const std::string& text, const std::string& name,
                         const std::filesystem::path& folder = {}, const UrdfOptions& options = {});

}  // namespace nonsmooth::io
