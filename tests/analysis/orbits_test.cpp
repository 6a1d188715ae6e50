// SPDX-License-Identifier: Apache-2.0
// Flows through events, periodic orbits, continuation, exponents, diagrams, basins.
#include "nonsmooth/analysis.hpp"
#include "nonsmooth/base/random.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace ns = nonsmooth;
namespace na = nonsmooth::analysis;

namespace {

constexpr double pi = std::numbers::pi;

// x'' + 2 z x' + x = F cos w t, an obstacle at x = s, restitution e
struct Oscillator {
  double z = 0.1, F = 1.0, w = 1.0, s = 1.0, e = 0.7;
  double period() const { return 2 * pi / w; }
  na::HybridSystem system() const {
    const Oscillator o = *this;
    return {2,
            {[o](double t, ns::VectorIn x, ns::VectorOut dx) {
              dx << x[1], o.F * std::cos(o.w * t) - 2 * o.z * x[1] - x[0];
            }},
            {{.from = 0,
              .to = 0,
              .guard = [o](double, ns::VectorIn x) { return o.s - x[0]; },
              .reset = [o](double, ns::VectorIn x,
                           ns::VectorOut after) { after << x[0], -o.e * x[1]; }}}};
  }
};

bool available() { return ns::OdeIntegrator::available(); }

TEST(Flow, ImpactsOfABallAreAtTheirInstants) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const na::HybridSystem ball{
      2,
      {[](double, ns::VectorIn x, ns::VectorOut dx) { dx << x[1], -9.81; }},
      {{.guard = [](double, ns::VectorIn x) { return x[0]; },
        .reset = [](double, ns::VectorIn x, ns::VectorOut after) { after << x[0], -0.8 * x[1]; }}}};
  const na::Flow flow = na::flow(ball, {0, 0, ns::Vector{{1, 0}}}, 2.0);
  ASSERT_TRUE(flow.ok) << flow.message;
  const double first = std::sqrt(2 / 9.81);
  ASSERT_EQ(flow.events.size(), 3u);
  EXPECT_NEAR(flow.events[0].t, first, 1e-10);
  EXPECT_NEAR(flow.events[1].t, first * (1 + 2 * 0.8), 1e-9);
  EXPECT_NEAR(flow.events[0].approach, -9.81 * first, 1e-8);
  EXPECT_NEAR(flow.end.x[0], 0.260742, 5e-7);
}

TEST(Flow, SensitivityIsThatOfDifferences) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  ns::Random random(4);
  for (int trial = 0; trial < 10; ++trial) {
    const na::HybridSystem system = Oscillator{.w = random.uniform(0.7, 3)}.system();
    const na::HybridState start{random.uniform(0, 6), 0,
                                ns::Vector{{random.uniform(-1, 0.9), random.uniform(-2, 2)}}};
    const na::Flow flow = na::flow(system, start, start.t + 8, {.sensitivity = true});
    ASSERT_TRUE(flow.ok) << flow.message;
    if (flow.slowest_approach() < 0.2) continue;  // near grazing differences say little
    for (int j = 0; j < 2; ++j) {
      na::HybridState a = start, b = start;
      a.x[j] += 1e-6;
      b.x[j] -= 1e-6;
      const ns::Vector difference =
          (na::flow(system, a, start.t + 8).end.x - na::flow(system, b, start.t + 8).end.x) / 2e-6;
      EXPECT_LT((difference - flow.sensitivity.col(j)).norm(), 1e-3 * (1 + flow.sensitivity.norm()))
          << trial;
    }
  }
}

// areas shrink by e^(-2 z T) in flight and by e^2 at an impact
TEST(Flow, AreasShrinkByDampingAndRestitution) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const Oscillator o;
  const na::Flow flow =
      na::flow(o.system(), {0, 0, ns::Vector{{0.2, 0.5}}}, 20, {.sensitivity = true});
  ASSERT_TRUE(flow.ok);
  ASSERT_GT(flow.events.size(), 2u);
  const double expected =
      std::exp(-2 * o.z * 20) * std::pow(o.e, 2.0 * static_cast<double>(flow.events.size()));
  EXPECT_NEAR(flow.sensitivity.determinant() / expected, 1.0, 1e-5);
}

