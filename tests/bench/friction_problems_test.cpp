// SPDX-License-Identifier: Apache-2.0
// What every generated friction problem must be: of the size asked for, reproducible, a mass-like M
// and a semidefinite W; and what its family promises about contacts, rest and sliding.
#include "bench/friction_problems.hpp"
#include "bench/friction_problems_rigid.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/solvers.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <cmath>

namespace nonsmooth::bench {
namespace {

constexpr double free_fall = gravity * time_step;  // what a body gains in one step, m/s

struct Case {
  const char* what;
  FrictionProblemOptions options;
};

std::vector<Case> every_family(int contacts) {
  using Options = FrictionProblemOptions;
  return {{"pile", Options{.family = Family::pile, .contacts = contacts}},
          {"mixed pile", Options{.family = Family::pile, .contacts = contacts, .spread = 0.3}},
          {"cubes", Options{.family = Family::pile, .contacts = contacts, .cubes = true}},
          {"tower", Options{.family = Family::tower, .contacts = contacts}},
          {"wall", Options{.family = Family::wall, .contacts = contacts}},
          {"arch", Options{.family = Family::arch, .contacts = contacts}},
          {"chute", Options{.family = Family::chute, .contacts = contacts}},
          {"elastic", Options{.family = Family::elastic, .contacts = contacts}}};
}

bool is_elastic(const Case& each) { return each.options.family == Family::elastic; }

bool same(const SparseMatrix& a, const SparseMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         Matrix(a) == Matrix(b);
}

bool same(const GlobalProblem& a, const GlobalProblem& b) {
  return same(a.M, b.M) && same(a.H, b.H) && a.f.size() == b.f.size() && a.f == b.f &&
         a.w.size() == b.w.size() && a.w == b.w;
}

TEST(FrictionProblem, HasAboutTheContactsAskedFor) {
  for (const int contacts : {100, 300})
    for (const Case& each : every_family(contacts)) {
      const GlobalProblem problem = friction_problem(each.options);
      EXPECT_NO_THROW(validate(problem)) << each.what;
      EXPECT_NEAR(static_cast<double>(problem.laws.size()), contacts, 0.1 * contacts) << each.what;
    }
}

TEST(FrictionProblem, SmallestStructuresExist) {
  for (const Case& each : every_family(1)) {
    const GlobalProblem problem = friction_problem(each.options);
    EXPECT_NO_THROW(validate(problem)) << each.what;
    EXPECT_GE(problem.laws.size(), 1u) << each.what;
    EXPECT_LE(problem.laws.size(), 16u) << each.what;  // an arch of three stones
  }
}

TEST(FrictionProblem, SameSeedGivesTheSameBits) {
  for (Case& each : every_family(60)) {
    const GlobalProblem problem = friction_problem(each.options);
    EXPECT_TRUE(same(problem, friction_problem(each.options))) << each.what;
    each.options.seed = 2;
    EXPECT_FALSE(same(problem, friction_problem(each.options))) << each.what;
  }
}

TEST(FrictionProblem, DelassusOperatorIsSymmetricAndSemidefinite) {
  for (const Case& each : every_family(100)) {
    const GlobalProblem global = friction_problem(each.options);
    const Matrix W = reduce(global).W.to_dense();
    // M^-1 is applied column by column: symmetric but for rounding
    EXPECT_LE((W - W.transpose()).norm(), 1e-13 * W.norm()) << each.what;
    const Vector values =
        Eigen::SelfAdjointEigenSolver<Matrix>(W, Eigen::EigenvaluesOnly).eigenvalues();
    const double largest = values.maxCoeff();
    EXPECT_GE(values.minCoeff(), -1e-13 * largest) << each.what;
    const int rank = static_cast<int>((values.array() > 1e-12 * largest).count());
    EXPECT_LE(rank, global.f.size()) << each.what;
    if (is_elastic(each)) {
      EXPECT_GT(values.minCoeff(), 1e-3 * largest);
    }
  }
}

TEST(FrictionProblem, StacksAreHyperstatic) {
  for (const Case& each : every_family(300))
    if (each.options.family == Family::tower || each.options.family == Family::wall ||
        each.options.family == Family::arch || each.options.cubes) {
      const GlobalProblem global = friction_problem(each.options);
      EXPECT_GT(global.size(), global.f.size()) << each.what;
    }
}

TEST(FrictionProblem, OptionsOutOfBoundsAreNamed) {
  const auto complaint = [](FrictionProblemOptions options) {
    return nonsmooth::testing::message_of([&] { friction_problem(options); });
  };
  EXPECT_EQ(complaint({.contacts = 0}),
            "friction_problem: contacts is 0 but must be between 1 and 1e+07");
  EXPECT_EQ(complaint({.mu = -1.0}), "friction_problem: mu is -1 but must be between 0 and 1000");
  EXPECT_EQ(complaint({.spread = 0.5}),
            "friction_problem: spread is 0.5 but must be between 0 and 0.3");
}

// --- Geometry
// -------------------------------------------------------------------------------------

TEST(RigidScene, BothBodiesOfAContactMeetInOnePoint) {
  for (const Case& each : every_family(200)) {
    if (is_elastic(each) || each.options.family == Family::chute) continue;  // chutes are periodic
    const RigidScene scene = rigid_scene(each.options);
    for (const Contact& contact : scene.contacts) {
      EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-14) << each.what;
      if (contact.b == ground) continue;
      const RigidBody& a = scene.bodies[static_cast<std::size_t>(contact.a)];
      const RigidBody& b = scene.bodies[static_cast<std::size_t>(contact.b)];
      const Vec<3> apart = a.centre + contact.arm_a - b.centre - contact.arm_b;
      EXPECT_LE((apart - contact.gap * contact.normal).norm(), 1e-13) << each.what;
      EXPECT_GT((a.centre - b.centre).dot(contact.normal), 0.0) << each.what;
    }
  }
}

double radius_of(const RigidBody& sphere) {
  return std::sqrt(sphere.inertia(0, 0) / (0.4 * sphere.mass));
}

TEST(RigidScene, SettledSpheresTouchAndDoNotPenetrate) {
  for (const double spread : {0.0, 0.3}) {
    const RigidScene scene =
        rigid_scene({.family = Family::pile, .contacts = 300, .spread = spread});
    double least = infinity, largest = 0.0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const double radius = radius_of(scene.bodies[i]);
      least = std::min(least, radius), largest = std::max(largest, radius);
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GE((scene.bodies[i].centre - scene.bodies[j].centre).norm(),
                  (radius + radius_of(scene.bodies[j])) * (1.0 - 1e-3));
    }
    for (const Contact& contact : scene.contacts) EXPECT_LE(contact.gap, 1e-4 * largest);
    if (spread == 0.0)
      EXPECT_NEAR(least, largest, 1e-12);
    else
      EXPECT_GT(largest / least, 1.5);  // of at most 1.3 / 0.7
  }
}

