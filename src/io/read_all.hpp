// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace nonsmooth::io {

/// The bytes of a file. Throws FileError with the system's reason.
std::vector<char> read_all(const std::filesystem::path& path);

}  // namespace nonsmooth::io
