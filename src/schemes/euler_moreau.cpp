// SPDX-License-Identifier: Apache-2.0
// Euler-Moreau. Linear systems with constant matrices become a discrete map, with N = E - h th A:
//
//   P = N^-1 (E + h (1 - th) A),      G = h N^-1
//
// What is nonlinear, time-varying or has a singular N is left to the theta step. Sparse relations
// are stepped by modes, with everything at the end of the step.
#include "schemes/algebraic_rows.hpp"
#include "schemes/discrete_linear.hpp"
#include "schemes/make.hpp"
#include "schemes/mode_stepper.hpp"
#include "schemes/theta_stepper.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/LU>

namespace nonsmooth {
namespace {

// false where N is singular
bool discretise(const FirstOrder& system, const EulerMoreau& options, const std::string& object,
                DiscreteSystem& map) {
  const Eigen::Index n = system.x0.size();
  const Vector theta = row_thetas(system, options.theta, object);
  const Matrix E = system.E.empty() ? Matrix(Matrix::Identity(n, n)) : system.E.dense();
  const Matrix A = system.A.empty() ? Matrix(Matrix::Zero(n, n)) : system.A.dense();
  const Vector rest = Vector::Ones(n) - theta;
  IterationMatrices N(1);
  if (!N.set_dense(0, E - options.step * (theta.asDiagonal() * A))) return false;
  map.P = E + options.step * (rest.asDiagonal() * A);
  map.G = options.step * Matrix::Identity(n, n);
  N.solve_columns(0, map.P);
  N.solve_columns(0, map.G);
  if (!rest.isZero(0.0)) map.share[0] = rest;
  if (!theta.isZero(0.0)) map.share[1] = theta;
  return true;
}

// sparse relations; and networks without any law, which are sparse systems with algebraic rows
bool by_modes(const Model& model) {
  for (const Interaction& interaction : model.interactions())
    if (std::holds_alternative<FirstOrderSparse>(interaction.relation)) return true;
  if (!model.interactions().empty() || model.systems().size() != 1) return false;
  const auto* system = std::get_if<FirstOrder>(&model.systems()[0]);
  if (system == nullptr || !system->E.is_sparse() || !system->A.is_sparse() || system->f ||
      system->A_of_t)
    return false;
  const Vector rows = system->E.sparse().cwiseAbs() * Vector::Ones(system->E.cols());
  return rows.minCoeff() == 0.0;
}

}  // namespace

ThetaOptions theta_options(const EulerMoreau& options) {
  return {.step = options.step,
          .theta = options.theta,
          .gamma = 0.5,
          .input_gamma = options.gamma,
          .projection = Projection::none,
          .newton_tolerance = options.newton_tolerance,
          .newton_iterations = options.newton_iterations,
          .solver = options.solver};
}

std::unique_ptr<Stepper> make(const EulerMoreau& options, const Model& model) {
  if (by_modes(model)) return make_mode_stepper(options, model);
  bool linear = is_discrete_linear(model);
  std::vector<DiscreteSystem> maps(model.systems().size());
  for (std::size_t s = 0; s < model.systems().size(); ++s) {
    const std::string object = model.name(SystemId{static_cast<int>(s)});
    const auto* system = std::get_if<FirstOrder>(&model.systems()[s]);
    if (system == nullptr)
      throw Error("euler_moreau: " + object +
                  " is mechanical; use moreau_jean, which steps first-order systems too");
    linear = linear && !system->A.is_sparse() && discretise(*system, options, object, maps[s]);
  }
  if (linear)
    return std::make_unique<DiscreteLinearStepper>(
        model, std::move(maps),
        DiscreteOptions{options.step, options.gamma, {0.0, 1.0}, options.solver});
  return std::make_unique<ThetaStepper>(model, theta_options(options));
}

}  // namespace nonsmooth
