// SPDX-License-Identifier: Apache-2.0
// When phases end: instants, directions, several roots at once, roots that must not fire.
#include "tests/ode/systems.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nonsmooth {
namespace {

using test::AllocationCounter;
using testing::ball;
using testing::clock;
using testing::impact_time;

class OdeEvents : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!OdeIntegrator::available()) GTEST_SKIP() << "built without SUNDIALS";
  }
};

std::vector<int> roots_of(const OdeResult& result) {
  return {result.roots.begin(), result.roots.end()};
}

constexpr double restitution = 0.9;

// `count` impacts of a ball dropped from height 1; output every `interval`
std::vector<double> impacts(OdeIntegrator& integrator, int count, double interval, bool on_floor) {
  std::vector<double> times;
  Vector y{{1.0, 0.0}};
  integrator.restart(0.0, y);
  double t_end = interval;
  while (static_cast<int>(times.size()) < count && t_end < 1e3) {
    const OdeResult result = integrator.advance(t_end, y);
    if (result.end == OdeEnd::failed) break;
    if (result.end == OdeEnd::reached_end) {
      t_end += interval;
      continue;
    }
    times.push_back(result.t);
    if (on_floor) y[0] = 0.0;
    y[1] *= -restitution;
    integrator.restart(result.t, y);
  }
  return times;
}

TEST_F(OdeEvents, BouncingBall) {
  struct Case {
    OdeMethod method;
    double tolerance;
  };
  // the explicit method is exact on parabolas, rounding apart; BDF errs in every step
  for (const Case& each :
       {Case{OdeMethod::explicit_runge_kutta, 1e-11}, {OdeMethod::stiff, 1e-8}}) {
    for (const bool on_floor : {true, false}) {
      OdeIntegrator integrator(ball(), {.method = each.method});
      const auto times = impacts(integrator, 30, 100.0, on_floor);
      ASSERT_EQ(times.size(), 30u);
      for (int n = 1; n <= 30; ++n)
        EXPECT_NEAR(times[static_cast<std::size_t>(n - 1)], impact_time(n, 1.0, restitution),
                    each.tolerance);
    }
  }
}

TEST_F(OdeEvents, RestartKeepsTheStepLength) {
  // from tiny first steps, estimated or given, to one step per flight
  for (const double initial_step : {0.0, 1e-6}) {
    OdeIntegrator integrator(ball(), {.initial_step = initial_step});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    long steps = 0;
    for (int n = 0; n < 100; ++n) {
      const OdeResult result = integrator.advance(1e3, y);
      ASSERT_EQ(result.end, OdeEnd::root);
      y[1] = -y[1];
      integrator.restart(result.t, y);
      steps += result.steps;
    }
    EXPECT_LT(steps, 120);
  }
}

// a flight that no polynomial of the method reproduces: a ball on a spring, x'' = -x - 1 from x = 1
TEST_F(OdeEvents, AGivenFirstStepForgetsThePast) {
  OdeSystem system = testing::ball();
  system.rhs = [](double, VectorIn y, VectorOut dy) {
    dy[0] = y[1];
    dy[1] = -testing::gravity - 0.1 * y[1] * std::abs(y[1]);  // drag, for steps that are not exact
  };
  OdeIntegrator old(system);
  Vector y{{1.0, 0.0}};
  old.restart(0.0, y);
  double t = 0.0;
  for (int k = 0; k < 5; ++k) {
    t = old.advance(infinity, y).t;
    y[1] *= -0.9;
    old.restart(t, y);
  }
  const double first_step = old.next_step();
  EXPECT_GT(first_step, 0.0);
  Vector y_fresh = y;
  old.restart(t, y, infinity, first_step);
  OdeIntegrator fresh(system);
  fresh.restart(t, y_fresh, infinity, first_step);
  EXPECT_EQ(old.advance(infinity, y).t, fresh.advance(infinity, y_fresh).t);
  EXPECT_EQ(y, y_fresh);
  EXPECT_THROW(old.restart(t, y, infinity, -1.0), Error);
}

