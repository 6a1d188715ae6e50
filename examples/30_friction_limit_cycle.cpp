// A block on a belt that sticks and slips: static friction 1, kinetic friction 1/2. Its limit cycle
// by shooting, with the period as unknown; sticking forgets everything but the phase, so that the
// multipliers are 1 and 0. Period and cycle are known: 2 D / V + 2 (pi - atan(D / V)), D = 1/2.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "30_friction_limit_cycle");
  namespace na = ns::analysis;
  const double V = 0.2, D = 0.5, pi = 3.14159265358979323846;
  const na::HybridSystem block{
      2,
      {[=](double, ns::VectorIn x, ns::VectorOut dx) { dx << x[1], 0.5 - x[0]; },  // slips
       [=](double, ns::VectorIn, ns::VectorOut dx) { dx << V, 0.0; }},             // sticks
      {{.from = 0,
        .to = 1,
        .guard = [=](double, ns::VectorIn x) { return x[1] - V; },
        .crossing = ns::Crossing::rising,
        .reset = [=](double, ns::VectorIn x, ns::VectorOut after) { after << x[0], V; }},
       {.from = 1, .to = 0, .guard = [](double, ns::VectorIn x) { return 1.0 - x[0]; }}}};
  const na::Orbit orbit =
      na::periodic_orbit(block, {0, 0, ns::Vector{{0.9, -0.3}}}, 8.5, {.autonomous = true});
  example.right(orbit.converged, orbit.message);
  example.near("period, s", orbit.period, 2 * D / V + 2 * (pi - std::atan(D / V)), 1e-8);
  example.right(orbit.stable(true), "stable");
  for (const auto m : orbit.multipliers) std::printf("multiplier %.2e\n", std::abs(m));

  ns::Matrix cycle(201, 3);
  for (int k = 0; k <= 200; ++k) {
    const double t = orbit.period * k / 200;
    cycle.row(k) << t, na::flow(block, orbit.start, t).end.x.transpose();
  }
  example.table(cycle, "cycle");
  return example.result();
}
