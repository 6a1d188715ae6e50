// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel with exact local solves: reference problems of contact, and what each option
// promises.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <utility>

namespace nonsmooth {
namespace {

// W = H^T M^-1 H for rows of H^T and a diagonal M, stored by blocks of the given size
Problem contacts(const Matrix& Ht, const Vector& mass, const Vector& q, std::vector<AnyLaw> laws,
                 bool dense = false) {
  const Matrix W = Ht * mass.cwiseInverse().asDiagonal() * Ht.transpose();
  if (dense) return {W, q, std::move(laws)};
  std::vector<int> sizes;
  for (const AnyLaw& law : laws) sizes.push_back(law.size());
  return {BlockSparse(sizes, sizes, SparseMatrix(W.sparseView())), q, std::move(laws)};
}

Problem two_contacts(bool dense = false) {
  const Matrix Ht{{1, 0, 0, 0, 1, 0},  {0, 1, 0, -1, 0, 0}, {0, 0, 1, 0, 0, -1},
                  {1, 0, 0, 0, -1, 1}, {0, 1, 1, 1, 0, 0},  {0, 0, 1, 0, 1, 1}};
  return contacts(Ht, Vector{{1, 1, 1, 2, 2, 2}}, Vector{{-1, 0.5, -0.25, -2, 1, 0.4}},
                  {coulomb(0.5), coulomb(0.3)}, dense);
}

const Vector two_contacts_r{{0.391576426945, -0.065781570550, 0.184406641721, 0.948207553694,
                             -0.256525467655, -0.122936834528}};

TEST(Nsgs, TwoContactsInFifteenSweeps) {
  for (const bool dense : {false, true}) {
    const Solution solution = solve(two_contacts(dense), Nsgs{.tolerance = 1e-14});
    ASSERT_TRUE(solution.success()) << solution.summary();
    EXPECT_LE(solution.iterations, 18);  // 15 sweeps, and those that see the change fall
    EXPECT_LE((solution.r - two_contacts_r).norm(), 1e-11);
    EXPECT_LE((solution.u - Vector{{0, 0.2730649103, -0.7654876992, 0, 0.3872653528, 0.1855923976}})
                  .norm(),
              1e-9);
  }
}

TEST(Nsgs, ConvexRelaxationOfTwoContacts) {
  Problem problem = two_contacts();
  problem.laws = {SecondOrderCone{3, 0.5, 0.0}, SecondOrderCone{3, 0.3, 0.0}};
  const Solution solution = solve(problem, Nsgs{.tolerance = 1e-13});
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_LE((solution.r - Vector{{0.614899734789, -0.100221487615, 0.290656282198, 0.998155113185,
                                  -0.253622841482, -0.159196987964}})
                .norm(),
            1e-11);
}

TEST(Nsgs, EveryOptionFindsTheSameTwoContacts) {
  for (const Nsgs& options :
       {Nsgs{.order = SweepOrder::symmetric}, Nsgs{.order = SweepOrder::random},
        Nsgs{.relaxation = 1.2}, Nsgs{.relaxation = 0.7}, Nsgs{.regularisation = 0.1},
        Nsgs{.freeze_after = 2}, Nsgs{.anderson = 3}, Nsgs{.anderson = 10}, Nsgs{.momentum = true},
        Nsgs{.order = SweepOrder::symmetric, .anderson = 5},
        Nsgs{.relaxation = 0.9, .anderson = 5}})
    for (const bool dense : {false, true}) {
      Nsgs precise = options;
      precise.tolerance = 1e-12;
      const Solution solution = solve(two_contacts(dense), precise);
      ASSERT_TRUE(solution.success()) << solution.summary();
      EXPECT_LE((solution.r - two_contacts_r).norm(), 1e-10);
    }
}

TEST(Nsgs, UnitsChangeNeitherPathNorAnswer) {
  const Problem problem = two_contacts();
  const Matrix W = problem.W.to_dense();
  for (const double unit : {0x1.0p-20, 0x1.0p20})
    for (const int memory : {0, 5}) {
      const Nsgs options{.tolerance = 1e-9, .max_iterations = 9, .anderson = memory};
      const Solution one = solve(Problem{W, problem.q, problem.laws}, options);
      const Solution other = solve(Problem{unit * W, problem.q, problem.laws}, options);
      // powers of two change no rounding
      EXPECT_EQ(one.r, unit * other.r);
      EXPECT_NEAR(one.residual_invariant, other.residual_invariant, 1e-15);
    }
}

// A cube of mass 1 and side 1 on a plane tilted by `angle`, from rest, one step of 1 ms: four
// corners, twelve rows of rank six. Axes: normal, downhill, across; velocity (linear, angular).
Problem cube_on_incline(double angle, double mu) {
  const double h = 1e-3, g = 9.81, inertia = 1.0 / 6.0;
  Matrix Ht = Matrix::Zero(12, 6);
  int row = 0;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5}) {
      const Eigen::Vector3d arm(-0.5, x, y);
      for (int axis = 0; axis < 3; ++axis, ++row) {
        Ht(row, axis) = 1.0;
        for (int k = 0; k < 3; ++k) {
          const Eigen::Vector3d spin = Eigen::Vector3d::Unit(k).cross(arm);
          Ht(row, 3 + k) = spin[axis];
        }
      }
    }
  Vector free = Vector::Zero(6);
  free[0] = -h * g * std::cos(angle);
  free[1] = h * g * std::sin(angle);
  Vector mass(6);
  mass << 1, 1, 1, inertia, inertia, inertia;
  return contacts(Ht, mass, Ht * free, std::vector<AnyLaw>(4, coulomb(mu)));
}

