// SPDX-License-Identifier: Apache-2.0
// Impacts whose outcome is known in closed form.
#include "nonsmooth/base/random.hpp"
#include "tests/impacts/balls.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace nonsmooth {
namespace {

using testing::Balls;
using testing::equal_balls;

// closed forms, and solvers asked for 1e-12
constexpr double accurate = 1e-11;

void expect_near(const Vector& value, const Vector& expected, double tolerance, const char* what) {
  ASSERT_EQ(value.size(), expected.size()) << what;
  EXPECT_LE((value - expected).lpNorm<Eigen::Infinity>(), tolerance)
      << what << ": " << value.transpose() << " instead of " << expected.transpose();
}

TEST(Impacts, ThreeAndFiveBallsByMoreau) {
  const Balls three = equal_balls(3);
  expect_near(three.after(NewtonRule{}, {.e = 1}), Vector{{-1.0 / 3, 2.0 / 3, 2.0 / 3}}, accurate,
              "e = 1");
  expect_near(three.after(NewtonRule{}, {.e = 0.5}), Vector{{0, 0.5, 0.5}}, accurate, "e = 1/2");
  expect_near(three.after(NewtonRule{}, {.e = 0}), Vector::Constant(3, 1.0 / 3), accurate, "e = 0");
  expect_near(equal_balls(5).after(NewtonRule{}, {.e = 1}), Vector{{-0.6, 0.4, 0.4, 0.4, 0.4}},
              accurate, "five balls");
}

TEST(Impacts, ThreeBallsByPoisson) {
  const Impact impact = equal_balls(3).impact({.e = 1});
  ImpactWorkspace workspace;
  ImpactResult result;
  resolve_impact(impact, PoissonRule{}, workspace, result);
  ASSERT_TRUE(result.success()) << result.message;
  expect_near(workspace.first.solution.r, Vector{{2.0 / 3, 1.0 / 3}}, accurate, "compression");
  expect_near(equal_balls(3).after(result), Vector{{-1.0 / 3, 2.0 / 3, 2.0 / 3}}, accurate,
              "after");
}

TEST(Impacts, ThreeBallsOneAfterTheOther) {
  const Balls three = equal_balls(3);
  const ImpactResult elastic = resolve_impact(three.impact({.e = 1}), BinaryCollisions{});
  expect_near(three.after(elastic), Vector{{0, 0, 1}}, accurate, "e = 1");
  EXPECT_EQ(elastic.iterations, 2);
  const ImpactResult half = resolve_impact(three.impact({.e = 0.5}), BinaryCollisions{});
  expect_near(three.after(half), Vector{{0.203125, 0.234375, 0.5625}}, accurate, "e = 1/2");
  EXPECT_EQ(half.iterations, 3);
  EXPECT_TRUE(half.success());
}

TEST(Impacts, BinaryCollisionsWithoutEndAreCutOff) {
  // e = 0 needs infinitely many collisions, which tend to a common velocity
  const Balls three = equal_balls(3);
  const ImpactResult patient = resolve_impact(three.impact({.e = 0}), BinaryCollisions{});
  EXPECT_TRUE(patient.success()) << patient.message;
  EXPECT_GT(patient.iterations, 20);
  const ImpactResult cut =
      resolve_impact(three.impact({.e = 0}), BinaryCollisions{.max_collisions = 3});
  EXPECT_EQ(cut.status, Status::max_iterations);
  EXPECT_NE(cut.message.find("e = 0"), std::string_view::npos);
  EXPECT_LE(cut.residual, 1e-12);
  for (const ImpactResult& result : {patient, cut})
    expect_near(three.after(result), Vector::Constant(3, 1.0 / 3), 1e-11, "common velocity");
}

// The tip of a rod of length 1, mass 1, at 45 degrees.
Impact rod_tip(double e, double mu, double u_N, double u_T) {
  return {Matrix{{2.5, -1.5}, {-1.5, 2.5}},
          Vector{{u_N, u_T}},
          {ImpactContact{.e = e, .mu = mu, .dimension = 2}}};
}

TEST(Impacts, RodTipGainsEnergyByNewtonButNotByFremond) {
  const ImpactResult newton = resolve_impact(rod_tip(1, 0.5, -1, 0.2), NewtonRule{});
  expect_near(newton.impulse, Vector{{8.0 / 7, 4.0 / 7}}, accurate, "Newton, impulse");
  expect_near(newton.u_after, Vector{{1, -3.0 / 35}}, accurate, "Newton, velocity");
  EXPECT_NEAR(newton.energy_change, 8.0 / 245, accurate);
  EXPECT_NEAR(newton.energy_normal, 0.0, accurate);
  EXPECT_NEAR(newton.energy_tangential, 8.0 / 245, accurate);
  EXPECT_TRUE(newton.gains_energy);

  const ImpactResult fremond = resolve_impact(rod_tip(1, 0.5, -1, 0.2), FremondRule{});
  expect_near(fremond.impulse, Vector{{1.1, 0.5}}, accurate, "Fremond, impulse");
  expect_near(fremond.u_after, Vector{{1, -0.2}}, accurate, "Fremond, velocity");
  EXPECT_NEAR(fremond.energy_change, 0.0, accurate);
  EXPECT_FALSE(fremond.gains_energy);
}

TEST(Impacts, RodTipLosesEnergyByBoth) {
  const ImpactResult newton = resolve_impact(rod_tip(0.8, 0.5, -1, 0.3), NewtonRule{});
  expect_near(newton.impulse, Vector{{1.0125, 0.4875}}, accurate, "Newton");
  EXPECT_NEAR(newton.energy_change, -0.028125, accurate);
  EXPECT_FALSE(newton.gains_energy);
  const ImpactResult fremond = resolve_impact(rod_tip(0.8, 0.5, -1, 0.3), FremondRule{});
  expect_near(fremond.impulse, Vector{{0.9, 0.3}}, accurate, "Fremond");
  EXPECT_NEAR(fremond.energy_change, -0.09, accurate);
}

TEST(Impacts, TangentialRestitutionOfNewtonsRule) {
  // it sticks: z_T = u_T+ + et u_T- = 0
  Impact impact{
      Matrix::Identity(3, 3), Vector{{-1, 0.2, -0.1}}, {{.e = 0.5, .mu = 1, .dimension = 3}}};
  impact.contacts[0].et = 0.4;
  expect_near(resolve_impact(impact, NewtonRule{}).u_after, Vector{{0.5, -0.08, 0.04}}, accurate,
              "et = 0.4");
}

TEST(Impacts, PoissonAndNewtonAgreeOnOneContactWithoutFriction) {
  for (const double e : {0.0, 0.3, 1.0})
    for (const int dimension : {1, 2, 3}) {
      Matrix W = Matrix::Identity(dimension, dimension) * 2.0;
      if (dimension > 1) W(0, 1) = W(1, 0) = 0.7;
      const Impact impact{W, Vector::Constant(dimension, -0.6), {{.e = e, .dimension = dimension}}};
      const ImpactResult newton = resolve_impact(impact, NewtonRule{});
      const ImpactResult poisson = resolve_impact(impact, PoissonRule{});
      ASSERT_TRUE(newton.success() && poisson.success());
      expect_near(poisson.u_after, newton.u_after, accurate, "Poisson against Newton");
      EXPECT_NEAR(newton.u_after[0], 0.6 * e, accurate);
    }
}

TEST(Impacts, PoissonWithFrictionInBothPhases) {
  // W = I: compression takes P_N = 1 and slows by mu; expansion gives e and slows by e mu
  const auto after = [](double u_T) {
    return resolve_impact(
               {Matrix::Identity(2, 2), Vector{{-1, u_T}}, {{.e = 0.5, .mu = 0.3, .dimension = 2}}},
               PoissonRule{})
        .u_after;
  };
  expect_near(after(1.0), Vector{{0.5, 0.55}}, accurate, "slides throughout");
  expect_near(after(0.35), Vector{{0.5, 0}}, accurate, "sticks during expansion");
  expect_near(after(0.25), Vector{{0.5, 0}}, accurate, "sticks during compression");
}

// Mass 1 flies into a corner of two walls, its velocity given in the frame of the bisector.
struct Corner {
  double angle;

