// SPDX-License-Identifier: Apache-2.0
// Reads runs of scenes: see committed_read.hpp for what of a file counts.
#include "io/committed_read.hpp"
#include "io/scene_run_format.hpp"

namespace nonsmooth::io {
namespace {

using committed::column;
using hdf5::Reader;
using hdf5::TableType;
using scene_format::Commit;
using scene_format::RunEnd;

SceneRunTable::Rows rows(const Reader& reader, const char* path, int columns, std::int64_t count) {
  return committed::rows<SceneRunTable::Rows>(reader, path, columns, count);
}

bool take(const Reader& reader, const Commit& line, SceneRunTable& table) {
  if (line.records < 1 || line.failed_records < 0) return false;
  const auto numbers = committed::checkpoint_of(reader, line);
  if (!numbers || !scene_format::unpack(*numbers, table.last, table.time)) return false;
  table.state_hash = state_hash(table.last);
  return table.state_hash == static_cast<std::uint64_t>(line.hash);
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
    run.commits = committed::last_commit(reader, name, run.commit, [&](const Commit& line) {
      return (records_at_most < 0 || line.records <= records_at_most) &&
             take(reader, line, run.table);
    });
    committed::describe_end(reader, run.commit, run.table);
    run.table.failed_records = static_cast<long>(run.commit.failed_records);
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

SceneRunTable read_scene_run(const std::filesystem::path& path) {
  return committed::read_growing(path, scene_format::read_run,
                                 [](const Commit& line) { return line.records; });
}

bool is_scene_run(const std::filesystem::path& path) {
  return committed::holds(path, scene_format::header_path);
}

}  // namespace nonsmooth::io
