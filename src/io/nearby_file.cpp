// SPDX-License-Identifier: Apache-2.0
#include "io/nearby_file.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>

namespace nonsmooth::io {

namespace fs = std::filesystem;

fs::path nearby_file(const fs::path& folder, const std::string& file) {
  if (folder.empty()) throw Error("file '" + file + "': a scene given as text has no folder");
  const fs::path home = fs::weakly_canonical(folder);
  const fs::path path = fs::weakly_canonical(home / file);
  const auto [end, at] = std::mismatch(home.begin(), home.end(), path.begin(), path.end());
  if (fs::path(file).is_absolute() || end != home.end() || at == path.end())
    throw Error("file '" + file + "': expected a file in the folder of the scene or below it");
  return path;
}

}  // namespace nonsmooth::io
