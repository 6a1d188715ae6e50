// SPDX-License-Identifier: Apache-2.0
// First-order linear systems with constant matrices, as the discrete map that a scheme makes of
// them once. With the input v = b + b(t) + B lambda of every system,
//
//   x_1 = P x_0 + G v,      y = gamma C x_1 + (1 - gamma) C x_0 + D lambda + e,
//
// b(t) is taken at two instants, each with its share in every row. P and G hold all there is to say
// about Euler-Moreau and the zero-order hold; a step is two products and the one-step problem.
#pragma once

#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/coupling.hpp"
#include "schemes/iteration_matrices.hpp"
#include "schemes/remembered_modes.hpp"

#include <array>
#include <vector>

namespace nonsmooth {

/// A linear system as a scheme sees it over one step.
struct DiscreteSystem {
  Matrix P, G;
  std::array<Vector, 2> share{};  ///< of b(t) at each instant, per row; empty: not taken there
};

struct DiscreteOptions {
  double step, gamma;
  std::array<double, 2> instants;  ///< in units of the step, from its beginning
  Solver solver;
};

/// Whether all systems are linear with constant A and all relations FirstOrderLinear.
bool is_discrete_linear(const Model& model);

class DiscreteLinearStepper final : public Stepper {
 public:
  /// Precondition: is_discrete_linear; one entry of `maps` per system.
  DiscreteLinearStepper(const Model& model, std::vector<DiscreteSystem> maps,
                        DiscreteOptions options);

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  double nominal_step() const override { return options_.step; }
  void use_recorder(FlightRecorder* recorder) override { workspace_.recorder = recorder; }

 private:
  struct Link {
    int row = 0, size = 0, columns = 0;
    std::size_t C = 0;       // size x columns, in numbers_
    std::size_t J = 0;       // gamma C; the same place where gamma is 1
    std::size_t S = 0;       // G B, columns x size
    std::size_t direct = 0;  // D
    bool constant = true, has_direct = false;
  };

  double* number(std::size_t at) { return numbers_.data() + at; }
  void compile_links();
  void fill_link(std::size_t i, double t);
  void set_right(std::size_t i, MatrixIn B);
  void assemble(const State& state);
  void predict(const State& state, double t0, double t1);
  void offsets(const State& state, double t);
  void solve(State& state, StepReport& report);

  const Model model_;
  const Layout layout_;
  const std::vector<DiscreteSystem> maps_;
  const DiscreteOptions options_;
  std::vector<Link> links_;
  std::vector<double> numbers_;
  std::vector<unsigned char> fixed_, present_;  // none fixed; present when last assembled
  bool constant_ = true, varying_input_ = false;
  IterationMatrices matrices_;  // identities: G is in the columns already
  Coupling coupling_;
  RememberedModes modes_;  // where W stays
  Workspace workspace_;
  Vector constant_input_, free_, offset_, r_;
};

}  // namespace nonsmooth
