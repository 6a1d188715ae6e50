// SPDX-License-Identifier: Apache-2.0
// P and Psi of the hold from one exponential:
//
//   exp( h [ F  E^-1 ] ) = [ e^(hF)  Psi ]        F = E^-1 A
//        ( [ 0    0  ] )   [   0      1  ]
#include "schemes/discrete_linear.hpp"
#include "schemes/make.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/linalg/exponential.hpp"

#include <Eigen/LU>

namespace nonsmooth {
namespace {

void refuse(const std::string& object, const std::string& why) {
  throw Error("zero_order_hold: " + object + " " + why + "; use euler_moreau");
}

DiscreteSystem hold(const FirstOrder& system, double h, const std::string& object) {
  const Eigen::Index n = system.x0.size();
  Matrix exponent = Matrix::Zero(2 * n, 2 * n);
  if (!system.A.empty()) exponent.topLeftCorner(n, n) = system.A.dense();
  exponent.topRightCorner(n, n).setIdentity();
  if (!system.E.empty()) {
    IterationMatrices E(1);
    if (!E.set_dense(0, system.E.dense())) refuse(object, "has a singular E");
    E.solve_columns(0, exponent.topRows(n));
  }
  const Matrix flow = exponential(h * exponent);
  if (!flow.allFinite())
    throw Error("zero_order_hold: " + object + ": e^(h A) overflows for h = " + std::to_string(h) +
                "; take a smaller step");
  return {flow.topLeftCorner(n, n), flow.topRightCorner(n, n), {Vector::Ones(n), Vector()}};
}

}  // namespace

std::unique_ptr<Stepper> make(const ZeroOrderHold& options, const Model& model) {
  std::vector<DiscreteSystem> maps;
  for (std::size_t s = 0; s < model.systems().size(); ++s) {
    const std::string object = model.name(SystemId{static_cast<int>(s)});
    const auto* system = std::get_if<FirstOrder>(&model.systems()[s]);
    if (system == nullptr)
      throw Error("zero_order_hold: " + object +
                  " is mechanical; use moreau_jean, or write it as a first-order system");
    if (system->A_of_t) refuse(object, "has a matrix A(t) that changes with time");
    if (system->f) refuse(object, "has a nonlinear rate f(t, x)");
    maps.push_back(hold(*system, options.step, object));
  }
  for (std::size_t i = 0; i < model.interactions().size(); ++i)
    if (!std::holds_alternative<FirstOrderLinear>(model.interactions()[i].relation))
      refuse(model.name(InteractionId{static_cast<int>(i)}), "has a nonlinear relation");
  return std::make_unique<DiscreteLinearStepper>(
      model, std::move(maps),
      DiscreteOptions{options.step, 1.0, {options.sample, 0.0}, options.solver});
}

}  // namespace nonsmooth
