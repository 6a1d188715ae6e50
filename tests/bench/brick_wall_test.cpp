// SPDX-License-Identifier: Apache-2.0
// One wall, two materials: what they share (mass, load, contacts) and what sets them apart (rank).
#include "bench/brick_wall.hpp"

#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>
#include <Eigen/QR>

namespace nonsmooth::bench {
namespace {

const BrickWall flexible{.courses = 2, .bricks = 2};
const BrickWall rigid{.flexible = false, .courses = 2, .bricks = 2};

int rank(const GlobalProblem& problem) {
  Eigen::ColPivHouseholderQR<Matrix> qr(Matrix(problem.H));
  qr.setThreshold(1e-10);
  return static_cast<int>(qr.rank());
}

// The sum of a force over the translations: all nodes, or the first three of six per brick.
Vec<3> resultant(const BrickWall& wall, const Vector& force) {
  const int stride = wall.flexible ? 3 : 6;
  Vec<3> sum = Vec<3>::Zero();
  for (Eigen::Index i = 0; i < force.size(); i += stride) sum += force.segment<3>(i);
  return sum;
}

double mass(const BrickWall& wall, const GlobalProblem& problem) {
  Vector up = Vector::Zero(problem.f.size());
  for (Eigen::Index i = 2; i < up.size(); i += wall.flexible ? 3 : 6) up[i] = 1.0;
  return up.dot(problem.M * up);  // springs do not see a translation
}

TEST(BrickWall, MaterialsDifferInRankOnly) {
  const GlobalProblem soft = brick_wall(flexible), hard = brick_wall(rigid);
  validate(soft);
  validate(hard);
  ASSERT_EQ(soft.laws.size(), hard.laws.size());
  EXPECT_EQ(rank(soft), soft.size());
  EXPECT_EQ(rank(hard), 6 * 6);  // every motion of the six bricks is felt somewhere
  // 2 courses of 2.5 bricks of 0.2 m x 0.1 m x 0.1 m
  EXPECT_NEAR(mass(flexible, soft), 2000.0 * 2 * 2.5 * 0.2 * 0.01, 1e-9);
  EXPECT_NEAR(mass(rigid, hard), mass(flexible, soft), 1e-9);
  EXPECT_LT((resultant(flexible, soft.f) - resultant(rigid, hard.f)).norm(), 1e-9);
}

TEST(BrickWall, SpringsResistDeformationAndNothingElse) {
  const GlobalProblem soft = brick_wall(flexible);
  // a turn of the first brick about the vertical axis: with M_0 + h^2 K only M_0 may answer
  const int nx = flexible.half_length + 1, ny = flexible.depth + 1, nz = flexible.height + 1;
  Vector turn = Vector::Zero(soft.f.size());
  double squares = 0.0;
  for (int node = 0; node < nx * ny * nz; ++node) {
    const double x = node % nx, y = node / nx % ny;
    turn.segment<3>(3 * node) << -y, x, 0.0;
    squares += x * x + y * y;
  }
  const double node_mass = 2000.0 * 0.1 * 0.1 * 0.1 / (nx * ny * nz);
  EXPECT_NEAR(turn.dot(soft.M * turn), node_mass * squares, 1e-6 * node_mass * squares);
}

// Forces in the joints cancel, so that the floor alone holds the wall: nearly all of load, weight
// and push, up to what still moves.
TEST(BrickWall, FloorCarriesTheLoad) {
  for (const BrickWall& wall : {flexible, rigid}) {
    const GlobalProblem problem = brick_wall(wall);
    const Solution solution = solve(reduce(problem), Auto{.tolerance = 1e-8});
    ASSERT_TRUE(solution.success()) << solution.summary();
    Vec<3> floor = Vec<3>::Zero();
    for (int i = 0; i < problem.size() / 3; ++i)  // normal (z) first, then x and y
      if (problem.laws[static_cast<std::size_t>(i)].get_if<SecondOrderCone>()->mu == 0.53)
        floor += Vec<3>(solution.r[3 * i + 1], solution.r[3 * i + 2], solution.r[3 * i]);
    const Vec<3> load = resultant(wall, problem.f);
    EXPECT_LT((floor - resultant(wall, problem.H * solution.r)).norm(), 1e-12 * load.norm());
    EXPECT_LT((floor + load).norm(), 1e-3 * load.norm());
  }
}

}  // namespace
}  // namespace nonsmooth::bench
