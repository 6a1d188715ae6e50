// Two genes that switch each other on above 4 and off above 8: products of step functions, each
// between 0 and 1 on its threshold. The states slide to (8, 8), where two switches are half on.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "18_gene_network");
  ns::Model model;
  const auto genes = model.add(ns::FirstOrder{
      .name = "genes", .A = ns::diagonal(ns::Vector{{-4.5, -1.5}}), .x0 = ns::Vector{{5, 5}}});
  const auto switches = model.add(ns::Interaction{
      .on = {genes},
      .relation = ns::FirstOrderGeneral{
          .dimension = 4,
          .h = [](double, ns::VectorIn x,
                  ns::VectorIn) { return ns::Vec<4>(4 - x[0], 4 - x[1], 8 - x[0], 8 - x[1]); },
          .g =
              [](double, ns::VectorIn, ns::VectorIn s) {
                return ns::Vec<2>(40 * s[1] * (1 - s[2]), 40 * s[0] * (1 - s[3]));
              }},
      .law = ns::Box{ns::Vector::Zero(4), ns::Vector::Ones(4)},
      .name = "switches"});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 1e-3, .theta = 0.5}, {.end = 1.0});
  example.save(run);

  const auto arrival = [&](int gene) {  // first time at the upper threshold
    int i = 0;
    while (i + 1 < run.size() && run.x(genes)(i, gene) < 8 - 1e-9) ++i;
    return run.t()[i];
  };
  example.near("first gene at 8, s", arrival(0), std::log((80 / 9.0 - 5) / (80 / 9.0 - 8)) / 4.5,
               2e-3);
  example.near("second gene at 8, s", arrival(1), std::log((80 / 3.0 - 5) / (80 / 3.0 - 8)) / 1.5,
               2e-3);
  const auto s = run.lambda(switches).row(run.size() - 1);
  example.near("first upper switch", s[2], 0.1, 1e-6);
  example.near("second upper switch", s[3], 0.7, 1e-6);
  return example.result();
}