TEST_F(OdeEvents, ErrorOfTheInstant) {
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    OdeSystem system = ball();
    system.rhs = [](double, VectorIn y, VectorOut dy) {
      dy[0] = y[1];
      dy[1] = -y[0] - 1.0;
    };
    OdeIntegrator integrator(system, {.method = method});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    // x = 2 cos t - 1
    const OdeResult result = integrator.advance(10.0, y);
    EXPECT_NEAR(result.t, std::acos(0.5), method == OdeMethod::stiff ? 1e-8 : 1e-10);
    EXPECT_NEAR(y[0], 0.0, 1e-14);  // a root of the interpolant, whatever its error
    EXPECT_NEAR(y[1], -std::sqrt(3.0), method == OdeMethod::stiff ? 1e-8 : 1e-9);
  }
}

TEST_F(OdeEvents, DoNotDependOnTheOutput) {
  OdeIntegrator coarse(ball()), fine(ball());
  EXPECT_EQ(impacts(coarse, 30, 100.0, false), impacts(fine, 30, 0.005, false));
}

TEST_F(OdeEvents, Directions) {
  // x = cos t: zero at pi/2 (falling) and 3 pi/2 (rising)
  const double pi = std::acos(-1.0);
  OdeSystem system = testing::oscillator();
  system.guard_count = 1;
  system.guards = [](double, VectorIn y, VectorOut g) { g[0] = y[0]; };
  OdeIntegrator integrator(system);
  Vector y(2);
  const auto run = [&](Crossing crossing) {
    integrator.watch(0, crossing);
    integrator.restart(0.0, Vector{{1.0, 0.0}});
    return integrator.advance(6.0, y);
  };
  OdeResult result = run(Crossing::falling);
  EXPECT_NEAR(result.t, pi / 2, 1e-9);
  EXPECT_EQ(roots_of(result), std::vector{-1});
  result = run(Crossing::rising);
  EXPECT_NEAR(result.t, 3 * pi / 2, 1e-9);
  EXPECT_EQ(roots_of(result), std::vector{1});
  result = run(Crossing::off);
  EXPECT_EQ(result.end, OdeEnd::reached_end);
  EXPECT_EQ(roots_of(result), std::vector{0});
  result = run(Crossing::both);
  EXPECT_NEAR(result.t, pi / 2, 1e-9);
  // without a restart the phase goes on to the next root, and not to the same one again
  result = integrator.advance(6.0, y);
  EXPECT_NEAR(result.t, 3 * pi / 2, 1e-9);
  EXPECT_EQ(roots_of(result), std::vector{1});
}

TEST_F(OdeEvents, RootAtTheStartDoesNotFire) {
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    OdeIntegrator integrator(ball(), {.method = method});
    Vector y(2);
    for (const double height : {0.0, 1e-16, -1e-16, 1e-13, -1e-13}) {
      for (const double speed : {1.0, 1e-3}) {
        integrator.restart(0.0, Vector{{height, speed}});
        const OdeResult result = integrator.advance(10.0, y);
        ASSERT_EQ(result.end, OdeEnd::root);
        EXPECT_EQ(roots_of(result), std::vector{-1});
        // 2 v / g, shifted by height / v and by the tolerance
        EXPECT_NEAR(result.t, 2.0 * speed / testing::gravity, 1e-8);
      }
      // falls from zero: it has left already
      integrator.restart(0.0, Vector{{height, -1.0}});
      EXPECT_EQ(integrator.advance(1.0, y).end, OdeEnd::reached_end);
    }
    // lifts off with no speed: x = t^3 leaves a rounding below zero after 5e-6
    OdeSystem cubic = clock(1, [](double t, VectorOut g) { g[0] = t * t * t - 1e-16; });
    OdeIntegrator slow(cubic, {.method = method});
    slow.restart(0.0, Vector{{0.0}});
    EXPECT_EQ(slow.advance(1.0, y.head(1)).end, OdeEnd::reached_end);
  }
}

