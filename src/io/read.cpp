// SPDX-License-Identifier: Apache-2.0
// Opens a problem file and recognises its format by content: the HDF5 signature, an opening brace
// for JSON, anything else is text. Names and endings of files mean nothing.
#include "io/diagnose.hpp"
#include "io/read_all.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cerrno>
#include <fstream>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace nonsmooth::io {
namespace {

// The signature may follow a user block of 512, 1024, 2048, ... bytes.
bool is_hdf5(std::string_view bytes) {
  constexpr std::string_view signature("\x89HDF\r\n\x1a\n", 8);
  for (std::size_t at = 0; at + signature.size() <= bytes.size(); at = at == 0 ? 512 : 2 * at)
    if (bytes.substr(at, signature.size()) == signature) return true;
  return false;
}

}  // namespace

std::vector<char> read_all(const std::filesystem::path& path) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
    throw FileError(path.string() + ": expected a file, found a directory");
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw FileError(path.string() + ": cannot open: " + std::generic_category().message(errno));
  std::vector<char> bytes;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
         stream.gcount() > 0)
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + stream.gcount());
  if (stream.bad())
    throw FileError(path.string() + ": cannot read: " + std::generic_category().message(errno));
  return bytes;
}

ProblemFile read_bytes(std::span<const char> bytes, const std::string& name) {
  const std::string_view text(bytes.data(), bytes.size());
  try {
    if (is_hdf5(text)) return read_fclib(bytes, name);
    // collections are often mirrored without their data: say so instead of "expected an integer"
    if (text.starts_with("version https://git-lfs"))
      throw FileError(name +
                      ": expected a problem, found a Git LFS pointer (the data was not "
                      "downloaded; run 'git lfs pull')");
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool byte_order_mark = text.starts_with("\xef\xbb\xbf");
    if (byte_order_mark || (first != std::string_view::npos && text[first] == '{'))
      return read_json(text, name);
    return read_text(text, name);
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the problem does not fit into memory");
  }
}

ProblemFile read(const std::filesystem::path& path) {
  return read_bytes(read_all(path), path.string());
}

Problem read_problem(const std::filesystem::path& path) {
  ProblemFile file = read(path);
  if (auto* problem = std::get_if<Problem>(&file.problem)) return std::move(*problem);
  return reduce(std::get<GlobalProblem>(file.problem));
}

}  // namespace nonsmooth::io
