// SPDX-License-Identifier: Apache-2.0
// Piecewise-linear graphs: named curves against their formulas, against the same law as a box, and
// the words with which bad ones are refused.
#include "nonsmooth/laws.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nonsmooth {
namespace {

// (u, r) is on the curve: the natural map vanishes for every rho
bool holds(const PiecewiseLinear& curve, double u, double r) {
  const Graph law{{curve}};
  for (const double rho : {0.01, 1.0, 30.0}) {
    if (std::abs(law.component_map(0, rho, u, r)) > 1e-13 * (1.0 + std::abs(r))) return false;
    if (std::abs(r - law.component(0, rho, r - rho * u)) > 1e-12 * (1.0 + std::abs(r)))
      return false;
  }
  return true;
}

TEST(Graph, NamedCurvesAreWhatTheySay) {
  // saturation of slope 2 within +-1 (answering against u), dead zone 1 with slope 10
  EXPECT_TRUE(holds(curves::saturation(2.0, -1.0, 1.0), -0.3, 0.6));
  EXPECT_TRUE(holds(curves::saturation(2.0, -1.0, 1.0), -0.9, 1.0));
  EXPECT_TRUE(holds(curves::dead_zone(10.0, 1.0), -1.25, 2.5));
  EXPECT_TRUE(holds(curves::dead_zone(10.0, 1.0), 0.7, 0.0));
  const PiecewiseLinear three = curves::relay_with_dead_zone(0.5, -2.0, 3.0);
  EXPECT_TRUE(holds(three, -0.6, 3.0));
  EXPECT_TRUE(holds(three, -0.5, 1.7));
  EXPECT_TRUE(holds(three, 0.2, 0.0));
  EXPECT_TRUE(holds(three, 0.5, -1.0));
  EXPECT_TRUE(holds(three, 9.0, -2.0));
  EXPECT_FALSE(holds(three, 0.2, 0.1));
  EXPECT_FALSE(holds(three, -0.6, 0.0));
  EXPECT_TRUE(holds(curves::relay(), 0.0, 0.3));
}

TEST(Graph, SumsOfHingesAddUp) {
  const std::vector<curves::Hinge> hinges{{0.5, 2.0}, {-1.0, 0.3}, {2.0, 4.0}};
  const PiecewiseLinear curve = curves::hinge_sum(hinges);
  for (double u = -3.0; u < 5.0; u += 0.37) {
    double r = 0.0;
    for (const auto& [from, slope] : hinges) r -= slope * std::max(0.0, u - from);
    EXPECT_TRUE(holds(curve, u, r)) << u;
    EXPECT_FALSE(holds(curve, u, r + 0.01)) << u;
  }
}

TEST(Graph, AgreesWithTheBoxOfTheSameShape) {
  const auto one = [](double x) { return Vector::Constant(1, x); };
  const std::pair<PiecewiseLinear, Box> same[] = {
      {curves::relay(-1.0, 2.0), Box{one(-1), one(2)}},
      {curves::saturation(4.0, -1.0, 2.0), Box{one(-1), one(2), one(0.25)}},
      {curves::relay_with_dead_zone(0.4, -1.0, 2.0), Box{one(-1), one(2), {}, one(0.4)}},
      {curves::dead_zone(5.0, 0.4), Box{one(-infinity), one(infinity), one(0.2), one(0.4)}}};
  Random random(3);
  for (const auto& [curve, box] : same)
    for (int k = 0; k < 1000; ++k) {
      const Graph graph{{curve}};
      const double rho = std::pow(10.0, random.uniform(-2.0, 2.0)), z = random.uniform(-4.0, 4.0),
                   u = random.uniform(-2.0, 2.0);
      EXPECT_NEAR(graph.component(0, rho, z), box.component(0, rho, z), 1e-13 * (1 + rho));
      EXPECT_NEAR(graph.component_map(0, rho, u, z), box.component_map(0, rho, u, z),
                  1e-13 * (1 + rho));
    }
}

TEST(Graph, RisesCoverTheWholeRange) {
  const PiecewiseLinear curve{{{0.0, 3.0}, {1.0, 3.0}, {2.0, 1.0}, {2.0, 0.0}}, -infinity, -0.5};
  ASSERT_EQ(curve.rise_count(), 4);
  EXPECT_TRUE(curve.rise(0).downwards);
  EXPECT_EQ(curve.rise(0).compliance, 2.0);
  EXPECT_EQ(curve.rise(1).length, 1.0);
  EXPECT_EQ(curve.rise(1).compliance, 0.0);
  EXPECT_EQ(curve.rise(2).start, 2.0);
  EXPECT_EQ(curve.rise(2).compliance, 0.5);
  EXPECT_EQ(curve.rise(3).bottom, 3.0);
  EXPECT_EQ(curve.rise(3).length, infinity);
  EXPECT_EQ(curve.lower(), -infinity);
  EXPECT_EQ(curves::relay().upper(), 1.0);
}

std::string complaint(PiecewiseLinear curve) {
  const std::vector<std::string> all = validate(AnyLaw(Graph{{std::move(curve)}}));
  return all.empty() ? "" : all.front();
}
bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Graph, BadCurvesAreRefusedWithARemedy) {
  const std::string rising = complaint({{{0, 1}, {1, 0.5}, {3, 0.9}}});
  EXPECT_TRUE(says(rising, "r rises from 0.5 to 0.9 between u = 1 and 3")) << rising;
  EXPECT_TRUE(says(rising, "split off a smooth part")) << rising;
  EXPECT_TRUE(says(rising, "k >= 0.2")) << rising;
  EXPECT_TRUE(says(complaint({{{1, 0}, {0, -1}}}), "order the points by u"));
  EXPECT_TRUE(says(complaint({{{0, -1}, {0, 1}}}), "exchange the points"));
  EXPECT_TRUE(says(complaint({}), "has no point"));
  EXPECT_TRUE(says(complaint({{{0, 0}}, 1.0}), "must be zero, negative"));
  EXPECT_TRUE(says(complaint({{{0, infinity}}}), "not finite"));
}

}  // namespace
}  // namespace nonsmooth
