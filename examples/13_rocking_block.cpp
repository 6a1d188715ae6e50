// A slender block rocks on its two lower corners, rough enough not to slip. Each time it changes
// corner it keeps 1 - 3/2 sin^2(alpha) of its angular velocity (Housner), alpha = atan(width /
// height).
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "13_rocking_block");
  const double alpha = 20 * std::numbers::pi / 180, R = 1.0, g = 9.81, start = 0.2;
  const double half_width = R * std::sin(alpha), half_height = R * std::cos(alpha);
  ns::Model model;
  const auto height = [=](double th) {
    return half_width * std::sin(th) + half_height * std::cos(th);
  };
  const auto place = [=](double th) {  // of the centre, if the corner + does not slip
    return half_width * std::cos(th) - half_height * std::sin(th) - half_width;
  };
  const auto block =
      model.add(ns::Lagrangian{.name = "block",
                               .mass = ns::diagonal(ns::Vector{{1, 1, R * R / 3}}),
                               .q0 = ns::Vector{{place(start), height(start), start}},
                               .force = ns::constant(ns::Vector{{0, -g, 0}})});
  for (const double side : {1.0, -1.0})  // rests on the side +1 while th > 0
    model.add(ns::Interaction{
        .on = {block},
        .relation =
            ns::Holonomic{.dimension = 2,  // the corner's height, and its place along the ground
                          .gap =
                              [=](double, ns::VectorIn q) {
                                const double s = std::sin(q[2]), c = std::cos(q[2]);
                                return ns::Vec<2>(q[1] - side * half_width * s - half_height * c,
                                                  q[0] - side * half_width * c + half_height * s);
                              }},
        .law = ns::NewtonImpactFriction{.e = 0.0, .mu = 1.0, .dimension = 2},
        .name = side > 0 ? "corner +" : "corner -"});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 2e-4}, {.end = 4.0});
  example.save(run);

  int impact = 1;  // first row on the other corner
  while (run.q(block)(impact, 2) > 0) ++impact;
  const double before = run.v(block)(impact - 3, 2), after = run.v(block)(impact + 3, 2);
  example.near("what one impact leaves", after / before,
               1 - 1.5 * std::sin(alpha) * std::sin(alpha), 0.01);
  example.near("slip in 4 s, m", run.q(block)(run.size() - 1, 0), 0.0, 0.05);
  example.right(run.energy("total").tail(1)[0] < run.energy("total").maxCoeff(), "energy falls");
  return example.result();
}
