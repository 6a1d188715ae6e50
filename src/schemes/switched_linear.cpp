// SPDX-License-Identifier: Apache-2.0
// State::memory: a mark, the length of the next step, the length of the last smooth one, whether
// the next one begins a new mode, and x' at the end of the last step.
#include "nonsmooth/schemes/switched_linear.hpp"

#include "nonsmooth/base/error.hpp"
#include "schemes/make.hpp"
#include "schemes/mode_stepper.hpp"
#include "schemes/mode_system.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double memory_mark = 5.0;
constexpr double gamma_ = 0.29289321881345247560;    // 1 - 1/sqrt 2
constexpr double error_constant = 0.04044011451988;  // 3 g^2 - 2 g^3 - 1/6
constexpr double largest_bend = 0.05;                // nine steps in a period of a sine
constexpr double stage_tolerance = 1e-8;             // of certificates

class SwitchedLinearStepper final : public Stepper {
 public:
  SwitchedLinearStepper(const Model& model, const SwitchedLinear& options)
      : system_(model), options_(options) {
    system_.set_floor(options.tolerance);
    for (Vector* v : {&base_, &rate0_, &rate1_, &rate2_, &change_})
      v->setZero(system_.state_count());
  }

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  double nominal_step() const override { return options_.step; }

 private:
  enum Memory { mark, next, last, fresh, rate };

  double longest(const State& state, double end) const;
  // steps that time still resolves
  double smallest(const State& state) const {
    return std::max(options_.smallest_step, 64.0 * machine_epsilon * std::abs(state.t));
  }
  bool smooth_stages(const State& state, double h);
  double smooth_error(double h);
  double bend(const State& state) const;
  double located() const {
    return 1e-4 * options_.tolerance;
  }  // margin of an instant that is found
  double locate(const State& state, double h);
  double first_change(double from, double h);
  StepReport begin_mode(State& state, double most);
  bool short_steps(const State& state, double h);
  double short_error(double h);
  void accept(State& state, double h, double most, const Stage& stage, StepReport& report);
  double weighted(const Vector& change) const;

  ModeSystem system_;
  const SwitchedLinear options_;
  Stage first_, second_;
  Vector base_, rate0_, rate1_, rate2_, change_;
};

void SwitchedLinearStepper::start(State& state) {
  const int size = rate + system_.state_count();
  if (state.step == 0) state.energy = {};
  if (state.memory.size() == size && state.memory[mark] == memory_mark) return;
  state.memory.setZero(size);
  state.memory[mark] = memory_mark;
  state.memory[next] = state.memory[last] = options_.step;
  state.memory[fresh] = 1.0;
}

// how far a step may go: to the end, or to the next corner of a source
double SwitchedLinearStepper::longest(const State& state, double end) const {
  double most = std::min(options_.largest_step, end - state.t);
  const auto corner =
      std::upper_bound(options_.breakpoints.begin(), options_.breakpoints.end(), state.t);
  if (corner != options_.breakpoints.end()) most = std::min(most, *corner - state.t);
  return most;
}

double SwitchedLinearStepper::weighted(const Vector& change) const {
  double worst = 0.0;
  for (int i = 0; i < change.size(); ++i)
    if (system_.differential(i)) {
      const double e = std::abs(change[i]) / std::max(1.0, std::abs(second_.x[i]));
      if (!(e <= worst)) worst = e;
    }
  return worst;
}

// --- Inside a mode
// -------------------------------------------------------------------------------------------

// Both stages in the mode of first_; false if its matrix is singular.
bool SwitchedLinearStepper::smooth_stages(const State& state, double h) {
  const double part = gamma_ * h;
  second_.mode = first_.mode;
  first_.lambda = state.lambda;
  if (!system_.keep_mode(part, state.t + part, state.x, first_)) return false;
  second_.lambda = first_.lambda;
  rate1_ = (first_.x - state.x) / part;
  base_ = state.x + (1.0 - gamma_) * h * rate1_;
  if (!system_.keep_mode(part, state.t + h, base_, second_)) return false;
  rate2_ = (second_.x - base_) / part;
  return true;
}

// h^3 x''' by the second difference of x' at both stages and at the beginning
double SwitchedLinearStepper::smooth_error(double h) {
  const double factor = 2.0 * error_constant * h;
  change_ = factor * ((rate2_ - rate1_) / (1.0 - gamma_) - (rate1_ - rate0_) / gamma_);
  return weighted(change_);
}

