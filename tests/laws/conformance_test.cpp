// SPDX-License-Identifier: Apache-2.0
// Every built-in law against the identities of check_law, and check_law against laws that break
// them.
#include "nonsmooth/laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {

// Laws of a user: namespace scope, because they have a static dimension.
struct Halfline {  // NonNegative by hand, with derivatives
  static constexpr int dimension = 2;
  Vec<2> resolvent(double, const Vec<2>&, const Vec<2>& z) const { return z.cwiseMax(0.0); }
  ResolventJacobian<2> resolvent_jacobian(double, const Vec<2>&, const Vec<2>& z) const {
    const Vec<2> slope = (z.array() > 0.0).cast<double>();
    return {slope.asDiagonal(), Mat<2>::Zero()};
  }
};
static_assert(DifferentiableLaw<Halfline>);

struct Ball {  // without derivatives
  static constexpr int dimension = 3;
  double radius = 1.0;
  Vec<3> resolvent(double, const Vec<3>&, const Vec<3>& z) const {
    return z.norm() > radius ? Vec<3>(z * (radius / z.norm())) : z;
  }
};
static_assert(Law<Ball> && !DifferentiableLaw<Ball>);

struct Expanding {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return 2.0 * z; }
};
struct DependsOnRho {  // clips to a set that changes with rho
  static constexpr int dimension = 1;
  Vec<1> resolvent(double rho, const Vec<1>&, const Vec<1>& z) const {
    return z.cwiseMax(-rho).cwiseMin(rho);
  }
};
struct ShiftWithoutRho {  // Coulomb in the plane, but g(u) is not multiplied by rho
  static constexpr int dimension = 2;
  Vec<2> resolvent(double, const Vec<2>& u, const Vec<2>& z) const {
    const double mu = 0.3, n = z[0] - mu * std::abs(u[1]), t = std::abs(z[1]);
    if (t <= mu * n) return {n, z[1]};
    const double normal = std::max(0.0, (n + mu * t) / (1.0 + mu * mu));
    return {normal, std::copysign(mu * normal, z[1])};
  }
};
struct Shrinking {  // half way to the half line
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return 0.5 * z.cwiseMax(0.0); }
};
struct NotFirm {  // a reflection expands nothing but is not firm
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return -z; }
};
struct WrongDerivative : Halfline {
  ResolventJacobian<2> resolvent_jacobian(double, const Vec<2>&, const Vec<2>&) const {
    return {Mat<2>::Identity(), Mat<2>::Zero()};
  }
};
struct NotFinite {
  static constexpr int dimension = 1;
  Vec<1> resolvent(double, const Vec<1>&, const Vec<1>& z) const { return z.cwiseSqrt(); }
};

