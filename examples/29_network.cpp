// Five oscillators with a diode each and different offsets, tied in a ring by relays on the
// differences of their states: they meet in finite time and stay together, exactly.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "29_network");
  ns::Model model;
  std::vector<ns::SystemId> agents;
  for (int i = 0; i < 5; ++i) {
    agents.push_back(model.add(ns::FirstOrder{.name = "agent" + std::to_string(i),
                                              .A = ns::Matrix{{-0.1, -1}, {1, -0.1}},
                                              .x0 = ns::Vector{{2.0 - i, 0.3 * i}},
                                              .b = ns::Vector{{0.1 * i, 0.2}}}));
    model.add(ns::Interaction{.on = {agents.back()},
                              .relation = ns::FirstOrderLinear{.C = ns::Matrix{{-1, 0}},
                                                               .B = ns::Matrix{{-1}, {0}},
                                                               .D = ns::Matrix{{0.5}}},
                              .law = ns::NonNegative{1},
                              .name = "diode" + std::to_string(i)});
  }
  std::vector<ns::control::Edge> ring;
  for (std::size_t i = 0; i < 5; ++i) ring.push_back({agents[i], agents[(i + 1) % 5]});
  ns::control::couple(model, ring, {.gain = 0.5});
  const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 0.01}, {.end = 15.0});
  example.save(run);
  double apart = 0.0;
  for (const auto agent : agents)
    apart = std::max(
        apart,
        (run.x(agent).bottomRows(500) - run.x(agents[0]).bottomRows(500)).cwiseAbs().maxCoeff());
  example.near("largest difference in the last 5 s", apart, 0.0, 1e-9);
  return example.result();
}
