// A mass on a belt, held by spring and damper, under friction that falls with the slip (Stribeck).
// Steady sliding is stable only if the damper is stronger than the fall: c > -N mu'(V). Below that
// the mass sticks and slips in turn.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "19_stribeck_belt");
  const double N = 10, mu_s = 0.4, mu_d = 0.2, vs = 0.1, V = 0.2, k = 20, h = 1e-3;
  const auto mu = [=](double s) { return mu_d + (mu_s - mu_d) * std::exp(-std::abs(s) / vs); };
  const double limit = N * (mu_s - mu_d) / vs * std::exp(-V / vs), steady = N * mu(V) / k;
  for (const double c : {1.5 * limit, 0.2 * limit}) {
    ns::Model model;
    const auto mass =
        model.add(ns::Lagrangian{.name = "mass",
                                 .mass = ns::Matrix{{1.0}},
                                 .q0 = ns::Vector{{steady + 0.01}},
                                 .force = ns::of_state([=](double, ns::VectorIn, ns::VectorIn v) {
                                   const double s =
                                       v[0] - V;  // the smooth part: what is missing to mu_s
                                   return (s > 0 ? 1 : -1) * N * (mu_s - mu(s));
                                 }),
                                 .stiffness = ns::Matrix{{k}},
                                 .damping = ns::Matrix{{c}}});
    model.add(ns::Interaction{
        .on = {mass},
        .relation = ns::Holonomic{.gap = [=](double t, ns::VectorIn q) { return q[0] - V * t; },
                                  .jacobian = [](double, ns::VectorIn) { return 1.0; },
                                  .drift = [=](double, ns::VectorIn) { return -V; }},
        .law = ns::Box{ns::Vector{{-N * mu_s}}, ns::Vector{{N * mu_s}}},
        .name = "belt"});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 15.0});
    example.save(run, c > limit ? "damped" : "stick-slip");
    const auto late = run.q(mass).col(0).tail(5000);
    const double swing = late.maxCoeff() - late.minCoeff();
    std::printf("c = %.2f (limit %.2f): swing %.3g m\n", c, limit, swing);
    const auto sticks = (run.v(mass).col(0).tail(5000).array() - V).abs().minCoeff();
    if (c > limit) example.near("steady place, m", late.mean(), steady, 1e-4);
    if (c < limit) example.near("slip while sticking, m/s", sticks, 0.0, 1e-12);
    example.right(c > limit ? swing < 1e-4 : swing > 0.05, "stability");
  }
  return example.result();
}
