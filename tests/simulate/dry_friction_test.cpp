// SPDX-License-Identifier: Apache-2.0
// Dry friction of given threshold as a box law between velocity and force: oscillators, belts with
// Stribeck's law, chains of blocks (methods 4.16, 4.19, 4.20).
//
// A threshold F(s) that falls with the sliding speed is no monotone law. It is split: the law keeps
// the static threshold F_0 Sgn(s), a smooth force takes what is missing, (F_0 - F(|s|)) sgn(s),
// which is continuous through s = 0. A step has one solution while h F' / m > -1.
#include "bench/models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

// x'' + x in -Sgn(x') from (12, 6)
struct Oscillator {
  ns::Model model;
  ns::SystemId mass;
};
Oscillator coulomb_oscillator() {
  Oscillator o;
  o.mass = o.model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                      .q0 = ns::Vector{{12.0}},
                                      .v0 = ns::Vector{{6.0}},
                                      .stiffness = ns::Matrix{{1.0}}});
  o.model.add(ns::Interaction{.on = {o.mass},
                              .relation = ns::LinearRelation{.H = ns::Matrix{{1.0}}},
                              .law = ns::models::relay_law(1)});
  return o;
}

struct Stop {
  double x, t;
};
Stop stop_of(double h, double theta) {
  const Oscillator o = coulomb_oscillator();
  const ns::Trajectory run =
      ns::simulate(o.model, ns::MoreauJean{.step = h, .theta = theta}, {.end = 25});
  EXPECT_TRUE(run.success()) << run.message;
  int last = run.size() - 1;
  while (last > 0 && std::abs(run.v(o.mass)(last, 0)) < 1e-10) --last;
  return {run.q(o.mass)(run.size() - 1, 0), run.t()[last + 1]};
}

// the amplitude loses 2 per half cycle: the first turning point is A = 1 + sqrt(13^2 + 6^2) - 2
// behind the centre -1, and the mass rests as soon as it turns within the reach of friction
TEST(CoulombOscillator, StopsWhereItMust) {
  const double first = std::hypot(13.0, 6.0) - 1.0;  // |x| at the first turn
  const double rest = std::abs(first - 14.0);
  EXPECT_NEAR(rest, 0.682179, 1e-6);
  const double turn = std::atan2(6.0, 13.0), stop = turn + 7 * std::numbers::pi;
  EXPECT_NEAR(stop, 22.423556, 1e-6);
  // midpoint: second order in the arcs, the stop is at the end of its step
  const Stop midpoint = stop_of(1e-3, 0.5);
  EXPECT_NEAR(midpoint.x, rest, 1e-4);
  EXPECT_NEAR(midpoint.t, stop, 2e-3);
  // implicit Euler damps
  const Stop implicit = stop_of(1e-4, 1.0);
  EXPECT_NEAR(implicit.x, 0.68943, 5e-6);
  EXPECT_NEAR(implicit.t, 22.4236, 1e-4);
}

TEST(CoulombOscillator, AgreesWithItsFirstOrderForm) {
  // friction oscillator of the relay cases: x' = v, v' = -x + lambda, theta = 1/2
  const Oscillator o = coulomb_oscillator();
  const ns::Trajectory run = ns::simulate(o.model, ns::MoreauJean{.step = 0.01}, {.end = 100});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.q(o.mass)(1000, 0), -7.256299752, 5e-10);
  EXPECT_NEAR(run.v(o.mass)(1000, 0), 0.880172118, 5e-10);
  EXPECT_NEAR(run.q(o.mass)(10000, 0), 0.6820441352, 5e-11);
  EXPECT_NEAR(run.energy("closure").cwiseAbs().maxCoeff(), 0.0, 1e-9);
}

// --- Blocks on a belt
// -------------------------------------------------------------------------------------------

// Sgn law of the slip v - belt on degree of freedom `dof` of `size`
ns::Interaction belt_friction(ns::SystemId block, double threshold, double belt, int dof = 0,
                              int size = 1) {
  ns::Matrix J = ns::Matrix::Zero(1, size);
  J(0, dof) = 1.0;
  return {
      .on = {block},
      .relation = ns::Holonomic{.dimension = 1,
                                .gap = [=](double t, ns::VectorIn q) { return q[dof] - belt * t; },
                                .jacobian = [J](double, ns::VectorIn) { return J; },
                                .drift = [belt](double, ns::VectorIn) { return -belt; }},
      .law = ns::Box{ns::Vector{{-threshold}}, ns::Vector{{threshold}}}};
}

