// SPDX-License-Identifier: Apache-2.0
// Solutions that are known, to what the tolerances promise.
#include "nonsmooth/base/error.hpp"
#include "tests/ode/systems.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

namespace nonsmooth {
namespace {

using testing::oscillator;

class Ode : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!OdeIntegrator::available()) GTEST_SKIP() << "built without SUNDIALS";
  }
};
using OdeAccuracy = Ode;
using OdeFailure = Ode;

double oscillator_error(double t, const Vector& y) {
  return std::hypot(y[0] - std::cos(t), y[1] + std::sin(t));
}

TEST_F(OdeAccuracy, ErrorFollowsTheTolerance) {
  // local errors add up: an oscillator neither damps nor amplifies them, and each step of length h
  // makes at most the tolerance, with h about 0.02 to 0.2 here
  double before = infinity;
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    OdeIntegrator integrator(
        oscillator(), {.relative_tolerance = tolerance, .absolute_tolerance = tolerance / 100});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    const OdeResult result = integrator.advance(20.0, y);
    ASSERT_EQ(result.end, OdeEnd::reached_end) << result.message;
    EXPECT_EQ(result.t, 20.0);
    const double error = oscillator_error(20.0, y);
    EXPECT_LT(error, 100.0 * tolerance);
    EXPECT_LT(error, before / 10.0);
    before = error;
  }
}

TEST_F(OdeAccuracy, ValuesInsideStepsAreAsGoodAsAtTheirEnds) {
  OdeIntegrator integrator(oscillator());
  Vector y{{1.0, 0.0}};
  integrator.restart(0.0, y);
  long steps = 0;
  double worst = 0.0;
  for (int k = 1; k <= 4000; ++k) {
    steps += integrator.advance(0.005 * k, y).steps;
    worst = std::max(worst, oscillator_error(0.005 * k, y));
  }
  EXPECT_LT(steps, 1000);   // outputs are closer than steps: they are interpolated
  EXPECT_LT(worst, 2e-10);  // global error of 20 time units at a local one of 1e-10 per step
}

TEST_F(OdeAccuracy, DenseOutputCoversTheLastStep) {
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    OdeIntegrator integrator(oscillator(), {.method = method, .max_step = 0.25});
    Vector y{{1.0, 0.0}}, inside(2);
    integrator.restart(0.0, y);
    integrator.advance(2.0, y);
    integrator.dense(1.9999, inside);
    EXPECT_LT(oscillator_error(1.9999, inside), 1e-8);  // BDF adds up more than Runge-Kutta
    integrator.dense(2.0, inside);
    EXPECT_EQ(inside, y);
    EXPECT_THROW(integrator.dense(2.1, inside), Error);  // not reached
    EXPECT_THROW(integrator.dense(1.0, inside), Error);  // steps are shorter
  }
}

TEST_F(OdeAccuracy, NothingIsEvaluatedBeyondTheStopTime) {
  // an input that jumps at t = 1: x(2) = 1 + 3, exact for any method that stops there
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    double slope = 1.0, latest = 0.0;
    OdeSystem system;
    system.size = 1;
    system.rhs = [&](double t, VectorIn, VectorOut dy) {
      latest = std::max(latest, t);
      dy[0] = slope;
    };
    OdeIntegrator integrator(system, {.method = method});
    Vector y{{0.0}};
    integrator.restart(0.0, y, 1.0);
    integrator.advance(0.3, y);
    EXPECT_NEAR(y[0], 0.3, 1e-12);
    ASSERT_EQ(integrator.advance(1.0, y).t, 1.0);
    EXPECT_LE(latest, 1.0);
    EXPECT_THROW(integrator.advance(1.5, y), Error);
    slope = 3.0;
    integrator.restart(1.0, y);
    integrator.advance(2.0, y);
    EXPECT_NEAR(y[0], 4.0, 1e-12);
  }
}

