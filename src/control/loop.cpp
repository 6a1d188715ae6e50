// SPDX-License-Identifier: Apache-2.0
// Clocks are counted in steps of the plant, so that no sum of periods drifts away from them.
#include "nonsmooth/control/loop.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/schemes.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::control {
namespace {

/// A channel with what it remembers.
class Line {
 public:
  Line(Channel channel, int size, std::uint64_t seed)
      : channel_(channel), random_(seed), waiting_(size, channel.delay + 1) {
    waiting_.setZero();
  }
  /// `first`: what came before the first tick, for the time of the delay.
  void pass(VectorOut signal, bool first, bool repeat_first) {
    for (double& value : signal) {
      if (channel_.noise > 0.0) value += channel_.noise * random_.normal();
      if (channel_.quantum > 0.0) value = channel_.quantum * std::round(value / channel_.quantum);
      value = std::clamp(value, channel_.lower, channel_.upper);
    }
    if (channel_.delay == 0) return;
    if (first && repeat_first) waiting_.colwise() = Vector(signal);
    waiting_.col(next_) = signal;
    next_ = (next_ + 1) % static_cast<int>(waiting_.cols());
    signal = waiting_.col(next_);
  }

 private:
  Channel channel_;
  Random random_;
  Matrix waiting_;
  int next_ = 0;
};

long steps_in(double time, double step, const std::string& what) {
  const double ratio = time / step;
  if (!(ratio < 1e15) || std::abs(ratio - std::round(ratio)) > 1e-6 * std::max(1.0, ratio))
    throw Error(what + " is " + std::to_string(time) + " s, no multiple of the plant's step of " +
                std::to_string(step) + " s; change one of them");
  return std::lround(ratio);
}

void check(const Channel& c, const std::string& what) {
  if (c.delay < 0 || !(c.noise >= 0.0) || !(c.quantum >= 0.0) || !(c.lower <= c.upper))
    throw Error(what + ": delay, noise and quantum must not be negative, and lower <= upper");
}

struct Running {
  Device device;
  long every, first;  // in steps of the plant
  Line sensor, actuator;
  Vector in, out;
  bool ticked = false;
};

}  // namespace

struct SampledLoop::Parts {
  Vector held;
  Simulator simulator;
  double step;
  bool looks_ahead;  // its integrator passes output times: it must forget what it saw there
  std::uint64_t seed;
  std::vector<Running> devices;
  std::vector<Vector> outputs;
  long count = 0;

  Parts(const Plant& plant, std::uint64_t s)
      : held(Vector::Zero(plant.inputs)),
        simulator(plant.model(Held(&held)), plant.scheme),
        step(make_stepper(plant.scheme, simulator.model())->nominal_step()),
        looks_ahead(std::holds_alternative<EventDriven>(plant.scheme)),
        seed(s) {}

  void tick(Running& r, Vector& output) {
    r.device.measure(LoopView(simulator.state(), held, outputs), r.in);
    r.sensor.pass(r.in, !r.ticked, true);
    r.device.block(simulator.state().t, r.in, r.out);
    output = r.out;
    r.actuator.pass(output, !r.ticked, false);
    if (r.device.drives >= 0) held.segment(r.device.drives, output.size()) = output;
    r.ticked = true;
  }
  bool ticked_at = false;
  void tick_all() {
    if (ticked_at) return;
    ticked_at = true;
    bool driven = false;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      Running& r = devices[i];
      if (count < r.first || (count - r.first) % r.every != 0) continue;
      tick(r, outputs[i]);
      driven = driven || r.device.drives >= 0;
    }
    if (driven && looks_ahead) {
      const State now = simulator.state();
      simulator.restart(now);
    }
  }
  StepReport advance() {
    tick_all();
    const StepReport report = simulator.step();
    ++count;
    ticked_at = false;
    return report;
  }
};

Plant linear_plant(Matrix A, Matrix B, Vector x0, Scheme scheme,
                   VectorFunction<double> disturbance) {
  const int inputs = static_cast<int>(B.cols());
  return {.model =
              [A = std::move(A), B = std::move(B), x0 = std::move(x0),
               d = std::move(disturbance)](Held u) {
                Model model;
                model.add(FirstOrder{
                    .name = "plant", .A = A, .x0 = x0, .b_of_t = [u, B, d](double t, VectorOut b) {
                      b.noalias() = B * u.vector();
                      if (!d) return;
                      Vector added(B.cols());
                      d(t, added);
                      b.noalias() += B * added;
                    }});
                return model;
              },
          .inputs = inputs,
          .scheme = std::move(scheme)};
}

SampledLoop::SampledLoop(const Plant& plant, std::uint64_t seed) {
  if (!plant.model) throw Error("SampledLoop: the plant has no model; set Plant::model");
  if (plant.inputs < 0)
    throw Error("SampledLoop: the plant has " + std::to_string(plant.inputs) + " inputs");
  if (std::holds_alternative<Adaptive>(plant.scheme))
    throw Error(
        "SampledLoop: clocks are counted in steps of the plant; take a scheme of fixed "
        "step in place of adaptive");
  parts_ = std::make_unique<Parts>(plant, seed);
}
SampledLoop::~SampledLoop() = default;
SampledLoop::SampledLoop(SampledLoop&&) noexcept = default;
SampledLoop& SampledLoop::operator=(SampledLoop&&) noexcept = default;

