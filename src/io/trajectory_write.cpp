// SPDX-License-Identifier: Apache-2.0
// Writes runs. A flush appends rows and a checkpoint, waits for the disk, and only then appends a
// line to /commits; whatever happens between is not counted by any reader. A new file gets its name
// with its first commit.
#include "io/hdf5_append.hpp"
#include "io/read_all.hpp"
#include "io/run_read.hpp"
#include "nonsmooth/base/error.hpp"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <system_error>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using hdf5::AppendFile;
using hdf5::TableType;
using run_format::Commit;

constexpr Quantity quantity(int k) { return static_cast<Quantity>(k); }

}  // namespace

struct TrajectoryWriter::File {
  fs::path path;
  WriterOptions options;
  fs::path unpublished;  // the name until the first commit
  std::optional<AppendFile> file;
  std::array<int, quantity_count> tables{};
  int commits = -1, checkpoints = -1, messages = -1, signals = -1;
  std::vector<double> signal_rows;  // not yet in the file

  std::array<std::vector<double>, quantity_count> rows;  // not yet in the file
  long rows_waiting = 0;
  State last;
  Commit commit;  // as of the last record; ends are those of the file
  double worst_residual = 0.0, deepest_gap = 0.0;
  double time_before = 0.0, time = 0.0;  // wall time of earlier sessions, and of all
  Checkpoint checkpoint;
  Clock::time_point began = Clock::now(), flushed = began;
  bool failed = false;

  void open_tables(const Trajectory& run, const RunEnd* end);
  void create(const Trajectory& run);
  void extend(const Trajectory& run);
  void take(const Trajectory& run, long first_row);
  void flush(const std::string& message, bool finished);
  void write(const std::string& message, bool finished);
  void publish();
};

// --- Opening
// --------------------------------------------------------------------------------------

void TrajectoryWriter::File::open_tables(const Trajectory& run, const RunEnd* end) {
  const Commit done = end != nullptr ? end->commit : Commit{};
  for (int k = 0; k < quantity_count; ++k) {
    const int width = run.width(quantity(k));
    tables[static_cast<std::size_t>(k)] =
        width == 0 ? -1
                   : file->table(run_format::rows_path(quantity(k)), TableType::numbers, width,
                                 run.column_names(quantity(k)), static_cast<long>(done.rows));
  }
  if (const auto& names = options.signals.names; !names.empty())
    signals = file->table(run_format::signals_path, TableType::numbers,
                          static_cast<int>(names.size()), names, static_cast<long>(done.rows));
  checkpoints = file->table(run_format::checkpoints_path, TableType::numbers, 1, {},
                            static_cast<long>(done.checkpoint_end));
  messages = file->table(run_format::messages_path, TableType::characters, 1, {},
                         static_cast<long>(done.message_end));
  commits = file->table(run_format::commits_path, TableType::integers, run_format::commit_columns,
                        run_format::commit_names, end != nullptr ? end->commits : 0);
  file->start();
}

void TrajectoryWriter::File::create(const Trajectory& run) {
  unpublished = path;
  unpublished += ".partial-" + std::to_string(::getpid());
  fs::remove(unpublished);
  file.emplace(unpublished, AppendFile::Mode::create, hdf5::WriteLock(unpublished));
  file->text(run_format::header_path,
             run_format::header_text(run.model(), run.scheme, options.signals.names));
  open_tables(run, nullptr);
}

void TrajectoryWriter::File::extend(const Trajectory& run) {
  hdf5::WriteLock lock(path);
  const RunEnd end = read_run(read_all(path), path.string(), false);
  const std::string header =
      run_format::header_text(run.model(), run.scheme, options.signals.names);
  if (const std::string other = run_format::difference(header, end.header); !other.empty())
    throw Error(path.string() + ": cannot go on with this run, it would have " + other +
                "; take the model and scheme it was begun with, or another file");
  file.emplace(path, AppendFile::Mode::extend, std::move(lock));
  open_tables(run, &end);
  commit = end.commit;
  last = end.table.last;
  worst_residual = end.table.worst_residual;
  deepest_gap = end.table.deepest_gap;
  time_before = end.table.time;
  checkpoint = {end.table.last,         end.table.status, end.table.steps,
                end.table.failed_steps, worst_residual,   deepest_gap};
}

// --- Rows
// -----------------------------------------------------------------------------------------

void TrajectoryWriter::File::take(const Trajectory& run, long first_row) {
  const long count = run.size() - first_row;
  for (int k = 0; k < quantity_count; ++k) {
    const auto group = run.group(quantity(k));
    auto& buffer = rows[static_cast<std::size_t>(k)];
    for (long row = first_row; row < run.size(); ++row)
      for (Eigen::Index i = 0; i < group.cols(); ++i) buffer.push_back(group(row, i));
  }
  if (signals >= 0) {
    Vector values(std::ssize(options.signals.names));
    for (long row = first_row; row < run.size(); ++row) {
      options.signals.of(run.group(Quantity::time)(row, 0),
                         run.group(Quantity::x).row(row).transpose(),
                         run.group(Quantity::lambda).row(row).transpose(), values);
      signal_rows.insert(signal_rows.end(), values.begin(), values.end());
    }
  }
  rows_waiting += count;
  commit.rows += count;
  commit.steps = run.steps;
  commit.failed_steps = run.failed_steps;
  commit.status = static_cast<std::int64_t>(run.status);
  worst_residual = run.worst_residual;
  deepest_gap = run.deepest_gap;
}

