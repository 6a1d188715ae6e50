// SPDX-License-Identifier: Apache-2.0
// Reads what a CommittedFile holds. It may be finished, growing, or left behind by a program that
// was killed; the last line of /commits whose checkpoint has the right hash says how much of it is
// certain.
#pragma once

#include "io/committed_file.hpp"
#include "io/hdf5.hpp"
#include "io/read_all.hpp"
#include "nonsmooth/base/error.hpp"

#include <new>

namespace nonsmooth::io::committed {

/// Whether the file is HDF5 and has a text of this name.
bool holds(const std::filesystem::path& path, const char* header_path);

/// What the file holds is known before memory is taken.
void require_rows(const hdf5::Reader& reader, const std::string& path, hdf5::TableType type,
                  int columns, long rows);

template <class Value>
std::vector<Value> column(const hdf5::Reader& reader, const char* path, hdf5::TableType type,
                          int columns, std::int64_t begin, std::int64_t end) {
  require_rows(reader, path, type, columns, static_cast<long>(end));
  if (begin < 0 || begin > end) reader.fail(path, "expected a range of rows, found another");
  std::vector<Value> values(static_cast<std::size_t>((end - begin) * columns));
  reader.rows(path, type, columns, static_cast<long>(begin), static_cast<long>(end - begin),
              values.data());
  return values;
}

template <class Values>
Values rows(const hdf5::Reader& reader, const std::string& path, int columns, std::int64_t count) {
  require_rows(reader, path, hdf5::TableType::numbers, columns, static_cast<long>(count));
  Values values(count, columns);
  reader.rows(path, hdf5::TableType::numbers, columns, 0, static_cast<long>(count), values.data());
  return values;
}

/// The numbers of the checkpoint of a line. A line that was announced before its data arrived has
/// zeros, which belong to none.
template <class Commit>
std::optional<std::vector<double>> checkpoint_of(const hdf5::Reader& reader, const Commit& line) {
  const long stored = reader.row_count(checkpoints_path, hdf5::TableType::numbers, 1);
  if (line.steps < 0 || line.status < 0 ||
      line.status > static_cast<std::int64_t>(Status::unsupported) || line.checkpoint_begin < 0 ||
      line.checkpoint_end < line.checkpoint_begin || line.checkpoint_end > stored ||
      line.message_begin < 0 || line.message_end < line.message_begin)
    return std::nullopt;
  return column<double>(reader, checkpoints_path, hdf5::TableType::numbers, 1,
                        line.checkpoint_begin, line.checkpoint_end);
}

/// The number of lines up to the last that `take` accepts, which is left in `line`.
template <class Commit, class Take>
long last_commit(const hdf5::Reader& reader, const std::string& name, Commit& line, Take&& take) {
  constexpr int columns = sizeof(Commit) / sizeof(std::int64_t);
  const long count = reader.row_count(commits_path, hdf5::TableType::integers, columns);
  std::vector<Commit> lines(static_cast<std::size_t>(count));
  reader.rows(commits_path, hdf5::TableType::integers, columns, 0, count, lines.data());
  for (long k = count; k > 0; --k) {
    line = lines[static_cast<std::size_t>(k - 1)];
    if (take(line)) return k;
  }
  throw FileError(name + ": " + commits_path +
                  ": expected rows that were flushed, found none (cut short or damaged)");
}

template <class Commit, class Table>
void describe_end(const hdf5::Reader& reader, const Commit& line, Table& table) {
  table.status = static_cast<Status>(line.status);
  table.steps = static_cast<long>(line.steps);
  table.finished = line.finished != 0;
  const auto message = column<char>(reader, messages_path, hdf5::TableType::characters, 1,
                                    line.message_begin, line.message_end);
  table.message.assign(message.begin(), message.end());
  if (!table.finished)
    table.message = "not finished: still running, or the program was ended before its time";
}

/// While a file grows, its bytes are of different moments. What the first reading found committed
/// was on the disk before the second began, so that the second is taken up to there.
/// `read(bytes, name, with_rows, count_at_most)` gives a run; `count_of` what its commit counts.
template <class Read, class Count>
auto read_growing(const std::filesystem::path& path, Read&& read, Count&& count_of) {
  const std::string name = path.string();
  for (int attempts = 5;; --attempts) {
    try {
      std::vector<char> bytes = read_all(path);
      const auto first = read(bytes, name, false, -1L);
      if (first.table.finished) return read(bytes, name, true, -1L).table;
      bytes = read_all(path);
      return read(bytes, name, true, static_cast<long>(count_of(first.commit))).table;
    } catch (const FileError&) {
      // metadata may have been caught half-written; a file at rest says the same every time
      if (attempts == 1) throw;
    }
  }
}

}  // namespace nonsmooth::io::committed
