// SPDX-License-Identifier: Apache-2.0
// The energy ledger: it closes to rounding for linear systems, dissipative laws never create
// energy, and the one classical law that does is caught doing it.
#include "bench/models.hpp"
#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

ns::Matrix random_matrix(ns::Random& random, int rows, int cols) {
  ns::Matrix matrix(rows, cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) matrix(i, j) = random.normal();
  return matrix;
}

ns::Matrix random_definite(ns::Random& random, int n, double shift) {
  const ns::Matrix factor = random_matrix(random, n, n);
  return factor * factor.transpose() / n + shift * ns::Matrix::Identity(n, n);
}

enum class Forces { none, springs };

// Two or three linear systems under random contacts, thrown about.
ns::Model random_model(ns::Random& random, Forces forces,
                       const std::function<ns::InteractionLaw()>& law) {
  ns::Model model;
  std::vector<ns::SystemId> systems;
  std::vector<int> sizes;
  for (int s = 2 + random.below(2); s > 0; --s) {
    const int n = 1 + random.below(4);
    ns::Lagrangian system{.mass = random_definite(random, n, 0.5),
                          .q0 = random_matrix(random, n, 1),
                          .v0 = 3.0 * random_matrix(random, n, 1)};
    if (forces == Forces::springs) {
      system.force = ns::constant(random_matrix(random, n, 1));
      system.stiffness = random_definite(random, n, 0.0);
      if (random.uniform() < 0.5) system.damping = 0.1 * random_definite(random, n, 0.0);
    }
    systems.push_back(model.add(system));
    sizes.push_back(n);
  }
  for (int contact = 1 + random.below(4); contact > 0; --contact) {
    const std::size_t a = static_cast<std::size_t>(random.below(static_cast<int>(systems.size())));
    const std::size_t b = (a + 1) % systems.size();
    const ns::InteractionLaw chosen = law();
    const ns::Matrix H = random_matrix(random, chosen.size(), sizes[a] + sizes[b]);
    ns::Vector offset = ns::Vector::Zero(chosen.size());
    ns::Vector q(sizes[a] + sizes[b]);
    q << std::get<ns::Lagrangian>(model.systems()[a]).q0,
        std::get<ns::Lagrangian>(model.systems()[b]).q0;
    offset[0] = -(H * q)[0] + random.uniform(0.0, 0.3);  // open at the start
    model.add(ns::Interaction{.on = {systems[a], systems[b]},
                              .relation = ns::LinearRelation{.H = H, .b = offset},
                              .law = chosen});
  }
  return model;
}

// Runs, checks the balance of every step, and returns the largest work of the interactions in one
// step relative to the energies at play.
double largest_gain(const ns::Model& model, std::uint64_t seed, int& impacts) {
  ns::Simulator simulator(model, ns::MoreauJean{.step = 2e-3});
  double worst = 0.0, before = 0.0;
  for (int k = 0; k < 1500; ++k) {
    const ns::StepReport report = simulator.step();
    EXPECT_TRUE(report.ok()) << "seed " << seed << ", step " << k << ": " << report.message;
    const ns::EnergyLedger& e = simulator.state().energy;
    const double scale = e.kinetic + e.potential + std::abs(e.external) + std::abs(e.viscous) +
                         std::abs(e.normal) + std::abs(e.tangential);
    // rounding of 1500 sums
    EXPECT_LE(std::abs(e.closure()), 1e-11 * scale) << "seed " << seed << ", step " << k;
    const double now = e.normal + e.tangential;
    worst = std::max(worst, (now - before) / scale);
    impacts += report.active > 0 ? 1 : 0;
    before = now;
  }
  return worst;
}

// Impacts alone never create energy. Under forces a contact that opens and closes again within one
// step does work of the order of h^2: it lifts the velocity to -e u_0 although u_0 was positive.
constexpr double rounding = 1e-10;  // the tolerance of the one-step problem
constexpr double reclosing = 4e-6;  // h^2

void expect_no_gain(const std::function<ns::InteractionLaw(ns::Random&)>& law) {
  for (const auto& [forces, allowed] :
       {std::pair{Forces::none, rounding}, std::pair{Forces::springs, reclosing}}) {
    int impacts = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      ns::Random random(seed);
      ns::Random of_law(seed + 1000);
      const ns::Model model = random_model(random, forces, [&] {
        of_law = ns::Random(seed + 1000);  // the same law at every contact
        return law(of_law);
      });
      EXPECT_LE(largest_gain(model, seed, impacts), allowed) << "seed " << seed;
    }
    EXPECT_GT(impacts, forces == Forces::none ? 100 : 1000) << "the samples must collide";
  }
}

