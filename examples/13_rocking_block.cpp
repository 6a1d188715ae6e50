// A slender block on its two lower corners, rough enough not to slip. Each time it changes corner
// it keeps 1 - 3/2 sin^2(alpha) of its angular velocity (Housner), alpha = atan(width / height).
// Dropped flat it stays where it lands; dropped with the slightest tilt it rocks to one side, and
// how fast does not depend on how slight: the motion is discontinuous in its initial data.
#include "example.hpp"

#include <numbers>

int main(int argc, char** argv) {
  Example example(argc, argv, "13_rocking_block");
  const double alpha = 20 * std::numbers::pi / 180, R = 1.0, g = 9.81, fall = 0.1;
  const double w = R * std::sin(alpha), h = R * std::cos(alpha);  // half width and height
  const double kept = 1 - 1.5 * std::sin(alpha) * std::sin(alpha);
  const auto drop = [&](double tilt, double height, const char* label) {
    ns::Model model;
    const double y = height + w * std::sin(std::abs(tilt)) + h * std::cos(tilt);
    const auto block = model.add(ns::Lagrangian{.name = "block",
                                                .mass = ns::diagonal(ns::Vector{{1, 1, R * R / 3}}),
                                                .q0 = ns::Vector{{0, y, tilt}},
                                                .force = ns::constant(ns::Vector{{0, -g, 0}})});
    for (const double side : {1.0, -1.0})  // the corner's height, and its place along the ground
      model.add(ns::Interaction{
          .on = {block},
          .relation = ns::Holonomic{.dimension = 2,
                                    .gap =
                                        [=](double, ns::VectorIn q) {
                                          const double s = std::sin(q[2]), c = std::cos(q[2]);
                                          return ns::Vec<2>(q[1] - side * w * s - h * c,
                                                            q[0] - side * w * c + h * s);
                                        }},
          .law = ns::NewtonImpactFriction{.e = 0.0, .mu = 1.0, .dimension = 2},
          .name = side > 0 ? "corner +" : "corner -"});
    const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-4}, {.end = 1.0});
    example.save(run, label);
    return ns::Vector(run.v(block).col(2));
  };
  const ns::Vector rocking = drop(0.2, 0.0, "rocking");
  Eigen::Index before = 0;  // the last row on the first corner
  const double fastest = rocking.minCoeff(&before);
  example.near("what one impact leaves", rocking[before + 3] / fastest, kept, 0.01);
  // lands on one corner, then on the other: m v w = 4/3 m R^2 omega, and Housner's share of it
  const double omega = 0.75 * std::sqrt(2 * g * fall) * w / (R * R) * kept;
  for (const double tilt : {1e-3, 2e-3}) {
    example.near("dropped with a tilt", drop(tilt, fall, "tilted").minCoeff(), -omega / kept, 0.02);
    example.near("the other way", drop(-tilt, fall, "tilted-back").maxCoeff(), omega / kept, 0.02);
  }
  example.near("dropped flat", drop(0.0, fall, "flat").lpNorm<Eigen::Infinity>(), 0.0, 1e-9);
  return example.result();
}
