// SPDX-License-Identifier: Apache-2.0
// Two cases of SimBenchmark (Hwangbo, Kang, Kim 2018) side by side with whatever engines were
// found:
//
//   rolling    a box of 10 kg on 25 balls of 1 kg, friction 0.8 on the ground and 0.4 under the
//   box,
//              150 N at 45 degrees. Balls roll, the box slides on them:
//                a_box = F / M - mu g,   mean a_ball = mu M g / (n 7 m / 5 / 2)
//              (rolling: f_top = 7/10 m a). Errors of both velocities after 1 s, relative.
//   6 x 6 x 6  balls without friction fall on the ground. Without restitution: the deepest overlap
//              of all steps. With restitution 1: the largest change of energy, relative.
//
//   bench_engines [steps of the rolling case = 1000]
#include "bench/peers/engines/engine.hpp"

#include "nonsmooth/base/random.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace nonsmooth::engines {
namespace {

constexpr double g = 9.81;

const Maker makers[] = {
    {"nonsmooth, Auto 1e-11", make_ours_tight},
    {"nonsmooth, sweeps 1e-4", make_ours},
#ifdef NS_HAVE_BULLET
    {"Bullet, 10 iterations", make_bullet},
    {"Bullet, 500 iterations", make_bullet_patient},
#endif
#ifdef NS_HAVE_ODE
    {"ODE, quick step", make_ode_quick},
    {"ODE, direct step", make_ode_direct},
#endif
#ifdef NS_HAVE_DART
    {"DART", make_dart},
#endif
};

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// the smaller of wall and processor time of a run, per step
template <class Each>
double seconds_per_step(Engine& engine, int steps, Each&& each) {
  using Clock = std::chrono::steady_clock;
  double wall = 0.0, processor = 0.0;
  for (int i = 0; i < steps; ++i) {
    const Clock::time_point begin = Clock::now();
    const double used = processor_seconds();
    engine.step();
    wall += std::chrono::duration<double>(Clock::now() - begin).count();
    processor += processor_seconds() - used;
    each();
  }
  return std::min(wall, processor) / steps;
}

void rolling(const Maker& maker, int steps) {
  Setup setup{.ground_friction = 0.8, .box_friction = 0.4, .step = 1e-3};
  const double M = 10.0, m = 1.0, force = 150.0;
  const int n = 25;
  for (int i = 0; i < n; ++i)
    setup.items.push_back(
        {true, Vec<3>(0.5, 0, 0), m, Vec<3>(2 * (i % 5) - 4, 2 * (i / 5) - 4, 0.5)});
  setup.items.push_back({false, Vec<3>(10, 10, 0.5), M, Vec<3>(0, 0, 1.5)});
  const std::unique_ptr<Engine> engine = maker.make(setup);
  const Vec<3> direction = Vec<3>(1, 1, 0).normalized();
  engine->push(n, force * direction);
  const double seconds = seconds_per_step(*engine, steps, [] {});
  const double t = steps * setup.step;
  const Vec<3> box = (force / M - setup.box_friction * g) * t * direction;
  const Vec<3> balls = setup.box_friction * M * g / (n * 0.7 * m) * t * direction;
  Vec<3> mean = Vec<3>::Zero();
  for (int i = 0; i < n; ++i) mean += engine->velocity(i) / n;
  std::printf("%-24s %12.1e %12.1e %12.1e %10.1f us\n", maker.name.c_str(),
              (engine->velocity(n) - box).norm() / box.norm(), (mean - balls).norm() / balls.norm(),
              std::abs(engine->position(n)[2] - 1.5), 1e6 * seconds);
}

Setup cube_of_balls(double restitution) {
  Setup setup{.restitution = restitution, .step = 1e-3};
  const double radius = 0.1;
  Random random(1);
  for (int i = 0; i < 216; ++i) {
    const Vec<3> cell(i % 6, i / 6 % 6, i / 36);
    const Vec<3> noise(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    setup.items.push_back({true, Vec<3>(radius, 0, 0), 1.0,
                           radius * (2.2 * cell + 0.05 * noise + Vec<3>(0, 0, 2.0))});
  }
  return setup;
}

double deepest_overlap(const Engine& engine, const Setup& setup) {
  const int n = static_cast<int>(setup.items.size());
  const double radius = setup.items[0].half[0];
  double deepest = 0.0;
  std::vector<Vec<3>> x;
  for (int i = 0; i < n; ++i) {
    x.push_back(engine.position(i));
    deepest = std::max(deepest, radius - x.back()[2]);
    for (int j = 0; j < i; ++j)
      deepest = std::max(deepest, 2 * radius - (x.back() - x[static_cast<std::size_t>(j)]).norm());
  }
  return deepest;
}

double energy(const Engine& engine, const Setup& setup) {
  double sum = 0.0;
  for (int i = 0; i < static_cast<int>(setup.items.size()); ++i)
    sum += setup.items[static_cast<std::size_t>(i)].mass *
           (g * engine.position(i)[2] + 0.5 * engine.velocity(i).squaredNorm());
  return sum;
}

void falling(const Maker& maker, double restitution, int steps) {
  const Setup setup = cube_of_balls(restitution);
  const std::unique_ptr<Engine> engine = maker.make(setup);
  const double start = energy(*engine, setup);
  double overlap = 0.0, change = 0.0;
  const double seconds = seconds_per_step(*engine, steps, [&] {
    overlap = std::max(overlap, deepest_overlap(*engine, setup));
    change = std::max(change, std::abs(energy(*engine, setup) / start - 1.0));
  });
  std::printf("%-24s %12.1e %12.1e %10.1f us\n", maker.name.c_str(), overlap,
              restitution > 0.0 ? change : energy(*engine, setup) / start, 1e6 * seconds);
}

}  // namespace
}  // namespace nonsmooth::engines

int main(int argc, char** argv) {
  using namespace nonsmooth::engines;
  const int steps = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1000;
  std::printf("rolling, %d steps of 1 ms\n%-24s %12s %12s %12s %13s\n", steps, "engine",
              "box error", "balls error", "height, m", "per step");
  for (const Maker& maker : makers) rolling(maker, steps);
  std::printf("\n6 x 6 x 6, no restitution, 1 s\n%-24s %12s %12s %13s\n", "engine", "overlap, m",
              "energy left", "per step");
  for (const Maker& maker : makers) falling(maker, 0.0, steps);
  std::printf("\n6 x 6 x 6, restitution 1, 1 s\n%-24s %12s %12s %13s\n", "engine", "overlap, m",
              "energy error", "per step");
  for (const Maker& maker : makers) falling(maker, 1.0, steps);
  return 0;
}
