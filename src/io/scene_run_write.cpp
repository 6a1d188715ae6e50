// SPDX-License-Identifier: Apache-2.0
// Writes runs of scenes, in the order of trajectory_write.cpp: rows and a checkpoint, the disk,
// then the line of /commits that makes them count.
#include "io/hdf5_append.hpp"
#include "io/read_all.hpp"
#include "io/scene_run_format.hpp"
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
using scene_format::Commit;
using scene_format::RunEnd;

constexpr std::size_t most_numbers_waiting = std::size_t{1} << 22;  // 32 MB

std::vector<std::string> strings(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

// A table of the file and its rows that are not there yet.
template <class Value>
struct Pending {
  int table = -1, columns = 1;
  std::vector<Value> values{};

  void open(AppendFile& file, const char* path, TableType type, int width,
            std::span<const std::string> names, std::int64_t rows) {
    columns = width;
    table = file.table(path, type, width, names, static_cast<long>(rows));
  }
  template <class Range>
  void add(const Range& more) {
    values.insert(values.end(), more.begin(), more.end());
  }
  void write(AppendFile& file) {
    file.append(table, values.data(), static_cast<long>(values.size()) / columns);
    file.flush(table);
    values.clear();
  }
};

}  // namespace

struct SceneWriter::File {
  fs::path path;
  WriterOptions options;
  fs::path unpublished;  // the name until the first commit
  std::optional<AppendFile> file;
  Pending<double> t, pose, velocity, contacts, energy, certificate, times, checkpoints, geometry;
  Pending<std::int64_t> records, contact_ids;
  Pending<unsigned char> flags;
  Pending<char> bodies, messages;
  int commits = -1;

  Commit commit;  // as of the last record; ends are those of the file
  int bodies_written = 0;
  SceneState last, checkpoint;
  double time_before = 0.0;  // wall time of earlier sessions
  Clock::time_point began = Clock::now(), flushed = began;
  bool failed = false;

  void open_tables(const Commit& done, long lines);
  void create(const SceneSimulator& simulator);
  void extend(const SceneSimulator& simulator);
  void add_new_bodies(const SceneSimulator& simulator);
  void add_contacts(const SceneState& state);
  void take(const SceneSimulator& simulator, const SceneReport& report);
  void flush(const std::string& message, bool finished);
  void write(const std::string& message, bool finished);
  void publish();
  bool waiting() const { return !t.values.empty(); }
};

// --- Opening

void SceneWriter::File::open_tables(const Commit& done, long lines) {
  using namespace scene_format;
  AppendFile& f = *file;
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
  checkpoints.open(f, checkpoints_path, TableType::numbers, 1, {}, done.checkpoint_end);
  messages.open(f, messages_path, TableType::characters, 1, {}, done.message_end);
  commits = f.table(commits_path, TableType::integers, commit_columns, commit_names, lines);
  f.start();
}

void SceneWriter::File::create(const SceneSimulator& simulator) {
  unpublished = path;
  unpublished += ".partial-" + std::to_string(::getpid());
  fs::remove(unpublished);
  file.emplace(unpublished, AppendFile::Mode::create, hdf5::WriteLock(unpublished));
  file->text(scene_format::header_path, scene_format::header_text(simulator));
  open_tables({}, 0);
}

void SceneWriter::File::extend(const SceneSimulator& simulator) {
  hdf5::WriteLock lock(path);
  RunEnd end = scene_format::read_run(read_all(path), path.string(), false);
  std::string other = scene_format::difference(scene_format::header_text(simulator), end.header);
  add_new_bodies(simulator);
  if (other.empty() && std::string(bodies.values.begin(), bodies.values.end()) != end.bodies)
    other = "other bodies";
  if (!other.empty())
    throw Error(path.string() + ": cannot go on with this run, it would have " + other +
                "; take the scene and scheme it was begun with, or another file");
  bodies.values.clear();
  geometry.values.clear();
  file.emplace(path, AppendFile::Mode::extend, std::move(lock));
  open_tables(end.commit, end.commits);
  commit = end.commit;
  time_before = end.table.time;
  checkpoint = std::move(end.table.last);
  last = checkpoint;
}

// --- Records

void SceneWriter::File::add_new_bodies(const SceneSimulator& simulator) {
  const int count = static_cast<int>(simulator.scene().bodies().size());
  for (; bodies_written < count; ++bodies_written)
    bodies.add(scene_format::body_line(simulator, BodyId{bodies_written}, geometry.values,
                                       static_cast<long>(commit.geometry_end)));
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
  commit.contact_rows += static_cast<std::int64_t>(state.contacts.size());
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
  commit.body_rows += bodies_written;
  add_contacts(state);
  t.values.push_back(state.t);
  records.add(std::array<std::int64_t, 3>{state.step, commit.body_rows, commit.contact_rows});
  energy.add(scene_format::energy_row(state.energy));
  certificate.add(scene_format::certificate_row(report));
  times.add(scene_format::times_row(report.times));
  ++commit.records;
  if (!report.ok()) ++commit.failed_records;
  if (!report.ok() && commit.status == 0) commit.status = static_cast<std::int64_t>(report.status);
  last = state;
}

