// SPDX-License-Identifier: Apache-2.0
// Relative degree, zero dynamics, passivity with its certificate, well-posedness.
#include "nonsmooth/control/design.hpp"
#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <algorithm>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

ns::Matrix random_matrix(ns::Random& random, int rows, int cols) {
  return ns::Matrix::NullaryExpr(rows, cols, [&] { return random.normal(); });
}

// G(s) = (s + 3)(s^2 + 2 s + 5) / ((s + 1)^3 (s + 2)^2), controllable form
nc::LinearSystem with_known_zeros() {
  // denominator s^5 + 7 s^4 + 19 s^3 + 25 s^2 + 16 s + 4; numerator s^3 + 5 s^2 + 11 s + 15
  ns::Matrix A = ns::Matrix::Zero(5, 5);
  A.diagonal(1).setOnes();
  A.row(4) << -4, -16, -25, -19, -7;
  return {A, ns::Matrix{{0}, {0}, {0}, {0}, {1}}, ns::Matrix{{15, 11, 5, 1, 0}}};
}

TEST(Design, RelativeDegree) {
  EXPECT_EQ(nc::relative_degree(with_known_zeros()), std::vector{2});
  const ns::Matrix A{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}}, B{{0}, {0}, {1}};
  EXPECT_EQ(nc::relative_degree({A, B, ns::Matrix::Identity(3, 3)}), (std::vector{3, 2, 1}));
  EXPECT_EQ(nc::relative_degree({A, B, ns::Matrix{{1, 0, 0}}, ns::Matrix{{2.0}}}), std::vector{0});
  EXPECT_EQ(nc::relative_degree({ns::Matrix::Zero(2, 2), ns::Matrix{{1}, {0}}, ns::Matrix{{0, 1}}}),
            std::vector{-1});
}

TEST(Design, TransmissionZeros) {
  const nc::ZeroDynamics found = nc::zero_dynamics(with_known_zeros());
  ASSERT_EQ(found.zeros.size(), 3u);
  EXPECT_TRUE(found.unique);
  for (const std::complex<double> expected :
       {std::complex<double>(-3, 0), std::complex<double>(-1, 2), std::complex<double>(-1, -2)}) {
    double nearest = ns::infinity;
    for (const auto zero : found.zeros) nearest = std::min(nearest, std::abs(zero - expected));
    EXPECT_LT(nearest, 1e-8);
  }
}

// a change of coordinates and a feedback change neither zeros nor degree
TEST(Design, ZerosAreInvariantUnderCoordinatesAndFeedback) {
  ns::Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const nc::LinearSystem s = with_known_zeros();
    const ns::Matrix T = random_matrix(random, 5, 5) + 3 * ns::Matrix::Identity(5, 5);
    const ns::Matrix F = random_matrix(random, 1, 5), inverse = T.inverse();
    const nc::ZeroDynamics found =
        nc::zero_dynamics({T * (s.A + s.B * F) * inverse, T * s.B, s.C * inverse});
    ASSERT_EQ(found.zeros.size(), 3u) << trial;
    double sum = 0;
    for (const auto zero : found.zeros) sum += zero.real();
    EXPECT_NEAR(sum, -5, 1e-5) << trial;
  }
}

void expect_certificate(const nc::LinearSystem& s, const nc::Passivity& result) {
  ASSERT_TRUE(result.passive) << result.reason;
  const auto n = s.A.rows(), m = s.B.cols();
  const ns::Matrix D = s.D.size() > 0 ? s.D : ns::Matrix::Zero(m, m), &P = result.P;
  ns::Matrix F(n + m, n + m);
  F << s.A.transpose() * P + P * s.A, P * s.B - s.C.transpose(), s.B.transpose() * P - s.C,
      -(D + D.transpose());
  EXPECT_LT(F.eigenvalues().real().maxCoeff(), 1e-5 * (1 + F.norm()));
  EXPECT_GT(P.eigenvalues().real().minCoeff(), 0.0);
  EXPECT_LT((P - P.transpose()).norm(), 1e-12 * P.norm());
}

TEST(Passivity, KnownCircuits) {
  // lossless tank: P = diag(C, L) is the only storage function
  const double L = 1e-2, C = 1e-6;
  const nc::LinearSystem tank{ns::Matrix{{0, -1 / C}, {1 / L, 0}}, ns::Matrix{{1 / C}, {0}},
                              ns::Matrix{{1, 0}}};
  const nc::Passivity lossless = nc::passivity(tank);
  ASSERT_TRUE(lossless.passive) << lossless.reason;
  expect_certificate(tank, lossless);
  EXPECT_FALSE(lossless.strictly);
  EXPECT_NEAR(lossless.P(0, 0), C, 1e-6 * C);
  EXPECT_NEAR(lossless.P(1, 1), L, 1e-4 * L);
  // first order, with and without feedthrough
  const nc::LinearSystem lag{ns::Matrix{{-1.0}}, ns::Matrix{{1.0}}, ns::Matrix{{1.0}}};
  expect_certificate(lag, nc::passivity(lag));
  const nc::LinearSystem lead{ns::Matrix{{-1.0}}, ns::Matrix{{1.0}}, ns::Matrix{{-0.4}},
                              ns::Matrix{{0.5}}};  // G = 0.5 - 0.4 / (s + 1): Re at least 0.1
  expect_certificate(lead, nc::passivity(lead));
}

