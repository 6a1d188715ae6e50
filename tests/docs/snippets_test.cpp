// SPDX-License-Identifier: Apache-2.0
// C++ that the documents show and no example has: test `docs` looks for every block of theirs here,
// in the examples and in the other tests, so that nothing is typed twice.
#include "bench/models.hpp"
#include "nonsmooth/circuit/jumps.hpp"
#include "nonsmooth/nonsmooth.hpp"
#include "nonsmooth/schemes/located_switches.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <iostream>

namespace ns = nonsmooth;

namespace {

namespace fs = std::filesystem;

/// Files are written and read by the names the documents use, in a folder of the test's own.
class Document : public ::testing::Test {
 protected:
  Document() {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  ~Document() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

 private:
  const fs::path before_ = fs::current_path();
  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("nonsmooth_docs_" + std::to_string(::getpid()));
};

// x' = -x - gain Sgn(x) from 1/2
ns::Model relay(double gain) {
  return ns::models::linear_system(ns::Matrix{{-1.0}}, ns::Vector{{0.5}}, ns::Matrix{{gain}},
                                   ns::Matrix{{1.0}}, ns::Matrix(), ns::models::relay_law(1))
      .model;
}

TEST_F(Document, Equilibria) {
  const ns::Model model = relay(-3.0);
  for (const ns::analysis::Equilibrium& e : ns::analysis::equilibria(model))
    std::cout << e.x.transpose() << "  " << name(e.stability) << "  " << e.reason << "\n";
  EXPECT_EQ(ns::analysis::equilibria(model).size(), 3u);  // at -3, 0 and 3
}

TEST_F(Document, LocatedSwitches) {
  const ns::Model model = relay(3.0);
  const ns::Trajectory run =
      ns::simulate(model, ns::located_switches({.step = 0.05}), {.end = 10.0});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end.x[0], 0.0, 1e-14);  // from t = ln(7/6) on
}

// the load of a bridge sees the absolute value of what comes in
TEST_F(Document, Circuits) {
  ns::Circuit c;
  const auto top = c.node("top"), plus = c.node("plus"), minus = c.node("minus");
  c.capacitor(top, c.ground(), 1e-6, {.v0 = 10.0});
  c.inductor(top, c.ground(), 1e-2);
  c.diode(top, plus);
  c.diode(c.ground(), plus);
  c.diode(minus, top);
  c.diode(minus, c.ground());
  c.resistor(plus, minus, 1e3);
  const ns::CircuitModel lowered = c.model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = 1e-6, .theta = 0.5}, {.end = 5e-3});
  const ns::Matrix signals =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  ASSERT_TRUE(run.success()) << run.message;
  const auto column = [&](const char* signal) {  // from the first step on, which decides on diodes
    return signals.col(lowered.signal(signal)).tail(run.size() - 1);
  };
  EXPECT_LT((column("v(plus)") - column("v(minus)") - column("v(top)").cwiseAbs())
                .lpNorm<Eigen::Infinity>(),
            1e-9);

  for (const ns::StateJump& jump : ns::state_jumps(c, lowered, run.t(), signals))
    std::cout << jump.t << " s: " << jump.element << " takes " << jump.amount
              << (jump.charge ? " C\n" : " Wb\n");
  EXPECT_TRUE(ns::state_jumps(c, lowered, run.t(), signals).empty());  // nothing is shared here
}

TEST_F(Document, SampledLoop) {
  namespace nc = ns::control;
  const ns::Matrix A{{0, 1}, {0, 0}}, B{{0}, {1}}, C{{2, 1}};
  const ns::Vector x0{{0.5, 0.0}}, gain{{1.0}};
  const nc::Plant plant{
      .model =
          [=](nc::Held u) {  // sees what its inputs are held at
            ns::Model model;
            model.add(ns::FirstOrder{.A = A, .x0 = x0, .b_of_t = [u](double t, ns::VectorOut b) {
                                       b << 0.0, u[0] + 0.5 * std::sin(3 * t);
                                     }});
            return model;
          },
      .inputs = 1,
      .scheme = ns::ZeroOrderHold{.step = 1e-3}};
  nc::SampledLoop loop(plant, /*seed=*/1);
  loop.add({.name = "u",
            .period = 1e-2,
            .inputs = 2,
            .measure = [](const nc::LoopView& now, ns::VectorOut in) { in = now.state.x; },
            .block = nc::SlidingMode({.A = A, .B = B, .C = C, .gain = gain, .period = 1e-2}),
            .drives = 0,
            .sensor = {.noise = 1e-6, .quantum = 1e-7}});
  const nc::LoopRun run = loop.run(8.0);  // run.plant is a Trajectory
  const ns::Vector u = run.signal("u");   // one value per row of it
  EXPECT_TRUE(run.plant.success());
  EXPECT_EQ(u.size(), 8001);
  for (int k = 4010; k < u.size(); k += 10) EXPECT_LT(std::abs(u[k] - u[k - 10]), 0.03) << k;
}

