// Five equal balls in a row that touch; the first comes with velocity 1. What happens is a matter
// of the impact law: Moreau's solves one impact for all contacts and throws four balls as one, the
// law of Liu, Zhao and Brogliato follows the springs of the contacts (Hertz) and gives most of it
// to the last, collisions one by one give it all. All of them keep momentum and energy.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "15_newtons_cradle");
  if (!ns::OdeIntegrator::available()) return 0;  // built without SUNDIALS: no events
  ns::Model model;
  std::vector<ns::SystemId> balls;
  for (int i = 0; i < 5; ++i)
    balls.push_back(model.add(ns::Lagrangian{.name = "ball " + std::to_string(i + 1),
                                             .mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{i == 0 ? -0.1 : 0.1 * i}},
                                             .v0 = ns::Vector{{i == 0 ? 1.0 : 0.0}}}));
  for (std::size_t i = 1; i < balls.size(); ++i)
    model.add(ns::Interaction{
        .on = {balls[i - 1], balls[i]},
        .relation = ns::LinearRelation{.H = ns::Matrix{{-1, 1}}, .b = ns::Vector{{-0.1}}},
        .law = ns::NewtonImpact{.e = 1.0}});  // equal stiffness, exponent 3/2
  const struct {
    const char* label;
    ns::ImpactRule rule;
    double first, last;
  } laws[] = {{"moreau", ns::NewtonRule{}, -0.6, 0.4},
              {"energetic", ns::EnergeticRule{}, -0.0711, 0.9888},
              {"binary", ns::BinaryCollisions{}, 0.0, 1.0}};
  for (const auto& [label, rule, first, last] : laws) {
    const ns::Trajectory run =
        ns::simulate(model, ns::EventDriven{.step = 5e-3, .impact = rule}, {.end = 0.5});
    example.save(run, label);
    double momentum = 0.0;
    for (const ns::SystemId ball : balls) momentum += run.v(ball)(run.size() - 1, 0);
    std::printf("%s\n", label);
    example.near("first ball, m/s", run.v(balls[0])(run.size() - 1, 0), first, 1e-3);
    example.near("last ball, m/s", run.v(balls[4])(run.size() - 1, 0), last, 1e-3);
    example.near("momentum, kg m/s", momentum, 1.0, 1e-12);
    example.near("energy, J", run.energy("total").tail(1)[0], 0.5, 1e-9);
  }
  return example.result();
}
