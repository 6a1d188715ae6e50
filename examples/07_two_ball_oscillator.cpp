// Two balls on a stiff spring fall on the ground. The impact takes m (1 - e^2) v^2 / 2 from the
// lower ball; what happens to the vibration it excites is a matter of the scheme.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "07_two_ball_oscillator");
  const double k = 1e3, e = 0.8, g = 10.0, h = 2e-3;
  ns::Model model;
  // the second ball is measured from its place above the first where the spring is at rest
  const auto balls = model.add(ns::Lagrangian{.name = "balls",
                                              .mass = ns::diagonal(ns::Vector{{1, 1}}),
                                              .q0 = ns::Vector{{1, 1}},
                                              .force = ns::constant(ns::Vector{{-g, -g}}),
                                              .stiffness = ns::Matrix{{k, -k}, {-k, k}}});
  model.add(ns::Interaction{.on = {balls},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1, 0}}},
                            .law = ns::NewtonImpact{.e = e},
                            .name = "ground"});
  struct Entry {
    std::string label;
    ns::Scheme scheme;
  };
  const std::vector<Entry> schemes{{"theta-1-2", ns::MoreauJean{.step = h, .theta = 0.5}},
                                   {"theta-1", ns::MoreauJean{.step = h, .theta = 1.0}}};
  for (const auto& [label, scheme] : schemes) {
    const ns::Trajectory run = ns::simulate(model, scheme, {.end = 2.0});
    example.save(run, label);
    int impact = 1;  // first row with a velocity that jumped up
    while (run.v(balls)(impact, 0) < 0) ++impact;
    const double before = run.v(balls)(impact - 1, 0);
    example.near("time of the first impact, s", run.t()[impact], std::sqrt(2 / g), 2 * h);
    example.near("velocity ratio", run.v(balls)(impact, 0) / before, -e, 0.02);
    const double vibration = run.energy("potential").tail(250).maxCoeff();
    std::printf("%s: up to %.2g J in the spring in the last half second\n", label.c_str(),
                vibration);
    example.right(label == "theta-1" ? vibration < 1.5 : vibration > 3.0, "vibration");
    example.near("unexplained energy, J", run.energy("closure").cwiseAbs().maxCoeff(), 0, 1e-9);
  }
  return example.result();
}