TEST_F(Document, Design) {
  namespace nc = ns::control;
  const ns::Matrix A{{0, -1}, {1, 0}}, B{{1}, {0}}, C{{1, 0}}, D{{1}};
  const std::vector<int> degree = nc::relative_degree({A, B, C});  // per output
  const nc::ZeroDynamics zero = nc::zero_dynamics({A, B, C});      // basis, dynamics, zeros
  const nc::Passivity passive = nc::passivity({A, B, C});          // P as certificate, or why not
  const nc::WellPosednessReport posed = nc::well_posedness({A, B, C, D});  // with the reason
  EXPECT_EQ(degree, std::vector<int>{1});
  ASSERT_EQ(zero.zeros.size(), 1u);
  EXPECT_NEAR(std::abs(zero.zeros[0]), 0.0, 1e-12);
  EXPECT_TRUE(passive.passive);
  EXPECT_EQ(posed.kind, nc::WellPosedness::lipschitz);
}

TEST_F(Document, FlightRecorder) {
  const ns::Problem problem = ns::lcp(ns::Matrix{{2.0, 1.0}, {1.0, 2.0}}, ns::Vector{{-1, -1}});
  ns::Workspace workspace;
  ns::FlightRecorder recorder = ns::io::flight_recorder("flights");
  recorder.slower_than = 0.1;  // s
  workspace.recorder = &recorder;
  recorder.slower_than = 0.0;  // every solve is
  ns::Solution solution;
  ns::solve(problem, ns::Lemke{}, workspace, solution);
  EXPECT_EQ(solution.status, ns::Status::solved);
  EXPECT_EQ(recorder.written, 1);
  EXPECT_TRUE(fs::exists("flights"));
}

TEST_F(Document, Impact) {
  const ns::Matrix W = ns::Matrix::Identity(4, 4);
  const ns::Vector u{{-1.0, 0.2, 0.0, -1.0}};
  const ns::Impact impact{
      .W = W, .u_before = u, .contacts = {{.e = 0.9, .mu = 0.3, .dimension = 3}, {.e = 0.9}}};
  const ns::ImpactResult result = ns::resolve_impact(impact, ns::FremondRule{});
  std::cout << result.impulse.transpose() << ", " << result.u_after.transpose() << ", "
            << result.energy_change << " J" << (result.gains_energy ? " too much\n" : "\n");
  EXPECT_NEAR(result.u_after[0], 0.9, 1e-9);
  EXPECT_NEAR(result.u_after[3], 0.9, 1e-9);
  EXPECT_LT(result.energy_change, 0.0);
}

TEST_F(Document, RunsGoOn) {
  const ns::Model model = relay(3.0);
  const ns::EulerMoreau scheme{.step = 0.1};
  {
    ns::io::TrajectoryWriter first("run.h5", {});
    static_cast<void>(ns::simulate(model, scheme, {.end = 4.0, .sink = &first}));
  }
  ns::io::TrajectoryWriter file("run.h5", {.existing = ns::io::IfExists::resume});
  const ns::Trajectory run = ns::simulate(model, scheme, {.end = 10.0, .sink = &file});
  EXPECT_EQ(run.steps, 100);
  EXPECT_LT(run.size(), 100);  // what was there is in the file
}

TEST_F(Document, Robots) {
  fs::copy_file(NS_EXAMPLE_ARM, "arm.urdf");
  ns::io::SceneFile arm = ns::io::read_urdf("arm.urdf", {.fixed_base = true});
  arm.scene.add(ns::Body{.shape = ns::Sphere{0.1}, .position = {1, 0, 2}});
  EXPECT_EQ(arm.scene.bodies().size(), ns::io::read_urdf("arm.urdf").scene.bodies().size() + 1);
}

}  // namespace
