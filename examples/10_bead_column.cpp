// A thousand beads fall on the ground and on each other, and come to rest: up to a thousand
// contacts in one linear complementarity problem per step.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "10_bead_column");
  const int count = 1000;
  const double R = 0.1, g = 9.81, h = 2.5e-3;
  ns::Model model;
  std::vector<ns::SystemId> beads;
  std::vector<ns::InteractionId> contacts;
  for (int i = 0; i < count; ++i)  // pressed by a nanometre: rounding must not open a contact
    beads.push_back(model.add(ns::Lagrangian{.name = "bead " + std::to_string(i),
                                             .mass = ns::Matrix{{1.0}},
                                             .q0 = ns::Vector{{R + 0.05 + (2 * R - 1e-9) * i}},
                                             .force = ns::constant(ns::Vector{{-g}})}));
  contacts.push_back(model.add(
      ns::Interaction{.on = {beads[0]},
                      .relation = ns::LinearRelation{.H = ns::Matrix{{1}}, .b = ns::Vector{{-R}}},
                      .law = ns::NewtonImpact{.e = 0.0}}));
  for (std::size_t i = 1; i < beads.size(); ++i)
    contacts.push_back(model.add(ns::Interaction{
        .on = {beads[i - 1], beads[i]},
        .relation = ns::LinearRelation{.H = ns::Matrix{{-1, 1}}, .b = ns::Vector{{-2 * R}}},
        .law = ns::NewtonImpact{.e = 0.0}}));
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 0.15});
  example.save(run);

  const int end = run.size() - 1, half = count / 2;
  const double v = std::sqrt(2 * g * 0.05);
  example.near("largest push of the ground, N s", run.impulse(contacts[0]).maxCoeff(), v * count,
               40);
  example.near("push of the ground at rest, N", run.impulse(contacts[0])(end, 0) / h, count * g,
               1e-6);
  example.near("push in the middle, N", run.impulse(contacts[half])(end, 0) / h, half * g, 1e-2);
  example.near("height of the last bead, m", run.q(beads.back())(end, 0), R * (2 * count - 1),
               3e-3);
  example.near("unexplained energy, J", run.energy("closure").cwiseAbs().maxCoeff(), 0, 1e-6);
  std::printf("%ld steps in %.2f s, worst residual %.1e\n", run.steps, run.time,
              run.worst_residual);
  return example.result();
}
