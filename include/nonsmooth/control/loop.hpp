// SPDX-License-Identifier: Apache-2.0
// A plant in continuous time under devices (controllers, observers, filters) that work at the ticks
// of their own clocks. Between ticks the inputs of the plant are held.
//
//   ns::control::SampledLoop loop({.model = [](ns::control::Held u) { ... return model; },
//                                  .inputs = 1, .scheme = ns::ZeroOrderHold{.step = 1e-4}});
//   loop.add({.name = "u", .period = 1e-2, .inputs = 2, .measure = ..., .block = controller,
//             .drives = 0});
//   const ns::control::LoopRun run = loop.run(1.0);
//
// At a tick a device measures, its block computes, its output is held until the next tick. Devices
// that tick together do so in the order in which they were added and see the outputs of those
// before them: an observer is added before the controller that uses it. A row of a run shows the
// state at an instant and the signals that hold from then on.
#pragma once

#include "nonsmooth/base/id.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/simulate.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::control {

using DeviceId = Id<struct DeviceTag>;

/// The inputs of a plant, to be copied into the functions of its model. Valid as long as the loop.
class Held {
 public:
  explicit Held(const Vector* values) : values_(values) {}
  double operator[](int i) const { return (*values_)[i]; }
  const Vector& vector() const { return *values_; }

 private:
  const Vector* values_;
};

/// What happens to a signal on its way: noise, then quantisation, then saturation, then delay.
struct Channel {
  double noise = 0.0;                          ///< standard deviation of normal noise
  double quantum = 0.0;                        ///< rounds to multiples of this; 0 does not
  double lower = -infinity, upper = infinity;  ///< of every component
  int delay = 0;                               ///< in ticks of the device
};

/// What a device may look at.
class LoopView {
 public:
  LoopView(const State& s, const Vector& u, const std::vector<Vector>& outputs)
      : state(s), input(u), outputs_(outputs) {}
  const State& state;
  const Vector& input;  ///< of the plant, as held until now
  const Vector& output(DeviceId id) const { return outputs_[static_cast<std::size_t>(id.index)]; }

 private:
  const std::vector<Vector>& outputs_;
};

/// What a device computes: every controller and observer of this module is one, and so is a lambda.
/// It may change from tick to tick; copying it copies what it remembers.
using Block = std::function<void(double t, VectorIn in, VectorOut out)>;

struct Device {
  std::string name{};    ///< of its signals: "name", or "name/0", "name/1", ...
  double period = 1e-3;  ///< between ticks, s: a multiple of the plant's step
  double offset = 0.0;   ///< first tick, s: likewise
  int inputs = 1;        ///< of the block
  int outputs = 1;       ///< of the block
  std::function<void(const LoopView&, VectorOut in)> measure{};
  Block block{};
  int drives = -1;     ///< first input of the plant that the output drives; negative: none
  Channel sensor{};    ///< between measure and block
  Channel actuator{};  ///< after the block
};

struct Plant {
  std::function<Model(Held)> model{};  ///< called once
  int inputs = 1;
  Scheme scheme = ZeroOrderHold{};  ///< of fixed step
};

/// x' = A x + B (u + d(t)): the plant that most designs assume, as a first-order system "plant".
Plant linear_plant(Matrix A, Matrix B, Vector x0, Scheme scheme,
                   VectorFunction<double> disturbance = {});

/// For Device::measure: all states of the first-order systems.
inline void measure_states(const LoopView& now, VectorOut in) { in = now.state.x; }

struct LoopRun {
  Trajectory plant;
  std::vector<std::string> names;  ///< of the columns of `signals`
  Matrix signals;                  ///< one row per row of `plant`
  /// A column of `signals`; an unknown name throws.
  Vector signal(std::string_view name) const;
};

class SampledLoop {
 public:
  /// Equal seeds give equal noise.
  explicit SampledLoop(const Plant& plant, std::uint64_t seed = 1);
  ~SampledLoop();
  SampledLoop(SampledLoop&&) noexcept;
  SampledLoop& operator=(SampledLoop&&) noexcept;

  /// Throws Error for clocks that do not fit the plant's step, missing functions, inputs that
  /// another device drives already.
  DeviceId add(Device device);
  /// One step of the plant, after the ticks that are due.
  StepReport step();
  /// Steps up to the end, the last one to it or beyond it; stops at a step that fails, and where
  /// `on_step`, called after every step, returns false. The loop can go on from there.
  LoopRun run(double end, RunSink* sink = nullptr, int record_every = 1,
              const std::function<bool(const StepReport&)>& on_step = {});

  const State& state() const;
  const Vector& input() const;              ///< of the plant, as held now
  const Vector& output(DeviceId id) const;  ///< of a device, as held now
  std::vector<std::string> signal_names() const;
  /// For io::Signals: the held outputs of all devices, one after the other.
  void signal_values(VectorOut values) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace nonsmooth::control
