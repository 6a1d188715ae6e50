// SPDX-License-Identifier: Apache-2.0
// simulate(model, scheme, options) runs a model and returns its trajectory; a Simulator does the
// same step by step when the user owns time.
//
//   const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 5e-3}, {.end = 10.0});
//   run.q(ball)(run.size() - 1, 0)
#pragma once

#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model.hpp"
#include "nonsmooth/schemes.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth {

// --- Trajectory
// -----------------------------------------------------------------------------------

/// A group of columns of a trajectory: what its rows hold, in this order.
enum class Quantity { time, q, v, x, lambda, output, work, energy, certificate };
std::span<const std::string_view> enum_names(Quantity);
inline constexpr int quantity_count = 9;

/// Columns of Quantity::energy and Quantity::certificate.
std::span<const std::string_view> energy_columns();
std::span<const std::string_view> certificate_columns();

/// A recorded run: one row per recorded step, the first is the initial state. Time first, in both
/// languages and in files.
class Trajectory {
 public:
  using Rows =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0,
                 Eigen::OuterStride<>>;
  using Column = Eigen::Map<const Vector, 0, Eigen::InnerStride<>>;

  Trajectory() = default;
  explicit Trajectory(const Model& model);

  int size() const { return static_cast<int>(row_count_); }
  bool success() const { return status == Status::solved; }

  Column t() const { return column(Quantity::time, 0); }
  Rows q(SystemId id) const;            ///< positions; throws for a first-order system
  Rows v(SystemId id) const;            ///< velocities
  Rows x(SystemId id) const;            ///< states of a first-order system
  Rows lambda(InteractionId id) const;  ///< impulse of the step (mechanics), multiplier
  Rows impulse(InteractionId id) const { return lambda(id); }
  Rows output(InteractionId id) const;           ///< relative velocity (mechanics), y (first order)
  Rows work(InteractionId id) const;             ///< normal and tangential work since the start
  Matrix gap(InteractionId id) const;            ///< y of a mechanical interaction, computed from q
  Column energy(std::string_view column) const;  ///< one of energy_columns()
  Column certificate(std::string_view column) const;  ///< one of certificate_columns()

  Rows group(Quantity quantity) const;
  Column column(Quantity quantity, int index) const;
  int width(Quantity quantity) const;
  /// "q/ball/0", "lambda/floor/0", "energy/kinetic": a name for every column of a group.
  std::vector<std::string> column_names(Quantity quantity) const;

  void append(const State& state, const StepReport& report);
  void reserve(long rows);
  void clear_rows();  ///< forgets the rows, keeps everything else
  /// All rows as they lie in memory, width() apart.
  std::span<const double> data() const { return rows_; }
  int width() const { return begin_[quantity_count]; }
  const Model& model() const { return model_; }

  Status status = Status::solved;  ///< of the worst step: solved if all were
  std::string message;             ///< how the run ended, in plain words
  long steps = 0;                  ///< taken, recorded or not
  long failed_steps = 0;           ///< whose one-step problem was not solved
  double worst_residual = 0.0;     ///< larger of both measures, over all steps
  double deepest_gap = 0.0;        ///< most negative gap met
  double time = 0.0;               ///< wall time of the run, s
  State end;                       ///< the last state: a checkpoint
  Scheme scheme;                   ///< that took the steps

 private:
  Model model_;
  std::vector<int> first_of_system_[3], first_of_interaction_;
  int begin_[quantity_count + 1] = {};
  std::vector<double> rows_;
  long row_count_ = 0;
};

// --- Running
// --------------------------------------------------------------------------------------

class Simulator;

/// Everything a run needs to go on as if it had never stopped: the state and what was counted.
struct Checkpoint {
  State state;
  Status status = Status::solved;
  long steps = 0, failed_steps = 0;
  double worst_residual = 0.0, deepest_gap = 0.0;
};

/// Takes the rows of a run while it goes on, for instance into a file (io::TrajectoryWriter). An
/// Error thrown by it ends the run and leaves `simulate`.
class RunSink {
 public:
  virtual ~RunSink() = default;
  /// Called once, before the first step; `run` has its columns and one row, the model's initial
  /// state. Returns where to go on from instead, or null to begin with that row.
  virtual const Checkpoint* begin(const Trajectory& run, const State& state) = 0;
  /// The last row of `run` is new and shows `state`.
  virtual void record(const Trajectory& run, const State& state) = 0;
  /// The run is over: its message and its last state are final, everything was recorded.
  virtual void end(const Trajectory& run) = 0;
};

enum class OnFailure {
  stop,        ///< end the run with the failed step recorded
  warn,        ///< go on, count, and say so in the message
  keep_going,  ///< go on and count
  halve_step   ///< take the step again as two of half the length, at most ten times over
};
std::span<const std::string_view> enum_names(OnFailure);

struct RunOptions {
  double end = 1.0;  ///< time to reach, s
  OnFailure on_failure = OnFailure::stop;
  int record_every = 1;                    ///< steps between recorded rows; the last is recorded
  bool allow_initial_penetration = false;  ///< start even if contacts are violated
  FlightRecorder* recorder = nullptr;      ///< keeps failed and slow one-step problems; not owned
  RunSink* sink = nullptr;                 ///< takes the rows as they come; not owned
  bool keep_rows = true;  ///< false: a sink has them, only the last stays in memory
  /// Called after every step; returning false ends the run. May change which interactions are
  /// present.
  std::function<bool(Simulator&, const StepReport&)> on_step{};
  /// Called about every tenth of a second with the share done, 0 to 1.
  std::function<void(double share)> on_progress{};
};

/// A model compiled for a scheme, and its state. Copies the model: later changes of it do nothing
/// until `update`.
class Simulator {
 public:
  /// Throws Error where model and scheme do not fit, and if a contact is violated at the start.
  Simulator(const Model& model, Scheme scheme, bool allow_initial_penetration = false);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  /// One step. Does not throw, allocate (after the first few) or print.
  StepReport step();
  /// One step that does not go beyond `end`, where the scheme can choose.
  StepReport step(double end);
  const State& state() const { return state_; }
  const Model& model() const { return model_; }
  const Scheme& scheme() const { return scheme_; }
  /// Goes on from a checkpoint. Throws Error if it belongs to another model.
  void restart(const State& state);
  /// Lets an interaction take part from now on, or not.
  void set_present(InteractionId id, bool present);
  /// A model that has grown: new systems start as they were added, everything else goes on.
  void update(const Model& model);
  /// Exchanges the scheme; the state goes on.
  void use(Scheme scheme);
  /// Keeps one-step problems that fail or are slow; not owned, null for none.
  void use_recorder(FlightRecorder* recorder);

 private:
  Model model_;
  Scheme scheme_;
  State state_;
  std::unique_ptr<Stepper> stepper_;
  FlightRecorder* recorder_ = nullptr;
};

[[nodiscard]] Trajectory simulate(const Model& model, const Scheme& scheme,
                                  const RunOptions& options = {});

}  // namespace nonsmooth
