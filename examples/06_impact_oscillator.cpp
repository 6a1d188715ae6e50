// A mass on a spring that meets a wall at its rest position: x'' + x = 0, x >= 0, restitution e.
// Every half period one impact, and x(t) = e^n |cos t| after n of them.
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "06_impact_oscillator");
  const double e = 0.8, h = 1e-3;
  ns::Model model;
  const auto mass = model.add(ns::Lagrangian{.name = "mass",
                                             .mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{1.0}},
                                             .stiffness = ns::Matrix{{1.0}}});
  model.add(ns::Interaction{.on = {mass},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                            .law = ns::NewtonImpact{.e = e},
                            .name = "wall"});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 15.0});
  example.save(run);

  double worst = 0.0;
  for (int i = 0; i < run.size(); ++i) {
    const double impacts = std::floor(run.t()[i] / std::numbers::pi + 0.5);
    const double exact = std::pow(e, impacts) * std::abs(std::cos(run.t()[i]));
    worst = std::max(worst, std::abs(run.q(mass)(i, 0) - exact));
  }
  example.near("largest error, first order in the step, m", worst, 0.0, 5 * h);
  // what the wall took, and nothing else: each impact leaves e^2 of the energy
  example.near("energy after five impacts, J", run.energy("total")[run.size() - 1],
               0.5 * std::pow(e, 10), 1e-3);
  example.near("energy that nothing explains, J", run.energy("closure").cwiseAbs().maxCoeff(), 0.0,
               1e-13);
  return example.result();
}
