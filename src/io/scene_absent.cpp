// SPDX-License-Identifier: Apache-2.0
// Stands in for the scene files in builds without toml++ or muparser.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/scene_file.hpp"

namespace nonsmooth::io {

SceneFile read_scene_text(std::string_view, const std::string& name, const std::filesystem::path&) {
  throw FileError(name +
                  ": this build cannot read scene files; install toml++ and muparser "
                  "(libtomlplusplus-dev, libmuparser-dev) and configure again");
}
SceneFile read_scene(const std::filesystem::path& path) {
  return read_scene_text({}, path.string());
}

}  // namespace nonsmooth::io
