// SPDX-License-Identifier: Apache-2.0
// HANDY, a model of human and nature dynamics (methods 4.21): commoners x_C, elites x_E, nature y,
// wealth w. Consumption saturates, min(1, w / w_th) and max(0, 1 - kappa om), which is written once
// as complementarity and once evaluated directly; both must agree.
#include "bench/models.hpp"

#include <gtest/gtest.h>

namespace ns = nonsmooth;

namespace {

constexpr double death_least = 0.01, death_most = 0.07, birth = 0.03, salary = 5e-4, rho = 5e-3,
                 growth = 0.01, capacity = 100;
constexpr double depletion = 2.0 * (2.0 / 3) * salary / capacity;  // the optimal one

// rates with the share om of the full consumption and the famine of the elites given
ns::Vec<4> rates(ns::VectorIn x, double om, double famine_elites, double kappa) {
  const double aC = death_least + (1 - om) * (death_most - death_least),
               aE = death_least + famine_elites * (death_most - death_least);
  return {(birth - aC) * x[0], (birth - aE) * x[1],
          growth * x[2] * (capacity - x[2]) - depletion * x[0] * x[2],
          depletion * x[0] * x[2] - om * salary * (x[0] + kappa * x[1])};
}

ns::Vec<4> direct(ns::VectorIn x, double kappa) {
  const double threshold = rho * (x[0] + kappa * x[1]);
  const double om = threshold > 0.0 ? std::min(1.0, x[3] / threshold) : 1.0;
  return rates(x, om, std::max(0.0, 1 - kappa * om), kappa);
}

struct Society {
  ns::Model model;
  ns::SystemId people;
};

Society direct_society(ns::Vector start, double kappa) {
  Society s;
  s.people = s.model.add(ns::FirstOrder{
      .x0 = start, .f = [kappa](double, ns::VectorIn x) { return direct(x, kappa); }});
  return s;
}

// om = w / w_th - surplus,   0 <= surplus _|_ 1 - om >= 0,
// famine of the elites mu:   0 <= mu _|_ mu - (1 - kappa om) >= 0
Society complementary_society(ns::Vector start, double kappa) {
  Society s;
  s.people = s.model.add(ns::FirstOrder{.x0 = start});
  const auto share = [kappa](ns::VectorIn x, double surplus) {
    return x[3] / (rho * (x[0] + kappa * x[1])) - surplus;
  };
  s.model.add(ns::Interaction{
      .on = {s.people},
      .relation = ns::FirstOrderGeneral{
          .dimension = 2,
          .h =
              [=](double, ns::VectorIn x, ns::VectorIn l) {
                const double om = share(x, l[0]);
                return ns::Vec<2>(1 - om, l[1] - (1 - kappa * om));
              },
          .g = [=](double, ns::VectorIn x,
                   ns::VectorIn l) { return rates(x, share(x, l[0]), l[1], kappa); }},
      .law = ns::NonNegative{2}});
  return s;
}

TEST(Handy, EquilibriumWithoutElites) {
  // (75000, 50, 250)
  const double eta = 2.0 / 3, nature = eta * salary / depletion,
               people = growth / depletion * (capacity - nature);
  EXPECT_NEAR(nature, 50, 1e-10);
  EXPECT_NEAR(people, 75000, 1e-7);
  const Society s = direct_society(ns::Vector{{100, 0, 100, 0}}, 1.0);
  const ns::Trajectory run =
      ns::simulate(s.model, ns::EulerMoreau{.step = 0.05, .theta = 0.5}, {.end = 600});
  ASSERT_TRUE(run.success()) << run.message;
  const auto end = run.x(s.people).row(run.size() - 1);
  EXPECT_NEAR(end[0], 74999.6, 0.05);
  EXPECT_NEAR(end[2], 50.0003, 5e-5);
  EXPECT_NEAR(end[3], 250.000, 2e-3);
  EXPECT_GE(run.x(s.people).minCoeff(), 0.0);
}

TEST(Handy, ComplementarityAgreesWithDirectEvaluation) {
  for (const double kappa : {1.0, 10.0}) {
    const ns::Vector start{{100, kappa > 1 ? 1.0 : 0.0, 100, 0}};
    const ns::EulerMoreau scheme{.step = 0.5, .theta = 1.0};
    const Society a = direct_society(start, kappa), b = complementary_society(start, kappa);
    const ns::Trajectory one = ns::simulate(a.model, scheme, {.end = 600}),
                         two = ns::simulate(b.model, scheme, {.end = 600});
    ASSERT_TRUE(one.success()) << one.message;
    ASSERT_TRUE(two.success()) << two.message;
    const ns::Matrix difference = one.x(a.people) - two.x(b.people);
    for (int j = 0; j < 4; ++j)
      EXPECT_LT(difference.col(j).cwiseAbs().maxCoeff(),
                1e-7 * (1 + one.x(a.people).col(j).cwiseAbs().maxCoeff()))
          << "state " << j << ", kappa " << kappa;
  }
}

// two societies with migration m (x_j - x_i) of commoners
ns::Trajectory coupled(ns::Vector start, double mobility) {
  const double kappa = 1.0;
  ns::Model model;
  model.add(ns::FirstOrder{.x0 = start, .f = [=](double, ns::VectorIn x) {
                             ns::Vec<8> rate;
                             rate << direct(x.head<4>(), kappa), direct(x.tail<4>(), kappa);
                             rate[0] += mobility * (x[4] - x[0]);
                             rate[4] += mobility * (x[0] - x[4]);
                             return rate;
                           }});
  return ns::simulate(model, ns::EulerMoreau{.step = 0.5, .theta = 0.5}, {.end = 300});
}

TEST(Handy, CoupledCopiesStayIdenticalAndOthersApproach) {
  ns::Vector same(8), different(8);
  same << 100, 0, 100, 0, 100, 0, 100, 0;
  different << 100, 0, 100, 0, 2000, 0, 100, 0;
  const ns::Trajectory twins = coupled(same, 1e-3);
  ASSERT_TRUE(twins.success()) << twins.message;
  // identical copies do what one alone does
  const Society alone = direct_society(ns::Vector{{100, 0, 100, 0}}, 1.0);
  const ns::Trajectory one =
      ns::simulate(alone.model, ns::EulerMoreau{.step = 0.5, .theta = 0.5}, {.end = 300});
  for (int k = 0; k < twins.size(); ++k) {
    EXPECT_NEAR(twins.x({0})(k, 0), twins.x({0})(k, 4), 1e-9 * twins.x({0})(k, 0));
    EXPECT_NEAR(twins.x({0})(k, 0), one.x(alone.people)(k, 0), 1e-7 * one.x(alone.people)(k, 0));
  }
  const ns::Trajectory apart = coupled(different, 0.0), near = coupled(different, 1e-2);
  ASSERT_TRUE(apart.success() && near.success());
  const auto gap = [](const ns::Trajectory& run) {
    return std::abs(run.x({0})(100, 4) - run.x({0})(100, 0));
  };
  EXPECT_LT(gap(near), 0.5 * gap(apart));
  EXPECT_GE(near.x({0}).minCoeff(), 0.0);
}

}  // namespace