TEST_F(OdeEvents, LargeGuardsDoNotFireAgainEither) {
  // the height in nanometres: its rounding at the root is far above the tolerance
  OdeSystem system = ball();
  system.guards = [](double, VectorIn y, VectorOut g) { g[0] = 1e9 * y[0]; };
  OdeIntegrator integrator(system);
  const auto times = impacts(integrator, 30, 100.0, false);
  ASSERT_EQ(times.size(), 30u);
  for (int n = 1; n <= 30; ++n)
    EXPECT_NEAR(times[static_cast<std::size_t>(n - 1)], impact_time(n, 1.0, restitution), 1e-11);
}

TEST_F(OdeEvents, FirstOfTwoRootsInOneStep) {
  // one step covers both: the clock is integrated exactly
  const double later = 0.4, sooner = 0.3;
  OdeIntegrator integrator(clock(2,
                                 [=](double t, VectorOut g) {
                                   g[0] = 1e3 * (later - t);
                                   g[1] = std::exp(t) - std::exp(sooner);
                                 }),
                           {.initial_step = 1.0});
  Vector y{{0.0}};
  integrator.restart(0.0, y);
  OdeResult result = integrator.advance(1.0, y);
  EXPECT_EQ(result.steps, 1);
  EXPECT_NEAR(result.t, sooner, 1e-15);
  EXPECT_EQ(roots_of(result), (std::vector{0, 1}));
  result = integrator.advance(1.0, y);
  EXPECT_EQ(result.steps, 0);
  EXPECT_NEAR(result.t, later, 1e-15);
  EXPECT_EQ(roots_of(result), (std::vector{-1, 0}));
  EXPECT_EQ(integrator.advance(1.0, y).end, OdeEnd::reached_end);
}

TEST_F(OdeEvents, SimultaneousRootsAreReportedTogether) {
  // the same instant through different roundings and scales; two more are not quite there
  const double t0 = 0.7;
  OdeIntegrator integrator(clock(7, [=](double t, VectorOut g) {
    g[0] = t0 - t;
    g[1] = std::sin(t) - std::sin(t0);
    g[2] = 1e-3 * (t * t - t0 * t0);
    g[3] = t0 + 5e-13 - t;
    g[4] = t0 + 1e-9 - t;
    g[5] = 1e9 * (std::exp(t) - std::exp(t0));
    g[6] = 1e9 * (std::sqrt(t0) - std::sqrt(t));
  }));
  Vector y{{0.0}};
  integrator.restart(0.0, y);
  OdeResult result = integrator.advance(1.0, y);
  EXPECT_NEAR(result.t, t0, 1e-15);
  EXPECT_EQ(roots_of(result), (std::vector{-1, 1, 1, -1, 0, 1, -1}));
  // reported ones are done with, the other one is not lost
  integrator.restart(result.t, y);
  result = integrator.advance(1.0, y);
  EXPECT_NEAR(result.t, t0 + 1e-9, 1e-15);
  EXPECT_EQ(roots_of(result), (std::vector{0, 0, 0, 0, -1, 0, 0}));
  integrator.restart(result.t, y);
  EXPECT_EQ(integrator.advance(1.0, y).end, OdeEnd::reached_end);
}

TEST_F(OdeEvents, WatchedFromNowOn) {
  OdeIntegrator integrator(clock(3,
                                 [](double t, VectorOut g) {
                                   g[0] = 0.2 - t;
                                   g[1] = 0.6 - t;
                                   g[2] = 9.0 - t;
                                 }),
                           {.initial_step = 1.0});
  Vector y{{0.0}};
  integrator.watch(0, Crossing::off);
  integrator.watch(1, Crossing::off);
  integrator.restart(0.0, y);
  EXPECT_EQ(integrator.advance(0.4, y).end, OdeEnd::reached_end);
  integrator.watch(0, Crossing::both);  // has passed
  integrator.watch(1, Crossing::both);  // is still to come, in the same internal step
  const OdeResult result = integrator.advance(1.0, y);
  EXPECT_EQ(result.steps, 0);
  EXPECT_NEAR(result.t, 0.6, 1e-15);
  EXPECT_EQ(roots_of(result), (std::vector{0, -1, 0}));
}

