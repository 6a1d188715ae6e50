// SPDX-License-Identifier: Apache-2.0
// Whole runs by the hash of their last state: the same bits for 1, 2 and 4 threads and across a
// restart from the file of the run, whatever compiler and machine. The golden values hold for GCC
// with -march=x86-64-v3 -ffp-contract=off, at any optimisation: nothing on the way chooses its
// instructions at run time (no BLAS, no time limit), and the scalar functions of glibc are the same
// on every processor with AVX2 and FMA. Elsewhere the comparison with them is skipped.
#include "bench/scenes.hpp"
#include "nonsmooth/io/scene_run_file.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace nonsmooth {
namespace {

struct Golden {
  const char* name;
  Scene (*scene)();
  double step;
  int steps;
  Solver solver;
  std::uint64_t hash;
};
void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

// no time limit worth the name: what a slow machine gives up on would be other bits
const Solver direct = Auto{.tolerance = 1e-9, .max_time = 600};
const Solver sweeps = Nsgs{.tolerance = 1e-6, .max_iterations = 500, .order = SweepOrder::coloured};

Scene granular_box() { return scenes::sphere_box(100); }

Scene wall_hit_by_a_ball() {
  Scene scene = scenes::cube_wall(4, 4);
  scene.add(Body{.shape = Sphere{0.4},
                 .density = 8000,
                 .position = {0.2, -1.5, 2.2},
                 .velocity = Vec<3>(0.0, 15.0, 1.0)});
  return scene;
}

// A motor turns a crank, a rod pushes a slider against a spring and a stop; a chain hangs from it.
Scene mechanism() {
  Scene scene;
  const auto bar = [&](const Vec<3>& position, const Vec<3>& half) {
    return scene.add(Body{.shape = Cuboid{half}, .position = position, .collides_with = 0});
  };
  const BodyId crank = bar({0.1, 0, 0}, {0.1, 0.02, 0.02});
  const BodyId rod = bar({0.5, 0, 0}, {0.3, 0.02, 0.02});
  const BodyId slider = bar({0.8, 0, 0}, {0.05, 0.05, 0.05});
  const BodyId bob = bar({0.8, 0, -0.3}, {0.03, 0.04, 0.05});
  scene.add(Joint{.kind = JointKind::hinge,
                  .a = crank,
                  .axis = Vec<3>::UnitY(),
                  .friction = 0.1,
                  .motor_limit = 40.0,
                  .motor_speed = [](double t) { return t < 0.5 ? 10.0 : -6.0; }});
  scene.add(Joint{.kind = JointKind::hinge,
                  .a = rod,
                  .b = crank,
                  .anchor = {0.2, 0, 0},
                  .axis = Vec<3>::UnitY()});
  scene.add(Joint{.kind = JointKind::ball, .a = rod, .b = slider, .anchor = {0.8, 0, 0}});
  scene.add(Joint{.kind = JointKind::slider,
                  .a = slider,
                  .anchor = {0.8, 0, 0},
                  .axis = Vec<3>::UnitX(),
                  .lower = -0.38,
                  .restitution = 0.3,
                  .stiffness = 50.0});
  scene.add(Joint{.kind = JointKind::cable,
                  .a = bob,
                  .b = slider,
                  .anchor = {0.8, 0, -0.25},
                  .anchor_b = Vec<3>(0.8, 0, 0),
                  .length = 0.3});
  return scene;
}

const Golden table[] = {
    {"granular box", granular_box, 5e-3, 160, sweeps, 0xacb516796ba1cc1e},
    {"wall hit by a ball", wall_hit_by_a_ball, 2e-3, 250, sweeps, 0xe51d1e5352f0fd6c},
    {"mechanism", mechanism, 1e-3, 1000, direct, 0x8d336ba328a3e930},
};

SceneScheme scheme_of(const Golden& golden, int threads) {
  return {.step = golden.step, .threads = threads, .solver = golden.solver};
}

std::uint64_t hash_of(const Golden& golden, int threads) {
  SceneSimulator simulator(golden.scene(), scheme_of(golden, threads));
  for (int i = 0; i < golden.steps; ++i) static_cast<void>(simulator.step());
  return state_hash(simulator.state());
}

class GoldenScenes : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenScenes, ThreadsChangeNoBit) {
  const std::uint64_t one = hash_of(GetParam(), 1);
  EXPECT_EQ(hash_of(GetParam(), 2), one);
  EXPECT_EQ(hash_of(GetParam(), 4), one);
}

TEST_P(GoldenScenes, BitsAreThoseOfTheTable) {
  const std::uint64_t hash = hash_of(GetParam(), 1);
  char text[32];
  std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(hash));
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX2__) && defined(__FMA__) && \
    !defined(__AVX512F__) && !defined(__SANITIZE_ADDRESS__)
  EXPECT_EQ(hash, GetParam().hash)
      << GetParam().name << " now ends in " << text
      << ". If results were meant to move, put this value into the table of this file and say so in"
         " a changelog fragment of the kind numerics; if not, something reads a clock, unordered "
         "data or memory it has not written.";
#else
  GTEST_SKIP() << GetParam().name << " ends in " << text
               << " here; the table is for GCC and -march=x86-64-v3";
#endif
}

#if NS_TEST_HDF5

TEST_P(GoldenScenes, ARestartFromTheFileChangesNoBit) {
  const Golden& golden = GetParam();
  const auto path = std::filesystem::path(::testing::TempDir()) /
                    ("nonsmooth_golden_" + std::to_string(::getpid()) + "_" +
                     std::to_string(golden.steps) + ".h5");
  std::filesystem::remove(path);
  SceneRun run;
  for (const double share : {0.4, 1.0}) {
    io::SceneWriter writer(path, {.existing = io::IfExists::resume, .wait_for_disk = false});
    run = simulate(
        golden.scene(), scheme_of(golden, share < 1.0 ? 1 : 2),
        {.end = share * golden.steps * golden.step, .record_every = 1 << 30, .sink = &writer});
  }
  std::filesystem::remove(path);
  EXPECT_LT(run.steps, golden.steps) << "the second run was to go on, not to begin anew";
  EXPECT_EQ(run.end.step, golden.steps);
  EXPECT_EQ(state_hash(run.end), hash_of(golden, 1));
}

#endif

INSTANTIATE_TEST_SUITE_P(Table, GoldenScenes, ::testing::ValuesIn(table), [](const auto& golden) {
  std::string name = golden.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace nonsmooth