// Static threshold 1, kinetic 1/2, spring and mass 1, belt 0.2. The kinetic law replaces the static
// one where the block tears off, and gives way again where it sticks.
double stick_slip_period(double h) {
  const double Fs = 1.0, Fd = 0.5, belt = 0.2;
  ns::Model model;
  const auto block = model.add(ns::Lagrangian{.mass = ns::Matrix{{1.0}},
                                              .q0 = ns::Vector{{0.0}},
                                              .v0 = ns::Vector{{belt}},
                                              .stiffness = ns::Matrix{{1.0}}});
  const auto sticks = model.add(belt_friction(block, Fs, belt));
  const auto slides = model.add(belt_friction(block, Fd, belt));
  ns::Simulator simulator(model, ns::MoreauJean{.step = h});
  simulator.set_present(slides, false);
  bool sticking = true;
  std::vector<double> torn;
  ns::State before = simulator.state();
  while (torn.size() < 8 && before.t < 80) {
    EXPECT_TRUE(simulator.step().ok());
    const double slip = std::abs(simulator.state().v[0] - belt);
    if (sticking && slip > 1e-12) {
      // torn within this step: take it again under the kinetic law
      simulator.restart(before);
      torn.push_back(before.t);
      sticking = false;
      simulator.set_present(sticks, false);
      simulator.set_present(slides, true);
    } else if (!sticking && slip <= 1e-12) {
      sticking = true;
      simulator.set_present(sticks, true);
      simulator.set_present(slides, false);
    }
    before = simulator.state();
  }
  return (torn.back() - torn[1]) / static_cast<double>(torn.size() - 2);
}

TEST(BlockOnABelt, PeriodOfStickAndSlip) {
  // stick 2 D / V, slip (2 / w) (pi - atan(D w / V)), D = (Fs - Fd) / k
  const double exact = 5 + 2 * (std::numbers::pi - std::atan(2.5));
  EXPECT_NEAR(exact, 8.902605, 5e-7);
  // tearing off is seen at the end of a step
  for (const double h : {1e-3, 1e-4}) EXPECT_NEAR(stick_slip_period(h), exact, 0.4 * h);
}

// what Stribeck's law has less than the static threshold, against the slip; with its derivative
struct Weakening {
  double drop, speed;  // F_static - F_dynamic; e-folding speed
  double force(double slip) const {
    return std::copysign(-drop * std::expm1(-std::abs(slip) / speed), slip);
  }
  double slope(double slip) const { return drop / speed * std::exp(-std::abs(slip) / speed); }
};

struct Belt {
  ns::Model model;
  ns::SystemId block;
};
// m = k = 1, normal force 1: x'' + c x' + x in -mu(s) Sgn(s)
Belt stribeck_block(double c, double belt, double mu_s, double mu_d, double vs, double x0,
                    double v0) {
  const Weakening weak{mu_s - mu_d, vs};
  Belt b;
  b.block = b.model.add(ns::Lagrangian{
      .mass = ns::Matrix{{1.0}},
      .q0 = ns::Vector{{x0}},
      .v0 = ns::Vector{{v0}},
      .force = ns::of_state(
          [=](double, ns::VectorIn, ns::VectorIn v) { return weak.force(v[0] - belt); },
          [](double, ns::VectorIn, ns::VectorIn) { return ns::Mat<1>::Zero(); },
          [=](double, ns::VectorIn, ns::VectorIn v) { return weak.slope(v[0] - belt); }),
      .stiffness = ns::Matrix{{1.0}},
      .damping = ns::Matrix{{c}}});
  b.model.add(belt_friction(b.block, mu_s, belt));
  return b;
}

// slip at the equilibrium x = mu(V) is stable exactly if c exceeds the fall of mu there
TEST(Stribeck, SlidingLosesItsStabilityAtTheSlope) {
  const double V = 0.5, mu_s = 1.0, mu_d = 0.5, vs = 0.3;
  const double slope = (mu_s - mu_d) / vs * std::exp(-V / vs),
               rest = mu_d + (mu_s - mu_d) * std::exp(-V / vs);
  for (const double factor : {0.8, 1.25}) {
    const Belt b = stribeck_block(factor * slope, V, mu_s, mu_d, vs, rest + 0.01, 0.0);
    const ns::Trajectory run = ns::simulate(b.model, ns::MoreauJean{.step = 2e-3}, {.end = 40});
    ASSERT_TRUE(run.success()) << run.message;
    const auto amplitude = [&](int from) {
      return (run.q(b.block).col(0).segment(from, 3500).array() - rest).abs().maxCoeff();
    };
    // growth or decay with the rate (slope - c) / 2
    const double ratio = amplitude(16000) / amplitude(0);
    EXPECT_NEAR(std::log(ratio) / 32.0, 0.5 * slope * (1 - factor), 0.1 * slope) << factor;
    EXPECT_EQ(ratio > 1.0, factor < 1.0);
  }
}

// a step has one solution while h (mu_s - mu_d) / (vs m) < 1: sticking and slipping are certified
TEST(Stribeck, StickSlipApproachesTheJumpLimit) {
  const double exact = 5 + 2 * (std::numbers::pi - std::atan(2.5)), belt = 0.2;
  std::vector<double> errors;
  for (const double vs : {4e-2, 2e-2, 1e-2}) {
    const double h = 0.02 * vs;
    const Belt b = stribeck_block(0.0, belt, 1.0, 0.5, vs, 0.0, belt);
    ns::Simulator simulator(b.model, ns::MoreauJean{.step = h});
    std::vector<double> torn;
    bool sticking = true;
    while (torn.size() < 3 && simulator.state().t < 40) {
      const ns::StepReport report = simulator.step();
      ASSERT_TRUE(report.ok()) << report.message << " at " << simulator.state().t;
      const double slip = std::abs(simulator.state().v[0] - belt);
      if (sticking && slip > 1e-6) torn.push_back(simulator.state().t);
      sticking = slip <= 1e-6;
    }
    ASSERT_EQ(torn.size(), 3u);
    errors.push_back(std::abs(torn[2] - torn[1] - exact));
  }
  EXPECT_LT(errors[1], errors[0]);
  EXPECT_LT(errors[2], errors[1]);
}

