// SPDX-License-Identifier: Apache-2.0
// What the page asks for, as routes of the server (the table is in docs/viewer.md). Numbers of a
// picked body are those of the file, in full; frames are 32-bit floats, good enough for pixels.
#pragma once

#include "apps/cli/view/http_server.hpp"
#include "apps/cli/view/scene_play.hpp"
#include "nonsmooth/io/trajectory_file.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace nonsmooth::cli {

/// A run that one thread appends to while another one answers.
struct SharedPlay {
  std::mutex guard;
  ScenePlay play;
};

// What is given must outlive the routes.
std::vector<Route> scene_routes(SharedPlay& shared);
std::vector<Route> trajectory_routes(const io::TrajectoryTable& table, const std::string& title);
/// The page says what is wrong with the file.
std::vector<Route> failure_routes(const std::string& title, const std::string& message);
/// index.html, the script, the style and the licence of what is in them.
std::vector<Route> bundle_routes();

}  // namespace nonsmooth::cli
