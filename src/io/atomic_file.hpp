// SPDX-License-Identifier: Apache-2.0
// Files that appear complete or not at all.
#pragma once

#include <filesystem>
#include <span>

namespace nonsmooth::io {

enum class Existing { replace, refuse };

/// Writes a temporary file beside `path`, flushes it to the disk and renames it. Throws FileError
/// with the system's reason (no space, no permission, file exists) and leaves nothing behind.
/// What exists and is not a regular file (a pipe, a terminal) is written to directly.
void write_file(const std::filesystem::path& path, std::span<const char> bytes, Existing existing);

}  // namespace nonsmooth::io
