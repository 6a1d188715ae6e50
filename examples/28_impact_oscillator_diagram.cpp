// An oscillator that hits a stop, driven at rising frequencies: states once per period of the
// drive, brute force, and the orbits without impact followed until they graze the stop, which they
// do where their amplitude F / sqrt((1 - w^2)^2 + (2 z w)^2) is the distance of it.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "28_impact_oscillator_diagram");
  namespace na = ns::analysis;
  const double z = 0.1, s = 1.0, e = 0.7, pi = 3.14159265358979323846;
  const na::Family family = [=](double w) {
    return na::HybridSystem{
        2,
        {[=](double t, ns::VectorIn x, ns::VectorOut dx) {
          dx << x[1], 0.5 * std::cos(w * t) - 2 * z * x[1] - x[0];
        }},
        {{.guard = [=](double, ns::VectorIn x) { return s - x[0]; },
          .reset = [=](double, ns::VectorIn x, ns::VectorOut y) { y << x[0], -e * x[1]; }}}};
  };
  const auto period = [=](double w) { return 2 * pi / w; };
  const na::Branch branch = na::continue_orbit(
      family, {0, 0, ns::Vector{{0.5, 0}}}, period(0.2),
      {.from = 0.2, .to = 1.0, .step = 0.05, .smallest_step = 1e-7, .period = period});
  const double u = 1 - 2 * z * z;  // (1 - W)^2 + 4 z^2 W = F^2 for W = w^2
  example.near("grazing at w, rad/s", branch.parameter, std::sqrt(u - std::sqrt(u * u - 0.75)),
               1e-4);
  example.right(branch.end == na::ContinuationEnd::grazing, branch.message);

  const auto points = na::bifurcation_diagram(family, {0, 0, ns::Vector{{0, 0}}},
                                              {.parameters = ns::Vector::LinSpaced(121, 0.66, 1.5),
                                               .skipped = 40,
                                               .kept = 20,
                                               .period = period});
  ns::Matrix table(points.size(), 2);
  for (std::size_t k = 0; k < points.size(); ++k)
    table.row(static_cast<int>(k)) << points[k].parameter, points[k].x[1];
  example.table(table, "diagram");
  const ns::Vector exponents =
      na::lyapunov_exponents(family(0.9), {0, 0, ns::Vector{{0, 0}}}, period(0.9), 50, 50);
  std::printf("exponents at w = 0.9: %g, %g 1/s\n", exponents[0], exponents[1]);
  example.right(exponents.sum() < -2 * z, "impacts shrink areas too");
  return example.result();
}
