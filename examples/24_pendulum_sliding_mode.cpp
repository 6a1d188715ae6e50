// A pendulum held at 1 rad under an unknown torque, by a digital sliding mode every 10 ms. The
// explicit form throws the torque from bound to bound; the implicit one gives the torque that
// brings the model onto the surface, and so follows the disturbance one sample behind, without
// chattering.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "24_pendulum_sliding_mode");
  namespace nc = ns::control;
  const double h = 0.01, rate = 1.5;  // of the disturbance 0.5 sin 3t
  for (const nc::Form form : {nc::Form::explicit_euler, nc::Form::implicit}) {
    nc::SampledLoop loop(
        {.model =
             [](nc::Held u) {
               ns::Model model;
               model.add(ns::Lagrangian{
                   .name = "pendulum",
                   .mass = ns::Matrix{{1.0}},
                   .q0 = ns::Vector{{0.0}},
                   .force = ns::of_state([u](double t, ns::VectorIn q, ns::VectorIn) {
                     return u[0] - 9.81 * std::sin(q[0]) + 0.5 * std::sin(3 * t);
                   })});
               return model;
             },
         .scheme = ns::MoreauJean{.step = h / 10}});
    nc::SlidingMode sliding({.A = ns::Matrix{{0, 1}, {0, 0}},
                             .B = ns::Matrix{{0}, {1}},
                             .C = ns::Matrix{{2, 1}},
                             .gain = ns::Vector{{2.0}},
                             .period = h,
                             .form = form});
    loop.add({.name = "torque",
              .period = h,
              .inputs = 2,
              .measure = [](const nc::LoopView& now,
                            ns::VectorOut in) { in << now.state.q[0] - 1.0, now.state.v[0]; },
              .block =
                  [sliding](double t, ns::VectorIn in, ns::VectorOut out) mutable {
                    sliding(t, in, out);
                    out[0] += 9.81 * std::sin(in[0] + 1.0);  // the weight is known
                  },
              .drives = 0});
    const bool implicit = form == nc::Form::implicit;
    const auto file = example.sink(loop, implicit ? "implicit" : "explicit");
    const nc::LoopRun run = loop.run(10.0, file.get());
    const auto torque = run.signals.col(0);
    double jump = 0.0;  // largest between samples, after the surface has been reached
    for (int k = 5000; k < torque.size(); k += 10)
      jump = std::max(jump, std::abs(torque[k] - torque[k - 10]));
    std::printf("%s: torque moves by %.4f per sample\n", implicit ? "implicit" : "explicit", jump);
    example.right(implicit ? jump < 1.2 * rate * h : jump > 2.0, "chattering");
    example.near("angle, rad", run.plant.end.q[0], 1.0, 0.01);
  }
  return example.result();
}