// --- Burridge-Knopoff chain in its excitable regime
// -------------------------------------------------------------------------------------------

// m = k_p = 1; friction falls with the slip and rises again, F(s) = 1 - drop (1 - e^(-s/vs)) + c s,
// so that uniform sliding at V = 0.4 is stable, F' = 0.25, but a block that is stopped tears off
struct Chain {
  ns::Model model;
  ns::SystemId blocks;
  double rest = 0.0;
};

Chain burridge_knopoff(int n, double coupling, int kicked, double kick) {
  const double V = 0.4, viscous = 0.4;
  const Weakening weak{0.8, 0.1};
  ns::Matrix K = ns::Matrix::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) {
    K(i, i) += coupling;
    K(i + 1, i + 1) += coupling;
    K(i, i + 1) -= coupling;
    K(i + 1, i) -= coupling;
  }
  Chain chain;
  chain.rest = -(1.0 - weak.force(V) + viscous * V);
  ns::Vector v0 = ns::Vector::Zero(n);
  v0.head(kicked).setConstant(-kick);
  const auto force = [=](double, ns::VectorIn, ns::VectorIn v, ns::VectorOut F) {
    for (int i = 0; i < n; ++i) F[i] = weak.force(v[i] + V) - viscous * (v[i] + V);
  };
  const auto slope = [=](double, ns::VectorIn, ns::VectorIn v, ns::MatrixOut dF) {
    for (int i = 0; i < n; ++i) dF(i, i) = weak.slope(v[i] + V) - viscous;
  };
  const auto none = [](double, ns::VectorIn, ns::VectorIn, ns::MatrixOut) {};
  chain.blocks = chain.model.add(ns::Lagrangian{.mass = ns::diagonal(ns::Vector::Ones(n)),
                                                .q0 = ns::Vector::Constant(n, chain.rest),
                                                .v0 = v0,
                                                .force = ns::of_state(force, none, slope),
                                                .stiffness = K});
  for (int i = 0; i < n; ++i) chain.model.add(belt_friction(chain.blocks, 1.0, -V, i, n));
  return chain;
}

// the first time block i is 0.1 away from rest; infinite if never
double arrival(const Chain& chain, const ns::Trajectory& run, int i) {
  for (int k = 0; k < run.size(); ++k)
    if (std::abs(run.q(chain.blocks)(k, i) - chain.rest) > 0.1) return run.t()[k];
  return ns::infinity;
}

TEST(BurridgeKnopoff, SmallKicksDieOut) {
  const Chain chain = burridge_knopoff(24, 16.0, 3, 0.2);
  const ns::Trajectory run =
      ns::simulate(chain.model, ns::MoreauJean{.step = 0.02}, {.end = 60, .record_every = 10});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_EQ(arrival(chain, run, 8), ns::infinity);
  EXPECT_LT((run.end.q.array() - chain.rest).abs().maxCoeff(), 1e-3);
}

TEST(BurridgeKnopoff, LargeKicksLaunchAPulseOfConstantSpeed) {
  const Chain chain = burridge_knopoff(36, 16.0, 3, 2.0);
  const ns::Trajectory run = ns::simulate(chain.model, ns::MoreauJean{.step = 0.01}, {.end = 9});
  ASSERT_TRUE(run.success()) << run.message;
  const double first = arrival(chain, run, 18) - arrival(chain, run, 10),
               second = arrival(chain, run, 26) - arrival(chain, run, 18);
  EXPECT_NEAR(first / second, 1.0, 0.02);
  // faster than nothing, slower than the sound of the chain: sqrt(k_c) blocks per unit time
  EXPECT_GT(first, 8 / 4.0);
  EXPECT_LT(first, 3.0);
}

TEST(BurridgeKnopoff, WithoutCouplingBlocksAreAlone) {
  const Chain chain = burridge_knopoff(4, 0.0, 1, 2.0), single = burridge_knopoff(1, 0.0, 1, 2.0);
  const ns::MoreauJean scheme{.step = 0.01};
  const ns::Trajectory run = ns::simulate(chain.model, scheme, {.end = 10}),
                       one = ns::simulate(single.model, scheme, {.end = 10});
  ASSERT_TRUE(run.success() && one.success()) << run.message << one.message;
  EXPECT_LT((run.q(chain.blocks).col(0) - one.q(single.blocks).col(0)).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((run.q(chain.blocks).rightCols(3).array() - chain.rest).abs().maxCoeff(), 1e-9);
}

}  // namespace
