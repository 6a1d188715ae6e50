// Twisting and super-twisting controllers end at zero after a finite time that is known. Implicit
// discretisation keeps that: from then on states are zero to rounding and controls do not move.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "25_twisting");
  namespace nc = ns::control;
  const double h = 1e-4;
  struct Case {
    std::string label;
    ns::Matrix A, B;
    ns::Vector x0;
    nc::Block block;
    double predicted;
  };
  const std::vector<Case> cases{
      {"twisting", ns::Matrix{{0, 1}, {0, 0}}, ns::Matrix{{0}, {1}}, ns::Vector{{1, 1}},
       nc::Twisting({.r1 = 10, .r2 = 3, .period = h}), nc::twisting_time(1, 1, 10, 3)},
      {"super-twisting", ns::Matrix{{0.0}}, ns::Matrix{{1.0}}, ns::Vector{{1.0}},
       nc::SuperTwisting({.k1 = 1.5, .k2 = 1.1, .period = h}),
       nc::super_twisting_time(1, 0, 1.5, 1.1)}};
  for (const Case& c : cases) {
    nc::SampledLoop loop(nc::linear_plant(c.A, c.B, c.x0, ns::ZeroOrderHold{.step = h}));
    loop.add({.name = "u",
              .period = h,
              .inputs = static_cast<int>(c.x0.size()),
              .measure = nc::measure_states,
              .block = c.block,
              .drives = 0});
    const auto file = example.sink(loop, c.label);
    const nc::LoopRun run = loop.run(6.0, file.get(), 10);
    int last = run.plant.size() - 1;
    while (run.plant.x(ns::SystemId{0}).row(last).norm() < 1e-11) --last;
    example.near((c.label + ": zero from, s").c_str(), run.plant.t()[last], c.predicted, 300 * h);
  }
  return example.result();
}
