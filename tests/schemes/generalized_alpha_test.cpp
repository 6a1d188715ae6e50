// SPDX-License-Identifier: Apache-2.0
// Nonsmooth generalized-alpha: energy, joints at both levels, and known trajectories.
#include "bench/mechanical_models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

TEST(GeneralizedAlpha, CoefficientsOfTheLiterature) {
  const auto [alpha_m, alpha_f, gamma, beta] = ns::alpha_coefficients(0.8);
  EXPECT_NEAR(alpha_m, 0.33333, 5e-6);
  EXPECT_NEAR(alpha_f, 0.44444, 5e-6);
  EXPECT_NEAR(gamma, 0.61111, 5e-6);
  EXPECT_NEAR(beta, 0.30864, 5e-6);
  const auto middle = ns::alpha_coefficients(1.0);
  EXPECT_DOUBLE_EQ(middle.gamma, 0.5);
  EXPECT_DOUBLE_EQ(middle.beta, 0.25);
}

// E + h^2/4 (2 beta - gamma) |a|^2 changes by the work of the impact and the damping of the rule
TEST(GeneralizedAlpha, EnergyIdentityOfNewmark) {
  ns::Model model;
  ns::Matrix K(3, 3);
  K << 40, -20, 0, -20, 40, -20, 0, -20, 30;
  const ns::Vector mass{{1.0, 0.5, 2.0}};
  const auto chain = model.add(ns::Lagrangian{.mass = ns::diagonal(mass),
                                              .q0 = ns::Vector{{0.1, -0.3, 0.2}},
                                              .v0 = ns::Vector{{-1.0, 0.4, 0.3}},
                                              .stiffness = K});
  model.add(ns::Interaction{
      .on = {chain},
      .relation = ns::LinearRelation{.H = ns::Matrix{{1.0, 0.0, 0.0}}, .b = ns::Vector{{0.05}}},
      .law = ns::NewtonImpact{.e = 0.7}});
  for (const auto& [gamma, beta] : {std::pair{0.5, 0.25}, {0.6, 0.31}, {0.8, 0.5}}) {
    ns::GeneralizedAlpha scheme = ns::newmark(gamma, beta, 0.01);
    scheme.positions = false;
    ns::Simulator simulator(model, scheme);
    const auto a_norm = [&](const ns::Vector& a) { return a.cwiseAbs2().dot(mass); };
    double worst = 0.0;
    int impacts = 0;
    for (int k = 0; k < 2000; ++k) {
      const ns::State before = simulator.state();
      ASSERT_TRUE(simulator.step().ok());
      const ns::State& after = simulator.state();
      const ns::Vector a0 = before.memory.segment(1, 3), a1 = after.memory.segment(1, 3);
      const double factor = 2.0 * beta - gamma, h2 = 1e-4;
      const auto energy = [&](const ns::State& s, const ns::Vector& a) {
        return s.energy.kinetic + s.energy.potential + 0.25 * h2 * factor * a_norm(a);
      };
      const ns::Vector dq = after.q - before.q;
      const double work = 0.5 * (after.v[0] + before.v[0]) * after.lambda[0];
      const double damping = (0.5 - gamma) * (dq.dot(K * dq) + 0.5 * h2 * factor * a_norm(a1 - a0));
      worst = std::max(worst, std::abs(energy(after, a1) - energy(before, a0) - work - damping));
      impacts += after.lambda[0] > 0.0 ? 1 : 0;
    }
    EXPECT_LT(worst, 1e-12) << "gamma " << gamma;  // energies are about 5
    EXPECT_GT(impacts, 10);
    EXPECT_LT(std::abs(simulator.state().energy.closure()), 1e-12);
  }
}

TEST(GeneralizedAlpha, ElasticImpactsConserveEnergy) {
  const auto [model, balls] = ns::models::two_balls(1.0, 1e3, 0.0);
  ns::Model moving;
  ns::Lagrangian system = std::get<ns::Lagrangian>(model.systems()[0]);
  system.v0 = ns::Vector{{-2.0, -3.0}};
  (void)moving.add(system);
  moving.add(model.interactions()[0]);
  ns::GeneralizedAlpha scheme = ns::newmark(0.5, 0.25, 2e-3);
  scheme.positions = false;
  ns::Simulator simulator(moving, scheme);
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(simulator.step().ok());
  const ns::EnergyLedger& energy = simulator.state().energy;
  EXPECT_GT(simulator.state().v[0] + simulator.state().v[1], 4.0);  // it has bounced
  EXPECT_NEAR(energy.kinetic + energy.potential, energy.initial, 1e-11);
}

// energy without the losses at impacts, after 1.5 s: what the scheme itself takes away
double own_loss(const ns::Scheme& scheme) {
  const auto [model, balls] = ns::models::two_balls();
  ns::Simulator simulator(model, scheme);
  for (int k = 0; k < 750; ++k) (void)simulator.step();
  const ns::EnergyLedger& energy = simulator.state().energy;
  EXPECT_LT(std::abs(energy.closure()), 1e-10);
  return -energy.numerical;
}

