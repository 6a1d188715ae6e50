// SPDX-License-Identifier: Apache-2.0
// Runs in HDF5 files: written while they go, read while they go, continued after a kill.
//
//   ns::io::TrajectoryWriter file("run.h5");
//   const ns::Trajectory run = ns::simulate(model, scheme, {.end = 10.0, .sink = &file});
//   const ns::io::TrajectoryTable table = ns::io::read_trajectory("run.h5");
//   table.q("ball").col(0)
//
// With IfExists::resume the same program goes on where the file ends, with the bits of a run that
// was never interrupted. The layout is in docs/run-files.md. Without HDF5 every function here
// throws an Error that says so.
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/simulate.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

/// The rows of a run without its model: functions cannot be stored. Names take the place of ids;
/// one that is not there throws an Error with the nearest.
class TrajectoryTable {
 public:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Part = Eigen::Map<const Rows, 0, Eigen::OuterStride<>>;
  using Column = Trajectory::Column;

  struct System {
    std::string name, kind;   ///< lagrangian, rigid_body, first_order
    int q = 0, v = 0, x = 0;  ///< numbers of columns
  };
  struct Interaction {
    std::string name, law, relation;
    std::vector<std::string> on{};  ///< names of systems
    int size = 0;
    bool mechanical = true;
  };

  int size() const { return static_cast<int>(groups[0].rows()); }
  bool success() const { return finished && status == Status::solved; }

  Column t() const { return column("t"); }
  Part q(std::string_view system) const { return part(Quantity::q, system); }
  Part v(std::string_view system) const { return part(Quantity::v, system); }
  Part x(std::string_view system) const { return part(Quantity::x, system); }
  Part lambda(std::string_view interaction) const { return part(Quantity::lambda, interaction); }
  Part impulse(std::string_view interaction) const { return lambda(interaction); }
  Part output(std::string_view interaction) const { return part(Quantity::output, interaction); }
  Part work(std::string_view interaction) const { return part(Quantity::work, interaction); }
  Column energy(std::string_view name) const { return column("energy/" + std::string(name)); }
  Column certificate(std::string_view name) const {
    return column("certificate/" + std::string(name));
  }
  /// "t", "q/ball/0", "energy/kinetic", as in Trajectory::column_names.
  Column column(std::string_view name) const;
  /// All names, or those that begin with one of `wanted`: "q" and "q/ball" stand for everything
  /// below them.
  std::vector<std::string> columns(std::span<const std::string> wanted = {}) const;
  std::vector<std::string> columns(Quantity quantity) const;

  std::vector<System> systems;
  std::vector<Interaction> interactions;
  std::vector<std::string> signals;  ///< names of what was written beside states: "v(out)"
  Rows signal_rows;                  ///< their values; columns by name like all others
  std::string scheme;                ///< its name
  std::string scheme_options;        ///< as JSON, the solver included
  std::string library;               ///< version that wrote the file
  bool finished = false;             ///< false while it runs, and after a kill
  Status status = Status::solved;
  std::string message;
  long steps = 0, failed_steps = 0;
  double worst_residual = 0.0, deepest_gap = 0.0;
  double time = 0.0;             ///< wall time of the run, s
  std::uint64_t state_hash = 0;  ///< of `last`
  State last;                    ///< a checkpoint, at the last row
  std::array<Rows, quantity_count> groups;

 private:
  Part part(Quantity quantity, std::string_view owner) const;
};

/// The rows of a run in memory, as a file of it would give them.
TrajectoryTable table_of(const Trajectory& run);

/// Writes a finished run; the file appears complete or not at all, and replaces what was there.
void write_trajectory(const Trajectory& run, const std::filesystem::path& path);
/// All rows that were flushed, of finished, running and killed runs alike.
TrajectoryTable read_trajectory(const std::filesystem::path& path);
/// The same from memory, for tests and fuzzers.
TrajectoryTable read_trajectory_bytes(std::span<const char> bytes, const std::string& name);
/// Whether a file holds a run, as far as its first bytes and its root tell.
bool is_trajectory(const std::filesystem::path& path);

/// Comma-separated values with a line of names, 17 digits; `t` and the columns that
/// TrajectoryTable::columns selects.
void write_csv(const TrajectoryTable& table, const std::filesystem::path& path,
               std::span<const std::string> wanted = {});
std::string csv_text(const TrajectoryTable& table, std::span<const std::string> wanted = {});

enum class IfExists {
  refuse,   ///< throw: a run is not overwritten by accident
  replace,  ///< begin anew
  resume    ///< go on where it ends; begin if there is none
};

/// What a run means in the words of who made its model: voltages and currents of a circuit.
struct Signals {
  std::vector<std::string> names{};
  std::function<void(double t, VectorIn x, VectorIn lambda, VectorOut values)> of{};
};

struct WriterOptions {
  IfExists existing = IfExists::refuse;
  double flush_every = 1.0;      ///< s of wall time between flushes; what a kill can cost
  long rows_in_memory = 100000;  ///< at most, between flushes
  bool wait_for_disk =
      true;           ///< false: a kill still costs nothing that was flushed, a power cut may
  Signals signals{};  ///< written with every row
};

/// Appends the rows of a run. A flush brings rows and a checkpoint to the disk and then a line that
/// says they are there: a reader never sees half of it, a killed program loses nothing before it,
/// and a full disk neither. Each writer holds its file: a second one throws.
class TrajectoryWriter final : public RunSink {
 public:
  explicit TrajectoryWriter(std::filesystem::path path, WriterOptions options = {});
  ~TrajectoryWriter() override;
  TrajectoryWriter(TrajectoryWriter&&) noexcept;
  TrajectoryWriter& operator=(TrajectoryWriter&&) noexcept;

  const Checkpoint* begin(const Trajectory& run, const State& state) override;
  void record(const Trajectory& run, const State& state) override;
  void end(const Trajectory& run) override;
  long rows() const;  ///< in the file and in memory

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// Bits of a state in one number, to tell whether two runs are the same (FNV-1a).
std::uint64_t state_hash(const State& state);

}  // namespace nonsmooth::io
