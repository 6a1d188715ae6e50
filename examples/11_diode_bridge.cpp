// Four ideal diodes rectify the oscillation of a tank: x = (voltage, current), 0 <= y _|_ lambda >=
// 0 with voltages and currents of the diodes on both sides. The load sees |v|, so that v = v0
// exp(-a t) (cos w t - a/w sin w t) with a = 1 / (2 R C).
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "11_diode_bridge");
  const double L = 1e-2, C = 1e-6, R = 1e3, v0 = 10.0;
  ns::Model model;
  const auto tank = model.add(ns::FirstOrder{
      .name = "tank", .A = ns::Matrix{{0, -1 / C}, {1 / L, 0}}, .x0 = ns::Vector{{v0, 0}}});
  const auto bridge = model.add(ns::Interaction{
      .on = {tank},
      .relation = ns::FirstOrderLinear{.C = ns::Matrix{{0, 0}, {0, 0}, {-1, 0}, {1, 0}},
                                       .B = ns::Matrix{{0, 0, -1 / C, 1 / C}, {0, 0, 0, 0}},
                                       .D = ns::Matrix{{1 / R, 1 / R, -1, 0},
                                                       {1 / R, 1 / R, 0, -1},
                                                       {1, 0, 0, 0},
                                                       {0, 1, 0, 0}}},
      .law = ns::NonNegative{4},
      .name = "bridge"});
  const ns::Trajectory run =
      ns::simulate(model, ns::EulerMoreau{.step = 1e-6, .theta = 0.5}, {.end = 5e-3});
  example.save(run);

  const double a = 1 / (2 * R * C), w = std::sqrt(1 / (L * C) - a * a);
  double worst = 0.0;
  for (int i = 0; i < run.size(); ++i) {
    const double t = run.t()[i];
    const double exact = v0 * std::exp(-a * t) * (std::cos(w * t) - a / w * std::sin(w * t));
    worst = std::max(worst, std::abs(run.x(tank)(i, 0) - exact));
  }
  example.near("largest error of the voltage, V", worst, 0.0, 0.05);
  example.near("voltage at 5 ms, V", run.x(tank)(run.size() - 1, 0), 0.790323, 0.02);
  example.near("current against a diode, A", run.lambda(bridge).minCoeff(), 0.0, 1e-12);
  return example.result();
}