void TrajectoryWriter::File::flush(const std::string& message, bool finished) {
  try {
    write(message, finished);
  } catch (...) {
    failed = true;
    throw;
  }
}

void TrajectoryWriter::File::write(const std::string& message, bool finished) {
  for (int k = 0; k < quantity_count; ++k) {
    const int table = tables[static_cast<std::size_t>(k)];
    if (table < 0) continue;
    auto& buffer = rows[static_cast<std::size_t>(k)];
    file->append(table, buffer.data(), rows_waiting);
    file->flush(table);
    buffer.clear();
  }
  if (signals >= 0) {
    file->append(signals, signal_rows.data(), rows_waiting);
    file->flush(signals);
    signal_rows.clear();
  }
  rows_waiting = 0;
  const std::vector<double> numbers = run_format::pack(last, worst_residual, deepest_gap, time);
  file->append(checkpoints, numbers.data(), static_cast<long>(numbers.size()));
  file->flush(checkpoints);
  file->append(messages, message.data(), static_cast<long>(message.size()));
  file->flush(messages);
  if (options.wait_for_disk) file->sync();

  commit.checkpoint_begin = commit.checkpoint_end;
  commit.checkpoint_end += static_cast<std::int64_t>(numbers.size());
  commit.message_begin = commit.message_end;
  commit.message_end += static_cast<std::int64_t>(message.size());
  commit.finished = finished ? 1 : 0;
  commit.hash = static_cast<std::int64_t>(state_hash(last));
  file->append(commits, &commit, 1);
  file->flush(commits);
  if (options.wait_for_disk) file->sync();
  if (!unpublished.empty()) publish();
  flushed = Clock::now();
}

void TrajectoryWriter::File::publish() {
  std::error_code reason;
  fs::rename(unpublished, path, reason);
  if (reason) throw FileError(path.string() + ": cannot write: " + reason.message());
  unpublished.clear();
}

// --- The sink
// -------------------------------------------------------------------------------------

TrajectoryWriter::TrajectoryWriter(fs::path path, WriterOptions options)
    : file_(std::make_unique<File>()) {
  std::error_code ignored;
  const bool taken = fs::exists(path, ignored);
  if (taken && !fs::is_regular_file(path, ignored))
    throw FileError(path.string() + ": expected the name of a file, found something else there");
  if (taken && options.existing == IfExists::refuse)
    throw FileError(path.string() +
                    ": exists; choose another name, or IfExists::replace or IfExists::resume");
  if (taken) (void)hdf5::WriteLock(path);  // throws while another program writes it
  if (!(options.flush_every >= 0.0) || options.rows_in_memory < 1)
    throw Error("TrajectoryWriter: flush_every must not be negative and rows_in_memory at least 1");
  file_->path = std::move(path);
  file_->options = options;
}

TrajectoryWriter::~TrajectoryWriter() {
  if (file_ == nullptr) return;
  // a run that ended by an exception still has rows worth keeping
  if (file_->file && file_->rows_waiting > 0 && !file_->failed) try {
      file_->flush("", false);
    } catch (const std::exception&) {
      // reported by nobody, but nothing that was flushed before is touched
    }
  file_->file.reset();
  std::error_code ignored;
  if (!file_->unpublished.empty()) fs::remove(file_->unpublished, ignored);
}
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;

const Checkpoint* TrajectoryWriter::begin(const Trajectory& run, const State& state) {
  if (file_->file || file_->failed)
    throw Error(file_->path.string() + ": this writer has had its run; make another one");
  if (file_->options.existing == IfExists::resume && fs::exists(file_->path)) {
    file_->extend(run);
    return &file_->checkpoint;
  }
  file_->create(run);
  file_->take(run, 0);
  file_->last = state;
  return nullptr;
}

void TrajectoryWriter::record(const Trajectory& run, const State& state) {
  file_->take(run, run.size() - 1);
  file_->last = state;
  const bool late =
      Clock::now() - file_->flushed > std::chrono::duration<double>(file_->options.flush_every);
  if (late || file_->rows_waiting >= file_->options.rows_in_memory) file_->flush("", false);
}

void TrajectoryWriter::end(const Trajectory& run) {
  file_->last = run.end;
  file_->time = file_->time_before + run.time;
  file_->flush(run.message, true);
  file_->file->close();
}

long TrajectoryWriter::rows() const { return static_cast<long>(file_->commit.rows); }

void write_trajectory(const Trajectory& run, const fs::path& path) {
  if (run.size() == 0) throw Error(path.string() + ": the run has no rows to write");
  TrajectoryWriter writer(path, {.existing = IfExists::replace});
  writer.begin(run, run.end);  // takes all rows that are there
  writer.end(run);
}

}  // namespace nonsmooth::io