namespace {

Vector repeat(int n, double value) { return Vector::Constant(n, value); }

std::vector<AnyLaw> conforming_laws() {
  std::vector<AnyLaw> laws{Free{0}, Free{1}, Free{6}, NonNegative{1}, NonNegative{5}};
  laws.emplace_back(Box{repeat(2, -1.0), repeat(2, 1.0)});
  laws.emplace_back(Box{repeat(2, 0.5), repeat(2, 0.5)});  // equal bounds: a point
  laws.emplace_back(Box{repeat(1, -infinity), repeat(1, 2.0)});
  laws.emplace_back(Box{repeat(1, 0.0), repeat(1, infinity)});
  laws.emplace_back(Box{repeat(1, -infinity), repeat(1, infinity)});
  laws.emplace_back(Box{repeat(2, -1.0), repeat(2, 1.0), repeat(2, 0.5)});
  laws.emplace_back(Box{repeat(2, -infinity), repeat(2, infinity), repeat(2, 0.1), repeat(2, 1.0)});
  laws.emplace_back(Box{repeat(2, -1.0), repeat(2, 1.0), {}, repeat(2, 0.7)});
  laws.emplace_back(Box{repeat(1, 0.0), repeat(1, 0.0), {}, repeat(1, 1.0)});
  laws.emplace_back(Graph{{curves::relay(), curves::relay_with_dead_zone(0.3)}});
  laws.emplace_back(Graph{{curves::saturation(2.0, -1.0, 3.0), curves::dead_zone(10.0, 1.0)}});
  laws.emplace_back(Graph{{curves::hinge_sum({{-1.0, 0.5}, {0.2, 3.0}, {2.0, 1.0}})}});
  laws.emplace_back(Graph{{{{{0.0, 0.0}}, -infinity, 0.0}}});         // complementarity
  laws.emplace_back(Graph{{{{{-2.0, 1.0}}, -infinity, -infinity}}});  // u is given
  laws.emplace_back(Graph{{{{{0.0, 4.0}}}}});                         // r is given
  laws.emplace_back(Graph{{{{{1.0, 2.0}, {1.0, 2.0}, {1.0, 1.0}, {3.0, 1.0}, {4.0, -1.0}}, -0.5}}});
  laws.emplace_back(Graph{});
  laws.emplace_back(Polytope{Matrix{{1, 1}, {-1, 0}, {0, -1}}, Vector{{1, 0, 0}}});
  laws.emplace_back(Polytope{Matrix{{1, 0}, {-1, 0}}, Vector{{1, -1}}});  // the line r_0 = 1
  laws.emplace_back(Polytope{Matrix(0, 3), Vector(0)});                   // the whole space
  for (const double mu : {0.0, 0.3, 1.0, 10.0}) {
    for (const int n : {1, 2, 3, 6}) laws.emplace_back(SecondOrderCone{n, mu});
    for (const int n : {2, 3}) laws.emplace_back(coulomb(mu, n));
    laws.emplace_back(SecondOrderCone{3, mu, 0.1});  // Drucker-Prager
    for (const double mu_r : {0.0, 0.01, 0.7})
      for (const int n : {3, 5}) laws.emplace_back(RollingCone{n, mu, mu_r});
  }
  for (const double radius : {0.0, 1.0, 30.0})
    for (const int n : {1, 2, 5}) laws.emplace_back(Disk{n, radius});
  laws.emplace_back(Halfline{});
  laws.emplace_back(Ball{2.0});
  return laws;
}

TEST(Conformance, EveryLawKeepsTheIdentities) {
  int number = 0;
  for (const AnyLaw& law : conforming_laws()) {
    SCOPED_TRACE(std::to_string(number++) + ": " + std::string(law.kind()) + " of size " +
                 std::to_string(law.size()));
    EXPECT_TRUE(validate(law).empty()) << validate(law).front();
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      const LawReport report = check_law(law, 200, seed);
      EXPECT_TRUE(report.ok()) << report.failures.front();
    }
  }
}

void expect_caught(const AnyLaw& law, std::string_view identity) {
  const LawReport report = check_law(law);
  bool named = false;
  for (const std::string& failure : report.failures)
    named = named || failure.find(identity) != std::string::npos;
  EXPECT_TRUE(named) << "not caught: " << identity;
}

TEST(Conformance, BrokenLawsAreCaughtByTheRightIdentity) {
  expect_caught(AnyLaw(Expanding{}), "does not expand");
  expect_caught(AnyLaw(DependsOnRho{}), "every rho");
  expect_caught(AnyLaw(ShiftWithoutRho{}), "every rho");
  expect_caught(AnyLaw(Shrinking{}), "changes nothing");
  expect_caught(AnyLaw(NotFirm{}), "firmly");
  expect_caught(AnyLaw(WrongDerivative{}), "finite differences");
  expect_caught(AnyLaw(NotFinite{}), "NaN or infinity");
}

TEST(Conformance, ACustomLawIsALawLikeAnyOther) {
  const AnyLaw law(Ball{2.0});
  EXPECT_EQ(law.kind(), "custom");
  EXPECT_EQ(law.size(), 3);
  EXPECT_FALSE(law.scalar());
  EXPECT_FALSE(law.differentiable());
  EXPECT_TRUE(AnyLaw(Halfline{}).differentiable());
  Arena scratch;
  Vector r(3);
  law.resolvent(1.0, Vector::Zero(3), Vector{{0, 3, 4}}, r, scratch);
  EXPECT_TRUE(r.isApprox(Vector{{0, 1.2, 1.6}}));
  const AnyLaw copy = law;  // by value
  EXPECT_EQ(copy.size(), 3);
}

}  // namespace
}  // namespace nonsmooth
