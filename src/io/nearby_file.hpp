// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace nonsmooth::io {

/// A file that another file names. Throws Error unless it lies in that file's folder or below; an
/// empty folder has no files.
std::filesystem::path nearby_file(const std::filesystem::path& folder, const std::string& file);

}  // namespace nonsmooth::io