TEST(Energy, CommonRestitutionNeverCreatesIt) {
  expect_no_gain([](ns::Random& random) {
    return ns::NewtonImpact{.e = random.uniform() < 0.3 ? 1.0 : random.uniform()};
  });
}

TEST(Energy, FremondNeverCreatesItWithFriction) {
  expect_no_gain([](ns::Random& random) {
    return ns::FremondImpact{.e = random.uniform(),
                             .mu = random.uniform(0.0, 2.0),
                             .dimension = random.uniform() < 0.5 ? 2 : 3};
  });
}

// A rod of length 1 whose tip strikes at 45 degrees: W = [[2.5, -1.5], [-1.5, 2.5]]. Friction on
// the velocity after the impact (Newton-Coulomb) creates 8/245 J; on the mean velocity it does not.
TEST(Energy, NewtonCoulombGainIsReported) {
  const auto strike = [](ns::InteractionLaw law) {
    ns::Model model;
    const auto rod = model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector{{1, 1, 1.0 / 12}}),
                                              .q0 = ns::Vector{{0, 0, 0}},
                                              .v0 = ns::Vector{{0.2, -1, 0}}});
    const double arm = 0.5 * std::sqrt(0.5);
    // (normal, tangential) velocity of the tip by (x, y, angle)
    const ns::Matrix H{{0, 1, arm}, {1, 0, -arm}};
    model.add(ns::Interaction{.on = {rod}, .relation = ns::LinearRelation{.H = H}, .law = law});
    ns::Simulator simulator(model, ns::MoreauJean{.step = 1e-3});
    EXPECT_TRUE(simulator.step().ok());
    return simulator.state();
  };
  const ns::State newton = strike(ns::NewtonImpactFriction{.e = 1, .mu = 0.5, .dimension = 2});
  EXPECT_NEAR(newton.lambda[0], 8.0 / 7, 1e-9);
  EXPECT_NEAR(std::abs(newton.lambda[1]), 4.0 / 7, 1e-9);
  EXPECT_NEAR(newton.energy.normal + newton.energy.tangential, 8.0 / 245, 1e-9);
  EXPECT_NEAR(newton.energy.closure(), 0.0, 1e-14);
  const ns::State fremond = strike(ns::FremondImpact{.e = 1, .mu = 0.5, .dimension = 2});
  EXPECT_NEAR(fremond.lambda[0], 1.1, 1e-9);
  EXPECT_NEAR(fremond.energy.normal + fremond.energy.tangential, 0.0, 1e-9);
}

// Implicit Euler loses exactly what the ledger calls numerical.
TEST(Energy, NumericalDampingIsAccounted) {
  ns::Model model;
  model.add(ns::Lagrangian{
      .mass = ns::Matrix{{2.0}}, .q0 = ns::Vector{{1.0}}, .stiffness = ns::Matrix{{50.0}}});
  const ns::Trajectory run =
      ns::simulate(model, ns::MoreauJean{.step = 0.01, .theta = 1.0}, {.end = 5.0});
  const int last = run.size() - 1;
  // every step divides the energy by 1 + h^2 k / m
  EXPECT_NEAR(run.energy("numerical")[last], 25.0 * (std::pow(1.0025, -500) - 1.0), 1e-10);
  EXPECT_NEAR(run.energy("closure").cwiseAbs().maxCoeff(), 0.0, 1e-12);
}

// Whatever theta, an impact takes (1 - e^2) m v^2 / 2; what the scheme loses is not the contact's.
TEST(Energy, WorkOfAnImpactDoesNotDependOnTheta) {
  for (const double theta : {0.5, 0.75, 1.0}) {
    const auto [model, ball, floor] = ns::models::bouncing_ball(0.8, 0.01, -2.0, 0.0);
    const ns::Trajectory run =
        ns::simulate(model, ns::MoreauJean{.step = 1e-3, .theta = theta}, {.end = 0.02});
    ASSERT_TRUE(run.success()) << run.message;
    const int last = run.size() - 1;
    EXPECT_NEAR(run.energy("normal")[last], -0.5 * 4.0 * (1 - 0.64), 1e-12) << theta;
    EXPECT_NEAR(run.energy("numerical")[last], 0.0, 1e-12) << theta;
    EXPECT_NEAR(run.energy("closure")[last], 0.0, 1e-12) << theta;
  }
}

