// A rod on a hinge falls against a wall. Centre (x, y) and angle are tied by two constraints, the
// wall is a third: its impact goes through the hinge at once, and the angle must turn by exactly e,
// whatever the scheme. Moreau-Jean lets the hinge drift, the others hold it in position.
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "08_bouncing_pendulum");
  const double g = 9.81, J = 1.0 / 12, e = 0.8, start = std::numbers::pi / 12,
               h = 1e-3;  // of all schemes
  ns::Model model;
  const auto rod =
      model.add(ns::Lagrangian{.name = "rod",
                               .mass = ns::diagonal(ns::Vector{{1, 1, J}}),
                               .q0 = ns::Vector{{std::cos(start), std::sin(start), start}},
                               .force = ns::constant(ns::Vector{{0, -g, 0}})});
  const auto hinge = [](double, ns::VectorIn q) {
    return ns::Vec<2>(q[0] - std::cos(q[2]), q[1] - std::sin(q[2]));
  };
  model.add(ns::Interaction{.on = {rod},
                            .relation = ns::Holonomic{.dimension = 2, .gap = hinge},
                            .law = ns::Free{2},
                            .name = "hinge"});
  model.add(ns::Interaction{.on = {rod},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0, 0}},
                                                           .b = ns::Vector{{-std::sqrt(0.5)}}},
                            .law = ns::NewtonImpact{.e = e},
                            .name = "wall"});
  const std::pair<const char*, ns::Scheme> schemes[] = {
      {"moreau", ns::MoreauJean{.step = h}},
      {"newmark", ns::newmark()},
      {"hht", ns::hht(0.1)},
      {"generalized-alpha", ns::GeneralizedAlpha{.step = h, .rho = 0.8}}};
  for (const auto& [label, scheme] : schemes) {
    const ns::Trajectory run = ns::simulate(model, scheme, {.end = 3.0});
    example.save(run, label);
    int impact = 1;  // first row that turns back
    while (run.v(rod)(impact, 2) <= 0) ++impact;
    const double before = run.v(rod)(impact - 1, 2);
    const ns::Vector end = run.q(rod).row(run.size() - 1).transpose();
    std::printf("%s\n", label);
    example.near("time of the impact, s", run.t()[impact], 0.487064, 2 * h);
    example.near("angular velocity before, rad/s", before, -4.182542, 0.02);
    example.near("after over before", run.v(rod)(impact, 2) / before, -e, 5e-3);
    example.near("drift of the hinge, m", hinge(0, end).norm(), 0,
                 label == schemes[0].first ? 0.02 : 1e-9);
  }
  return example.result();
}