  Matrix normals() const {
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    return Matrix{{-c, c}, {s, s}};  // right wall, left wall
  }
  Vector after(const Vector& v, const ImpactRule& rule, double e) const {
    const Matrix N = normals();
    const Impact impact{N.transpose() * N, N.transpose() * v, {{.e = e}, {.e = e}}};
    const ImpactResult result = resolve_impact(impact, rule);
    EXPECT_TRUE(result.success()) << result.message;
    return v + N * result.impulse;
  }
};

TEST(Impacts, CornerIsDiscontinuousWhereItIsObtuse) {
  const Corner obtuse{2.0 / 3 * std::numbers::pi};
  const Vector down{{0, -1}};
  const double side = std::sqrt(3.0) / 2, tiny = 1e-9;
  expect_near(obtuse.after(down, NewtonRule{}, 1), Vector{{0, 1}}, accurate, "both walls at once");
  // a hair to the right the right wall is hit first, and the other way round
  expect_near(obtuse.after(Vector{{tiny, -1}}, BinaryCollisions{}, 1), Vector{{-side, 0.5}}, 1e-8,
              "right wall first");
  expect_near(obtuse.after(Vector{{-tiny, -1}}, BinaryCollisions{}, 1), Vector{{side, 0.5}}, 1e-8,
              "left wall first");
}

TEST(Impacts, CornersOfPiOverNAreNot) {
  for (const double degrees : {60.0, 90.0})
    for (const double tiny : {-1e-9, 1e-9}) {
      const Corner corner{degrees * std::numbers::pi / 180};
      expect_near(corner.after(Vector{{tiny, -1}}, NewtonRule{}, 1), Vector{{0, 1}}, 1e-8,
                  "at once");
      expect_near(corner.after(Vector{{tiny, -1}}, BinaryCollisions{}, 1), Vector{{0, 1}}, 1e-8,
                  "in sequence");
    }
}

TEST(Impacts, PlasticCornerStopsEverything) {
  Random random(3);
  for (const double degrees : {30.0, 60.0, 90.0}) {
    const Corner corner{degrees * std::numbers::pi / 180};
    for (int i = 0; i < 20; ++i) {
      const double aim = random.uniform(-0.49, 0.49) * corner.angle;
      const Vector v{{std::sin(aim), -std::cos(aim)}};
      expect_near(corner.after(v, NewtonRule{}, 0), Vector::Zero(2), accurate, "e = 0");
    }
  }
}

// A rod pinned at one end hits a wall with the other: x - l cos(th) = 0 and y - l sin(th) = 0 are
// joints, the wall sees x. One degree of freedom, so that it must come back with e times its speed.
struct Pendulum {
  static constexpr double angle = -std::numbers::pi / 4, mass = 1.0, inertia = 1.0 / 12, g = 9.81;
  Vector v;
  Matrix H;

