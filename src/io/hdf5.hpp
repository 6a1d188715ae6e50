// SPDX-License-Identifier: Apache-2.0
// The few things our files need of HDF5, so that the C header stays in a few .cpp. Reader and
// Writer work in memory only (hdf5_append.hpp writes to the disk). HDF5 is not thread-safe in every
// build: one Reader or Writer lives at a time, others wait.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nonsmooth::io::hdf5 {

/// Tables are chunked, unlimited in rows and never compressed.
enum class TableType { numbers, integers, characters };  ///< 8, 8 and 1 byte
inline constexpr std::size_t max_chunk_bytes = std::size_t{1} << 20;

/// Reads a file image. All paths are absolute. Every failure is a FileError naming file and path.
/// Only hard links are followed and only data inside the file is read; extents are compared with
/// the size of the file before memory is taken.
class Reader {
 public:
  Reader(std::span<const char> bytes, std::string name);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool has(const std::string& path) const;
  int integer(const std::string& path) const;  ///< a dataset of one integer
  std::vector<int> integers(const std::string& path) const;
  Vector numbers(const std::string& path) const;  ///< finite floating point values
  /// A fixed-length string, without trailing zeros; empty if absent or not such a string.
  std::string text(const std::string& path) const;

  /// Rows of a table; `columns` must be what it has. `target` holds count x columns entries.
  long row_count(const std::string& path, TableType type, int columns) const;
  void rows(const std::string& path, TableType type, int columns, long begin, long count,
            void* target) const;

  [[noreturn]] void fail(const std::string& path, const std::string& complaint) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Builds a file image.
class Writer {
 public:
  explicit Writer(std::string name);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void group(const std::string& path);
  void integer(const std::string& path, int value) { integers(path, {&value, 1}); }
  void integers(const std::string& path, std::span<const int> values);
  void numbers(const std::string& path, std::span<const double> values);
  void text(const std::string& path, const std::string& value);
  std::vector<char> bytes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nonsmooth::io::hdf5