TEST(Filippov, CrossesAndSlides) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  // x1' = x2, x2' = -2 Sgn(x1 + x2) from (1, 1): slides from t = 1 on with x1 = e^(1 - t)
  const auto rate = [](double sign) {
    return [sign](double, ns::VectorIn x, ns::VectorOut dx) { dx << x[1], -2 * sign; };
  };
  const na::HybridSystem system = na::filippov(
      2, rate(-1), rate(1), [](double, ns::VectorIn x) { return x[0] + x[1]; },
      [](double, ns::VectorIn, ns::VectorOut g) { g << 1, 1; });
  const na::Flow flow = na::flow(system, {0, 1, ns::Vector{{1, 1}}}, 4, {.sensitivity = true});
  ASSERT_TRUE(flow.ok) << flow.message;
  ASSERT_EQ(flow.events.size(), 1u);
  EXPECT_NEAR(flow.events[0].t, 1, 1e-10);
  EXPECT_EQ(flow.end.mode, 2);
  EXPECT_NEAR(flow.end.x[0], std::exp(-3.0), 1e-9);
  EXPECT_NEAR(flow.end.x[1], -std::exp(-3.0), 1e-9);
  EXPECT_NEAR(flow.sensitivity.determinant(), 0.0, 1e-9);  // what was apart has met
  // x1' = 1 and x2' = 2 above, 1 below: crosses h = x2 upwards
  const na::HybridSystem crossing = na::filippov(
      2, [](double, ns::VectorIn, ns::VectorOut dx) { dx << 1, 1; },
      [](double, ns::VectorIn, ns::VectorOut dx) { dx << 1, 2; },
      [](double, ns::VectorIn x) { return x[1]; },
      [](double, ns::VectorIn, ns::VectorOut g) { g << 0, 1; });
  EXPECT_NEAR(na::flow(crossing, {0, 0, ns::Vector{{0, -1}}}, 2).end.x[1], 2.0, 1e-10);
}

TEST(Orbit, ImpactingOscillator) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const Oscillator o{.w = 2.0, .s = 0.1};
  const na::HybridSystem system = o.system();
  // settle first, then shoot
  const ns::Matrix late = na::stroboscope(system, {0, 0, ns::Vector{{0, 0}}}, o.period(), 60, 1);
  const na::Orbit orbit = na::periodic_orbit(system, {0, 0, late.row(0).transpose()}, o.period());
  ASSERT_TRUE(orbit.converged) << orbit.message;
  EXPECT_TRUE(orbit.stable());
  ASSERT_EQ(orbit.events.size(), 1u);
  EXPECT_NEAR(orbit.monodromy.determinant(), std::exp(-2 * o.z * o.period()) * o.e * o.e, 1e-6);
  const na::Flow once = na::flow(system, orbit.start, orbit.start.t + 5 * o.period());
  EXPECT_LT((once.end.x - orbit.start.x).norm(), 1e-7);
}

// stick and slip: m = k = 1, belt 0.2, static friction 1, kinetic 0.5; period 8.902605
na::HybridSystem stick_slip() {
  return {2,
          {[](double, ns::VectorIn x, ns::VectorOut dx) { dx << x[1], 0.5 - x[0]; },
           [](double, ns::VectorIn, ns::VectorOut dx) { dx << 0.2, 0.0; }},
          {{.from = 0,
            .to = 1,
            .guard = [](double, ns::VectorIn x) { return x[1] - 0.2; },
            .crossing = ns::Crossing::rising,
            .reset = [](double, ns::VectorIn x, ns::VectorOut after) { after << x[0], 0.2; }},
           {.from = 1, .to = 0, .guard = [](double, ns::VectorIn x) { return 1.0 - x[0]; }}}};
}

TEST(Orbit, StickSlipLimitCycle) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const na::Orbit orbit =
      na::periodic_orbit(stick_slip(), {0, 0, ns::Vector{{0.9, -0.3}}}, 8.5, {.autonomous = true});
  ASSERT_TRUE(orbit.converged) << orbit.message << " " << orbit.residual;
  EXPECT_NEAR(orbit.period, 8.902605, 5e-7);
  EXPECT_TRUE(orbit.stable(true));
  // sticking forgets everything but the phase: multipliers 1 and 0
  double largest = 0, smallest = 2;
  for (const auto m : orbit.multipliers) {
    largest = std::max(largest, std::abs(m));
    smallest = std::min(smallest, std::abs(m));
  }
  EXPECT_NEAR(largest, 1, 1e-6);
  EXPECT_NEAR(smallest, 0, 1e-6);
}

// the free orbit has the amplitude F / sqrt((1 - w^2)^2 + (2 z w)^2) and touches the obstacle at 1
TEST(Continuation, StopsAtGrazing) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const double w = 0.8, z = 0.1, unit = std::hypot(1 - w * w, 2 * z * w);
  const auto family = [&](double F) { return Oscillator{.z = z, .F = F, .w = w}.system(); };
  const na::Branch branch =
      na::continue_orbit(family, {0, 0, ns::Vector{{0, 0}}}, 2 * pi / w,
                         {.from = 0.1, .to = 2, .step = 0.05, .smallest_step = 1e-7});
  EXPECT_EQ(branch.end, na::ContinuationEnd::grazing) << branch.message;
  EXPECT_NEAR(branch.parameter, unit, 1e-5);
  EXPECT_GT(branch.orbits.size(), 5u);
  for (const na::Orbit& orbit : branch.orbits) EXPECT_TRUE(orbit.events.empty());
}

