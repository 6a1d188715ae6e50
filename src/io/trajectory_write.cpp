// SPDX-License-Identifier: Apache-2.0
// Writes runs of models into a CommittedFile.
#include "io/committed_file.hpp"
#include "io/read_all.hpp"
#include "io/run_read.hpp"
#include "nonsmooth/base/error.hpp"

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;
using hdf5::AppendFile;
using hdf5::TableType;
using run_format::Commit;

constexpr Quantity quantity(int k) { return static_cast<Quantity>(k); }

}  // namespace

struct TrajectoryWriter::File {
  File(fs::path path, const WriterOptions& writer_options)
      : disk(std::move(path), writer_options, "TrajectoryWriter"), options(writer_options) {}

  CommittedFile disk;
  WriterOptions options;
  std::array<Pending<double>, quantity_count> rows;
  Pending<double> signals;
  long rows_waiting = 0;
  State last;
  Commit line;  // as of the last record; ends are those of the file
  double worst_residual = 0.0, deepest_gap = 0.0;
  double time_before = 0.0, time = 0.0;  // wall time of earlier sessions, and of all
  Checkpoint checkpoint;

  std::string header(const Trajectory& run) const {
    return run_format::header_text(run.model(), run.scheme, options.signals.names);
  }
  void open_tables(AppendFile& file, const Trajectory& run, const Commit& done, long lines);
  void extend(const Trajectory& run);
  void take(const Trajectory& run, long first_row);
  void flush(const std::string& message, bool finished);
};

void TrajectoryWriter::File::open_tables(AppendFile& file, const Trajectory& run,
                                         const Commit& done, long lines) {
  for (int k = 0; k < quantity_count; ++k)
    if (const int width = run.width(quantity(k)); width > 0)
      rows[static_cast<std::size_t>(k)].open(file, run_format::rows_path(quantity(k)),
                                             TableType::numbers, width,
                                             run.column_names(quantity(k)), done.rows);
  if (const auto& names = options.signals.names; !names.empty())
    signals.open(file, run_format::signals_path, TableType::numbers, static_cast<int>(names.size()),
                 names, done.rows);
  disk.open_commits(done, lines, run_format::commit_names);
}

void TrajectoryWriter::File::extend(const Trajectory& run) {
  hdf5::WriteLock lock(disk.path());
  const RunEnd end = read_run(read_all(disk.path()), disk.name(), false);
  disk.require_same(run_format::difference(header(run), end.header), "model and scheme");
  open_tables(disk.extend(std::move(lock)), run, end.commit, end.commits);
  line = end.commit;
  last = end.table.last;
  worst_residual = end.table.worst_residual;
  deepest_gap = end.table.deepest_gap;
  time_before = end.table.time;
  checkpoint = {end.table.last,         end.table.status, end.table.steps,
                end.table.failed_steps, worst_residual,   deepest_gap};
}

void TrajectoryWriter::File::take(const Trajectory& run, long first_row) {
  const long count = run.size() - first_row;
  for (int k = 0; k < quantity_count; ++k) {
    const auto group = run.group(quantity(k));
    auto& buffer = rows[static_cast<std::size_t>(k)].values;
    for (long row = first_row; row < run.size(); ++row)
      for (Eigen::Index i = 0; i < group.cols(); ++i) buffer.push_back(group(row, i));
  }
  if (const auto width = std::ssize(options.signals.names); width > 0) {
    Vector values(width);
    for (long row = first_row; row < run.size(); ++row) {
      options.signals.of(run.group(Quantity::time)(row, 0),
                         run.group(Quantity::x).row(row).transpose(),
                         run.group(Quantity::lambda).row(row).transpose(), values);
      signals.add(values);
    }
  }
  rows_waiting += count;
  line.rows += count;
  line.steps = run.steps;
  line.failed_steps = run.failed_steps;
  line.status = static_cast<std::int64_t>(run.status);
  worst_residual = run.worst_residual;
  deepest_gap = run.deepest_gap;
}

void TrajectoryWriter::File::flush(const std::string& message, bool finished) {
  line.hash = static_cast<std::int64_t>(state_hash(last));
  disk.commit(line, run_format::pack(last, worst_residual, deepest_gap, time), message, finished,
              [&](AppendFile& file) {
                for (auto& each : rows) each.write(file);
                signals.write(file);
                rows_waiting = 0;
              });
}

TrajectoryWriter::TrajectoryWriter(fs::path path, WriterOptions options)
    : file_(std::make_unique<File>(std::move(path), options)) {}

TrajectoryWriter::~TrajectoryWriter() {
  if (file_ == nullptr) return;
  // a run that ended by an exception still has rows worth keeping
  file_->disk.rescue(file_->rows_waiting > 0, [&] { file_->flush("", false); });
}
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;

const Checkpoint* TrajectoryWriter::begin(const Trajectory& run, const State& state) {
  File& file = *file_;
  if (file.disk.resumes()) {
    file.extend(run);
    return &file.checkpoint;
  }
  file.open_tables(file.disk.create(run_format::header_path, file.header(run)), run, {}, 0);
  file.take(run, 0);
  file.last = state;
  return nullptr;
}

void TrajectoryWriter::record(const Trajectory& run, const State& state) {
  File& file = *file_;
  file.take(run, run.size() - 1);
  file.last = state;
  if (file.disk.late() || file.rows_waiting >= file.options.rows_in_memory) file.flush("", false);
}

void TrajectoryWriter::end(const Trajectory& run) {
  file_->last = run.end;
  file_->time = file_->time_before + run.time;
  file_->flush(run.message, true);
  file_->disk.close();
}

long TrajectoryWriter::rows() const { return static_cast<long>(file_->line.rows); }

void write_trajectory(const Trajectory& run, const fs::path& path) {
  if (run.size() == 0) throw Error(path.string() + ": the run has no rows to write");
  TrajectoryWriter writer(path, {.existing = IfExists::replace});
  writer.begin(run, run.end);  // takes all rows that are there
  writer.end(run);
}

}  // namespace nonsmooth::io