TEST(RigidScene, GapsAreRandomWithinTheirBound) {
  const double gaps = 1e-6;
  const GlobalProblem open =
      friction_problem({.family = Family::wall, .contacts = 300, .gaps = gaps});
  const GlobalProblem closed = friction_problem({.family = Family::wall, .contacts = 300});
  EXPECT_EQ(closed.w.norm(), 0.0);
  double sum = 0.0;
  for (int i = 0; i < open.size(); i += 3) {
    EXPECT_GE(open.w[i], 0.0);
    EXPECT_LE(open.w[i], gaps / time_step);
    EXPECT_EQ(open.w.segment<2>(i + 1).norm(), 0.0);
    sum += open.w[i];
  }
  // mean of 300 uniform numbers: half the bound, within five standard deviations
  EXPECT_NEAR(sum / (open.size() / 3), 0.5 * gaps / time_step, 0.09 * gaps / time_step);
}

// --- Mechanics
// ------------------------------------------------------------------------------------

// The weight is carried: h m g = the vertical part of the reactions of the ground, less the
// momentum that bodies gain.
void expect_balance(const RigidScene& scene, const Solution& solution, const char* what) {
  Vec<3> momentum = Vec<3>::Zero();
  double weight = 0.0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const RigidBody& body = scene.bodies[i];
    const Vec<3> gained = solution.v.segment<3>(6 * static_cast<Eigen::Index>(i)) -
                          body.velocity.head<3>() - time_step * scene.acceleration;
    momentum += body.mass * gained;
    weight += body.mass * free_fall;
  }
  for (std::size_t i = 0; i < scene.contacts.size(); ++i)
    if (scene.contacts[i].b == ground)
      momentum -= contact_frame(scene.contacts[i].normal) *
                  solution.r.segment<3>(3 * static_cast<Eigen::Index>(i));
  EXPECT_LE(momentum.norm(), 1e-9 * weight) << what;
}

TEST(FrictionProblem, StacksStandStill) {
  for (const Case& each : every_family(150)) {
    if (is_elastic(each) || each.options.family == Family::chute ||
        (each.options.family == Family::pile && !each.options.cubes))
      continue;
    const RigidScene scene = rigid_scene(each.options);
    const Solution solution = solve(one_step(scene, each.options.mu), Auto{.tolerance = 1e-10});
    ASSERT_TRUE(solution.success()) << each.what << ": " << solution.summary();
    EXPECT_LE(solution.v.lpNorm<Eigen::Infinity>(), 1e-6 * free_fall) << each.what;
    expect_balance(scene, solution, each.what);
  }
}