TEST(TwoBalls, GeneralizedAlphaKeepsTheVibrationThatEulerLoses) {
  // the first impact leaves 3.2 J in the spring (reduced mass 1/2, relative speed 3.58)
  const double euler = own_loss(ns::MoreauJean{.step = 2e-3, .theta = 1.0});
  EXPECT_GT(euler, 1.0);
  EXPECT_LT(std::abs(own_loss(ns::MoreauJean{.step = 2e-3, .theta = 0.5})), 1e-10);
  ns::GeneralizedAlpha newmark = ns::newmark(0.5, 0.25, 2e-3);
  newmark.positions = false;
  EXPECT_LT(std::abs(own_loss(newmark)), 0.01);
  EXPECT_LT(std::abs(own_loss(ns::GeneralizedAlpha{.step = 2e-3, .rho = 0.8})), 0.15);
}

TEST(TwoBalls, ImpactsOfTheReference) {
  const auto [model, balls] = ns::models::two_balls();
  ns::Simulator simulator(model, ns::GeneralizedAlpha{.step = 2e-5, .rho = 0.8});
  const struct {
    double t, before, after;
  } known[] = {{0.44721360, -4.47213595, 3.57770876},
               {0.50612521, -4.55496600, 3.64397280},
               {1.10641405, -4.95661556, 3.96529245}};
  int impact = 0;
  while (simulator.state().t < 1.2) {
    const double before = simulator.state().v[0];
    ASSERT_TRUE(simulator.step().ok());
    if (simulator.state().lambda[0] <= 0.0) continue;
    ASSERT_LT(impact, 3);
    // an impact is late by a step at most; velocities change by k q h = 1e3 * 0.1 * 2e-5 in one
    EXPECT_NEAR(simulator.state().t, known[impact].t, 6e-5);
    EXPECT_NEAR(before, known[impact].before, 5e-3);
    EXPECT_NEAR(simulator.state().v[0], known[impact].after, 5e-3);
    ++impact;
  }
  EXPECT_EQ(impact, 3);
}

TEST(StoppedPendulum, JointsAtBothLevelsAndNoPenetration) {
  const struct {
    double h, impact;
  } known[] = {{2e-3, 0.4880}, {1e-3, 0.4880}, {5e-4, 0.4875}, {1e-4, 0.4871}};
  for (const auto& [h, impact] : known) {
    const auto pendulum = ns::models::stopped_pendulum();
    ns::Simulator simulator(pendulum.model, ns::GeneralizedAlpha{.step = h, .rho = 0.8});
    double first = 0.0, joint = 0.0, rate = 0.0, gap = 1.0, before = 0.0;
    for (int k = 1; k * h < 1.0; ++k) {
      const double spin = simulator.state().v[2];
      ASSERT_TRUE(simulator.step().ok());
      const ns::State& s = simulator.state();
      joint = std::max(
          {joint, std::abs(s.q[0] - std::cos(s.q[2])), std::abs(s.q[1] - std::sin(s.q[2]))});
      rate = std::max({rate, std::abs(s.v[0] + std::sin(s.q[2]) * s.v[2]),
                       std::abs(s.v[1] - std::cos(s.q[2]) * s.v[2])});
      gap = std::min(gap, s.q[0] - std::sqrt(0.5));
      if (first == 0.0 && s.lambda[2] > 0.0) {
        first = s.t;
        before = spin;
        EXPECT_NEAR(s.v[2], -0.8 * spin, 0.1 * h / 2e-3);  // one step of gravity in between
      }
    }
    EXPECT_NEAR(first, impact, 5e-5) << "h " << h;
    EXPECT_NEAR(before, -4.182542, 30 * h);  // rate of the rate: about 7
    EXPECT_LT(joint, 1e-12);
    EXPECT_LT(rate, 1e-9);
    EXPECT_GT(gap, -1e-12);
  }
}

TEST(ConstrainedPendulum, GeneralizedAlphaAgreesWithTheOde) {
  // L^2 - |q|^2 = 0 with gravity along +y, from 60 degrees at rest (case 23)
  ns::Model model;
  const double angle = std::numbers::pi / 3.0;
  const auto mass = model.add(ns::Lagrangian{.mass = ns::Matrix(ns::Matrix::Identity(2, 2)),
                                             .q0 = ns::Vector{{std::sin(angle), std::cos(angle)}},
                                             .force = ns::constant(ns::Vector{{0.0, 9.81}})});
  model.add(ns::Interaction{
      .on = {mass},
      .relation = ns::Holonomic{
          .dimension = 1,
          .gap = [](double, ns::VectorIn q) { return 1.0 - q.squaredNorm(); },
          .jacobian = [](double, ns::VectorIn q, ns::MatrixOut J) { J << -2 * q[0], -2 * q[1]; }},
      .law = ns::Free{1}});
  const auto error = [&](double h) {
    ns::Simulator simulator(model, ns::GeneralizedAlpha{.step = h, .rho = 0.99});
    const int steps = static_cast<int>(std::lround(10.0 / h));
    double drift = 0.0;
    for (int k = 0; k < steps; ++k) {
      EXPECT_TRUE(simulator.step().ok());
      drift = std::max(drift, std::abs(1.0 - simulator.state().q.squaredNorm()));
    }
    EXPECT_LT(drift, 1e-11);
    return (simulator.state().q - ns::Vector{{-0.6066684959, 0.7949549271}}).norm();
  };
  const double coarse = error(1e-3), fine = error(5e-4);
  EXPECT_LT(coarse, 2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
}

}  // namespace
