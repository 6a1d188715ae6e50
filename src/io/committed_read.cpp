// SPDX-License-Identifier: Apache-2.0
#include "io/committed_read.hpp"

#include <fstream>

namespace nonsmooth::io::committed {

bool holds(const std::filesystem::path& path, const char* header_path) {
  std::ifstream stream(path, std::ios::binary);
  char magic[8] = {};
  if (!stream.read(magic, 8) ||
      std::string_view(magic, 8) != std::string_view("\x89HDF\r\n\x1a\n", 8))
    return false;
  try {
    const std::vector<char> bytes = read_all(path);
    return hdf5::Reader(bytes, path.string()).has(header_path);
  } catch (const FileError&) {
    return false;
  }
}

void require_rows(const hdf5::Reader& reader, const std::string& path, hdf5::TableType type,
                  int columns, long rows) {
  const long stored = reader.row_count(path, type, columns);
  if (rows < 0 || stored < rows)
    reader.fail(path,
                "expected " + std::to_string(rows) + " rows, found " + std::to_string(stored));
}

}  // namespace nonsmooth::io::committed