// The global measure may be the stricter one: solve must not stop where only the reduced one is
// met.
TEST(FrictionProblem, GlobalFormsAreSolvedInTheirOwnMeasure) {
  for (const Family family : {Family::tower, Family::wall, Family::arch})
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const GlobalProblem problem = friction_problem({.family = family, .contacts = 40});
      const Solution solution = solve(problem, Auto{.tolerance = tolerance});
      EXPECT_TRUE(solution.success()) << solution.summary();
      EXPECT_LE(natural_residual(problem, solution.v, solution.r).worst(), tolerance);
    }
}

TEST(FrictionProblem, AnArchWithLittleFrictionGivesWay) {
  const Solution solution =
      solve(friction_problem({.family = Family::arch, .contacts = 60, .mu = 0.1}),
            Auto{.tolerance = 1e-8});
  ASSERT_TRUE(solution.success()) << solution.summary();
  EXPECT_GE(solution.v.lpNorm<Eigen::Infinity>(), 0.1 * free_fall);
}

TEST(FrictionProblem, APileIsNearlyAtRest) {
  const FrictionProblemOptions options{.family = Family::pile, .contacts = 150};
  const RigidScene scene = rigid_scene(options);
  const Solution solution = solve(one_step(scene, options.mu), Auto{.tolerance = 1e-8});
  ASSERT_TRUE(solution.success()) << solution.summary();
  expect_balance(scene, solution, "pile");
  // free velocities are 1; the settling was solved to 1e-4 and stopped at a small energy
  double sum = 0.0;
  for (int i = 0; i < solution.v.size(); i += 6) sum += solution.v.segment<3>(i).norm();
  EXPECT_LE(sum / static_cast<double>(scene.bodies.size()), 0.05 * free_fall);
}

TEST(FrictionProblem, OnAChuteContactsSlide) {
  const FrictionProblemOptions options{.family = Family::chute, .contacts = 200, .mu = 0.3};
  const RigidScene scene = rigid_scene(options);
  const Solution solution = solve(one_step(scene, options.mu), Auto{.tolerance = 1e-8});
  ASSERT_TRUE(solution.success()) << solution.summary();
  expect_balance(scene, solution, "chute");
  int loaded = 0, sliding = 0;
  for (int i = 0; i < solution.r.size(); i += 3) {
    if (solution.r[i] <= 1e-6 * solution.r.maxCoeff()) continue;
    ++loaded;
    if (solution.u.segment<2>(i + 1).norm() > 1e-3 * free_fall) ++sliding;
  }
  EXPECT_GE(loaded, 100);
  EXPECT_GE(sliding, loaded / 2);
}

// --- Elastic blocks
// -------------------------------------------------------------------------------

TEST(ElasticBlocks, FreeFallIsRigid) {
  // K v = 0 for a translation: without contact every node keeps the speed of the block
  const GlobalProblem problem = friction_problem({.family = Family::elastic, .contacts = 16});
  const Vector v = Matrix(problem.M).ldlt().solve(problem.f);
  for (int i = 0; i < v.size(); i += 3) EXPECT_LE((v.segment<3>(i) - v.head<3>()).norm(), 1e-12);
  EXPECT_NEAR(v[2], -0.05 - free_fall, 1e-12);
}

TEST(ElasticBlocks, StiffnessKnowsRigidMotionsAndNoOthers) {
  // seeds differ in the modulus only: the difference of M is a multiple of K
  const Matrix first = friction_problem({.family = Family::elastic, .contacts = 9, .seed = 1}).M;
  const Matrix second = friction_problem({.family = Family::elastic, .contacts = 9, .seed = 2}).M;
  Vector values =
      Eigen::SelfAdjointEigenSolver<Matrix>(first - second, Eigen::EigenvaluesOnly).eigenvalues();
  values = values.cwiseAbs() / values.cwiseAbs().maxCoeff();
  EXPECT_EQ((values.array() < 1e-12).count(), 6);
  EXPECT_EQ((values.array() < 1e-4).count(), 6);
}

TEST(ElasticBlocks, ManyContactsAreSpreadOverManyBlocks) {
  const GlobalProblem global = friction_problem({.family = Family::elastic, .contacts = 640});
  const Problem problem = reduce(global);
  // ten blocks of 64 contacts: a tenth of W is stored
  EXPECT_EQ(problem.W.blocks().block_count(), 10 * 64 * 64);
  const Solution solution = solve(problem, Nsgs{.tolerance = 1e-8});
  EXPECT_TRUE(solution.success()) << solution.summary();
  int open = 0, loaded = 0;
  for (int i = 0; i < solution.r.size(); i += 3) (solution.r[i] > 0.0 ? loaded : open) += 1;
  EXPECT_GE(open, 30);
  EXPECT_GE(loaded, 30);
}

}  // namespace
}  // namespace nonsmooth::bench