// --- Grazing
// --------------------------------------------------------------------------------------

TEST_F(OdeEvents, GrazingParabola) {
  // a ball thrown up to a ceiling that it touches by `depth`: in it for sqrt(8 depth / g)
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    for (const double depth : {1e-3, 1e-6, 1e-9}) {
      for (const GrazingCheck check : {GrazingCheck::on, GrazingCheck::off}) {
        OdeSystem system = ball();
        const double speed = 3.0, top = speed * speed / (2.0 * testing::gravity);
        system.guards = [=](double, VectorIn y, VectorOut g) { g[0] = top - depth - y[0]; };
        OdeIntegrator integrator(system, {.method = method, .initial_step = 0.02});
        integrator.watch(0, Crossing::falling, check);
        Vector y(2);
        integrator.restart(0.0, Vector{{0.0, speed}});
        const OdeResult result = integrator.advance(0.55, y);
        const double before = std::sqrt(2.0 * depth / testing::gravity);
        if (check == GrazingCheck::on) {
          ASSERT_EQ(result.end, OdeEnd::root) << depth;
          // an error of 1e-10 in the height is one of 1e-10 / (g before) in time
          EXPECT_NEAR(result.t, speed / testing::gravity - before, 1e-14 + 1e-10 / before);
        } else if (method == OdeMethod::explicit_runge_kutta) {
          EXPECT_EQ(result.end, OdeEnd::reached_end);  // or the test above says nothing
        }
      }
    }
  }
}

TEST_F(OdeEvents, NearMissIsNoRoot) {
  OdeSystem system = ball();
  const double speed = 3.0, top = speed * speed / (2.0 * testing::gravity);
  system.guards = [=](double, VectorIn y, VectorOut g) { g[0] = top + 1e-9 - y[0]; };
  OdeIntegrator integrator(system);
  integrator.watch(0, Crossing::both, GrazingCheck::on);
  Vector y(2);
  integrator.restart(0.0, Vector{{0.0, speed}});
  EXPECT_EQ(integrator.advance(0.55, y).end, OdeEnd::reached_end);
}

TEST_F(OdeEvents, BothRootsOfATouch) {
  OdeIntegrator integrator(
      clock(1, [](double t, VectorOut g) { g[0] = (t - 0.5) * (t - 0.5) - 1e-4; }),
      {.initial_step = 1.0});
  integrator.watch(0, Crossing::both, GrazingCheck::on);
  Vector y{{0.0}};
  integrator.restart(0.0, y);
  OdeResult result = integrator.advance(1.0, y);
  EXPECT_NEAR(result.t, 0.49, 1e-14);
  EXPECT_EQ(roots_of(result), std::vector{-1});
  result = integrator.advance(1.0, y);
  EXPECT_NEAR(result.t, 0.51, 1e-14);
  EXPECT_EQ(roots_of(result), std::vector{1});
  EXPECT_EQ(integrator.advance(1.0, y).end, OdeEnd::reached_end);
}

// --- Memory
// ---------------------------------------------------------------------------------------

TEST_F(OdeEvents, NoAllocationInAThousandEvents) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "sanitizers bring their own malloc";
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    OdeIntegrator integrator(ball(), {.method = method});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    integrator.advance(0.1, y);  // SUNDIALS allocates at the first step
    integrator.restart(0.0, Vector{{1.0, 0.0}});
    integrator.watch(0, Crossing::falling, GrazingCheck::on);
    const AllocationCounter counter;
    double t = 0.0;
    for (int n = 0; n < 1000; ++n) {
      const OdeResult result = integrator.advance(t + 10.0, y);
      ASSERT_EQ(result.end, OdeEnd::root);
      t = result.t;
      y[1] = -y[1];
      integrator.restart(t, y);
      integrator.advance(t + 0.005, y);
    }
    // CVODE itself allocates three pieces in the first step after CVodeReInit
    EXPECT_LE(counter.count(), method == OdeMethod::stiff ? 3 * 1001 : 0);
  }
}

}  // namespace
}  // namespace nonsmooth
