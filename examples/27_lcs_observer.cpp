// An observer for a circuit with a diode: only the coil's current is measured. The observer is a
// complementarity system itself; its error decays because (A - L C, B, H, J) is strictly passive,
// although nobody tells it when the diode conducts.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "27_lcs_observer");
  namespace nc = ns::control;
  const double h = 0.01;
  const ns::Matrix A{{0, -1}, {1, 0}}, B{{-1}, {0}}, H{{-1, 0}}, J{{0.5}}, C{{0, 1}},
      L{{0.3}, {1.5}};
  ns::Model circuit;
  const auto tank = circuit.add(
      ns::FirstOrder{.name = "tank", .A = A, .x0 = ns::Vector{{1, 0.5}}, .b_of_t = [](double t) {
                       return ns::Vec<2>(std::sin(t), 0);
                     }});
  circuit.add(ns::Interaction{.on = {tank},
                              .relation = ns::FirstOrderLinear{.C = H, .B = B, .D = J},
                              .law = ns::NonNegative{1},
                              .name = "diode"});
  const nc::Passivity storage = nc::passivity({A - L * C, B, H, J});
  example.right(storage.passive, "passive error dynamics: " + storage.reason);
  nc::SampledLoop loop({.model = [&](nc::Held) { return circuit; },
                        .inputs = 0,
                        .scheme = ns::EulerMoreau{.step = h}});
  const auto observer =
      loop.add({.name = "estimate",
                .period = h,
                .inputs = 2,
                .outputs = 3,
                .measure = [](const nc::LoopView& now,
                              ns::VectorOut in) { in << now.state.x[1], std::sin(now.state.t); },
                .block = nc::LcsObserver({.A = A,
                                          .B = B,
                                          .H = H,
                                          .J = J,
                                          .E = ns::Matrix{{1}, {0}},
                                          .C = C,
                                          .L = L,
                                          .x0 = ns::Vector{{-1, -1}},
                                          .period = h})});
  const auto file = example.sink(loop);
  const nc::LoopRun run = loop.run(30.0, file.get());
  example.near("error of the voltage at the end", loop.output(observer)[0] - run.plant.end.x[0], 0,
               1e-4);
  example.right(std::abs(run.signals(1, 0) - run.plant.x(tank)(1, 0)) > 1.0, "wrong at first");
  return example.result();
}
