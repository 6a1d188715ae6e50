// SPDX-License-Identifier: Apache-2.0
// Running a scene. One step, in src/mechanics/stepper.cpp:
//
//   predict    v_free = v_0 + h M^-1 (forces, gyroscopic part implicit)
//   assemble   u = W r + q over all contacts and joints that can act in this step
//   solve      exact Coulomb law, restitution, joints: island by island
//   correct    v_1 = v_free + M^-1 H r,  positions with the mean velocity
//   detect     contacts of the new positions; what penetrates is projected out
//   record
//
// A contact acts with restitution when it would be closed at the end of the step; all others within
// reach keep the bodies from passing each other: g_0 + h (u_0 + u_1) / 2 >= 0.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/status.hpp"
#include "nonsmooth/mechanics/scene.hpp"
#include "nonsmooth/solvers.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nonsmooth {

struct SceneScheme {
  double step = 1e-3;
  double penetration = 1e-6;
  int projections = 1;
  bool rest = true;
  int threads = 1;
  Solver solver = Auto{.tolerance = 1e-6};

  static constexpr std::string_view name = "scene";
  static constexpr auto fields() {
    return Fields{
        field("step", &SceneScheme::step, "time step, s", 1e-300),
        field("penetration", &SceneScheme::penetration,
              "projected out when deeper, relative to the smaller body, and gaps up to it are "
              "none; at "
              "least the tolerance of the solver; joints at 1 % of it",
              0, 1),
        field("projections", &SceneScheme::projections, "passes per step, at most", 0, 100),
        field("rest", &SceneScheme::rest,
              "islands certified to stand still are not computed again until something changes"),
        field("threads", &SceneScheme::threads, "of every stage; the result does not depend on it",
              1, 256)};
  }
};

/// One point where two bodies touch or are about to.
struct SceneContact {
  int a = 0, b = 0;           ///< bodies, a < b
  std::uint64_t feature = 0;  ///< see ContactPoint
  Vec<3> point;               ///< middle between the bodies, world
  Vec<3> normal;              ///< from b to a
  double gap = 0.0;           ///< m
  Vec<3> impulse;             ///< of the last step on a, world, N s
  Vec<3> moment;              ///< rolling resistance on a, world, N m s
};

/// Mechanical energy and where it went since the start, J.
struct SceneEnergy {
  double kinetic = 0, potential = 0;  ///< now; of gravity
  double initial = 0;                 ///< both at the start
  double forces = 0;                  ///< work of user forces and springs
  double driven = 0;                  ///< work of contacts and joints with driven bodies
  double normal = 0, tangential = 0;  ///< work of contacts, <= 0 apart from driven bodies
  double joints = 0;                  ///< work of joints: friction, stops, motors
  double projection = 0;              ///< potential energy added by projections
  double settled = 0;                 ///< taken from islands that were put to rest
  double closure() const {
    return kinetic + potential - initial - forces - driven - normal - tangential - joints -
           projection - settled;
  }
};

/// Everything that evolves; a copy is a checkpoint.
struct SceneState {
  double t = 0.0;
  long step = 0;
  std::vector<Vec<3>> centre;            ///< of mass, world
  std::vector<Vec<4>> orientation;       ///< w, x, y, z
  std::vector<Vec<3>> velocity;          ///< of the centre of mass, world
  std::vector<Vec<3>> angular_velocity;  ///< body axes
  std::vector<SceneContact> contacts;    ///< of this instant, with impulses of the last step
  std::vector<double> joint_impulses;    ///< warm start of the joints
  std::vector<double> joint_memory;      ///< turns counted by hinges and screws
  std::vector<unsigned char> present;    ///< per body: takes part
  std::vector<unsigned char> at_rest;    ///< per body: certified to stand still
  SceneEnergy energy;
};

/// Bits of a state in one number (FNV-1a), to tell whether two runs are the same.
std::uint64_t state_hash(const SceneState& state);

/// Wall time of the stages of a step, s.
struct StageTimes {
  double predict = 0, assemble = 0, solve = 0, correct = 0, detect = 0, project = 0;
  double total() const { return predict + assemble + solve + correct + detect + project; }
};

struct SceneReport {
  Status status = Status::solved;
  std::string_view message = "nothing to solve";
  double residual = 0.0;            ///< the field's measure, worst island; to compare with others
  double residual_invariant = 0.0;  ///< worst island; the tolerance is asked of this one
  int contacts = 0;                 ///< in the problems of this step
  int islands = 0, islands_at_rest = 0;
  int solver_iterations = 0;
  int projections = 0;
  double deepest_gap = 0.0;  ///< m, at the end of the step, 0 if none is negative
  double joint_error = 0.0;  ///< m or rad, at the end of the step
  StageTimes times;

  bool ok() const { return status == Status::solved; }
};

/// A scene compiled for a scheme, and its state.
class SceneSimulator {
 public:
  explicit SceneSimulator(const Scene& scene, SceneScheme scheme = {});
  ~SceneSimulator();
  SceneSimulator(SceneSimulator&&) noexcept;
  SceneSimulator& operator=(SceneSimulator&&) noexcept;

  SceneReport step();
  const SceneState& state() const;
  const Scene& scene() const;
  const SceneScheme& scheme() const;
  /// Goes on from a checkpoint with the same bits. Throws Error if it belongs to another scene.
  void restart(const SceneState& state);
  BodyState body(BodyId id) const;
  /// Weight and inertia as they were computed from the shape.
  double mass(BodyId id) const;
  /// Takes a body out of the run, or in again.
  void set_present(BodyId id, bool present);
  void set_velocity(BodyId id, const Vec<3>& velocity, const Vec<3>& angular_velocity);
  /// A new body, from now on.
  BodyId add(Body body);
  /// Keeps one-step problems that fail or are slow; not owned, null for none.
  void use_recorder(FlightRecorder* recorder);

 private:
  class Stepper;
  std::unique_ptr<Stepper> stepper_;
};

/// Takes the states of a run as they come, for instance into a file.
class SceneSink {
 public:
  virtual ~SceneSink() = default;
  /// Before the first step. Returns a state to go on from instead, or null.
  virtual const SceneState* begin(const SceneSimulator& simulator) = 0;
  virtual void record(const SceneSimulator& simulator, const SceneReport& report) = 0;
  virtual void end(const SceneSimulator& simulator, Status status, const std::string& message) = 0;
};

struct SceneRunOptions {
  double end = 1.0;      ///< time to reach, s
  int record_every = 1;  ///< steps between records
  bool stop_on_failure = false;
  SceneSink* sink = nullptr;                                           ///< not owned
  FlightRecorder* recorder = nullptr;                                  ///< not owned
  std::function<bool(SceneSimulator&, const SceneReport&)> on_step{};  ///< false ends the run
  std::function<void(double share)> on_progress{};                     ///< 0 to 1
};

struct SceneRun {
  Status status = Status::solved;
  std::string message;
  std::vector<double> t;           ///< of the records
  std::vector<SceneState> states;  ///< empty if a sink took them
  SceneState end;
  long steps = 0, failed_steps = 0;
  double worst_residual = 0.0;  ///< the invariant one
  double deepest_gap = 0.0, joint_error = 0.0;
  StageTimes times;   ///< summed
  double time = 0.0;  ///< wall time, s
  bool success() const { return status == Status::solved; }
};

[[nodiscard]] SceneRun simulate(const Scene& scene, const SceneScheme& scheme,
                                const SceneRunOptions& options = {});

}  // namespace nonsmooth
