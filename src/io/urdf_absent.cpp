// SPDX-License-Identifier: Apache-2.0
// Stands in for the URDF reader in builds without urdfdom.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/urdf.hpp"

namespace nonsmooth::io {

SceneFile read_urdf_text(const std::string&, const std::string& name, const std::filesystem::path&,
                         const UrdfOptions&) {
  throw FileError(name +
                  ": this build cannot read URDF files; install urdfdom (liburdfdom-dev) and "
                  "configure again");
}
SceneFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return read_urdf_text({}, path.string(), {}, options);
}

}  // namespace nonsmooth::io
