// SPDX-License-Identifier: Apache-2.0
// Stands in for the FCLib reader and writer in builds without HDF5.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

namespace nonsmooth::io {

ProblemFile read_fclib(std::span<const char>, const std::string& name) {
  throw FileError(name +
                  ": this is an FCLib (HDF5) file, but this build cannot read it; configure "
                  "with -DNS_WITH_HDF5=ON");
}

void write_fclib(const std::filesystem::path& path, const ProblemFile&) {
  throw FileError(path.string() +
                  ": this build cannot write FCLib (HDF5) files; configure with "
                  "-DNS_WITH_HDF5=ON");
}

}  // namespace nonsmooth::io
