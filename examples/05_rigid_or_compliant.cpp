// A ball on a floor that is rigid, and on floors that give way: y = q + lambda / k. The stiffer the
// floor, the nearer the two, with a delay per bounce of the contact time pi sqrt(m / k). The law of
// positions holds at the end of a step; what that damps is first order in the step, pi/2 h sqrt(k /
// m).
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "05_rigid_or_compliant");
  const double h = 1e-4, first = std::sqrt(2 / 9.81);
  for (const double k : {0.0, 1e3, 1e5}) {  // 0 stands for rigid
    ns::Model model;
    const auto ball = model.add(ns::Lagrangian{.name = "ball",
                                               .mass = ns::Matrix{{1.0}},
                                               .q0 = ns::Vector{{1.0}},
                                               .force = ns::constant(ns::Vector{{-9.81}})});
    const ns::Matrix give = k > 0 ? ns::Matrix{{1 / k}} : ns::Matrix();
    const auto floor = model.add(ns::Interaction{
        .on = {ball},
        .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}, .compliance = give},
        .law = k > 0 ? ns::InteractionLaw(ns::NonNegative{1}) : ns::NewtonImpact{.e = 1.0},
        .name = "floor"});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 3.0});
    example.save(run, k > 0 ? "k" + std::to_string(static_cast<int>(k)) : "rigid");

    // the first bounce: from here the ball needs as long to the top as it needed down
    const auto until_top = static_cast<int>(1.6 * first / h),
               middle = static_cast<int>(first / h) - 5;
    const auto touching =
        (run.impulse(floor).col(0).segment(middle, until_top).array() > 0).count();
    const double contact = k > 0 ? std::numbers::pi * std::sqrt(1 / k) : h;
    example.near("contact time, s", static_cast<double>(touching) * h, contact, 0.07 * contact + h);
    example.near("height of the rebound, m",
                 run.q(ball).col(0).segment(middle, until_top).maxCoeff(), 1.0,
                 2 * h * std::sqrt(k) + 5e-3);
  }
  return example.result();
}
