// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/laws/complementarity.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>

#include <vector>

namespace nonsmooth {
namespace {

// The nearest feasible point among the projections on all intersections of constraint planes.
bool brute_force(const Polytope& set, const Vector& z, Vector& best) {
  const int m = static_cast<int>(set.A.rows());
  double distance = infinity;
  for (int subset = 0; subset < (1 << m); ++subset) {
    std::vector<int> rows;
    for (int i = 0; i < m; ++i)
      if (subset >> i & 1) rows.push_back(i);
    Vector r = z;
    if (!rows.empty()) {
      const Matrix n = set.A(rows, Eigen::all);
      // smallest correction that puts z on the planes
      r += n.completeOrthogonalDecomposition().solve(Vector(set.b(rows) - n * z));
    }
    if ((set.A * r - set.b).maxCoeff() > 1e-9) continue;
    if ((r - z).norm() < distance) {
      distance = (r - z).norm();
      best = r;
    }
  }
  return distance < infinity;
}

Vector random_vector(int n, double size, Random& random) {
  Vector v(n);
  for (double& value : v) value = random.uniform(-size, size);
  return v;
}

TEST(Polytope, ProjectsLikeBruteForce) {
  Random random(1);
  int empty = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 1 + random.below(4), m = 1 + random.below(7);
    Polytope set{Matrix(m, n), Vector(m)};
    for (int i = 0; i < m; ++i) set.A.row(i) = random_vector(n, 1.0, random);
    for (double& value : set.b) value = random.uniform(-0.3, 1.0);
    const Vector z = random_vector(n, 4.0, random);
    Vector expected(n), r(n);
    Arena scratch;
    const bool feasible = brute_force(set, z, expected);
    ASSERT_EQ(set.project(z, r, scratch, nullptr, nullptr), feasible) << trial;
    if (feasible) {
      EXPECT_LE((r - expected).norm(), 1e-9 * (1.0 + expected.norm())) << trial;
    } else {
      ++empty;
    }
  }
  EXPECT_GT(empty, 0);  // both outcomes were met
  EXPECT_LT(empty, 200);
}

TEST(Polytope, ReportsTheConstraintsThatBind) {
  const Polytope square{Matrix{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, Vector{{1, 1, 1, 1}}};
  Arena scratch;
  Vector r(2);
  int active[4], count = -1;
  ASSERT_TRUE(square.project(Vector{{3, 0}}, r, scratch, active, &count));
  EXPECT_EQ(r, (Vector{{1, 0}}));
  ASSERT_EQ(count, 1);
  EXPECT_EQ(active[0], 0);
  ASSERT_TRUE(square.project(Vector{{0.5, 0}}, r, scratch, active, &count));
  EXPECT_EQ(count, 0);
  ASSERT_TRUE(square.project(Vector{{-3, 5}}, r, scratch, active, &count));
  EXPECT_EQ(r, (Vector{{-1, 1}}));
  EXPECT_EQ(count, 2);
}

TEST(Polytope, BearsRedundantAndDegenerateConstraints) {
  Arena scratch;
  Vector r(2);
  // the same half plane three times, in other units
  const Polytope repeated{Matrix{{1, 0}, {2, 0}, {1e6, 0}}, Vector{{1, 2, 1e6}}};
  ASSERT_TRUE(repeated.project(Vector{{5, 7}}, r, scratch, nullptr, nullptr));
  EXPECT_LE((r - Vector{{1, 7}}).norm(), 1e-12);
  // five planes through one corner
  const Polytope corner{Matrix{{1, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 1}}, Vector::Zero(5)};
  ASSERT_TRUE(corner.project(Vector{{2, 3}}, r, scratch, nullptr, nullptr));
  EXPECT_LE(r.norm(), 1e-12);
  // a row without normal says nothing, or that nothing is allowed
  const Polytope vacuous{Matrix{{0, 0}, {1, 0}}, Vector{{1, 1}}};
  ASSERT_TRUE(vacuous.project(Vector{{2, 2}}, r, scratch, nullptr, nullptr));
  EXPECT_EQ(r, (Vector{{1, 2}}));
  const Polytope impossible{Matrix{{0, 0}, {1, 0}}, Vector{{-1, 1}}};
  EXPECT_FALSE(impossible.project(Vector{{2, 2}}, r, scratch, nullptr, nullptr));
}

TEST(Polytope, NearlyParallelPlanesDoNotMakeItEmpty) {
  // two planes 1e-8 apart in angle bind together while a third one enters
  const double angle = 1e-8;
  const Polytope wedge{Matrix{{1, 0, 0}, {1, angle, 0}, {0, 0, 1}}, Vector{{0, 0, 0}}};
  Arena scratch;
  Vector r(3);
  ASSERT_TRUE(wedge.project(Vector{{1e8, 0.5, 1.0}}, r, scratch, nullptr, nullptr));
  EXPECT_LE(r.norm(), 1e-6);
}

}  // namespace
}  // namespace nonsmooth
