// SPDX-License-Identifier: Apache-2.0
// Step doubling over another scheme: the rule is in the options header. Where an impact falls
// inside a step, whole and halves may well agree and both be late; two more estimates see that: how
// far contacts are violated that were not before, and h/2 times the jump of the velocity.
// State::memory holds a mark, the length of the next step and the number of active interactions,
// then the memory of the scheme within.
#include "schemes/make.hpp"
#include "schemes/theta_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double memory_mark = 3.0;
enum Memory { mark, next_step, active, inner_begin };

using Inner = decltype(Adaptive::scheme);

// Always the theta step for its own family: Euler-Moreau's maps are bound to their step.
std::unique_ptr<Stepper> make_inner(const Inner& scheme, const Model& model) {
  return std::visit(
      [&]<class Options>(const Options& options) -> std::unique_ptr<Stepper> {
        if constexpr (std::is_same_v<Options, EulerMoreau>)
          return std::make_unique<ThetaStepper>(model, theta_options(options));
        else
          return make(options, model);
      },
      scheme);
}

double first_step(const Inner& scheme) {
  return std::visit([](const auto& options) { return options.step; }, scheme);
}

int smooth_order(const D1Minus&) { return 2; }
int smooth_order(const GeneralizedAlpha& options) {
  if (!options.coefficients) return 2;
  const auto [alpha_m, alpha_f, gamma, beta] = *options.coefficients;
  return std::abs(gamma - (0.5 - alpha_m + alpha_f)) < 1e-12 ? 2 : 1;
}
template <class Theta>
int smooth_order(const Theta& options) {
  return options.theta == 0.5 ? 2 : 1;
}

class AdaptiveStepper final : public Stepper {
 public:
  AdaptiveStepper(const Model& model, const Adaptive& options)
      : model_(model),
        layout_(model_),
        rows_(model_, layout_),
        options_(options),
        step_(first_step(options.scheme)),
        order_(std::visit([](const auto& inner) { return smooth_order(inner); }, options.scheme)),
        whole_(make_inner(options.scheme, model)),
        halves_(make_inner(options.scheme, model)) {}

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  double nominal_step() const override { return step_; }
  void use_recorder(FlightRecorder* recorder) override {
    whole_->use_recorder(recorder);
    halves_->use_recorder(recorder);
  }

 private:
  static StepReport advance(Stepper& stepper, State& state);
  void unpack(State& state);
  void pack(State& state, double next, int active_count);
  static void merge(const StepReport& part, StepReport& report);
  bool attempt(const State& state, double h, StepReport& report);
  double error(const State& state, double h);
  double new_penetration(const State& state);
  double round_down(double h) const;

  const Model model_;
  const Layout layout_;
  MechanicalRows rows_;
  Arena scratch_;
  const Adaptive options_;
  const double step_;
  const int order_;
  std::unique_ptr<Stepper> whole_, halves_;
  Vector memory_;  // the one of state that is not in use: that of the scheme within, or ours
  State once_, twice_;
  bool changed_ = false;
  int active_before_ = 0;
};

void AdaptiveStepper::start(State& state) {
  const bool ours = state.memory.size() >= inner_begin && state.memory[mark] == memory_mark;
  const double next = ours ? state.memory[next_step] : round_down(step_);
  const int count = ours ? static_cast<int>(state.memory[active]) : 0;
  if (ours) state.memory = Vector(state.memory.tail(state.memory.size() - inner_begin));
  whole_->start(state);
  halves_->start(state);
  memory_.resize(inner_begin + state.memory.size());
  pack(state, next, count);
}

// The two memories change places, so that neither changes its size.
void AdaptiveStepper::unpack(State& state) {
  memory_ = state.memory.tail(memory_.size());
  state.memory.swap(memory_);
}

void AdaptiveStepper::pack(State& state, double next, int active_count) {
  memory_[mark] = memory_mark;
  memory_[next_step] = next;
  memory_[active] = active_count;
  memory_.tail(state.memory.size()) = state.memory;
  state.memory.swap(memory_);
}

// step 2^k, so that matrices are seldom set up anew
double AdaptiveStepper::round_down(double h) const {
  h = std::clamp(h, options_.smallest_step, options_.largest_step);
  const double power = std::exp2(std::floor(std::log2(h / step_) + 1e-9));
  return std::max(options_.smallest_step, step_ * power);
}

StepReport AdaptiveStepper::advance(Stepper& stepper, State& state) {
  state.origin = state.t;
  state.origin_step = state.step;
  return stepper.step(state, infinity);
}

