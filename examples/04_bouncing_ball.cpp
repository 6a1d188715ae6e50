#include <nonsmooth/nonsmooth.hpp>

int main(int argc, char** argv) {
  const ns::Matrix one{{1.0}};
  const ns::Force weight = ns::constant(ns::Vector{{-9.81}});
  const ns::LinearRelation height{.H = one};
  ns::Model model;
  const auto ball = model.add(ns::Lagrangian{.mass = one, .q0 = ns::Vector{{1}}, .force = weight});
  model.add(ns::Interaction{.on = {ball}, .relation = height, .law = ns::NewtonImpact{.e = 0.9}});
  const auto run = ns::simulate(model, ns::MoreauJean{.step = 5e-3}, {.end = 10.0});
  ns::io::write_trajectory(run, argc > 1 ? argv[1] : "ball.h5");
  return run.success() && run.energy("total").tail(1)[0] < 1e-9 ? 0 : 1;
}