// Van der Pol's equation for mu = 1000 from (2, 0). The reference at t = 2000 is the one of the
// Test Set for IVP Solvers (Mazzia, Magherini), whose time and speed are scaled by mu.
OdeSystem van_der_pol() {
  OdeSystem system;
  system.size = 2;
  system.rhs = [](double, VectorIn y, VectorOut dy) {
    dy[0] = y[1];
    dy[1] = 1000.0 * (1.0 - y[0] * y[0]) * y[1] - y[0];
  };
  return system;
}

TEST_F(OdeAccuracy, StiffVanDerPol) {
  OdeSystem with_jacobian = van_der_pol();
  int jacobians = 0;
  with_jacobian.jacobian = [&](double, VectorIn y, MatrixOut J) {
    ++jacobians;
    J(0, 1) = 1.0;
    J(1, 0) = -2000.0 * y[0] * y[1] - 1.0;
    J(1, 1) = 1000.0 * (1.0 - y[0] * y[0]);
  };
  for (const OdeSystem& system : {van_der_pol(), with_jacobian}) {
    OdeIntegrator integrator(system, {.method = OdeMethod::stiff, .absolute_tolerance = 1e-13});
    Vector y{{2.0, 0.0}};
    integrator.restart(0.0, y);
    const OdeResult result = integrator.advance(2000.0, y);
    ASSERT_EQ(result.end, OdeEnd::reached_end) << result.message;
    // the two fast jumps before t = 2000 shift the phase by some thousand local errors
    EXPECT_NEAR(y[0], 1.706167732170483, 1e-6);
    EXPECT_NEAR(y[1], -0.8928097010247975e-3, 1e-9);
    EXPECT_LT(result.steps, 20000);
  }
  EXPECT_GT(jacobians, 0);
}

TEST_F(OdeAccuracy, SameBitsTwice) {
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    Vector first(2), second(2);
    for (Vector* y : {&first, &second}) {
      OdeIntegrator integrator(oscillator(), {.method = method});
      *y = Vector{{1.0, 0.0}};
      integrator.restart(0.0, *y);
      integrator.advance(7.0, *y);
    }
    EXPECT_EQ(first, second);
  }
}

// --- What goes wrong
// ------------------------------------------------------------------------------

TEST_F(OdeFailure, ExceptionOfACallbackArrives) {
  struct OwnError : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    bool rhs_throws = true, guard_throws = false;
    OdeSystem system = testing::ball();
    system.rhs = [&, rhs = system.rhs](double t, VectorIn y, VectorOut dy) {
      if (rhs_throws && t > 0.1) throw OwnError("right-hand side");
      rhs(t, y, dy);
    };
    system.guards = [&](double, VectorIn y, VectorOut g) {
      if (guard_throws && y[0] < 0.5) throw OwnError("guard");
      g[0] = y[0];
    };
    OdeIntegrator integrator(system, {.method = method});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    EXPECT_THROW(integrator.advance(1.0, y), OwnError);
    EXPECT_THROW(integrator.advance(1.0, y), Error);  // wants a restart
    rhs_throws = false;
    guard_throws = true;
    integrator.restart(0.0, Vector{{1.0, 0.0}});
    EXPECT_THROW(integrator.advance(1.0, y), OwnError);
    guard_throws = false;
    integrator.restart(0.0, Vector{{1.0, 0.0}});
    const OdeResult result = integrator.advance(1.0, y);
    EXPECT_EQ(result.end, OdeEnd::root);
    EXPECT_NEAR(result.t, testing::impact_time(1, 1.0, 0.9), 1e-8);
  }
}

