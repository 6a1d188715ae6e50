// The PA-10 arm falls from upright onto the ground, with stops in its elbow. Of its seven joints
// the three that bend in the plane are free (2, 4 and 6; the others are locked), described by the
// angles of their links against the vertical: M_kl = a_kl cos(p_k - p_l), a_kl from the masses.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "12_seven_link_arm");
  const double g = 9.81, upper = 0.45, fore = 0.48;
  struct Body {
    int link;
    double mass, along, inertia;  // kg, m from the joint of its link, kg m^2
  };
  const Body bodies[] = {{0, 4.51, 0.2, 0.018144},     {0, 5.64, upper - 0.035, 0.008124},
                         {1, 2.04, 0.115, 0.00572413}, {1, 2.61, fore - 0.084, 0.002546007},
                         {2, 2.07, 0.042, 0.001141},   {2, 1.05, 0.022, 0.0005294}};
  ns::Mat<3> a = ns::Mat<3>::Zero();
  ns::Vec<3> b = ns::Vec<3>::Zero();  // moments of the weights
  for (const Body& body : bodies) {
    ns::Vec<3> arm(body.link > 0 ? upper : 0, body.link > 1 ? fore : 0, 0);
    arm[body.link] = body.along;
    a += body.mass * arm * arm.transpose();
    a(body.link, body.link) += body.inertia;
    b += body.mass * arm;
  }
  ns::Model model;
  const auto arm = model.add(
      ns::Lagrangian{.name = "arm",
                     .q0 = ns::Vector{{0.05, 0.1, 0.1}},
                     .force = ns::of_state([=](double, ns::VectorIn p, ns::VectorIn) {
                       return ns::Vec<3>(g * b.array() * p.array().sin());
                     }),
                     .gyroscopic = ns::of_state([=](double, ns::VectorIn p, ns::VectorIn v) {
                       ns::Vec<3> force = ns::Vec<3>::Zero();
                       for (int k = 0; k < 3; ++k)
                         for (int l = 0; l < 3; ++l)
                           force[k] += a(k, l) * std::sin(p[k] - p[l]) * v[l] * v[l];
                       return force;
                     }),
                     .mass_of_q = [=](ns::VectorIn p, ns::MatrixOut M) {
                       for (int k = 0; k < 3; ++k)
                         for (int l = 0; l < 3; ++l) M(k, l) = a(k, l) * std::cos(p[k] - p[l]);
                     }});
  const auto ground = [&](double second, const char* name, double e) {
    const auto height = [=](double, ns::VectorIn p) {
      return upper * std::cos(p[0]) + second * std::cos(p[1]);
    };
    return model.add(ns::Interaction{.on = {arm},
                                     .relation = ns::Holonomic{.gap = height},
                                     .law = ns::NewtonImpact{.e = e},
                                     .name = name});
  };
  const auto stop = [&](ns::Matrix H, double limit, const char* name) {
    model.add(ns::Interaction{.on = {arm},
                              .relation = ns::LinearRelation{.H = H, .b = ns::Vector{{limit}}},
                              .law = ns::NewtonImpact{.e = 0.0},
                              .name = name});
  };
  ground(0.0, "elbow on ground", 0.9);
  ground(fore, "hand on ground", 0.9);
  stop(ns::Matrix{{1, -1, 0}}, 0.3, "elbow stop");
  stop(ns::Matrix{{-1, 1, 0}}, 0.3, "other elbow stop");
  stop(ns::Matrix{{0, 1, -1}}, 1.0, "wrist stop");
  stop(ns::Matrix{{0, -1, 1}}, 1.0, "other wrist stop");
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 3.0});
  example.save(run);

  const ns::Vector p = run.q(arm).row(run.size() - 1).transpose();
  const double fall = g * b.dot(ns::Vec<3>(std::cos(0.05), std::cos(0.1), std::cos(0.1)));
  example.near("weights above joint 2 at the start, J", fall, 94.0986, 0.3);
  example.near("upper arm on the ground, rad", p[0], 1.5708, 0.03);
  example.near("work of weights that impacts took, J",
               -run.energy("normal").tail(1)[0] / run.energy("external").tail(1)[0], 1.0, 0.04);
  example.near("elbow beyond its stop, rad",
               (run.q(arm).col(1) - run.q(arm).col(0)).cwiseAbs().maxCoeff(), 0.3, 0.02);
  return example.result();
}
