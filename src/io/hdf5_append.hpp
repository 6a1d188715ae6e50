// SPDX-License-Identifier: Apache-2.0
// An HDF5 file on the disk that grows by rows while others read it: the library's single-writer,
// multiple-reader mode, in which whatever has reached the file is consistent at any moment. It
// allows new rows only, so that everything else is made before `start`.
#pragma once

#include "io/hdf5.hpp"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nonsmooth::io::hdf5 {

/// A file that nobody else may write. The library lets its own lock go when others may read;
/// readers do not ask for this one, and it ends with the process, however that ends.
class WriteLock {
 public:
  /// Makes the file if it is not there. Throws FileError with the system's reason, or naming the
  /// other writer.
  explicit WriteLock(const std::filesystem::path& path);
  ~WriteLock();
  WriteLock(WriteLock&& other) noexcept;
  WriteLock& operator=(WriteLock&&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class AppendFile {
 public:
  enum class Mode { create, extend };
  AppendFile(const std::filesystem::path& path, Mode mode, WriteLock lock);
  /// Closes what can be closed. Errors are lost here: `close` reports them.
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void text(const std::string& path, const std::string& value);
  /// Makes a table, or opens the one of an existing file and cuts it to `rows`. The answer names
  /// it to the calls below.
  int table(const std::string& path, TableType type, int columns,
            std::span<const std::string> names, long rows = 0);
  void start();

  void append(int table, const void* rows, long count);
  /// Brings the rows of a table to the operating system, in this order of calls.
  void flush(int table);
  /// Waits until everything flushed is on the disk.
  void sync();
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nonsmooth::io::hdf5