DeviceId SampledLoop::add(Device device) {
  const int index = static_cast<int>(parts_->devices.size());
  if (device.name.empty()) device.name = "device " + std::to_string(index);
  const std::string who = "device '" + device.name + "'";
  if (!device.measure || !device.block) throw Error(who + ": measure and block must both be given");
  if (device.inputs < 0 || device.outputs < 1)
    throw Error(who + ": needs at least one output, has " + std::to_string(device.outputs));
  check(device.sensor, who + ", sensor");
  check(device.actuator, who + ", actuator");
  const long every = steps_in(device.period, parts_->step, who + ": period");
  const long first = steps_in(device.offset, parts_->step, who + ": offset");
  if (every < 1 || first < 0) throw Error(who + ": period must be positive, offset not negative");
  if (device.drives >= 0) {
    if (device.drives + device.outputs > parts_->held.size())
      throw Error(who + ": drives inputs " + std::to_string(device.drives) + " to " +
                  std::to_string(device.drives + device.outputs - 1) + ", the plant has " +
                  std::to_string(parts_->held.size()));
    for (const Running& other : parts_->devices)
      if (other.device.drives >= 0 && device.drives < other.device.drives + other.device.outputs &&
          other.device.drives < device.drives + device.outputs)
        throw Error(who + ": device '" + other.device.name + "' drives the same input");
  }
  const std::uint64_t own = parts_->seed + 0x9E3779B97F4A7C15ull * (2u * unsigned(index) + 1u);
  parts_->outputs.push_back(Vector::Zero(device.outputs));
  parts_->devices.push_back({device, every, first, Line(device.sensor, device.inputs, own),
                             Line(device.actuator, device.outputs, own ^ 0xD1B54A32D192ED03ull),
                             Vector::Zero(device.inputs), Vector::Zero(device.outputs)});
  return {index};
}

StepReport SampledLoop::step() { return parts_->advance(); }

LoopRun SampledLoop::run(double end, RunSink* sink, int record_every,
                         const std::function<bool(const StepReport&)>& on_step) {
  LoopRun run{Trajectory(parts_->simulator.model()), signal_names(), {}};
  const double length = (end - parts_->simulator.state().t) / parts_->step;
  if (!(length < 1e12) || record_every < 1)
    throw Error("SampledLoop: end is " + std::to_string(end) + " s, record_every is " +
                std::to_string(record_every));
  const long steps = std::max(0L, static_cast<long>(std::ceil(length - 1e-6)));
  const long rows = steps / record_every + 2;
  run.signals.resize(rows, static_cast<int>(run.names.size()));
  run.plant.reserve(rows);
  Vector signals(run.signals.cols());
  const auto record = [&](const StepReport& report) {
    parts_->tick_all();
    signal_values(signals);
    run.signals.row(run.plant.size()) = signals.transpose();
    run.plant.append(state(), report);
  };
  run.plant.message = "the end time was reached";
  run.plant.scheme = parts_->simulator.scheme();  // a sink writes it down at once
  record({});
  if (sink != nullptr) (void)sink->begin(run.plant, state());  // takes the row that is there
  for (long k = 1; k <= steps; ++k) {
    const StepReport report = step();
    run.plant.steps = k;
    run.plant.worst_residual =
        std::max({run.plant.worst_residual, report.residual, report.residual_invariant});
    if (!report.ok()) {
      run.plant.status = report.status;
      run.plant.failed_steps = 1;
    }
    const bool wanted = !on_step || on_step(report);
    if (k % record_every == 0 || k == steps || !report.ok() || !wanted) {
      record(report);
      if (sink != nullptr) sink->record(run.plant, state());
    }
    if (report.ok() && wanted) continue;
    run.plant.message = "the run was ended by on_step";
    if (!report.ok())
      run.plant.message =
          "step " + std::to_string(state().step) + " failed: " + std::string(report.message);
    break;
  }
  run.signals.conservativeResize(run.plant.size(), Eigen::NoChange);
  run.plant.end = state();
  if (sink != nullptr) sink->end(run.plant);
  return run;
}

const State& SampledLoop::state() const { return parts_->simulator.state(); }
const Vector& SampledLoop::input() const { return parts_->held; }
const Vector& SampledLoop::output(DeviceId id) const {
  return parts_->outputs.at(static_cast<std::size_t>(id.index));
}

std::vector<std::string> SampledLoop::signal_names() const {
  std::vector<std::string> names;
  for (const Running& r : parts_->devices)
    for (int i = 0; i < r.device.outputs; ++i)
      names.push_back(r.device.outputs == 1 ? r.device.name
                                            : r.device.name + "/" + std::to_string(i));
  return names;
}

void SampledLoop::signal_values(VectorOut values) const {
  Eigen::Index at = 0;
  for (const Vector& output : parts_->outputs) {
    values.segment(at, output.size()) = output;
    at += output.size();
  }
}

Vector LoopRun::signal(std::string_view name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return signals.col(static_cast<Eigen::Index>(i));
  std::string known;
  for (const std::string& other : names) known += (known.empty() ? "" : ", ") + other;
  throw Error("LoopRun: no signal '" + std::string(name) + "'; there are " + known);
}

}  // namespace nonsmooth::control