TEST(Continuation, ReachesTheEndOfASmoothFamily) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const auto family = [](double F) { return Oscillator{.F = F, .w = 0.8}.system(); };
  const na::Branch branch = na::continue_orbit(family, {0, 0, ns::Vector{{0, 0}}}, 2 * pi / 0.8,
                                               {.from = 0.1, .to = 0.3});
  EXPECT_EQ(branch.end, na::ContinuationEnd::reached);
  EXPECT_EQ(branch.parameters.back(), 0.3);
}

// r' = r (p + r^2 - r^4), angle' = 1: orbits r^2 = (1 +- sqrt(1 + 4 p)) / 2, which meet at p = -1/4
TEST(Continuation, GoesAroundAFold) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const auto family = [](double p) {
    return na::HybridSystem{2,
                            {[p](double, ns::VectorIn x, ns::VectorOut dx) {
                              const double r2 = x.squaredNorm(), g = p + r2 - r2 * r2;
                              dx << g * x[0] - x[1], g * x[1] + x[0];
                            }},
                            {}};
  };
  na::ContinuationOptions options{.from = 0.2, .to = -0.5, .step = 0.05};
  options.orbit.autonomous = true;
  const na::HybridState guess{0, 0, ns::Vector{{1.1, 0}}};
  EXPECT_EQ(na::continue_orbit(family, guess, 6, options).end, na::ContinuationEnd::no_orbit);
  options.around_folds = true;
  options.max_points = 20;  // before r = 0, where p(r) turns again
  const na::Branch branch = na::continue_orbit(family, guess, 6, options);
  ASSERT_EQ(branch.folds.size(), 1u) << branch.message;
  EXPECT_NEAR(branch.parameters[branch.folds[0]], -0.25, 1e-7);
  for (std::size_t k = 0; k < branch.orbits.size(); ++k) {
    const double r2 = branch.orbits[k].start.x.squaredNorm(), p = branch.parameters[k];
    EXPECT_NEAR(p + r2 - r2 * r2, 0, 1e-7) << k;
    EXPECT_NEAR(branch.orbits[k].period, 2 * pi, 1e-7);
    // on its way to the fold the branch is stable, beyond it is not
    if (k != branch.folds[0]) {
      EXPECT_EQ(branch.orbits[k].stable(true), k < branch.folds[0]) << k;
    }
  }
  EXPECT_LT(branch.orbits.back().start.x.squaredNorm(), 0.3);
}

// One impact per period T. With G cos(w t + phi) the forced motion, P the free one over T,
//   k = (1 - P11) / P12,  m = P21 + P22 k,  a = (1 + 1/e) / (k - m),  b = k a - 1,
// velocities V after impacts satisfy (s - a V)^2 + (b V / w)^2 = G^2: two of them, from the least
// G = s |b / w| / |(a, b / w)| up to G = s, where the slower impact becomes grazing.
TEST(Continuation, ImpactsBetweenAFoldAndGrazing) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const Oscillator o{.z = 0.1, .w = 1.4, .s = 1.0, .e = 0.7};
  const double T = o.period(), d = std::sqrt(1 - o.z * o.z), E = std::exp(-o.z * T),
               c = std::cos(d * T), n = std::sin(d * T) / d;
  const double k = (1 - E * (c + o.z * n)) / (E * n), m = -E * n + E * (c - o.z * n) * k;
  const double a = (1 + 1 / o.e) / (k - m), b = (k * a - 1) / o.w;
  const double unit = std::hypot(1 - o.w * o.w, 2 * o.z * o.w);
  const double fold = unit * o.s * std::abs(b) / std::hypot(a, b), grazing = unit * o.s;
  ASSERT_LT(a, 0);  // impacts of the two solutions go the right way
  const auto family = [&](double F) {
    Oscillator at = o;
    at.F = F;
    return at.system();
  };
  const double from = 1.3 * grazing;
  const ns::Matrix late = na::stroboscope(family(from), {0, 0, ns::Vector{{0, 0}}}, T, 300, 1);
  const na::Branch branch = na::continue_orbit(
      family, {0, 0, late.row(0).transpose()}, T,
      {.from = from, .to = 0.5 * fold, .step = 0.02, .smallest_step = 1e-7, .around_folds = true});
  ASSERT_EQ(branch.folds.size(), 1u) << branch.message;
  EXPECT_NEAR(branch.parameters[branch.folds[0]], fold, 1e-6);
  EXPECT_EQ(branch.end, na::ContinuationEnd::grazing) << branch.message;
  EXPECT_NEAR(branch.parameter, grazing, 1e-3);  // like a square root: slow impacts come last
  for (const na::Orbit& orbit : branch.orbits) EXPECT_EQ(orbit.events.size(), 1u);
}