void AdaptiveStepper::merge(const StepReport& part, StepReport& report) {
  if (!part.ok() || report.ok()) {
    report.status = part.status;
    report.message = part.message;
  }
  report.residual = std::max(report.residual, part.residual);
  report.residual_invariant = std::max(report.residual_invariant, part.residual_invariant);
  report.equation_residual = std::max(report.equation_residual, part.equation_residual);
  report.newton_iterations += part.newton_iterations;
  report.solver_iterations += part.solver_iterations;
  report.active = part.active;
  report.deepest_gap = std::min(report.deepest_gap, part.deepest_gap);
}

// The step as a whole and as two halves. False if a matrix is singular.
bool AdaptiveStepper::attempt(const State& state, double h, StepReport& report) {
  report = {};
  if (whole_->nominal_step() != h && !whole_->set_step(h, state)) return false;
  if (halves_->nominal_step() != 0.5 * h && !halves_->set_step(0.5 * h, state)) return false;
  once_ = state;
  twice_ = state;
  const StepReport whole = advance(*whole_, once_), first = advance(*halves_, twice_),
                   second = advance(*halves_, twice_);
  merge(first, report);
  merge(second, report);
  changed_ = whole.active != first.active || first.active != second.active ||
             first.active != active_before_;
  return true;
}

// How much deeper than before the deepest contact is.
double AdaptiveStepper::new_penetration(const State& state) {
  double worst = 0.0;
  for (int i = 0; i < static_cast<int>(layout_.interactions.size()); ++i) {
    const InteractionSlot& slot = layout_.interactions[static_cast<std::size_t>(i)];
    if (state.present[static_cast<std::size_t>(i)] == 0 || !slot.mechanical ||
        !model_.interactions()[static_cast<std::size_t>(i)].law.unilateral())
      continue;
    rows_.evaluate(i, twice_.t, twice_.q, twice_.v, scratch_);
    const double after = rows_.gap[slot.row];
    if (after >= -worst) continue;
    rows_.evaluate(i, state.t, state.q, state.v, scratch_);
    worst = std::max(worst, std::min(0.0, rows_.gap[slot.row]) - after);
  }
  return worst;
}

double AdaptiveStepper::error(const State& state, double h) {
  double worst = 0.0;
  const auto compare = [&](const Vector& a, const Vector& b) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const double e = std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i]));
      if (!(e <= worst)) worst = e;
    }
  };
  compare(once_.q, twice_.q);
  compare(once_.x, twice_.x);
  if (!std::isfinite(worst)) return infinity;
  const double penetration = new_penetration(state);
  if (penetration > options_.tolerance) changed_ = true;
  if (!changed_) return worst / (std::exp2(order_) - 1.0);
  const double jump = state.v.size() > 0 ? (twice_.v - state.v).lpNorm<Eigen::Infinity>() : 0.0;
  return std::max({worst, penetration, 0.5 * h * jump});
}

StepReport AdaptiveStepper::step(State& state, double end) {
  StepReport report;
  double h = state.memory[next_step];
  active_before_ = static_cast<int>(state.memory[active]);
  unpack(state);
  for (;;) {
    const double wanted = h;
    const bool cut = state.t + h > end;
    if (cut) h = end - state.t;
    const bool possible = attempt(state, h, report);
    const double found = possible && report.ok() ? error(state, h) : infinity;
    const double order = changed_ ? 1.0 : order_ + 1.0;
    const double factor = std::clamp(
        0.9 * std::pow(options_.tolerance / std::max(found, 1e-300), 1.0 / order), 0.2, 5.0);
    const double next = round_down(factor * h);
    const bool smallest = h <= options_.smallest_step || next >= h;
    if (found > options_.tolerance && !smallest) {
      h = next;
      continue;
    }
    if (possible) {
      twice_.step = state.step + 1;
      twice_.origin = twice_.t;
      twice_.origin_step = twice_.step;
      state = twice_;
      report.step = h;
    } else {
      report.status = Status::numerical_failure;
      report.message = "the matrix of a system became singular";
    }
    pack(state, cut && next >= h ? wanted : next, report.active);
    return report;
  }
}

}  // namespace

std::unique_ptr<Stepper> make(const Adaptive& options, const Model& model) {
  const std::vector<std::string> complaints =
      std::visit([](const auto& inner) { return validate(inner); }, options.scheme);
  if (!complaints.empty()) throw Error("adaptive: scheme: " + complaints.front());
  if (options.smallest_step > options.largest_step)
    throw Error("adaptive: smallest_step " + std::to_string(options.smallest_step) +
                " is above largest_step " + std::to_string(options.largest_step));
  return std::make_unique<AdaptiveStepper>(model, options);
}

}  // namespace nonsmooth
