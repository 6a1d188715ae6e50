// A particle falls into a corner of 120 degrees, on its bisector or a hair beside it. Which wall it
// meets first decides: the result does not depend continuously on where it starts. (At 60 or 90
// degrees all three give the same.)
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "14_corner");
  const double half = std::numbers::pi / 3, hair = 1e-3;
  for (const int side : {-1, 0, 1}) {
    ns::Model model;
    const auto particle = model.add(ns::Lagrangian{.name = "particle",
                                                   .mass = ns::diagonal(ns::Vector{{1, 1}}),
                                                   .q0 = ns::Vector{{hair * side, 1}},
                                                   .v0 = ns::Vector{{0, -1}}});
    for (const double wall : {-1.0, 1.0})  // normals point into the corner
      model.add(ns::Interaction{
          .on = {particle},
          .relation = ns::LinearRelation{.H = ns::Matrix{{-wall * std::cos(half), std::sin(half)}}},
          .law = ns::NewtonImpact{.e = 1.0},
          .name = wall < 0 ? "left" : "right"});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-4}, {.end = 2.0});
    const std::string names[] = {"left", "middle", "right"};
    example.save(run, names[side + 1]);
    const auto v = run.v(particle).row(run.size() - 1);
    example.near("velocity along, m/s", v[0], -side * std::sin(half), 1e-9);
    example.near("velocity up, m/s", v[1], side == 0 ? 1.0 : 0.5, 1e-9);
  }
  return example.result();
}