TEST_F(OdeFailure, NanIsAFailureWithAMessage) {
  for (const OdeMethod method : {OdeMethod::explicit_runge_kutta, OdeMethod::stiff}) {
    OdeSystem system = oscillator();
    system.rhs = [](double t, VectorIn y, VectorOut dy) {
      dy[0] = y[1];
      dy[1] = t > 1.0 ? std::numeric_limits<double>::quiet_NaN() : -y[0];
    };
    OdeIntegrator integrator(system, {.method = method});
    Vector y{{1.0, 0.0}};
    integrator.restart(0.0, y);
    const OdeResult result = integrator.advance(2.0, y);
    EXPECT_EQ(result.end, OdeEnd::failed);
    EXPECT_NE(std::string(result.message).find("component 1"), std::string::npos) << result.message;
    EXPECT_NEAR(result.t, 1.0, 1e-3);  // it went as far as it could
    EXPECT_LE(result.t, 1.0);
    EXPECT_LT(oscillator_error(result.t, y), 1e-7);
    // not the end of the integrator
    integrator.restart(0.0, Vector{{1.0, 0.0}});
    EXPECT_EQ(integrator.advance(0.5, y).end, OdeEnd::reached_end);
  }
}

TEST_F(OdeFailure, EventBeforeTheSlopeEndsToBeFinite) {
  // sqrt of the height: defined until the floor, and the step that finds the floor goes beyond it
  OdeSystem system;
  system.size = 1;
  system.guard_count = 1;
  system.rhs = [](double, VectorIn y, VectorOut dy) { dy[0] = -1.0 - 0.1 * std::sqrt(y[0]); };
  system.guards = [](double, VectorIn y, VectorOut g) { g[0] = y[0] - 1e-3; };
  OdeIntegrator integrator(system);
  Vector y{{1.0}};
  integrator.restart(0.0, y);
  const OdeResult result = integrator.advance(2.0, y);
  ASSERT_EQ(result.end, OdeEnd::root) << result.message;
  // t = 20 (s - 10 log(1 + s/10)) between s = sqrt(1e-3) and s = 1
  const auto antiderivative = [](double s) { return 20.0 * (s - 10.0 * std::log1p(s / 10.0)); };
  EXPECT_NEAR(result.t, antiderivative(1.0) - antiderivative(std::sqrt(1e-3)), 1e-9);
}

TEST_F(OdeFailure, TooManySteps) {
  OdeIntegrator integrator(oscillator(), {.max_step = 1e-3, .max_steps = 100});
  Vector y{{1.0, 0.0}};
  integrator.restart(0.0, y);
  const OdeResult result = integrator.advance(1.0, y);
  EXPECT_EQ(result.end, OdeEnd::failed);
  EXPECT_NE(result.message.find("max_steps"), std::string_view::npos);
  EXPECT_LE(result.t, 0.1 + 1e-12);
  EXPECT_LT(oscillator_error(result.t, y), 1e-9);
}

TEST_F(OdeFailure, WrongUseIsRefused) {
  OdeSystem no_rhs = oscillator(), no_guards = oscillator(), no_size = oscillator();
  no_rhs.rhs = nullptr;
  no_guards.guard_count = 1;
  no_size.size = 0;
  for (const OdeSystem& system : {no_rhs, no_guards, no_size})
    EXPECT_THROW(OdeIntegrator{system}, Error);
  EXPECT_THROW(OdeIntegrator(oscillator(), {.relative_tolerance = -1.0}), Error);
  OdeIntegrator integrator(oscillator());
  Vector y{{1.0, 0.0}}, longer(3);
  EXPECT_THROW(integrator.advance(1.0, y), Error);  // before a restart
  EXPECT_THROW(integrator.restart(0.0, longer), Error);
  EXPECT_THROW(integrator.restart(0.0, Vector::Constant(2, infinity)), Error);
  EXPECT_THROW(integrator.restart(0.0, y, 0.0), Error);
  EXPECT_THROW(integrator.watch(0, Crossing::off), Error);
  integrator.restart(1.0, y);
  EXPECT_THROW(integrator.advance(0.5, y), Error);
}

TEST(OdeAbsent, ConstructorNamesThePackage) {
  if (OdeIntegrator::available()) GTEST_SKIP() << "built with SUNDIALS";
  try {
    OdeIntegrator integrator(oscillator());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("libsundials-dev"), std::string::npos);
  }
}

}  // namespace
}  // namespace nonsmooth