// How far what moves (multipliers between their bounds, outputs of the others) is from straight
// lines over the step, relative to the largest of them: a step that is too long for states that
// rest would jump over what laws do between.
double SwitchedLinearStepper::bend(const State& state) const {
  double lambda = 0.0, w = 0.0, lambda_size = options_.tolerance, w_size = options_.tolerance;
  for (int i = 0; i < system_.law_count(); ++i) {
    const auto deviation = [&](double begin, double middle, double end, double& size) {
      size = std::max({size, std::abs(begin), std::abs(middle), std::abs(end)});
      return std::abs(middle - (begin + gamma_ * (end - begin)));
    };
    if (first_.mode[static_cast<std::size_t>(i)] == Place::between)
      lambda = std::max(
          lambda, deviation(state.lambda[i], first_.lambda[i], second_.lambda[i], lambda_size));
    else
      w = std::max(w, deviation(system_.w_of(state, i), first_.w[i], second_.w[i], w_size));
  }
  return std::max(lambda / lambda_size, w / w_size);
}

// The instant at which a law leaves its place, from the beginning of the step: regula falsi with
// halved weights (Illinois) on the smallest margin. The answer is the last instant before it, and
// the stages are those that end there.
double SwitchedLinearStepper::locate(const State& state, double h) {
  double low = 0.0, high = h, at_low = 0.0, at_high = system_.margin(second_);
  int side = 0;  // which end stayed last, so that its weight is halved
  for (int k = 0; k < 50 && high - low > 1e-14 * h; ++k) {
    const double share = at_low > 0.0 ? at_low / (at_low - at_high) : 0.5;
    const double trial = low + std::clamp(share, 1e-2, 0.99) * (high - low);
    if (!smooth_stages(state, trial)) break;
    const double margin = system_.margin(second_);
    if (margin < 0.0) {
      high = trial;
      at_high = margin;
      if (side < 0) at_low *= 0.5;
      side = -1;
      continue;
    }
    low = trial;
    at_low = margin;
    if (margin <= located()) break;
    if (side > 0) at_high *= 0.5;
    side = 1;
  }
  if (low > 0.0) (void)smooth_stages(state, low);
  return low;
}

// where the matrices, as functions of time, are no longer those of `from`; h if they stay
double SwitchedLinearStepper::first_change(double from, double h) {
  if (system_.same_matrices_at(from + h)) return h;
  double low = 0.0, high = h;
  for (int k = 0; k < 60 && high - low > 1e-14 * (from + h); ++k) {
    const double middle = 0.5 * (low + high);
    (system_.same_matrices_at(from + middle) ? low : high) = middle;
  }
  return low;
}

StepReport SwitchedLinearStepper::step(State& state, double end) {
  const double most = longest(state, end);
  if (state.memory[fresh] != 0.0) return begin_mode(state, most);
  rate0_ = state.memory.tail(system_.state_count());
  double h = std::min(std::max(state.memory[next], smallest(state)), most);
  if (h < most && most < 2.0 * h) h = 0.5 * most;  // no crumbs
  for (;;) {
    StepReport report;
    system_.read_mode(state.lambda, first_.mode);
    const double until = first_change(state.t, h);
    const bool changes = until < h;
    if (changes) {
      if (until <= smallest(state)) return begin_mode(state, most);
      h = until;
    }
    if (!smooth_stages(state, h)) return begin_mode(state, most);
    const double error = smooth_error(h), bent = bend(state);
    const double factor =
        std::clamp(0.9 * std::min(std::cbrt(options_.tolerance / std::max(error, 1e-300)),
                                  std::sqrt(largest_bend / std::max(bent, 1e-300))),
                   0.2, 5.0);
    if (!(error <= options_.tolerance && bent <= largest_bend) && h > smallest(state)) {
      h = std::max(smallest(state), std::min(0.9, std::isfinite(error) ? factor : 0.2) * h);
      continue;
    }
    const bool switches = system_.margin(second_) < -system_.noise(second_);
    const double tried = h;
    if (switches) {
      const double found = locate(state, h);
      if (found <= smallest(state)) {
        // A mode that ends where it begins, as where laws are at their border for a while: implicit
        // Euler goes through, and its steps must grow again.
        state.memory[last] = std::min(2.0 * state.memory[last], options_.largest_step);
        return begin_mode(state, most);
      }
      h = found;
      report.events = 1;
    }
    state.memory[last] = tried;
    report_stage(second_, true, stage_tolerance, report);
    state.memory[next] = factor * state.memory[last];
    state.memory[fresh] = switches || changes ? 1.0 : 0.0;
    accept(state, h, most, second_, report);
    return report;
  }
}

