// Relays: dry friction that stops an oscillator for good, a third-order loop that oscillates for
// ever, and two states that reach zero exactly and stay (no chattering).
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "17_relay_oscillators");
  struct Case {
    std::string label;
    ns::Matrix A, B, C;
    ns::Vector x0;
    double step, end;
    ns::Vector expected;  // at t = 10, or at the end
  };
  const double v0 = 3 * std::sqrt(2.0) / (2 * 3.14159265358979323846);
  const std::vector<Case> cases{
      {"friction", ns::Matrix{{0, 1}, {-1, 0}}, ns::Matrix{{0}, {1}}, ns::Matrix{{0, 1}},
       ns::Vector{{12, 6}}, 0.01, 100, ns::Vector{{0.6820441352, 0}}},
      {"loop", ns::Matrix{{0, 1, 0}, {0, 0, 1}, {0, -3, -2}}, ns::Matrix{{0}, {0}, {1}},
       ns::Matrix{{1, 0, 0}}, ns::Vector{{0, v0, 0}}, 0.01, 10,
       ns::Vector{{-0.1660755484, -0.2374055255, 0.5635121702}}},
      {"two", ns::Matrix::Zero(2, 2), 2 * ns::Matrix::Identity(2, 2), ns::Matrix::Identity(2, 2),
       ns::Vector{{1, -1}}, 1e-3, 1, ns::Vector{{0, 0}}}};
  for (const Case& c : cases) {
    const auto relays = c.B.cols();
    ns::Model model;
    const auto system = model.add(ns::FirstOrder{.name = c.label, .A = c.A, .x0 = c.x0});
    model.add(ns::Interaction{
        .on = {system},
        .relation = ns::FirstOrderLinear{.C = c.C, .B = c.B},
        .law = ns::Box{-ns::Vector::Ones(relays), ns::Vector::Ones(relays)},  // -1 where y > 0
        .name = "relay"});
    const ns::Trajectory run =
        ns::simulate(model, ns::EulerMoreau{.step = c.step, .theta = 0.5}, {.end = c.end});
    example.save(run, c.label);
    const ns::Vector end = run.x(system).row(run.size() - 1).transpose();
    example.near((c.label + ": distance from the known end").c_str(), (end - c.expected).norm(), 0,
                 1e-8);
  }
  return example.result();
}
