// SPDX-License-Identifier: Apache-2.0
// Reads runs of models: see committed_read.hpp for what of a file counts.
#include "io/committed_read.hpp"
#include "io/run_read.hpp"

namespace nonsmooth::io {
namespace {

using hdf5::Reader;
using run_format::Commit;

bool take(const Reader& reader, const Commit& line, TrajectoryTable& table) {
  if (line.rows < 1 || line.failed_steps < 0) return false;
  const auto numbers = committed::checkpoint_of(reader, line);
  if (!numbers || !run_format::unpack(*numbers, table)) return false;
  table.state_hash = state_hash(table.last);
  return table.state_hash == static_cast<std::uint64_t>(line.hash);
}

void read_rows(const Reader& reader, long count, TrajectoryTable& table) {
  using Rows = TrajectoryTable::Rows;
  for (int k = 0; k < quantity_count; ++k) {
    const auto quantity = static_cast<Quantity>(k);
    const int columns = run_format::width(table, quantity);
    auto& group = table.groups[static_cast<std::size_t>(k)];
    if (columns > 0)
      group = committed::rows<Rows>(reader, run_format::rows_path(quantity), columns, count);
    else
      group.resize(k == 0 ? count : 0, 0);
  }
  if (const int signals = static_cast<int>(table.signals.size()); signals > 0)
    table.signal_rows = committed::rows<Rows>(reader, run_format::signals_path, signals, count);
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
    run.commits = committed::last_commit(reader, name, run.commit, [&](const Commit& line) {
      return (rows_at_most < 0 || line.rows <= rows_at_most) && take(reader, line, run.table);
    });
    committed::describe_end(reader, run.commit, run.table);
    run.table.failed_steps = static_cast<long>(run.commit.failed_steps);
    if (with_rows) read_rows(reader, static_cast<long>(run.commit.rows), run.table);
    return run;
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the run does not fit into memory");
  }
}

TrajectoryTable read_trajectory_bytes(std::span<const char> bytes, const std::string& name) {
  return read_run(bytes, name, true).table;
}

TrajectoryTable read_trajectory(const std::filesystem::path& path) {
  return committed::read_growing(path, read_run, [](const Commit& line) { return line.rows; });
}

bool is_trajectory(const std::filesystem::path& path) {
  return committed::holds(path, run_format::header_path);
}

}  // namespace nonsmooth::io
