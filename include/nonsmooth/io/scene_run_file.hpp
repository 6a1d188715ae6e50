// SPDX-License-Identifier: Apache-2.0
// Runs of scenes in HDF5 files: written while they go, read while they go, continued after a kill.
//
//   ns::io::SceneWriter file("run.h5");
//   const ns::SceneRun run = ns::simulate(scene, scheme, {.end = 10.0, .sink = &file});
//   const ns::io::SceneRunTable table = ns::io::read_scene_run("run.h5");
//   table.pose(table.size() - 1, table.body("ball"))
//
// The layout is in docs/scene-runs.md; flushes and resuming work as in io/trajectory_file.hpp.
// Without HDF5 every function here throws an Error that says so.
#pragma once

#include "nonsmooth/io/trajectory_file.hpp"
#include "nonsmooth/mechanics/run.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

/// Names of the columns of SceneRunTable::energy, certificate and times.
std::span<const std::string_view> scene_energy_columns();
std::span<const std::string_view> scene_certificate_columns();
std::span<const std::string_view> scene_time_columns();
/// A row of each, one after the other, as a file of the run would hold them.
std::vector<double> scene_ledger_row(const SceneEnergy& energy, const SceneReport& report);

/// A run of a scene as its file holds it: everything but the functions.
class SceneRunTable {
 public:
  using Rows = TrajectoryTable::Rows;
  using Column = TrajectoryTable::Column;

  struct Body {
    std::string name, material;
    Motion motion = Motion::dynamic;
    Shape shape = Sphere{};
    double mass = 0.0;  ///< kg; 0 of bodies that nothing can push
  };

  int size() const { return static_cast<int>(t.size()); }
  bool success() const { return finished && status == Status::solved; }
  /// Bodies there were at a record: the first ones of `bodies`.
  int body_count(int record) const;
  /// x, y, z of the body frame and its quaternion w, x, y, z.
  Vec<7> pose(int record, int body) const;
  /// Velocity of the centre of mass (world axes) and angular velocity (body axes).
  Vec<6> velocity(int record, int body) const;
  bool present(int record, int body) const;
  bool at_rest(int record, int body) const;
  std::span<const SceneContact> contacts(int record) const;
  /// Index of a body; throws Error with the nearest name.
  int body(std::string_view name) const;
  Column energy(std::string_view name) const;
  Column certificate(std::string_view name) const;
  Column times(std::string_view name) const;

  std::vector<Body> bodies;
  std::vector<double> t;
  std::string scheme_options;  ///< as JSON, the solver included
  std::string library;         ///< version that wrote the file
  Vec<3> gravity = Vec<3>::Zero();
  int joint_count = 0;
  bool finished = false;  ///< false while it runs, and after a kill
  Status status = Status::solved;
  std::string message;
  long steps = 0;
  long failed_records = 0;  ///< recorded steps that were not solved
  double time = 0.0;        ///< wall time of the run, s
  std::uint64_t state_hash = 0;
  SceneState last;  ///< a checkpoint for SceneSimulator::restart

  // Everything by records: rows of the bodies of record i begin at first_body[i], and so on.
  std::vector<long> first_body, first_contact;  ///< one more than records
  Rows poses, velocities;
  std::vector<unsigned char> flags;  ///< present, at rest
  std::vector<SceneContact> all_contacts;
  Rows energies, certificates, stage_times;

 private:
  long row(int record, int body) const;
};

/// All records that were flushed, of finished, running and killed runs alike.
SceneRunTable read_scene_run(const std::filesystem::path& path);
/// The same from memory, for tests and fuzzers.
SceneRunTable read_scene_run_bytes(std::span<const char> bytes, const std::string& name);
/// Whether a file holds the run of a scene, as far as its first bytes and its root tell.
bool is_scene_run(const std::filesystem::path& path);

/// "energy/total", "certificate/residual", "times/solve", "pose/ball/x", "velocity/ball/wz" as
/// comma-separated values; beginnings of names select, nothing selects energy.
std::string csv_text(const SceneRunTable& table, std::span<const std::string> wanted = {});
void write_csv(const SceneRunTable& table, const std::filesystem::path& path,
               std::span<const std::string> wanted = {});

/// Appends the records of a run. What a flush brought to the disk survives whatever ends the
/// program.
class SceneWriter final : public SceneSink {
 public:
  explicit SceneWriter(std::filesystem::path path, WriterOptions options = {});
  ~SceneWriter() override;
  SceneWriter(SceneWriter&&) noexcept;
  SceneWriter& operator=(SceneWriter&&) noexcept;

  const SceneState* begin(const SceneSimulator& simulator) override;
  void record(const SceneSimulator& simulator, const SceneReport& report) override;
  void end(const SceneSimulator& simulator, Status status, const std::string& message) override;
  long records() const;  ///< in the file and in memory

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace nonsmooth::io
