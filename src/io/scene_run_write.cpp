// SPDX-License-Identifier: Apache-2.0
// Writes runs of scenes into a CommittedFile.
#include "io/committed_file.hpp"
#include "io/read_all.hpp"
#include "io/scene_run_format.hpp"

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using hdf5::AppendFile;
using hdf5::TableType;
using scene_format::Commit;
using scene_format::RunEnd;

constexpr std::size_t most_numbers_waiting = std::size_t{1} << 22;  // 32 MB

std::vector<std::string> strings(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

}  // namespace

struct SceneWriter::File {
  File(fs::path path, const WriterOptions& writer_options)
      : disk(std::move(path), writer_options, "SceneWriter"),
        rows_in_memory(writer_options.rows_in_memory) {}

  CommittedFile disk;
  long rows_in_memory;
  Pending<double> t, pose, velocity, contacts, energy, certificate, times, geometry;
  Pending<std::int64_t> records, contact_ids;
  Pending<unsigned char> flags;
  Pending<char> bodies;

  Commit line;  // as of the last record; ends are those of the file
  int bodies_written = 0;
  SceneState last, checkpoint;
  double time_before = 0.0;  // wall time of earlier sessions
  Clock::time_point began = Clock::now();

  void open_tables(AppendFile& file, const Commit& done, long lines);
  void extend(const SceneSimulator& simulator);
  void add_new_bodies(const SceneSimulator& simulator);
  void add_contacts(const SceneState& state);
  void take(const SceneSimulator& simulator, const SceneReport& report);
  void flush(const std::string& message, bool finished);
  bool waiting() const { return !t.values.empty(); }
  bool full() const {
    return static_cast<long>(t.values.size()) >= rows_in_memory ||
           pose.values.size() + contacts.values.size() > most_numbers_waiting;
  }
};

// --- Opening

void SceneWriter::File::open_tables(AppendFile& f, const Commit& done, long lines) {
  using namespace scene_format;
  t.open(f, time_path, TableType::numbers, 1, {}, done.records);
  records.open(f, records_path, TableType::integers, 3, record_names, done.records);
  pose.open(f, pose_path, TableType::numbers, 7, pose_names, done.body_rows);
  velocity.open(f, velocity_path, TableType::numbers, 6, velocity_names, done.body_rows);
  flags.open(f, flags_path, TableType::characters, 2, flag_names, done.body_rows);
  contact_ids.open(f, contact_ids_path, TableType::integers, 3, contact_id_names,
                   done.contact_rows);
  contacts.open(f, contacts_path, TableType::numbers, 13, contact_names, done.contact_rows);
  const auto open_rows = [&](Pending<double>& rows, const char* name,
                             std::span<const std::string_view> names) {
    rows.open(f, name, TableType::numbers, static_cast<int>(names.size()), strings(names),
              done.records);
  };
  open_rows(energy, energy_path, scene_energy_columns());
  open_rows(certificate, certificate_path, scene_certificate_columns());
  open_rows(times, times_path, scene_time_columns());
  bodies.open(f, bodies_path, TableType::characters, 1, {}, done.bodies_end);
  geometry.open(f, geometry_path, TableType::numbers, 1, {}, done.geometry_end);
  disk.open_commits(done, lines, commit_names);
}

void SceneWriter::File::extend(const SceneSimulator& simulator) {
  hdf5::WriteLock lock(disk.path());
  RunEnd end = scene_format::read_run(read_all(disk.path()), disk.name(), false);
  std::string other = scene_format::difference(scene_format::header_text(simulator), end.header);
  add_new_bodies(simulator);
  if (other.empty() && std::string(bodies.values.begin(), bodies.values.end()) != end.bodies)
    other = "other bodies";
  disk.require_same(other, "scene and scheme");
  bodies.values.clear();
  geometry.values.clear();
  open_tables(disk.extend(std::move(lock)), end.commit, end.commits);
  line = end.commit;
  time_before = end.table.time;
  checkpoint = std::move(end.table.last);
  last = checkpoint;
}

// --- Records

