// SPDX-License-Identifier: Apache-2.0
// Reads runs. A file may be finished, growing, or left behind by a program that was killed; the
// last line of /commits whose checkpoint has the right hash says how much of it is certain.
#include "io/hdf5.hpp"
#include "io/read_all.hpp"
#include "io/run_read.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <fstream>
#include <new>

namespace nonsmooth::io {
namespace {

using hdf5::Reader;
using hdf5::TableType;
using run_format::Commit;

std::vector<Commit> read_commits(const Reader& reader) {
  const long count =
      reader.row_count(run_format::commits_path, TableType::integers, run_format::commit_columns);
  std::vector<Commit> commits(static_cast<std::size_t>(count));
  reader.rows(run_format::commits_path, TableType::integers, run_format::commit_columns, 0, count,
              commits.data());
  return commits;
}

// A line that was announced before its data arrived has zeros or a hash that does not fit.
bool take(const Reader& reader, const Commit& commit, TrajectoryTable& table) {
  const auto length = commit.checkpoint_end - commit.checkpoint_begin;
  const long stored = reader.row_count(run_format::checkpoints_path, TableType::numbers, 1);
  if (commit.rows < 1 || commit.steps < 0 || commit.failed_steps < 0 || commit.status < 0 ||
      commit.status > static_cast<std::int64_t>(Status::unsupported) || commit.message_begin < 0 ||
      commit.message_end < commit.message_begin || commit.checkpoint_begin < 0 || length < 0 ||
      commit.checkpoint_end > stored)
    return false;
  std::vector<double> numbers(static_cast<std::size_t>(length));
  reader.rows(run_format::checkpoints_path, TableType::numbers, 1, commit.checkpoint_begin,
              static_cast<long>(length), numbers.data());
  if (!run_format::unpack(numbers, table)) return false;
  table.state_hash = state_hash(table.last);
  return table.state_hash == static_cast<std::uint64_t>(commit.hash);
}

void describe_end(const Reader& reader, const Commit& commit, TrajectoryTable& table) {
  table.status = static_cast<Status>(commit.status);
  table.steps = static_cast<long>(commit.steps);
  table.failed_steps = static_cast<long>(commit.failed_steps);
  table.finished = commit.finished != 0;
  const auto length = commit.message_end - commit.message_begin;
  const long stored = reader.row_count(run_format::messages_path, TableType::characters, 1);
  if (commit.message_end > stored)
    reader.fail(run_format::messages_path, "expected " + std::to_string(commit.message_end) +
                                               " characters, found " + std::to_string(stored));
  table.message.assign(static_cast<std::size_t>(length), ' ');
  reader.rows(run_format::messages_path, TableType::characters, 1, commit.message_begin,
              static_cast<long>(length), table.message.data());
  if (!table.finished)
    table.message = "not finished: still running, or the program was ended before its time";
}

void read_rows(const Reader& reader, long rows, TrajectoryTable& table) {
  for (int k = 0; k < quantity_count; ++k) {
    const auto quantity = static_cast<Quantity>(k);
    const int columns = run_format::width(table, quantity);
    auto& group = table.groups[static_cast<std::size_t>(k)];
    const std::string path = run_format::rows_path(quantity);
    // what the file holds is known before memory is taken
    if (columns > 0 && reader.row_count(path, TableType::numbers, columns) < rows)
      reader.fail(path, "expected " + std::to_string(rows) + " rows, found " +
                            std::to_string(reader.row_count(path, TableType::numbers, columns)));
    group.resize(columns > 0 || k == 0 ? rows : 0, columns);
    if (columns > 0) reader.rows(path, TableType::numbers, columns, 0, rows, group.data());
  }
  const int signals = static_cast<int>(table.signals.size());
  if (signals == 0) return;
  const std::string path = run_format::signals_path;
  if (const long found = reader.row_count(path, TableType::numbers, signals); found < rows)
    reader.fail(path, "expected " + std::to_string(rows) + " rows, found " + std::to_string(found));
  table.signal_rows.resize(rows, signals);
  reader.rows(path, TableType::numbers, signals, 0, rows, table.signal_rows.data());
}

}  // namespace

RunEnd read_run(std::span<const char> bytes, const std::string& name, bool with_rows,
                long rows_at_most) {
  try {
    const Reader reader(bytes, name);
    if (!reader.has(run_format::header_path))
      throw FileError(name + ": expected a nonsmooth run, found another HDF5 file");
    RunEnd run;
    run.header = reader.text(run_format::header_path);
    run_format::parse_header(run.header, name, run.table);
    const std::vector<Commit> commits = read_commits(reader);
    for (run.commits = static_cast<long>(commits.size()); run.commits > 0; --run.commits) {
      run.commit = commits[static_cast<std::size_t>(run.commits - 1)];
      const bool small = rows_at_most < 0 || run.commit.rows <= rows_at_most;
      if (small && take(reader, run.commit, run.table)) break;
    }
    if (run.commits == 0)
      throw FileError(name + ": " + run_format::commits_path +
                      ": expected rows that were flushed, "
                      "found none (cut short or damaged)");
    describe_end(reader, run.commit, run.table);
    if (with_rows) read_rows(reader, static_cast<long>(run.commit.rows), run.table);
    return run;
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the run does not fit into memory");
  }
}

TrajectoryTable read_trajectory_bytes(std::span<const char> bytes, const std::string& name) {
  return read_run(bytes, name, true).table;
}

// While a file grows, its bytes are of different moments. What the first reading found committed
// was on the disk before the second began, so that the second is taken up to there.
TrajectoryTable read_trajectory(const std::filesystem::path& path) {
  for (int attempts = 5;; --attempts) {
    try {
      std::vector<char> bytes = read_all(path);
      const RunEnd first = read_run(bytes, path.string(), false);
      if (first.table.finished) return read_run(bytes, path.string(), true).table;
      bytes = read_all(path);
      return read_run(bytes, path.string(), true, static_cast<long>(first.commit.rows)).table;
    } catch (const FileError&) {
      // metadata may have been caught half-written; a file at rest says the same every time
      if (attempts == 1) throw;
    }
  }
}

bool is_trajectory(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  char magic[8] = {};
  if (!stream.read(magic, 8) ||
      std::string_view(magic, 8) != std::string_view("\x89HDF\r\n\x1a\n", 8))
    return false;
  try {
    const std::vector<char> bytes = read_all(path);
    return Reader(bytes, path.string()).has(run_format::header_path);
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace nonsmooth::io