// At rest the velocity is nothing but the tolerance of the contact: the Newton loop must not
// measure itself by it.
TEST(NewtonLoop, ConvergesAtRestUnderANonlinearForce) {
  ns::Model model;
  const auto ball =
      model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                               .q0 = ns::Vector{{0.3}},
                               .force = ns::of_state([](double, ns::VectorIn, ns::VectorIn v) {
                                 return -9.81 - 0.3 * v[0] * std::abs(v[0]);
                               })});
  model.add(ns::Interaction{.on = {ball},
                            .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                            .law = ns::NewtonImpact{.e = 0.4}});
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = 1e-3}, {.end = 5.0});
  EXPECT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.v(ball)(run.size() - 1, 0), 0.0, 1e-10);
}

// A torque-free body turns about its own momentum: Omega(t) = (0.1 cos t, 0.1 sin t, 1).
TEST(Energy, TorqueFreeBodyKeepsEnergyAndMomentum) {
  ns::Model model;
  const auto body = model.add(
      ns::RigidBody{.inertia = ns::Vec<3>(1, 1, 2).asDiagonal(), .angular_velocity = {0.1, 0, 1}});
  const double end = std::numbers::pi / 2;
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = end / 2000}, {.end = end});
  ASSERT_TRUE(run.success()) << run.message;
  const int last = run.size() - 1;
  EXPECT_NEAR(run.v(body)(last, 3), 0.0, 1e-7);  // second order in a step of 8e-4
  EXPECT_NEAR(run.v(body)(last, 4), 0.1, 1e-7);
  EXPECT_NEAR(run.v(body)(last, 5), 1.0, 1e-12);
  const auto kinetic = run.energy("kinetic");
  EXPECT_NEAR(kinetic.maxCoeff() - kinetic.minCoeff(), 0.0, 1e-12);
}

// A row of particles that lean on each other with friction, pushed together on a rough floor.
ns::Model particle_row(int count) {
  ns::Model model;
  std::vector<ns::SystemId> particles;
  ns::Random random(7);
  for (int i = 0; i < count; ++i)
    particles.push_back(model.add(
        ns::Lagrangian{.mass = ns::diagonal(ns::Vector::Constant(3, 1.0 + random.uniform())),
                       .q0 = ns::Vector{{1.0 * i, 0, 0}},
                       .v0 = ns::Vector{{i < count / 2 ? 1.0 : -1.0, random.normal(), 0}},
                       .force = ns::constant(ns::Vector{{0, 0, -9.81}})}));
  for (int i = 0; i < count; ++i) {
    const auto here = particles[static_cast<std::size_t>(i)];
    model.add(ns::Interaction{
        .on = {here},
        .relation = ns::LinearRelation{.H = ns::Matrix{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}},
        .law = ns::NewtonImpactFriction{.e = 0.3, .mu = 0.4}});
    if (i == 0) continue;
    ns::Matrix H(3, 6);
    H << -ns::Matrix::Identity(3, 3), ns::Matrix::Identity(3, 3);
    model.add(ns::Interaction{.on = {particles[static_cast<std::size_t>(i) - 1], here},
                              .relation = ns::LinearRelation{.H = H, .b = ns::Vector{{-1, 0, 0}}},
                              .law = ns::NewtonImpactFriction{.e = 0.3, .mu = 0.4}});
  }
  return model;
}

TEST(Determinism, SameBitsForAnyNumberOfThreads) {
  const ns::Model model = particle_row(300);
  ns::State first;
  for (const int threads : {1, 2, 4}) {
    ns::Simulator simulator(model,
                            ns::MoreauJean{.step = 1e-3, .solver = ns::Auto{.threads = threads}});
    int most = 0;
    for (int k = 0; k < 6; ++k) {
      const ns::StepReport report = simulator.step();
      ASSERT_TRUE(report.ok()) << report.message;
      most = std::max(most, report.active);
    }
    EXPECT_GT(most, 500);
    if (threads == 1) first = simulator.state();
    EXPECT_EQ(simulator.state().q, first.q) << threads << " threads";
    EXPECT_EQ(simulator.state().lambda, first.lambda) << threads << " threads";
  }
}

}  // namespace