TEST(Lyapunov, DampedOscillatorAndSumRule) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const na::HybridSystem damped{
      2,
      {[](double, ns::VectorIn x, ns::VectorOut dx) { dx << -0.5 * x[0], x[0] - 2 * x[1]; }},
      {}};
  const ns::Vector plain = na::lyapunov_exponents(damped, {0, 0, ns::Vector{{1, 1}}}, 1.0, 20, 5);
  EXPECT_NEAR(plain[0], -0.5, 0.02);
  EXPECT_NEAR(plain[1], -2.0, 0.02);
  // their sum is the rate at which areas shrink, impacts included
  const Oscillator o{.w = 2.6, .s = 0.0};
  const int periods = 60;
  const na::HybridState start{0, 0, ns::Vector{{-0.1, 0}}};
  const ns::Vector e = na::lyapunov_exponents(o.system(), start, o.period(), periods, 0);
  const na::Flow run = na::flow(o.system(), start, periods * o.period());
  ASSERT_TRUE(run.ok);
  const double expected = -2 * o.z + 2 * std::log(o.e) * static_cast<double>(run.events.size()) /
                                         (periods * o.period());
  EXPECT_NEAR(e.sum(), expected, 1e-3 * std::abs(expected));
}

TEST(Diagram, CountsThePointsOfAnOrbit) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const auto family = [](double w) { return Oscillator{.w = w, .s = 0.1}.system(); };
  const std::vector<na::DiagramPoint> points = na::bifurcation_diagram(
      family, {0, 0, ns::Vector{{0, 0}}},
      {.parameters = ns::Vector{{1.9, 2.0}}, .skipped = 60, .kept = 5, .period = [](double w) {
         return 2 * pi / w;
       }});
  ASSERT_EQ(points.size(), 10u);
  for (int k = 0; k < 10; ++k) {
    EXPECT_EQ(points[static_cast<std::size_t>(k)].parameter, k < 5 ? 1.9 : 2.0);
    EXPECT_LT(
        (points[static_cast<std::size_t>(k)].x - points[static_cast<std::size_t>(k < 5 ? 0 : 5)].x)
            .norm(),
        1e-6);  // period one
  }
}

TEST(Section, RisingZerosOfASine) {
  const ns::Vector t = ns::Vector::LinSpaced(2001, 0.1, 20.1);
  ns::Matrix rows(2001, 2);
  rows << t.array().sin(), t.array().cos();
  const ns::Matrix section = na::poincare_section(t, rows, 0, 0.0);
  ASSERT_EQ(section.rows(), 3);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(section(k, 0), 2 * pi * (k + 1), 1e-5);
    EXPECT_NEAR(section(k, 2), 1.0, 1e-4);
  }
  EXPECT_EQ(na::poincare_section(t, rows, 0, 0.0, na::Direction::both).rows(), 6);
}

TEST(Basins, TwoWells) {
  if (!available()) GTEST_SKIP() << "built without SUNDIALS";
  const na::HybridSystem wells{
      2,
      {[](double, ns::VectorIn x, ns::VectorOut dx) { dx << x[0] - x[0] * x[0] * x[0], -x[1]; }},
      {}};
  const ns::Vector grid = ns::Vector::LinSpaced(6, -2.5, 2.5);
  const na::Basins map = na::basins(grid, grid, [&](double a, double b) {
    return na::flow(wells, {0, 0, ns::Vector{{a, b}}}, 30).end.x;
  });
  ASSERT_EQ(map.attractors.size(), 2u);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      EXPECT_NEAR(map.attractors[static_cast<std::size_t>(map.map(i, j))][0], grid[i] > 0 ? 1 : -1,
                  1e-6);
}

TEST(Flow, RefusesWhatIsNotComplete) {
  const auto message = [](const na::HybridSystem& s, const na::HybridState& x) {
    return ns::testing::message_of([&] { (void)na::flow(s, x, 1.0); });
  };
  const na::Rate rest = [](double, ns::VectorIn, ns::VectorOut dx) { dx.setZero(); };
  EXPECT_NE(message({1, {rest}, {}}, {0, 0, ns::Vector{{1, 2}}}).find("2 entries"),
            std::string::npos);
  EXPECT_NE(message({1, {rest}, {}}, {0, 1, ns::Vector{{1.0}}}).find("mode 1 of 1"),
            std::string::npos);
  EXPECT_NE(message({1, {rest}, {{}}}, {0, 0, ns::Vector{{1.0}}}).find("has no guard"),
            std::string::npos);
}

}  // namespace
