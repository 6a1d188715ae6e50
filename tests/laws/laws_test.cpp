// SPDX-License-Identifier: Apache-2.0
// Values that can be checked by hand, and the words of complaints.
#include "nonsmooth/laws.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nonsmooth {
namespace {

constexpr double rhos[] = {0.01, 0.3, 1.0, 7.0, 100.0};

Vector resolve(const AnyLaw& law, double rho, const Vector& u, const Vector& z) {
  Arena scratch;
  Vector r(law.size());
  law.resolvent(rho, u, z, r, scratch);
  return r;
}

// (u, r) satisfies the law for every rho
void expect_pair(const AnyLaw& law, const Vector& u, const Vector& r) {
  for (const double rho : rhos)
    EXPECT_LE((resolve(law, rho, u, r - rho * u) - r).norm(), 1e-13 * (1.0 + r.norm())) << rho;
}
void expect_no_pair(const AnyLaw& law, const Vector& u, const Vector& r) {
  for (const double rho : rhos) EXPECT_GT((resolve(law, rho, u, r - rho * u) - r).norm(), 1e-6);
}
Vector scalar(double value) { return Vector::Constant(1, value); }

TEST(Laws, FreeIsAnEquation) {
  expect_pair(Free{1}, scalar(0.0), scalar(-5.0));
  expect_no_pair(Free{1}, scalar(0.1), scalar(0.0));
}

TEST(Laws, ComplementarityHasTwoBranches) {
  expect_pair(NonNegative{2}, Vector{{0.0, 3.0}}, Vector{{2.0, 0.0}});
  expect_pair(NonNegative{1}, scalar(0.0), scalar(0.0));
  expect_no_pair(NonNegative{1}, scalar(1.0), scalar(1.0));
  expect_no_pair(NonNegative{1}, scalar(-1.0), scalar(0.0));
  expect_no_pair(NonNegative{1}, scalar(0.0), scalar(-1.0));
}

TEST(Laws, RelaySwitchesAgainstTheSign) {
  const AnyLaw relay = Box{scalar(-1.0), scalar(2.0)};
  expect_pair(relay, scalar(-0.5), scalar(2.0));
  expect_pair(relay, scalar(0.5), scalar(-1.0));
  expect_pair(relay, scalar(0.0), scalar(0.7));
  expect_no_pair(relay, scalar(0.5), scalar(2.0));
}

TEST(Laws, SaturationIsLinearUpToItsLimits) {
  // slope 2, limits +-1
  const AnyLaw saturation = Box{scalar(-1.0), scalar(1.0), scalar(0.5)};
  expect_pair(saturation, scalar(-0.25), scalar(0.5));
  expect_pair(saturation, scalar(0.1), scalar(-0.2));
  expect_pair(saturation, scalar(-0.5), scalar(1.0));
  expect_pair(saturation, scalar(-3.0), scalar(1.0));
  expect_pair(saturation, scalar(3.0), scalar(-1.0));
  expect_no_pair(saturation, scalar(-0.25), scalar(1.0));
}

TEST(Laws, DeadZoneAnswersOutsideOnly) {
  // width 1, slope 10
  const AnyLaw dead = Box{scalar(-infinity), scalar(infinity), scalar(0.1), scalar(1.0)};
  expect_pair(dead, scalar(-1.25), scalar(2.5));
  expect_pair(dead, scalar(1.25), scalar(-2.5));
  expect_pair(dead, scalar(0.99), scalar(0.0));
  expect_pair(dead, scalar(-1.0), scalar(0.0));
  expect_no_pair(dead, scalar(-1.25), scalar(0.0));
  expect_no_pair(dead, scalar(0.5), scalar(-1.0));
}

TEST(Laws, ConeProjections) {
  const auto project = [](const AnyLaw& law, const Vector& z) {
    return resolve(law, 1.0, Vector::Zero(law.size()), z);
  };
  const auto near = [](const Vector& a, const Vector& b) { return (a - b).norm() <= 1e-14; };
  EXPECT_TRUE(near(project(SecondOrderCone{3, 1.0}, Vector{{0, 1, 0}}), Vector{{0.5, 0.5, 0}}));
  EXPECT_TRUE(near(project(SecondOrderCone{3, 0.5}, Vector{{1, 3, 4}}), Vector{{2.8, 0.84, 1.12}}));
  EXPECT_TRUE(near(project(SecondOrderCone{3, 1.0}, Vector{{-2, 1, 0}}), Vector{{0, 0, 0}}));
  EXPECT_TRUE(near(project(SecondOrderCone{3, 1.0}, Vector{{2, 1, 0}}), Vector{{2, 1, 0}}));
  EXPECT_TRUE(near(project(SecondOrderCone{3, 0.0}, Vector{{2, 1, 1}}), Vector{{2, 0, 0}}));
  EXPECT_TRUE(near(project(SecondOrderCone{1, 0.5}, Vector{{-2}}), Vector{{0}}));
  const double third = 2.0 / 3.0;
  EXPECT_TRUE(
      near(project(RollingCone{3, 1.0, 1.0}, Vector{{0, 1, 1}}), Vector{{third, third, third}}));
  // only the rolling group binds
  EXPECT_TRUE(near(project(RollingCone{5, 1.0, 0.5}, Vector{{1, 0.1, 0, 0, 2}}),
                   Vector{{1.6, 0.1, 0, 0, 0.8}}));
  EXPECT_TRUE(
      near(project(RollingCone{5, 0.0, 0.0}, Vector{{1, 1, 1, 1, 1}}), Vector{{1, 0, 0, 0, 0}}));
  EXPECT_TRUE(near(project(Disk{2, 5.0}, Vector{{6, 8}}), Vector{{3, 4}}));
  EXPECT_TRUE(near(project(Disk{2, 0.0}, Vector{{6, 8}}), Vector{{0, 0}}));
}

TEST(Laws, CoulombSticksSlidesAndOpens) {
  const AnyLaw law = coulomb(0.5);
  expect_pair(law, Vector{{0, 0, 0}}, Vector{{2, 0.9, 0}});      // stick
  expect_pair(law, Vector{{0, -3, 0}}, Vector{{2, 1, 0}});       // slide, against the velocity
  expect_pair(law, Vector{{0.1, 5, -2}}, Vector{{0, 0, 0}});     // open
  expect_no_pair(law, Vector{{0, 3, 0}}, Vector{{2, 1, 0}});     // slides with the force
  expect_no_pair(law, Vector{{0, -3, 0}}, Vector{{2, 0.9, 0}});  // slides inside the cone
  // the associated cone dilates instead: u_N = mu |u_T|
  expect_pair(SecondOrderCone{3, 0.5}, Vector{{1.5, -3, 0}}, Vector{{2, 1, 0}});
  expect_no_pair(SecondOrderCone{3, 0.5}, Vector{{0, -3, 0}}, Vector{{2, 1, 0}});
  // Drucker-Prager: dilation mu - shift
  expect_pair(SecondOrderCone{3, 0.5, 0.2}, Vector{{0.9, -3, 0}}, Vector{{2, 1, 0}});
}

TEST(Laws, RollingResistsSlidingAndRolling) {
  const AnyLaw law = RollingCone{5, 0.5, 0.1};
  expect_pair(law, Vector{{0, -3, 0, 0, 0}}, Vector{{2, 1, 0, 0.1, 0}});
  expect_pair(law, Vector{{0, 0, 0, 0, -4}}, Vector{{2, 0.3, 0, 0, 0.2}});
  expect_pair(law, Vector{{0, -3, 0, 0, -4}}, Vector{{2, 1, 0, 0, 0.2}});
  expect_no_pair(law, Vector{{0, 0, 0, 0, -4}}, Vector{{2, 0.3, 0, 0, 0.1}});
}

TEST(Laws, ComplaintsNameLawFieldAndValue) {
  const auto complaint = [](const AnyLaw& law) {
    const auto all = validate(law);
    return all.empty() ? std::string("none") : all.front();
  };
  EXPECT_EQ(complaint(coulomb(-0.1)), "second_order_cone: mu is -0.1 but must be finite and >= 0");
  EXPECT_EQ(validate(coulomb(-0.1)).size(), 2u);  // mu and shift
  EXPECT_EQ(complaint(coulomb(std::nan(""))),
            "second_order_cone: mu is nan but must be finite and >= 0");
  EXPECT_EQ(complaint(SecondOrderCone{0, 1.0}),
            "second_order_cone: dimension is 0 but must be at least 1");
  EXPECT_EQ(complaint(RollingCone{4, 0.1, 0.1}),
            "rolling_cone: dimension is 4 but must be 3 (plane) or 5 (space)");
  EXPECT_EQ(complaint(Disk{2, infinity}), "disk: radius is inf but must be finite and >= 0");
  EXPECT_EQ(complaint(Free{-1}), "free: dimension is -1 but must be at least 0");
  EXPECT_EQ(complaint(Box{scalar(1.0), scalar(0.0)}), "box: lower is 1 but must not exceed upper");
  EXPECT_EQ(complaint(Box{scalar(1.0), Vector(2)}), "box: upper has 2 entries but lower has 1");
  EXPECT_EQ(complaint(Box{scalar(infinity), scalar(infinity)}),
            "box: lower is inf but must be below infinity");
  EXPECT_EQ(complaint(Box{scalar(0.0), scalar(1.0), scalar(-1.0)}),
            "box: compliance is -1 but must be finite and >= 0");
  EXPECT_EQ(complaint(Box{scalar(0.0), scalar(1.0), Vector(3)}),
            "box: compliance has 3 entries but lower has 1");
  EXPECT_EQ(complaint(Box{scalar(1.0), scalar(2.0), {}, scalar(1.0)}),
            "box: lower is 1 but a dead zone needs lower <= 0 <= upper");
  EXPECT_EQ(complaint(Polytope{Matrix{{1.0}, {-1.0}}, Vector{{-1, 0}}}),
            "polytope: the set { A r <= b } is empty");
  EXPECT_EQ(complaint(Polytope{Matrix{{1.0}}, Vector{{1, 2}}}),
            "polytope: A has 1 rows but b has 2 entries");
  EXPECT_EQ(complaint(CustomLaw{1, {}, {}}), "custom: resolve is empty");
}

}  // namespace
}  // namespace nonsmooth
