// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

namespace nonsmooth {
namespace {

TEST(Random, GivesThePublishedSequence) {
  Random zero(0);
  EXPECT_EQ(zero.bits(), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(zero.bits(), 0x6E789E6AA1B965F4ull);
  EXPECT_EQ(zero.bits(), 0x06C45D188009454Full);
  Random seeded(1234567);
  EXPECT_EQ(seeded.bits(), 6457827717110365317ull);
  EXPECT_EQ(seeded.bits(), 3203168211198807973ull);
  EXPECT_EQ(seeded.bits(), 9817491932198370423ull);
}

TEST(Random, StaysInItsIntervals) {
  Random random(1);
  double sum = 0.0, square = 0.0;
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double u = random.uniform();
    EXPECT_GE(u, 0.0);
    EXPECT_LT(u, 1.0);
    const double v = random.uniform(-3.0, -2.0);
    EXPECT_GE(v, -3.0);
    EXPECT_LT(v, -2.0);
    const int k = random.below(7);
    EXPECT_GE(k, 0);
    EXPECT_LT(k, 7);
    const double x = random.normal();
    sum += x;
    square += x * x;
  }
  // five standard deviations of the estimates
  EXPECT_NEAR(sum / count, 0.0, 5.0 / std::sqrt(count));
  EXPECT_NEAR(square / count, 1.0, 5.0 * std::sqrt(2.0 / count));
}

TEST(Random, IsKnownToTheCompiler) {
  constexpr std::uint64_t first = Random(0).bits();
  static_assert(first == 0xE220A8397B1DCDAFull);
}

}  // namespace
}  // namespace nonsmooth
