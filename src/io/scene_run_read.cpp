// SPDX-License-Identifier: Apache-2.0
// Reads runs of scenes, as trajectory_read.cpp does: the last line of /commits whose checkpoint has
// the right hash says how much of the file is certain.
#include "io/hdf5.hpp"
#include "io/read_all.hpp"
#include "io/scene_run_format.hpp"
#include "nonsmooth/base/error.hpp"

#include <fstream>
#include <new>

namespace nonsmooth::io {
namespace {

using hdf5::Reader;
using hdf5::TableType;
using scene_format::Commit;
using scene_format::RunEnd;

// What the file holds is known before memory is taken.
void require_rows(const Reader& reader, const char* path, TableType type, int columns, long rows) {
  const long stored = reader.row_count(path, type, columns);
  if (rows < 0 || stored < rows)
    reader.fail(path,
                "expected " + std::to_string(rows) + " rows, found " + std::to_string(stored));
}

template <class Value>
std::vector<Value> column(const Reader& reader, const char* path, TableType type, int columns,
                          std::int64_t begin, std::int64_t end) {
  require_rows(reader, path, type, columns, static_cast<long>(end));
  if (begin < 0 || begin > end) reader.fail(path, "expected a range of rows, found another");
  std::vector<Value> values(static_cast<std::size_t>((end - begin) * columns));
  reader.rows(path, type, columns, static_cast<long>(begin), static_cast<long>(end - begin),
              values.data());
  return values;
}

SceneRunTable::Rows rows(const Reader& reader, const char* path, int columns, std::int64_t count) {
  require_rows(reader, path, TableType::numbers, columns, static_cast<long>(count));
  SceneRunTable::Rows values(count, columns);
  reader.rows(path, TableType::numbers, columns, 0, static_cast<long>(count), values.data());
  return values;
}

// A line that was announced before its data arrived has zeros or a hash that does not fit.
bool take(const Reader& reader, const Commit& commit, SceneRunTable& table) {
  const long stored = reader.row_count(scene_format::checkpoints_path, TableType::numbers, 1);
  if (commit.records < 1 || commit.steps < 0 || commit.failed_records < 0 || commit.status < 0 ||
      commit.status > static_cast<std::int64_t>(Status::unsupported) ||
      commit.checkpoint_begin < 0 || commit.checkpoint_end < commit.checkpoint_begin ||
      commit.checkpoint_end > stored || commit.message_begin < 0 ||
      commit.message_end < commit.message_begin)
    return false;
  const auto numbers = column<double>(reader, scene_format::checkpoints_path, TableType::numbers, 1,
                                      commit.checkpoint_begin, commit.checkpoint_end);
  if (!scene_format::unpack(numbers, table.last, table.time)) return false;
  table.state_hash = state_hash(table.last);
  return table.state_hash == static_cast<std::uint64_t>(commit.hash);
}

void describe_end(const Reader& reader, const Commit& commit, SceneRunTable& table) {
  table.status = static_cast<Status>(commit.status);
  table.steps = static_cast<long>(commit.steps);
  table.failed_records = static_cast<long>(commit.failed_records);
  table.finished = commit.finished != 0;
  const auto message = column<char>(reader, scene_format::messages_path, TableType::characters, 1,
                                    commit.message_begin, commit.message_end);
  table.message.assign(message.begin(), message.end());
  if (!table.finished)
    table.message = "not finished: still running, or the program was ended before its time";
}

void read_offsets(const Reader& reader, const Commit& commit, SceneRunTable& table) {
  using namespace scene_format;
  table.t = column<double>(reader, time_path, TableType::numbers, 1, 0, commit.records);
  const auto records =
      column<std::int64_t>(reader, records_path, TableType::integers, 3, 0, commit.records);
  table.first_body = table.first_contact = {0};
  for (std::size_t i = 0; i < table.t.size(); ++i) {
    const std::int64_t bodies = records[3 * i + 1], contacts = records[3 * i + 2];
    const std::int64_t count = bodies - table.first_body.back();
    if (count < 0 || count > static_cast<std::int64_t>(table.bodies.size()) ||
        contacts < table.first_contact.back())
      reader.fail(records_path,
                  "expected ends that grow, found others in row " + std::to_string(i));
    table.first_body.push_back(static_cast<long>(bodies));
    table.first_contact.push_back(static_cast<long>(contacts));
  }
  if (table.first_body.back() != commit.body_rows ||
      table.first_contact.back() != commit.contact_rows)
    reader.fail(records_path, "expected the ends of the last commit, found others");
}

void read_contacts(const Reader& reader, const Commit& commit, SceneRunTable& table) {
  const auto ids = column<std::int64_t>(reader, scene_format::contact_ids_path, TableType::integers,
                                        3, 0, commit.contact_rows);
  const SceneRunTable::Rows values =
      rows(reader, scene_format::contacts_path, 13, commit.contact_rows);
  const auto bodies = static_cast<std::int64_t>(table.bodies.size());
  for (std::int64_t i = 0; i < commit.contact_rows; ++i) {
    const std::int64_t* id = &ids[static_cast<std::size_t>(3 * i)];
    if (id[0] < 0 || id[0] >= bodies || id[1] < 0 || id[1] >= bodies)
      reader.fail(scene_format::contact_ids_path, "expected bodies, found other numbers");
    const auto row = values.row(i);
    SceneContact& contact = table.all_contacts.emplace_back();
    contact.a = static_cast<int>(id[0]);
    contact.b = static_cast<int>(id[1]);
    contact.feature = static_cast<std::uint64_t>(id[2]);
    contact.point = row.segment<3>(0);
    contact.normal = row.segment<3>(3);
    contact.gap = row[6];
    contact.impulse = row.segment<3>(7);
    contact.moment = row.segment<3>(10);
  }
}

void read_rows(const Reader& reader, const Commit& commit, SceneRunTable& table) {
  using namespace scene_format;
  read_offsets(reader, commit, table);
  table.poses = rows(reader, pose_path, 7, commit.body_rows);
  table.velocities = rows(reader, velocity_path, 6, commit.body_rows);
  table.flags =
      column<unsigned char>(reader, flags_path, TableType::characters, 2, 0, commit.body_rows);
  read_contacts(reader, commit, table);
  const auto width = [](auto names) { return static_cast<int>(names.size()); };
  table.energies = rows(reader, energy_path, width(scene_energy_columns()), commit.records);
  table.certificates =
      rows(reader, certificate_path, width(scene_certificate_columns()), commit.records);
  table.stage_times = rows(reader, times_path, width(scene_time_columns()), commit.records);
}

std::vector<Commit> read_commits(const Reader& reader) {
  const long count = reader.row_count(scene_format::commits_path, TableType::integers,
                                      scene_format::commit_columns);
  std::vector<Commit> commits(static_cast<std::size_t>(count));
  reader.rows(scene_format::commits_path, TableType::integers, scene_format::commit_columns, 0,
              count, commits.data());
  return commits;
}

}  // namespace

RunEnd scene_format::read_run(std::span<const char> bytes, const std::string& name, bool with_rows,
                              long records_at_most) {
  try {
    const Reader reader(bytes, name);
    if (!reader.has(header_path))
      throw FileError(name + ": expected the run of a scene, found another HDF5 file");
    RunEnd run;
    run.header = reader.text(header_path);
    parse_header(run.header, name, run.table);
    const std::vector<Commit> commits = read_commits(reader);
    for (run.commits = static_cast<long>(commits.size()); run.commits > 0; --run.commits) {
      run.commit = commits[static_cast<std::size_t>(run.commits - 1)];
      const bool small = records_at_most < 0 || run.commit.records <= records_at_most;
      if (small && take(reader, run.commit, run.table)) break;
    }
    if (run.commits == 0)
      throw FileError(name + ": " + commits_path +
                      ": expected records that were flushed, found none (cut short or damaged)");
    describe_end(reader, run.commit, run.table);
    const auto lines =
        column<char>(reader, bodies_path, TableType::characters, 1, 0, run.commit.bodies_end);
    run.bodies.assign(lines.begin(), lines.end());
    parse_bodies(
        run.bodies,
        column<double>(reader, geometry_path, TableType::numbers, 1, 0, run.commit.geometry_end),
        name, run.table);
    if (with_rows) read_rows(reader, run.commit, run.table);
    return run;
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the run does not fit into memory");
  }
}

SceneRunTable read_scene_run_bytes(std::span<const char> bytes, const std::string& name) {
  return scene_format::read_run(bytes, name, true).table;
}

// While a file grows, its bytes are of different moments: see read_trajectory.
SceneRunTable read_scene_run(const std::filesystem::path& path) {
  for (int attempts = 5;; --attempts) {
    try {
      std::vector<char> bytes = read_all(path);
      const RunEnd first = scene_format::read_run(bytes, path.string(), false);
      if (first.table.finished) return read_scene_run_bytes(bytes, path.string());
      bytes = read_all(path);
      return scene_format::read_run(bytes, path.string(), true,
                                    static_cast<long>(first.commit.records))
          .table;
    } catch (const FileError&) {
      // metadata may have been caught half-written; a file at rest says the same every time
      if (attempts == 1) throw;
    }
  }
}

bool is_scene_run(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  char magic[8] = {};
  if (!stream.read(magic, 8) ||
      std::string_view(magic, 8) != std::string_view("\x89HDF\r\n\x1a\n", 8))
    return false;
  try {
    const std::vector<char> bytes = read_all(path);
    return Reader(bytes, path.string()).has(scene_format::header_path);
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace nonsmooth::io
