// The derivative of a noisy signal by differentiators of Levant, order 1 and 2, sampled at 1 kHz.
// Under noise of size a the error of the derivative is of the order a^(1/2), respectively a^(2/3);
// difference quotients amplify the noise by 1 / h.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "26_differentiator");
  namespace nc = ns::control;
  const double h = 1e-3, noise = 2e-3;
  // an oscillator: position sin t, velocity cos t
  nc::SampledLoop loop(nc::linear_plant(ns::Matrix{{0, 1}, {-1, 0}}, ns::Matrix(2, 0),
                                        ns::Vector{{0, 1}}, ns::ZeroOrderHold{.step = h}),
                       42);
  const auto position = [](const nc::LoopView& now, ns::VectorOut in) { in[0] = now.state.x[0]; };
  for (const int order : {1, 2})
    loop.add({.name = "order" + std::to_string(order),
              .period = h,
              .outputs = order + 1,
              .measure = position,
              .block = nc::Differentiator({.order = order, .L = 1.2, .period = h}),
              .sensor = {.noise = noise}});
  loop.add({.name = "quotient",
            .period = h,
            .measure = position,
            .block =
                [last = 0.0, h](double, ns::VectorIn in, ns::VectorOut out) mutable {
                  out[0] = (in[0] - last) / h;
                  last = in[0];
                },
            .sensor = {.noise = noise}});
  const auto file = example.sink(loop);
  const nc::LoopRun run = loop.run(20.0, file.get());
  const auto error = [&](const char* name) {
    return (run.signal(name) - run.plant.x(ns::SystemId{0}).col(1))
        .tail(10000)
        .cwiseAbs()
        .maxCoeff();
  };
  example.near("order 1, derivative", error("order1/1"), 0, 3 * std::sqrt(noise));
  example.near("order 2, derivative", error("order2/1"), 0, 6 * std::pow(noise, 2.0 / 3));
  example.right(error("quotient") > 10 * error("order2/1"), "difference quotients are worse");
  return example.result();
}