TEST(Nsgs, HyperstaticCubeSticks) {
  const double h = 1e-3, g = 9.81, angle = 0.3;
  const Solution solution = solve(cube_on_incline(angle, 0.5), Nsgs{.tolerance = 1e-13});
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_LE(solution.iterations, 50);
  EXPECT_LE(solution.u.norm(), 1e-12);
  double normal = 0.0, downhill = 0.0;
  for (int i = 0; i < 4; ++i) normal += solution.r[3 * i], downhill += solution.r[3 * i + 1];
  EXPECT_NEAR(normal, h * g * std::cos(angle), 1e-14);
  EXPECT_NEAR(downhill, -h * g * std::sin(angle), 1e-14);
}

TEST(Nsgs, HyperstaticCubeSlides) {
  const Solution solution = solve(cube_on_incline(0.6, 0.4), Nsgs{.tolerance = 1e-13});
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_LE(solution.iterations, 60);
  double normal = 0.0;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(solution.u[3 * i + 1], 2.300526e-3, 1e-9);
    normal += solution.r[3 * i];
  }
  EXPECT_NEAR(normal, 8.096542e-3, 1e-9);
}

// A chain of blocks with random laws of every kind and an extra spring on the diagonal.
Problem mixed_chain(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<AnyLaw> laws;
  std::vector<int> sizes;
  for (int i = 0; i < count; ++i) {
    switch (i % 8) {
      case 0: laws.push_back(Free{2}); break;
      case 1: laws.push_back(NonNegative{2}); break;
      case 2: laws.push_back(Box{Vector::Constant(2, -0.3), Vector::Constant(2, 0.2)}); break;
      case 3: laws.push_back(coulomb(0.4)); break;
      case 4: laws.push_back(coulomb(0.6, 2)); break;
      case 5: laws.push_back(RollingCone{5, 0.5, 0.2}); break;
      case 6: laws.push_back(Disk{2, 0.3}); break;
      default: laws.push_back(SecondOrderCone{4, 0.7, 0.2});
    }
    sizes.push_back(laws.back().size());
  }
  std::vector<BlockSparse::Triplet> blocks;
  const auto matrix = [&](int rows, int cols, double size) {
    Matrix M(rows, cols);
    for (int j = 0; j < cols; ++j)
      for (int i = 0; i < rows; ++i) M(i, j) = size * random.uniform(-1.0, 1.0);
    return M;
  };
  int total = 0;
  for (int i = 0; i < count; ++i) {
    const int n = sizes[static_cast<std::size_t>(i)];
    const Matrix B = matrix(n, n, 0.5);
    blocks.push_back({i, i, B * B.transpose() + Matrix::Identity(n, n)});
    if (i > 0) {
      const Matrix C = matrix(n, sizes[static_cast<std::size_t>(i - 1)], 0.3);
      blocks.push_back({i, i - 1, C});
      blocks.push_back({i - 1, i, C.transpose()});
    }
    total += n;
  }
  Vector q(total);
  for (int i = 0; i < total; ++i) q[i] = random.uniform(-1.0, 0.5);
  return {BlockSparse(sizes, sizes, blocks), q, laws};
}

TEST(Nsgs, MixesAllLaws) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Problem sparse = mixed_chain(24, seed);
    const Problem dense{sparse.W.to_dense(), sparse.q, sparse.laws};
    for (const Problem* problem : {&std::as_const(sparse), &dense})
      for (const int memory : {0, 5}) {
        const Solution solution = solve(*problem, Nsgs{.tolerance = 1e-12, .anderson = memory});
        EXPECT_TRUE(solution.success()) << "seed " << seed << ": " << solution.summary();
      }
  }
}

