// SPDX-License-Identifier: Apache-2.0
// Pictures of a scene without a graphics card: parallel projection, nearest surface per pixel, one
// light with shadows. Same bits everywhere.
#pragma once

#include "apps/cli/view/image.hpp"
#include "apps/cli/view/scene_play.hpp"

#include <filesystem>

namespace nonsmooth::cli {

struct PictureSize {
  int width = 480, height = 360;
};

Image render(const ScenePlay& play, const SceneRecord& record, const PictureSize& size);

/// `count` pictures, evenly spread over the records.
std::vector<Image> pictures(const ScenePlay& play, int count, const PictureSize& size = {});
/// The whole run as an animated PNG, at the speed it had but not longer than six seconds.
std::string animation(const ScenePlay& play);
/// Throws FileError if it cannot be written.
void write_picture(const std::filesystem::path& path, const std::string& bytes);

}  // namespace nonsmooth::cli