void SceneWriter::File::flush(const std::string& message, bool finished) {
  try {
    write(message, finished);
  } catch (...) {
    failed = true;
    throw;
  }
}

void SceneWriter::File::write(const std::string& message, bool finished) {
  const double now = std::chrono::duration<double>(Clock::now() - began).count();
  commit.geometry_end += static_cast<std::int64_t>(geometry.values.size());
  commit.bodies_end += static_cast<std::int64_t>(bodies.values.size());
  checkpoints.values = scene_format::pack(last, time_before + now);
  commit.checkpoint_begin = commit.checkpoint_end;
  commit.checkpoint_end += static_cast<std::int64_t>(checkpoints.values.size());
  messages.add(message);
  commit.message_begin = commit.message_end;
  commit.message_end += static_cast<std::int64_t>(message.size());
  commit.steps = last.step;
  commit.finished = finished ? 1 : 0;
  commit.hash = static_cast<std::int64_t>(state_hash(last));

  for (Pending<double>* each :
       {&t, &pose, &velocity, &contacts, &energy, &certificate, &times, &checkpoints, &geometry})
    each->write(*file);
  records.write(*file);
  contact_ids.write(*file);
  flags.write(*file);
  bodies.write(*file);
  messages.write(*file);
  if (options.wait_for_disk) file->sync();
  file->append(commits, &commit, 1);
  file->flush(commits);
  if (options.wait_for_disk) file->sync();
  if (!unpublished.empty()) publish();
  flushed = Clock::now();
}

void SceneWriter::File::publish() {
  std::error_code reason;
  fs::rename(unpublished, path, reason);
  if (reason) throw FileError(path.string() + ": cannot write: " + reason.message());
  unpublished.clear();
}

// --- The sink

SceneWriter::SceneWriter(fs::path path, WriterOptions options) : file_(std::make_unique<File>()) {
  std::error_code ignored;
  const bool taken = fs::exists(path, ignored);
  if (taken && !fs::is_regular_file(path, ignored))
    throw FileError(path.string() + ": expected the name of a file, found something else there");
  if (taken && options.existing == IfExists::refuse)
    throw FileError(path.string() +
                    ": exists; choose another name, or IfExists::replace or IfExists::resume");
  if (taken) (void)hdf5::WriteLock(path);  // throws while another program writes it
  if (!(options.flush_every >= 0.0) || options.rows_in_memory < 1)
    throw Error("SceneWriter: flush_every must not be negative and rows_in_memory at least 1");
  file_->path = std::move(path);
  file_->options = options;
}

SceneWriter::~SceneWriter() {
  if (file_ == nullptr) return;
  // a run that ended by an exception still has records worth keeping
  if (file_->file && file_->waiting() && !file_->failed) try {
      file_->flush("", false);
    } catch (const std::exception&) {
      // reported by nobody, but nothing that was flushed before is touched
    }
  file_->file.reset();
  std::error_code ignored;
  if (!file_->unpublished.empty()) fs::remove(file_->unpublished, ignored);
}
SceneWriter::SceneWriter(SceneWriter&&) noexcept = default;
SceneWriter& SceneWriter::operator=(SceneWriter&&) noexcept = default;

const SceneState* SceneWriter::begin(const SceneSimulator& simulator) {
  if (file_->file || file_->failed)
    throw Error(file_->path.string() + ": this writer has had its run; make another one");
  if (file_->options.existing == IfExists::resume && fs::exists(file_->path)) {
    file_->extend(simulator);
    return &file_->checkpoint;
  }
  file_->create(simulator);
  file_->take(simulator, {});
  return nullptr;
}

void SceneWriter::record(const SceneSimulator& simulator, const SceneReport& report) {
  File& file = *file_;
  file.take(simulator, report);
  const bool late =
      Clock::now() - file.flushed > std::chrono::duration<double>(file.options.flush_every);
  const bool full = static_cast<long>(file.t.values.size()) >= file.options.rows_in_memory ||
                    file.pose.values.size() + file.contacts.values.size() > most_numbers_waiting;
  if (late || full) file.flush("", false);
}

// The last step need not have been a record; the checkpoint is of it all the same.
void SceneWriter::end(const SceneSimulator& simulator, Status status, const std::string& message) {
  file_->last = simulator.state();
  file_->commit.status = static_cast<std::int64_t>(status);
  file_->flush(message, true);
  file_->file->close();
}

long SceneWriter::records() const { return static_cast<long>(file_->commit.records); }

}  // namespace nonsmooth::io