TEST(Passivity, RefusesWithAReason) {
  const ns::Matrix one{{1.0}};
  EXPECT_NE(nc::passivity({one, one, one}).reason.find("eigenvalue of real part 1"),
            std::string::npos);
  // relative degree 2 is never passive
  EXPECT_FALSE(
      nc::passivity({ns::Matrix{{0, 1}, {-1, -1}}, ns::Matrix{{0}, {1}}, ns::Matrix{{1, 0}}})
          .passive);
  EXPECT_NE(nc::passivity({-one, one, one, -one}).reason.find("D + D^T"), std::string::npos);
  // G = 0.5 - 0.6 / (s + 1) is negative at low frequencies
  const nc::Passivity low = nc::passivity({-one, one, ns::Matrix{{-0.6}}, ns::Matrix{{0.5}}});
  EXPECT_FALSE(low.passive);
  EXPECT_NE(low.reason.find("G(iw)"), std::string::npos) << low.reason;
}

// B = P^-1 C^T - ..., built to be passive; and shifted until they are not
TEST(Passivity, RandomSystems) {
  ns::Random random(21);
  for (int trial = 0; trial < 30; ++trial) {
    const int n = 2 + random.below(3), m = 1 + random.below(2);
    const ns::Matrix R = random_matrix(random, n, n), S = random_matrix(random, n, n);
    const ns::Matrix P = R * R.transpose() + ns::Matrix::Identity(n, n);
    const ns::Matrix K = random_matrix(random, n, n);
    // P A + A^T P = -S S^T - I
    const ns::Matrix A =
        P.inverse() * (K - K.transpose() - 0.5 * (S * S.transpose() + ns::Matrix::Identity(n, n)));
    const ns::Matrix C = random_matrix(random, m, n);
    const nc::LinearSystem s{A, P.inverse() * C.transpose(), C};
    expect_certificate(s, nc::passivity(s));
    const nc::LinearSystem negative{A, s.B, -C};
    EXPECT_FALSE(nc::passivity(negative).passive) << trial;
  }
}

TEST(WellPosedness, EveryKind) {
  const ns::Matrix A{{0, 1}, {-1, 0}};
  const auto kind = [](const nc::LinearSystem& s) { return nc::well_posedness(s).kind; };
  EXPECT_EQ(kind({A, ns::Matrix{{1}, {0}}, ns::Matrix{{1, 0}}, ns::Matrix{{2.0}}}),
            nc::WellPosedness::lipschitz);
  // a P-matrix that is not positive definite
  const ns::Matrix P{{1, -4}, {0, 1}};
  EXPECT_TRUE(nc::is_p_matrix(P));
  EXPECT_EQ(kind({A, ns::Matrix::Identity(2, 2), ns::Matrix::Identity(2, 2), P}),
            nc::WellPosedness::lipschitz);
  EXPECT_EQ(kind({A, ns::Matrix{{1}, {0}}, ns::Matrix{{1, 0}}}),
            nc::WellPosedness::absolutely_continuous);
  EXPECT_EQ(kind({A, ns::Matrix{{0}, {1}}, ns::Matrix{{1, 0}}}),
            nc::WellPosedness::needs_jump_rule);
  EXPECT_EQ(kind({A, ns::Matrix{{-1}, {0}}, ns::Matrix{{1, 0}}}), nc::WellPosedness::unknown);
  // the diode bridge: D is only semidefinite, the circuit is passive
  const double L = 1e-2, C = 1e-6, R = 1e3;
  const nc::LinearSystem bridge{
      ns::Matrix{{0, -1 / C}, {1 / L, 0}}, ns::Matrix{{0, 0, -1 / C, 1 / C}, {0, 0, 0, 0}},
      ns::Matrix{{0, 0}, {0, 0}, {-1, 0}, {1, 0}},
      ns::Matrix{{1 / R, 1 / R, -1, 0}, {1 / R, 1 / R, 0, -1}, {1, 0, 0, 0}, {0, 1, 0, 0}}};
  const nc::WellPosednessReport report = nc::well_posedness(bridge);
  EXPECT_EQ(report.kind, nc::WellPosedness::absolutely_continuous) << report.reason;
}

}  // namespace
