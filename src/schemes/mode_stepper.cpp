// SPDX-License-Identifier: Apache-2.0
#include "schemes/mode_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double memory_mark = 6.0;  // and above: how large systems are factorised

// State::memory: a mark, the contraction of refinement, then the mode whose factors are kept.
class ModeStepper final : public Stepper {
 public:
  ModeStepper(const Model& model, const EulerMoreau& options)
      : system_(model),
        step_(options.step),
        tolerance_(
            std::visit([](const auto& solver) { return solver.tolerance; }, options.solver)) {}

  void start(State& state) override {
    const double pivots = state.memory.size() > 0 ? state.memory[0] - memory_mark : -1.0;
    if (state.memory.size() == system_.law_count() + 2 &&
        (pivots == 0.0 || pivots == 1.0 || pivots == 2.0)) {
      std::vector<Place> base;
      for (const double place : state.memory.tail(system_.law_count()))
        base.push_back(static_cast<Place>(static_cast<int>(place)));
      system_.begin_with(std::move(base),
                         static_cast<ModeSystem::Pivots>(static_cast<int>(pivots)));
    } else {
      state.memory.setZero(system_.law_count() + 2);
      state.memory[1] = system_.contraction();
    }
    if (state.step > 0) return;
    state.origin = state.t;
    state.energy = {};
  }

  StepReport step(State& state, double) override {
    StepReport report;
    // counted in steps, so that a long run does not collect rounding
    const double t = state.origin + static_cast<double>(state.step + 1 - state.origin_step) * step_;
    system_.read_mode(state.lambda, stage_.mode);
    stage_.lambda = state.lambda;
    system_.expect_contraction(state.memory[1]);
    const bool solved = system_.search(step_, t, state.x, stage_);
    report_stage(stage_, solved, tolerance_, report);
    report.step = step_;
    report.active = static_cast<int>(state.present.size());
    state.x = stage_.x;
    state.lambda = stage_.lambda;
    system_.output(stage_, state.output);
    state.t = t;
    ++state.step;
    if (const std::vector<Place>* base = system_.base_mode()) {
      state.memory[0] = memory_mark + static_cast<double>(system_.pivots());
      state.memory[1] = system_.contraction();
      for (std::size_t i = 0; i < base->size(); ++i)
        state.memory[static_cast<Eigen::Index>(i) + 2] = static_cast<double>((*base)[i]);
    }
    return report;
  }

  double nominal_step() const override { return step_; }

 private:
  ModeSystem system_;
  Stage stage_;
  double step_, tolerance_;
};

}  // namespace

void report_stage(const Stage& stage, bool solved, double tolerance, StepReport& report) {
  report.newton_iterations = std::max(report.newton_iterations, 1);
  report.solver_iterations += stage.modes_tried;
  report.residual = std::max(report.residual, stage.residual);
  report.residual_invariant = std::max(report.residual_invariant, stage.residual_invariant);
  report.equation_residual = std::max(report.equation_residual, stage.equation_residual);
  if (!solved) {
    report.status = Status::max_iterations;
    report.message = "no mode was found in which all laws hold";
  } else if (!(std::max(stage.residual, stage.residual_invariant) <= tolerance) ||
             !(stage.equation_residual <= 1e3 * tolerance)) {
    report.status = Status::numerical_failure;
    report.message = "a mode was found, but its equations are not solved to the tolerance";
  } else if (report.ok()) {
    report.message = "both residuals are within the tolerance";
  }
}

std::unique_ptr<Stepper> make_mode_stepper(const EulerMoreau& options, const Model& model) {
  if (const std::string obstacle = ModeSystem::obstacle(model); !obstacle.empty())
    throw Error("euler_moreau: beside a sparse relation, " + obstacle);
  if (options.gamma != 1.0)
    throw Error("euler_moreau: gamma is " + std::to_string(options.gamma) +
                "; sparse relations hold at the end of the step, gamma = 1");
  return std::make_unique<ModeStepper>(model, options);
}

}  // namespace nonsmooth
