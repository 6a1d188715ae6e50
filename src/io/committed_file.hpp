// SPDX-License-Identifier: Apache-2.0
// A file that grows with a run and can be believed at any moment. A commit appends rows and a
// checkpoint, waits for the disk, and only then appends a line to /commits; whatever happens
// between is not counted by any reader. A new file gets its name with its first commit, so that one
// which never had any does not replace an older one. What the rows are is the business of
// trajectory_write.cpp and scene_run_write.cpp.
#pragma once

#include "io/hdf5_append.hpp"
#include "nonsmooth/io/trajectory_file.hpp"

#include <chrono>
#include <optional>

namespace nonsmooth::io {

/// A table of the file and its rows that are not there yet.
template <class Value>
struct Pending {
  int table = -1, columns = 1;
  std::vector<Value> values{};

  void open(hdf5::AppendFile& file, const std::string& path, hdf5::TableType type, int width,
            std::span<const std::string> names, std::int64_t rows) {
    columns = width;
    table = file.table(path, type, width, names, static_cast<long>(rows));
  }
  template <class Range>
  void add(const Range& more) {
    values.insert(values.end(), more.begin(), more.end());
  }
  void write(hdf5::AppendFile& file) {
    if (table < 0) return;
    file.append(table, values.data(), static_cast<long>(values.size()) / columns);
    file.flush(table);
    values.clear();
  }
};

class CommittedFile {
 public:
  /// Looks at the name and the options before a run begins; errors name the `writer`.
  CommittedFile(std::filesystem::path path, const WriterOptions& options,
                const std::string& writer);
  /// Takes back a file that had no commit.
  ~CommittedFile();
  CommittedFile(const CommittedFile&) = delete;
  CommittedFile& operator=(const CommittedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string name() const { return path_.string(); }
  /// Whether the run is to go on with what the file holds. Throws if this writer has had its run.
  bool resumes() const;
  /// Throws if `other` names something a run that goes on would have instead of what the file has.
  void require_same(const std::string& other, const std::string& what) const;

  hdf5::AppendFile& create(const char* header_path, const std::string& header);
  hdf5::AppendFile& extend(hdf5::WriteLock lock);

  /// Opens the three tables that every such file has; the last before rows may come.
  template <class Commit, std::size_t columns>
  void open_commits(const Commit& done, long lines, const std::array<std::string, columns>& names);
  /// Rows by `write_rows`, the checkpoint, the message, the disk, and then the line.
  template <class Commit, class Rows>
  void commit(Commit& line, const std::vector<double>& checkpoint, const std::string& message,
              bool finished, Rows&& write_rows);
  /// The same where an exception ends a run: errors are lost, and what was committed stays.
  template <class Flush>
  void rescue(bool waiting, Flush&& flush);
  bool late() const;  ///< whether the last commit is longer ago than the options allow
  void close() { file_->close(); }

 private:
  void finish(const void* line);

  std::filesystem::path path_, unpublished_;  // the name until the first commit
  double flush_every_;
  bool resume_, wait_for_disk_, failed_ = false;
  std::optional<hdf5::AppendFile> file_;
  Pending<double> checkpoints_;
  Pending<char> messages_;
  int commits_ = -1;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

namespace committed {
inline constexpr const char* commits_path = "/commits";
inline constexpr const char* checkpoints_path = "/checkpoints";
inline constexpr const char* messages_path = "/messages";
}  // namespace committed

template <class Commit, std::size_t columns>
void CommittedFile::open_commits(const Commit& done, long lines,
                                 const std::array<std::string, columns>& names) {
  using hdf5::TableType;
  static_assert(sizeof(Commit) == columns * sizeof(std::int64_t));
  checkpoints_.open(*file_, committed::checkpoints_path, TableType::numbers, 1, {},
                    done.checkpoint_end);
  messages_.open(*file_, committed::messages_path, TableType::characters, 1, {}, done.message_end);
  commits_ = file_->table(committed::commits_path, TableType::integers, static_cast<int>(columns),
                          names, lines);
  file_->start();
}

template <class Commit, class Rows>
void CommittedFile::commit(Commit& line, const std::vector<double>& checkpoint,
                           const std::string& message, bool finished, Rows&& write_rows) {
  failed_ = true;  // until the end is reached
  write_rows(*file_);
  checkpoints_.add(checkpoint);
  messages_.add(message);
  line.checkpoint_begin = line.checkpoint_end;
  line.checkpoint_end += static_cast<std::int64_t>(checkpoint.size());
  line.message_begin = line.message_end;
  line.message_end += static_cast<std::int64_t>(message.size());
  line.finished = finished ? 1 : 0;
  finish(&line);
  failed_ = false;
}

template <class Flush>
void CommittedFile::rescue(bool waiting, Flush&& flush) {
  if (!file_ || failed_ || !waiting) return;
  try {
    flush();
  } catch (const std::exception&) {
    // reported by nobody, but nothing that was flushed before is touched
  }
}

}  // namespace nonsmooth::io