// Bodies with three velocities each, contacts between random pairs: any rank, contacts without a
// body, coefficients up to 10, zero q.
TEST(Nsgs, RandomContactsNeverBreakIt) {
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const int count = 1 + random.below(15), bodies = 1 + random.below(6);
    Matrix Ht = Matrix::Zero(3 * count, 3 * bodies);
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < random.below(3); ++k) {
        const int body = random.below(bodies);
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) Ht(3 * i + a, 3 * body + b) += random.uniform(-1.0, 1.0);
      }
    Vector free(3 * bodies);
    for (int i = 0; i < free.size(); ++i)
      free[i] = random.below(5) ? random.uniform(-1.0, 1.0) : 0.0;
    std::vector<AnyLaw> laws;
    for (int i = 0; i < count; ++i) {
      const double mu = random.below(6) == 0 ? 0.0 : std::pow(10.0, random.uniform(-2.0, 1.0));
      laws.push_back(coulomb(mu));
    }
    const Problem problem =
        contacts(Ht, Vector::Ones(3 * bodies), Ht * free, laws, random.below(2) == 0);
    const Nsgs options{.max_iterations = 2000, .anderson = 5 * random.below(2)};
    const Solution solution = solve(problem, options);
    EXPECT_TRUE(solution.r.allFinite() && solution.u.allFinite()) << "seed " << seed;
    EXPECT_LT(solution.residual_invariant, 10.0) << "seed " << seed;
    solved += solution.success() ? 1 : 0;
  }
  EXPECT_GE(solved, 380);
}

TEST(Nsgs, RandomOrderIsRepeatable) {
  const Problem problem = mixed_chain(40, 3);
  const Nsgs random{.order = SweepOrder::random, .seed = 7};
  EXPECT_EQ(solve(problem, random).r, solve(problem, random).r);
  EXPECT_NE(solve(problem, random).r, solve(problem, Nsgs{}).r);
}

TEST(Nsgs, FrozenBlocksAreThawedBeforeTheEnd) {
  // the last block moves only after the others came to rest: freezing must not hide it
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Solution solution =
        solve(mixed_chain(60, seed), Nsgs{.tolerance = 1e-10, .freeze_after = 1});
    EXPECT_TRUE(solution.success()) << "seed " << seed << ": " << solution.summary();
  }
}

TEST(Nsgs, AndersonPaysInALongChain) {
  const int n = 60;
  Matrix W = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    W(i, i) = 2.0;
    if (i > 0) W(i, i - 1) = W(i - 1, i) = -1.0;
  }
  const Problem problem = lcp(W, -Vector::Ones(n));
  const Solution plain = solve(problem, Nsgs{.tolerance = 1e-10, .max_iterations = 100000});
  const Solution fast = solve(problem, Nsgs{.tolerance = 1e-10, .anderson = 10});
  ASSERT_TRUE(plain.success() && fast.success());
  EXPECT_LE(fast.iterations * 5, plain.iterations);
}

// A chain of equalities: the smallest eigenvalue is pi^2 / n^2, so forward sweeps need about n^2
// sweeps per digit, and say so long before.
TEST(Nsgs, PatienceEndsHopelessSweeps) {
  const int n = 100;
  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.push_back({i, i, 2.0 * Matrix::Identity(1, 1)});
    if (i > 0) triplets.push_back({i, i - 1, -Matrix::Identity(1, 1)});
    if (i > 0) triplets.push_back({i - 1, i, -Matrix::Identity(1, 1)});
  }
  const std::vector<int> sizes(n, 1);
  const Problem chain{BlockSparse(sizes, sizes, triplets), Vector::Constant(n, -1.0),
                      std::vector<AnyLaw>(n, NonNegative{1})};
  const Solution patient = solve(chain, Nsgs{.max_iterations = 100000});
  ASSERT_TRUE(patient.success()) << patient.summary();
  EXPECT_GT(patient.iterations, 5000);
  const Solution hasty = solve(chain, Nsgs{.max_iterations = 100000, .patience = 500});
  EXPECT_EQ(hasty.status, Status::max_iterations);
  EXPECT_LE(hasty.iterations, 400);
  // patience for what it takes changes nothing
  const Solution enough = solve(chain, Nsgs{.max_iterations = 100000, .patience = 100000});
  EXPECT_EQ(enough.iterations, patient.iterations);
}

}  // namespace
}  // namespace nonsmooth