  Pendulum() {
    const double start = std::numbers::pi / 12;
    const double rate =
        -std::sqrt(2 * mass * g * (std::sin(start) - std::sin(angle)) / (mass + inertia));
    v = Vector{{-std::sin(angle) * rate, std::cos(angle) * rate, rate}};
    H = Matrix{{1, 0, 1}, {0, 1, 0}, {std::sin(angle), -std::cos(angle), 0}};
  }
  Matrix W() const { return H.transpose() * inverse_mass().asDiagonal() * H; }
  Vector inverse_mass() const { return Vector{{1 / mass, 1 / mass, 1 / inertia}}; }
};

TEST(Impacts, PendulumSharesTheImpulseWithItsJoint) {
  const Pendulum pendulum;
  EXPECT_NEAR(pendulum.v[2], -4.182542, 5e-7);
  const Impact impact{pendulum.W(),
                      pendulum.H.transpose() * pendulum.v,
                      {{.dimension = 2, .bilateral = true}, {.e = 0.8}}};
  for (const ImpactRule& rule : std::initializer_list<ImpactRule>{
           NewtonRule{}, FremondRule{}, PoissonRule{}, BinaryCollisions{}, EnergeticRule{}}) {
    const ImpactResult result = resolve_impact(impact, rule);
    ASSERT_TRUE(result.success()) << name(rule) << ": " << result.message;
    const Vector v =
        pendulum.v + pendulum.inverse_mass().asDiagonal() * pendulum.H * result.impulse;
    EXPECT_NEAR(v[2], 3.346034, 5e-7) << name(rule);
    expect_near(v, -0.8 * pendulum.v, 1e-10, "all of it turns back");
    EXPECT_GT(result.impulse.head(2).norm(), 0.1) << "the joint takes part";
    EXPECT_NEAR(result.energy_change, result.energy_normal, 1e-11) << "a joint does no work";
  }
}

TEST(Impacts, RedundantJointsAreNoObstacle) {
  const Pendulum pendulum;
  Matrix H(3, 5);  // both joint rows twice, the second time in other units
  H << pendulum.H.leftCols(2), -3.0 * pendulum.H.leftCols(2), pendulum.H.col(2);
  const Impact impact{H.transpose() * pendulum.inverse_mass().asDiagonal() * H,
                      H.transpose() * pendulum.v,
                      {{.dimension = 4, .bilateral = true}, {.e = 0.8}}};
  for (const ImpactRule& rule : std::initializer_list<ImpactRule>{
           NewtonRule{}, FremondRule{}, PoissonRule{}, BinaryCollisions{}, EnergeticRule{}}) {
    const ImpactResult result = resolve_impact(impact, rule);
    ASSERT_TRUE(result.success()) << name(rule) << ": " << result.message;
    const Vector v = pendulum.v + pendulum.inverse_mass().asDiagonal() * H * result.impulse;
    expect_near(v, -0.8 * pendulum.v, 1e-9, "all of it turns back");
  }
}

TEST(Impacts, PainleveIsReported) {
  // a rod of mass 1 at tan(th) = 2: W_NN / |W_NT| = 4/3 is the least of all angles
  const Matrix W{{1.6, 1.2}, {1.2, 3.4}};
  const auto sliding = [&](double mu) {
    return Impact{W, Vector{{0, 1}}, {{.mu = mu, .dimension = 2}}};  // it touches, and slides
  };
  ImpactWorkspace workspace;
  ImpactResult result;
  resolve_impact(sliding(1.3), NewtonRule{}, workspace, result);
  EXPECT_FALSE(result.paradox);
  EXPECT_EQ(enumerate(workspace.first.problem).solutions.size(), 1u);
  EXPECT_TRUE(result.success());

  // sliding on and an impact without collision are both solutions
  resolve_impact(sliding(1.5), NewtonRule{}, workspace, result);
  EXPECT_TRUE(result.paradox);
  EXPECT_TRUE(result.success()) << result.message;
  EXPECT_GE(enumerate(workspace.first.problem).solutions.size(), 2u);
  // a true impact still has an answer, and it does not slide on
  const Impact hit{W, Vector{{-1, 1}}, {{.mu = 1.5, .dimension = 2}}};
  const ImpactResult jammed = resolve_impact(hit, NewtonRule{});
  EXPECT_TRUE(jammed.paradox);
  ASSERT_TRUE(jammed.success()) << jammed.message;
  expect_near(jammed.u_after, Vector::Zero(2), accurate, "it sticks");
}

TEST(Impacts, NothingHappensWhereNothingApproaches) {
  const Impact impact{Matrix{{2, -1}, {-1, 2}}, Vector{{0.5, 0}}, {{.e = 0.5}, {.e = 0.5}}};
  for (const ImpactRule& rule : std::initializer_list<ImpactRule>{
           NewtonRule{}, FremondRule{}, PoissonRule{}, BinaryCollisions{}, EnergeticRule{}}) {
    const ImpactResult result = resolve_impact(impact, rule);
    EXPECT_TRUE(result.success()) << name(rule) << ": " << result.message;
    EXPECT_EQ(result.impulse.norm(), 0.0) << name(rule);
    EXPECT_EQ(result.energy_change, 0.0) << name(rule);
  }
}

TEST(Impacts, ABodyBetweenClosingWallsIsInfeasible) {
  // two contacts with one mass that cannot move: the same normal from both sides, both approaching
  const Impact impact{Matrix{{1, -1}, {-1, 1}}, Vector{{-1, -1}}, {{.e = 0.5}, {.e = 0.5}}};
  for (const ImpactRule& rule :
       std::initializer_list<ImpactRule>{NewtonRule{}, FremondRule{}, PoissonRule{}})
    EXPECT_EQ(resolve_impact(impact, rule).status, Status::infeasible) << name(rule);
  const ImpactResult binary = resolve_impact(impact, BinaryCollisions{.max_collisions = 100});
  EXPECT_EQ(binary.status, Status::infeasible) << binary.message;
  const ImpactResult energetic = resolve_impact(impact, EnergeticRule{.max_steps = 1000});
  EXPECT_EQ(energetic.status, Status::infeasible) << energetic.message;
}

}  // namespace
}  // namespace nonsmooth
