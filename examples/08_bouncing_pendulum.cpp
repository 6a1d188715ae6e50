// A rod on a hinge falls against a wall. Centre (x, y) and angle are tied by two constraints, the
// wall is a third: its impact goes through the hinge at once, and the angle must turn by exactly e.
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "08_bouncing_pendulum");
  const double g = 9.81, J = 1.0 / 12, e = 0.8, start = std::numbers::pi / 12;
  const double wall = std::numbers::sqrt2 / 2;
  ns::Model model;
  const auto rod =
      model.add(ns::Lagrangian{.name = "rod",
                               .mass = ns::diagonal(ns::Vector{{1, 1, J}}),
                               .q0 = ns::Vector{{std::cos(start), std::sin(start), start}},
                               .force = ns::constant(ns::Vector{{0, -g, 0}})});
  model.add(ns::Interaction{.on = {rod},
                            .relation = ns::Holonomic{.dimension = 2,
                                                      .gap =
                                                          [](double, ns::VectorIn q) {
                                                            return ns::Vec<2>(
                                                                q[0] - std::cos(q[2]),
                                                                q[1] - std::sin(q[2]));
                                                          }},
                            .law = ns::Free{2},
                            .name = "hinge"});
  model.add(ns::Interaction{
      .on = {rod},
      .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0, 0}}, .b = ns::Vector{{-wall}}},
      .law = ns::NewtonImpact{.e = e},
      .name = "wall"});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 2e-4}, {.end = 3.0});
  example.save(run);

  int impact = 1;  // first row that turns back
  while (run.v(rod)(impact, 2) <= 0) ++impact;
  const double before = run.v(rod)(impact - 1, 2);
  example.near("time of the impact, s", run.t()[impact], 0.487064, 5e-4);
  example.near("angular velocity before, rad/s", before, -4.182542, 5e-3);
  example.near("after over before", run.v(rod)(impact, 2) / before, -e, 1e-3);
  const ns::Vector last = run.q(rod).row(run.size() - 1).transpose();
  example.near("drift of the hinge, m",
               std::hypot(last[0] - std::cos(last[2]), last[1] - std::sin(last[2])), 0.0, 5e-3);
  return example.result();
}
