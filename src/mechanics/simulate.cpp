// SPDX-License-Identifier: Apache-2.0
#include "mechanics/stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

namespace nonsmooth {

SceneSimulator::SceneSimulator(const Scene& scene, SceneScheme scheme) {
  if (const std::vector<std::string> complaints = validate(scheme); !complaints.empty())
    throw Error("SceneScheme: " + complaints.front());
  stepper_ = std::make_unique<Stepper>(scene, std::move(scheme));
}
SceneSimulator::~SceneSimulator() = default;
SceneSimulator::SceneSimulator(SceneSimulator&&) noexcept = default;
SceneSimulator& SceneSimulator::operator=(SceneSimulator&&) noexcept = default;

SceneReport SceneSimulator::step() { return stepper_->step(); }
const SceneState& SceneSimulator::state() const { return stepper_->state; }
const Scene& SceneSimulator::scene() const { return stepper_->scene; }
const SceneScheme& SceneSimulator::scheme() const { return stepper_->scheme; }
void SceneSimulator::restart(const SceneState& state) { stepper_->restart(state); }
BodyId SceneSimulator::add(Body body) { return stepper_->add(std::move(body)); }
void SceneSimulator::use_recorder(FlightRecorder* recorder) { stepper_->recorder = recorder; }

BodyState SceneSimulator::body(BodyId id) const {
  const SceneState& state = stepper_->state;
  const std::size_t i = static_cast<std::size_t>(id.index);
  return {frame_pose(stepper_->bodies, state, i).position, state.orientation.at(i),
          state.velocity[i], state.angular_velocity[i]};
}

double SceneSimulator::mass(BodyId id) const {
  return stepper_->bodies.mass.at(static_cast<std::size_t>(id.index));
}

void SceneSimulator::set_present(BodyId id, bool present) {
  stepper_->set_present(id.index, present);
}

void SceneSimulator::set_velocity(BodyId id, const Vec<3>& velocity,
                                  const Vec<3>& angular_velocity) {
  stepper_->set_velocity(id.index, velocity, angular_velocity);
}

std::uint64_t state_hash(const SceneState& state) {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ull;
  };
  const auto add_all = [&](const auto& values) {
    for (const auto& value : values) add(value.data(), sizeof(double) * std::size_t(value.size()));
  };
  add(&state.t, sizeof state.t);
  add(&state.step, sizeof state.step);
  add_all(state.centre);
  add_all(state.orientation);
  add_all(state.velocity);
  add_all(state.angular_velocity);
  for (const SceneContact& contact : state.contacts) {
    add(&contact.feature, sizeof contact.feature);
    add(&contact.gap, sizeof contact.gap);
    add(contact.impulse.data(), 3 * sizeof(double));
  }
  add(state.joint_impulses.data(), state.joint_impulses.size() * sizeof(double));
  add(state.present.data(), state.present.size());
  return hash;
}

namespace {

void add_times(StageTimes& sum, const StageTimes& step) {
  sum.predict += step.predict;
  sum.assemble += step.assemble;
  sum.solve += step.solve;
  sum.correct += step.correct;
  sum.detect += step.detect;
  sum.project += step.project;
}

void keep(SceneRun& run, const SceneSimulator& simulator) {
  run.t.push_back(simulator.state().t);
  run.states.push_back(simulator.state());
}

bool finite(const SceneState& state) {
  return std::all_of(state.velocity.begin(), state.velocity.end(),
                     [](const Vec<3>& v) { return v.allFinite(); }) &&
         std::all_of(state.centre.begin(), state.centre.end(),
                     [](const Vec<3>& x) { return x.allFinite(); });
}

}  // namespace

SceneRun simulate(const Scene& scene, const SceneScheme& scheme, const SceneRunOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Clock::time_point shown = start;
  SceneSimulator simulator(scene, scheme);
  simulator.use_recorder(options.recorder);
  SceneRun run;
  if (options.sink != nullptr) {
    if (const SceneState* from = options.sink->begin(simulator)) simulator.restart(*from);
  } else {
    keep(run, simulator);
  }
  const long steps = std::lround(std::ceil(options.end / scheme.step - 1e-9));
  run.message = "reached the end";
  while (simulator.state().step < steps) {
    const SceneReport report = simulator.step();
    ++run.steps;
    if (!report.ok()) {
      ++run.failed_steps;
      if (run.status == Status::solved) run.status = report.status;
    }
    run.worst_residual = std::max(run.worst_residual, report.residual_invariant);
    run.deepest_gap = std::min(run.deepest_gap, report.deepest_gap);
    run.joint_error = std::max(run.joint_error, report.joint_error);
    add_times(run.times, report.times);
    const bool lost = !finite(simulator.state());
    const bool last =
        simulator.state().step >= steps || lost || (options.stop_on_failure && !report.ok());
    if (last || simulator.state().step % options.record_every == 0) {
      if (options.sink != nullptr)
        options.sink->record(simulator, report);
      else
        keep(run, simulator);
    }
    if (lost) {
      run.status = Status::numerical_failure;
      run.message =
          "velocities or positions became infinite at t = " + std::to_string(simulator.state().t);
      break;
    }
    if (options.stop_on_failure && !report.ok()) {
      run.message = "stopped at t = " + std::to_string(simulator.state().t) + ": " +
                    std::string(report.message);
      break;
    }
    if (options.on_step && !options.on_step(simulator, report)) {
      run.message = "ended by on_step at t = " + std::to_string(simulator.state().t);
      break;
    }
    if (options.on_progress && Clock::now() - shown > std::chrono::milliseconds(100)) {
      shown = Clock::now();
      options.on_progress(std::min(1.0, simulator.state().t / options.end));
    }
  }
  run.end = simulator.state();
  run.time = std::chrono::duration<double>(Clock::now() - start).count();
  if (options.sink != nullptr) options.sink->end(simulator, run.status, run.message);
  return run;
}

}  // namespace nonsmooth
