// Five equal balls in a row, the first comes with velocity 1. Where they touch, Moreau's law solves
// one impact for all contacts; where there are gaps between them, the same law meets the contacts
// one after the other, and the last ball alone flies off. Both keep momentum and energy.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "15_newtons_cradle");
  for (const double gap : {0.0, 0.01}) {
    ns::Model model;
    std::vector<ns::SystemId> balls;
    for (int i = 0; i < 5; ++i)
      balls.push_back(model.add(ns::Lagrangian{.name = "ball " + std::to_string(i + 1),
                                               .mass = ns::Matrix{{1.0}},
                                               .q0 = ns::Vector{{i == 0 ? -0.1 : (0.1 + gap) * i}},
                                               .v0 = ns::Vector{{i == 0 ? 1.0 : 0.0}}}));
    for (std::size_t i = 1; i < balls.size(); ++i)
      model.add(ns::Interaction{
          .on = {balls[i - 1], balls[i]},
          .relation = ns::LinearRelation{.H = ns::Matrix{{-1, 1}}, .b = ns::Vector{{-0.1}}},
          .law = ns::NewtonImpact{.e = 1.0}});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 0.5});
    example.save(run, gap > 0 ? "one-by-one" : "at-once");
    double momentum = 0.0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const double v = run.v(balls[i])(run.size() - 1, 0);
      momentum += v;
      example.near("velocity, m/s", v, gap > 0 ? (i == 4 ? 1.0 : 0.0) : (i == 0 ? -0.6 : 0.4),
                   1e-9);
    }
    example.near("momentum, kg m/s", momentum, 1.0, 1e-12);
    example.near("energy, J", run.energy("total").tail(1)[0], 0.5, 1e-12);
  }
  return example.result();
}
