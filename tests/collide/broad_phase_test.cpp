// SPDX-License-Identifier: Apache-2.0
// The oracle is every pair tested.
#include "nonsmooth/collide/broad_phase.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

namespace nonsmooth {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Aabb cube(const Vec<3>& middle, double half) {
  return {middle - Vec<3>::Constant(half), middle + Vec<3>::Constant(half)};
}

Vec<3> random_point(Random& random, double size) {
  return size * Vec<3>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

Pairs every_pair(const std::vector<Aabb>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (boxes[i].overlaps(boxes[j])) pairs.emplace_back(i, j);
  return pairs;
}

Pairs found(BroadPhase& phase, const std::vector<Aabb>& boxes) {
  const auto pairs = phase.pairs(boxes);
  return {pairs.begin(), pairs.end()};
}

// Spheres of radius 1 on a jittered face-centred lattice, in random order: a dense packing.
std::vector<Aabb> dense_packing(int count, Random& random) {
  std::vector<Aabb> boxes;
  const int side = static_cast<int>(std::ceil(std::cbrt(count / 4.0)));
  const double edge = 2.0 * std::sqrt(2.0);
  for (int i = 0; static_cast<int>(boxes.size()) < count; ++i) {
    const Vec<3> cell(i % side, i / side % side, i / side / side);
    for (const Vec<3>& at :
         {Vec<3>(0, 0, 0), Vec<3>(0, .5, .5), Vec<3>(.5, 0, .5), Vec<3>(.5, .5, 0)})
      boxes.push_back(cube(edge * (cell + at) + random_point(random, 0.05), 1.0));
  }
  boxes.resize(static_cast<std::size_t>(count));
  for (std::size_t i = boxes.size(); i > 1; --i)
    std::swap(boxes[i - 1], boxes[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  return boxes;
}

TEST(BroadPhase, AgreesWithEveryPair) {
  BroadPhase phase;  // one object for all: what it keeps from call to call must not matter
  Random random(1);
  std::size_t total = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const double size = std::pow(10.0, random.uniform(-6, 6));
    const double away = round % 3 == 0 ? 1e7 * size : 0.0;  // far from the origin
    const int clusters = 1 + random.below(4);
    std::vector<Vec<3>> middles;
    for (int k = 0; k < clusters; ++k)
      middles.push_back(random_point(random, 20 * size) + Vec<3>::Constant(away));
    std::vector<Aabb> boxes;
    for (int k = random.below(150); k >= 0; --k) {
      const double half = size * std::pow(10.0, round % 2 == 0 ? random.uniform(-3, 1.5) : 0.0);
      const Vec<3> at = middles[static_cast<std::size_t>(random.below(clusters))] +
                        random_point(random, 5 * size);
      Aabb box = cube(at, half);
      if (random.below(3) == 0) box.upper += Vec<3>(random.uniform(0, 30 * size), 0, half);
      boxes.push_back(box);
      if (random.below(10) == 0) boxes.push_back(boxes.back());
      if (random.below(40) == 0) boxes.push_back({at, at});
      if (random.below(60) == 0)
        boxes.push_back(cube(at + random_point(random, 1e12 * size), half));
    }
    const Pairs pairs = every_pair(boxes);
    total += pairs.size();
    EXPECT_EQ(found(phase, boxes), pairs);
  }
  EXPECT_GT(total, 10000u);
}

// Lattices put faces exactly on the faces of neighbours and of cells.
TEST(BroadPhase, TouchingBoxesOverlap) {
  BroadPhase phase;
  for (const double size : {1.0, 0.1, 1.0 / 3.0, 1e5}) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 6 * 6 * 6; ++i)
      boxes.push_back({size * Vec<3>(i % 6, i / 6 % 6, i / 36),
                       size * Vec<3>(i % 6 + 1, i / 6 % 6 + 1, i / 36 + 1)});
    EXPECT_EQ(found(phase, boxes), every_pair(boxes));
    EXPECT_EQ(phase.pairs(boxes).size(), 1940u);  // (16^3 - 6^3) / 2: counted by axis
  }
}

TEST(BroadPhase, UnboundedHugeEmptyAndNothing) {
  BroadPhase phase;
  EXPECT_TRUE(phase.pairs({}).empty());
  const Aabb everywhere{Vec<3>::Constant(-infinity), Vec<3>::Constant(infinity)};
  Aabb below = everywhere;
  below.upper.z() = 0.0;
  Aabb nan = cube(Vec<3>::Zero(), 1.0);
  nan.upper.x() = std::nan("");
  const std::vector<Aabb> boxes{
      cube(Vec<3>(0, 0, 5), 1.0), below, Aabb{}, nan, everywhere, cube(Vec<3>(0, 0, 0), 1.0),
      cube(Vec<3>::Zero(), 1e300)};
  EXPECT_EQ(found(phase, boxes),
            (Pairs{{0, 4}, {0, 6}, {1, 4}, {1, 5}, {1, 6}, {4, 5}, {4, 6}, {5, 6}}));
  EXPECT_TRUE(phase.pairs(std::vector<Aabb>{cube(Vec<3>::Zero(), 1.0)}).empty());
}

// All in one place: every pair overlaps, whatever the sizes are.
TEST(BroadPhase, Duplicates) {
  BroadPhase phase;
  for (const double half : {0.0, 1.0}) {
    const std::vector<Aabb> boxes(100, cube(Vec<3>(1, 2, 3), half));
    EXPECT_EQ(phase.pairs(boxes).size(), 4950u);
  }
}

// Processor time. The bound is fifty times what was measured; a quadratic search takes minutes.
TEST(BroadPhase, DensePackingInLinearTime) {
  Random random(7);
  std::vector<Aabb> boxes = dense_packing(100000, random);
  BroadPhase phase;
  for (const char* what : {"equal spheres", "with 5 walls and 100 large spheres, one far away"}) {
    double best = 1e9;
    std::size_t count = 0;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const std::clock_t start = std::clock();
      count = phase.pairs(boxes).size();
      best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::printf("100 000 boxes, %s: %zu pairs in %.1f ms\n", what, count, 1e3 * best);
    EXPECT_GT(count, 550000u);  // twelve touching neighbours each, fewer at the border
    EXPECT_LT(best, 1.0);
    for (int k = 0; k < 100; ++k)
      boxes[static_cast<std::size_t>(k)] = boxes[static_cast<std::size_t>(k)].grown(4.0);
    boxes[200] = cube(Vec<3>::Constant(-1e9), 1.0);
    for (std::size_t k = 0; k < 5; ++k) {
      boxes[300 + k] = {Vec<3>::Constant(-1.0), Vec<3>::Constant(90.0)};
      boxes[300 + k].upper[static_cast<int>(k % 3)] = 0.0;
    }
  }
}

}  // namespace
}  // namespace nonsmooth