// --- A new mode
// -------------------------------------------------------------------------------------------

// two steps of implicit Euler, each in whatever mode its laws settle for
bool SwitchedLinearStepper::short_steps(const State& state, double h) {
  system_.read_mode(state.lambda, first_.mode);
  first_.lambda = state.lambda;
  if (!system_.search(h, state.t + h, state.x, first_)) return false;
  second_.mode = first_.mode;
  second_.lambda = first_.lambda;
  if (!system_.search(h, state.t + 2.0 * h, first_.x, second_)) return false;
  rate1_ = (first_.x - state.x) / h;
  rate2_ = (second_.x - first_.x) / h;
  return true;
}

double SwitchedLinearStepper::short_error(double h) {
  change_ = 0.5 * h * (rate2_ - rate1_);
  return weighted(change_);
}

StepReport SwitchedLinearStepper::begin_mode(State& state, double most) {
  StepReport report;
  double h = std::min(0.5 * most, std::max(1e-2 * state.memory[last], smallest(state)));
  double before = infinity;
  bool solved = false;
  for (int k = 0;; ++k) {
    solved = short_steps(state, h);
    const double error = solved ? short_error(h) : infinity;
    // what does not shrink with the step is a jump
    const bool jump = k > 1 && error > 0.5 * before;
    if (error <= options_.tolerance || jump || h <= smallest(state) || k == 12) break;
    before = error;
    const double factor = std::sqrt(options_.tolerance / std::max(error, 1e-300));
    h = std::max(smallest(state), std::clamp(0.9 * factor, 0.1, 0.3) * h);
  }
  report_stage(first_, solved, stage_tolerance, report);
  if (solved) report_stage(second_, solved, stage_tolerance, report);
  const bool settled = solved && first_.mode == second_.mode;
  state.memory[fresh] = settled ? 0.0 : 1.0;
  state.memory[next] = settled ? std::max(4.0 * h, 0.1 * state.memory[last]) : 0.0;
  if (!settled) state.memory[last] = std::max(2.0 * h / 1e-2, smallest(state));
  accept(state, 2.0 * h, most, second_, report);
  return report;
}

void SwitchedLinearStepper::accept(State& state, double h, double most, const Stage& stage,
                                   StepReport& report) {
  // exactly onto a corner, whatever rounding made of the sum
  const auto corner =
      std::upper_bound(options_.breakpoints.begin(), options_.breakpoints.end(), state.t);
  const bool lands = h >= most * (1.0 - 1e-12);
  state.t += h;
  if (lands && corner != options_.breakpoints.end() && std::abs(*corner - state.t) <= 1e-9 * h) {
    state.t = *corner;
    state.memory[fresh] = 1.0;
  }
  state.x = stage.x;
  state.lambda = stage.lambda;
  system_.output(stage, state.output);
  state.memory.tail(system_.state_count()) = rate2_;
  state.origin = state.t;
  state.origin_step = ++state.step;
  report.step = h;
  report.active = static_cast<int>(state.present.size());
  if (state.x.allFinite()) return;
  report.status = Status::numerical_failure;
  report.message = "the state is no longer finite";
}

}  // namespace

std::unique_ptr<Stepper> make(const SwitchedLinear& options, const Model& model) {
  if (const std::string obstacle = ModeSystem::obstacle(model); !obstacle.empty())
    throw Error("switched_linear: " + obstacle + "; use euler_moreau");
  if (!std::is_sorted(options.breakpoints.begin(), options.breakpoints.end()))
    throw Error("switched_linear: the breakpoints are not in ascending order");
  if (options.smallest_step > options.largest_step)
    throw Error("switched_linear: smallest_step " + std::to_string(options.smallest_step) +
                " is above largest_step " + std::to_string(options.largest_step));
  return std::make_unique<SwitchedLinearStepper>(model, options);
}

}  // namespace nonsmooth
