// Infinitely many bounces in finite time: a ball of restitution 1/2 rests after t1 (1 + e) / (1 -
// e), t1 being the first fall. Time stepping goes through that point without knowing of it.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "21_zeno");
  const double e = 0.5, g = 9.81, first = std::sqrt(2 / g), rest = first * (1 + e) / (1 - e);
  ns::Model model;
  const auto ball = model.add(ns::Lagrangian{.name = "ball",
                                             .mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{1.0}},
                                             .force = ns::constant(ns::Vector{{-g}})});
  const auto floor =
      model.add(ns::Interaction{.on = {ball},
                                .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                                .law = ns::NewtonImpact{.e = e},
                                .name = "floor"});
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 2.0});
    int last = run.size() - 1;  // the last row that moves
    while (last > 0 && std::abs(run.v(ball)(last, 0)) < 1e-9) --last;
    std::printf("step %g: ", h);
    example.near("at rest after, s", run.t()[last], rest, 20 * h);
    example.near("weight on the floor, N", run.impulse(floor)(run.size() - 1, 0) / h, g, 1e-6);
    if (h == 1e-3) example.save(run);
  }
  return example.result();
}
