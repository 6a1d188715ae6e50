// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/simulate.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace nonsmooth {

std::span<const std::string_view> enum_names(OnFailure) {
  static constexpr std::array<std::string_view, 4> names{"stop", "warn", "keep_going",
                                                         "halve_step"};
  return names;
}

namespace {

using Clock = std::chrono::steady_clock;

class Run {
 public:
  Run(const Model& model, const Scheme& scheme, const RunOptions& options)
      : options_(options),
        simulator_(model, scheme, options.allow_initial_penetration),
        trajectory_(model),
        nominal_(make_stepper(scheme, model)->nominal_step()) {
    simulator_.use_recorder(options.recorder);
    if (!std::isfinite(options.end)) throw Error("simulate: end is not a finite time");
    if (options.record_every < 1)
      throw Error("simulate: record_every is " + std::to_string(options.record_every) +
                  "; it must be at least 1");
    trajectory_.scheme = scheme;
    if (!options.keep_rows) return;
    trajectory_.reserve(
        static_cast<long>(std::min(1e6, std::max(0.0, options.end - simulator_.state().t) /
                                            nominal_ / options.record_every)) +
        2);
  }

  Trajectory go() {
    const auto began = Clock::now();
    begin();
    trajectory_.message = "the end time was reached";
    // the last step may end within rounding of the end
    const double enough = 1e-9 * nominal_;
    while (simulator_.state().t + enough < options_.end) {
      const StepReport report = step(options_.on_failure == OnFailure::halve_step ? 10 : 0);
      ++trajectory_.steps;
      count(report);
      const bool go_on = report.ok() || continue_after(report);
      const bool wanted = !options_.on_step || options_.on_step(simulator_, report);
      const bool last = !go_on || !wanted || simulator_.state().t + enough >= options_.end;
      if (last || trajectory_.steps % options_.record_every == 0) record(report);
      show_progress();
      if (!wanted && go_on) trajectory_.message = "the run was ended by on_step";
      if (!go_on || !wanted) break;
    }
    trajectory_.end = simulator_.state();
    trajectory_.time = std::chrono::duration<double>(Clock::now() - began).count();
    if (options_.sink != nullptr) options_.sink->end(trajectory_);
    return std::move(trajectory_);
  }

 private:
  void begin() {
    trajectory_.append(simulator_.state(), {});
    if (options_.sink == nullptr) return;
    const Checkpoint* from = options_.sink->begin(trajectory_, simulator_.state());
    if (from == nullptr) return;
    simulator_.restart(from->state);
    trajectory_.status = from->status;
    trajectory_.steps = from->steps;
    trajectory_.failed_steps = from->failed_steps;
    trajectory_.worst_residual = from->worst_residual;
    trajectory_.deepest_gap = from->deepest_gap;
    trajectory_.clear_rows();
    trajectory_.append(simulator_.state(), {});
  }

  void record(const StepReport& report) {
    if (!options_.keep_rows) trajectory_.clear_rows();
    trajectory_.append(simulator_.state(), report);
    if (options_.sink != nullptr) options_.sink->record(trajectory_, simulator_.state());
  }

  StepReport step(int halvings) {
    if (halvings == 0) return simulator_.step(options_.end);
    const State before = simulator_.state();
    const StepReport report = simulator_.step(options_.end);
    if (report.ok()) return report;
    const Scheme whole = simulator_.scheme();
    simulator_.restart(before);
    simulator_.use(with_half_step(whole));
    StepReport worst = step(halvings - 1);
    if (worst.ok()) worst = step(halvings - 1);
    simulator_.use(whole);
    return worst;
  }

  static Scheme with_half_step(Scheme scheme) {
    std::visit(
        [](auto& options) {
          if constexpr (requires { options.step; }) options.step *= 0.5;
        },
        scheme);
    return scheme;
  }

  void count(const StepReport& report) {
    trajectory_.worst_residual =
        std::max({trajectory_.worst_residual, report.residual, report.residual_invariant});
    trajectory_.deepest_gap = std::min(trajectory_.deepest_gap, report.deepest_gap);
    if (report.ok()) return;
    ++trajectory_.failed_steps;
    trajectory_.status = report.status;
  }

  bool continue_after(const StepReport& report) {
    const State& state = simulator_.state();
    const bool finite = state.q.allFinite() && state.v.allFinite() && state.x.allFinite();
    const bool may = finite && (options_.on_failure == OnFailure::warn ||
                                options_.on_failure == OnFailure::keep_going);
    const std::string where =
        "step " + std::to_string(state.step) + " at t = " + std::to_string(state.t) + " failed (" +
        std::string(name(report.status)) + "): " + std::string(report.message);
    if (!may)
      trajectory_.message = where;
    else if (options_.on_failure == OnFailure::warn)
      trajectory_.message =
          std::to_string(trajectory_.failed_steps) + " steps failed, the last was " + where;
    return may;
  }

  void show_progress() {
    if (!options_.on_progress || trajectory_.steps % 16 != 0) return;
    const auto now = Clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    options_.on_progress(std::clamp(simulator_.state().t / options_.end, 0.0, 1.0));
  }

  const RunOptions& options_;
  Simulator simulator_;
  Trajectory trajectory_;
  double nominal_;
  Clock::time_point shown_{};
};

}  // namespace

Trajectory simulate(const Model& model, const Scheme& scheme, const RunOptions& options) {
  return Run(model, scheme, options).go();
}

}  // namespace nonsmooth