void SceneWriter::File::add_new_bodies(const SceneSimulator& simulator) {
  const int count = static_cast<int>(simulator.scene().bodies().size());
  for (; bodies_written < count; ++bodies_written)
    bodies.add(scene_format::body_line(simulator, BodyId{bodies_written}, geometry.values,
                                       static_cast<long>(line.geometry_end)));
}

void SceneWriter::File::add_contacts(const SceneState& state) {
  for (const SceneContact& c : state.contacts) {
    contact_ids.add(std::array<std::int64_t, 3>{c.a, c.b, static_cast<std::int64_t>(c.feature)});
    contacts.add(c.point);
    contacts.add(c.normal);
    contacts.values.push_back(c.gap);
    contacts.add(c.impulse);
    contacts.add(c.moment);
  }
  line.contact_rows += static_cast<std::int64_t>(state.contacts.size());
}

void SceneWriter::File::take(const SceneSimulator& simulator, const SceneReport& report) {
  const SceneState& state = simulator.state();
  add_new_bodies(simulator);
  for (int i = 0; i < bodies_written; ++i) {
    const BodyState body = simulator.body(BodyId{i});
    const auto k = static_cast<std::size_t>(i);
    pose.add(body.position);
    pose.add(body.orientation);
    velocity.add(body.velocity);
    velocity.add(body.angular_velocity);
    flags.add(std::array<unsigned char, 2>{state.present[k], state.at_rest[k]});
  }
  line.body_rows += bodies_written;
  add_contacts(state);
  t.values.push_back(state.t);
  records.add(std::array<std::int64_t, 3>{state.step, line.body_rows, line.contact_rows});
  energy.add(scene_format::energy_row(state.energy));
  certificate.add(scene_format::certificate_row(report));
  times.add(scene_format::times_row(report.times));
  ++line.records;
  if (!report.ok()) ++line.failed_records;
  if (!report.ok() && line.status == 0) line.status = static_cast<std::int64_t>(report.status);
  last = state;
}

void SceneWriter::File::flush(const std::string& message, bool finished) {
  const double now = std::chrono::duration<double>(Clock::now() - began).count();
  line.geometry_end += static_cast<std::int64_t>(geometry.values.size());
  line.bodies_end += static_cast<std::int64_t>(bodies.values.size());
  line.steps = last.step;
  line.hash = static_cast<std::int64_t>(state_hash(last));
  disk.commit(line, scene_format::pack(last, time_before + now), message, finished,
              [&](AppendFile& file) {
                for (Pending<double>* each :
                     {&t, &pose, &velocity, &contacts, &energy, &certificate, &times, &geometry})
                  each->write(file);
                records.write(file);
                contact_ids.write(file);
                flags.write(file);
                bodies.write(file);
              });
}

// --- The sink

SceneWriter::SceneWriter(fs::path path, WriterOptions options)
    : file_(std::make_unique<File>(std::move(path), options)) {}

SceneWriter::~SceneWriter() {
  if (file_ == nullptr) return;
  // a run that ended by an exception still has records worth keeping
  file_->disk.rescue(file_->waiting(), [&] { file_->flush("", false); });
}
SceneWriter::SceneWriter(SceneWriter&&) noexcept = default;
SceneWriter& SceneWriter::operator=(SceneWriter&&) noexcept = default;

const SceneState* SceneWriter::begin(const SceneSimulator& simulator) {
  File& file = *file_;
  if (file.disk.resumes()) {
    file.extend(simulator);
    return &file.checkpoint;
  }
  file.open_tables(
      file.disk.create(scene_format::header_path, scene_format::header_text(simulator)), {}, 0);
  file.take(simulator, {});
  return nullptr;
}

void SceneWriter::record(const SceneSimulator& simulator, const SceneReport& report) {
  file_->take(simulator, report);
  if (file_->disk.late() || file_->full()) file_->flush("", false);
}

// The last step need not have been a record; the checkpoint is of it all the same.
void SceneWriter::end(const SceneSimulator& simulator, Status status, const std::string& message) {
  file_->last = simulator.state();
  file_->line.status = static_cast<std::int64_t>(status);
  file_->flush(message, true);
  file_->disk.close();
}

long SceneWriter::records() const { return static_cast<long>(file_->line.records); }

}  // namespace nonsmooth::io
