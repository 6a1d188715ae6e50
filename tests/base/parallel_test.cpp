// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/parallel.hpp"
#include "nonsmooth/base/lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace nonsmooth {
namespace {

TEST(Workers, EveryPieceIsDoneOnceForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<int> done(1000, 0);
      std::atomic<std::size_t> next{0};
      std::vector<int> called(static_cast<std::size_t>(threads), 0);
      workers.run([&](int worker) {
        ++called.at(static_cast<std::size_t>(worker));
        for (std::size_t i = next++; i < done.size(); i = next++) ++done[i];
      });
      EXPECT_EQ(done, std::vector<int>(1000, 1));
      EXPECT_EQ(called, std::vector<int>(called.size(), 1));
    }
  }
}

TEST(Workers, PiecesCoverEveryNumberOnce) {
  for (const int threads : {1, 2, 4})
    for (const int count : {0, 1, 7, 8, 1001}) {
      Workers workers(threads);
      std::vector<int> done(static_cast<std::size_t>(count), 0);
      workers.for_pieces(count, 7, [&](int begin, int end) {
        EXPECT_EQ(begin % 7, 0);
        EXPECT_EQ(end, std::min(begin + 7, count));
        for (int i = begin; i < end; ++i) ++done[static_cast<std::size_t>(i)];
      });
      EXPECT_EQ(done, std::vector<int>(done.size(), 1)) << threads << " threads";
    }
}

TEST(Workers, OneThreadStaysHere) {
  std::thread::id where;
  Workers(1).run([&](int) { where = std::this_thread::get_id(); });
  EXPECT_EQ(where, std::this_thread::get_id());
}

Lanes counted(double first) {
  Lanes lanes;
  for (int i = 0; i < lane_count; ++i) lanes.set(i, first + i);
  return lanes;
}

// every lane on its own: what is set comes back, operations do not mix lanes
TEST(Lanes, AreIndependent) {
  const Lanes a = counted(1.0), b = counted(-3.0);
  const Lanes results[]{a + b, a - b,   a * b,        b / a,
                        -a,    root(a), magnitude(b), select(b < 0.0, a, b)};
  for (int i = 0; i < lane_count; ++i) {
    const double x = 1.0 + i, y = -3.0 + i;
    ASSERT_EQ(a[i], x);
    const double expected[]{x + y, x - y,        x * y,       y / x,
                            -x,    std::sqrt(x), std::abs(y), y < 0 ? x : y};
    for (int k = 0; k < 8; ++k) EXPECT_EQ(results[k][i], expected[k]) << "lane " << i << ", " << k;
  }
}

TEST(Lanes, MasksKnowTheirLane) {
  for (int lane = 0; lane < lane_count; ++lane) {
    Lanes one = 0.0;
    one.set(lane, 1.0);
    const Lanes::Mask mask = one > 0.5;
    EXPECT_TRUE(any(mask));
    EXPECT_FALSE(any(mask & !mask));
    EXPECT_FALSE(any(!(mask | !mask)));
    for (int i = 0; i < lane_count; ++i) EXPECT_EQ(mask[i], i == lane);
  }
  EXPECT_FALSE(any(Lanes(0.0) > 0.5));
}

}  // namespace
}  // namespace nonsmooth
