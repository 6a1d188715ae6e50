// SPDX-License-Identifier: Apache-2.0
// What is refused, what is reported, and what must not matter: storage, order, repetition.
#include "nonsmooth/base/random.hpp"
#include "tests/impacts/balls.hpp"
#include "tests/support/message_of.hpp"
#include "tests/support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nonsmooth {
namespace {

using testing::equal_balls;

const std::initializer_list<ImpactRule> all_rules{NewtonRule{}, FremondRule{}, PoissonRule{},
                                                  BinaryCollisions{}, EnergeticRule{}};

std::string complaint(const Impact& impact, const ImpactRule& rule = NewtonRule{}) {
  return testing::message_of([&] { static_cast<void>(resolve_impact(impact, rule)); });
}

TEST(ImpactInterface, WrongDataIsNamed) {
  const Impact right = equal_balls(3).impact({.e = 0.5});
  EXPECT_EQ(complaint(right), "no exception");
  Impact wrong = right;
  wrong.u_before = Vector::Zero(3);
  EXPECT_NE(complaint(wrong).find("W is 2 x 2 but u_before has 3"), std::string::npos);
  EXPECT_NE(complaint(wrong).find("2 rows together but u_before has 3"), std::string::npos);
  wrong = right;
  wrong.contacts[1].e = 1.5;
  EXPECT_NE(complaint(wrong).find("contact 1: e"), std::string::npos) << complaint(wrong);
  wrong = right;
  wrong.u_before[0] = infinity;
  EXPECT_NE(complaint(wrong).find("not finite"), std::string::npos);
  wrong = {Matrix::Identity(4, 4), Vector::Zero(4), {{.dimension = 4}}};
  EXPECT_NE(complaint(wrong).find("is it a joint"), std::string::npos) << complaint(wrong);
  wrong.contacts[0].bilateral = true;
  EXPECT_EQ(complaint(wrong), "no exception");
  EXPECT_NE(complaint(right, EnergeticRule{.impulse_step = -1}).find("impulse_step"),
            std::string::npos);
}

TEST(ImpactInterface, WhatIsNotANumberIsNotSolved) {
  Impact impact = equal_balls(3).impact({.e = 0.5});
  ImpactWorkspace workspace;
  for (const bool in_W : {true, false}) {
    Matrix W = equal_balls(3).impact({}).W.to_dense();
    impact.u_before = Vector{{-1, 0}};
    (in_W ? W(1, 1) : impact.u_before[1]) = std::numeric_limits<double>::quiet_NaN();
    impact.W = W;
    for (const ImpactRule& rule : std::initializer_list<ImpactRule>{
             BinaryCollisions{.max_collisions = 100}, EnergeticRule{.max_steps = 1000}}) {
      ImpactResult result;
      resolve_impact(impact, rule, workspace, result);  // does not validate
      EXPECT_FALSE(result.success()) << name(rule);
    }
  }
}

TEST(ImpactInterface, SequencesRefuseFriction) {
  const Impact impact{Matrix::Identity(2, 2), Vector{{-1, 1}}, {{.mu = 0.3, .dimension = 2}}};
  for (const ImpactRule& rule :
       std::initializer_list<ImpactRule>{BinaryCollisions{}, EnergeticRule{}}) {
    const ImpactResult result = resolve_impact(impact, rule);
    EXPECT_EQ(result.status, Status::unsupported) << name(rule);
    EXPECT_NE(result.message.find("FremondRule"), std::string_view::npos);
    EXPECT_EQ(result.u_after, impact.u_before) << "nothing was done";
  }
}

TEST(ImpactInterface, TangentialRowsWithoutFrictionFollow) {
  // u_T changes by W_TN P_N only
  const Impact impact{Matrix{{2, 0.5}, {0.5, 1}}, Vector{{-1, 1}}, {{.e = 0.5, .dimension = 2}}};
  for (const ImpactRule& rule : all_rules) {
    const ImpactResult result = resolve_impact(impact, rule);
    ASSERT_TRUE(result.success()) << name(rule) << ": " << result.message;
    EXPECT_LE((result.u_after - Vector{{0.5, 1.375}}).norm(), 1e-10) << name(rule);
    EXPECT_NEAR(result.impulse[1], 0.0, 1e-13) << name(rule);
  }
}

// Three contacts in space and a joint on bodies with 14 degrees of freedom, with or without
// friction.
Impact mixed_impact(bool friction) {
  Random random(8);
  const Matrix H = testing::random_matrix(random, 14, 11);
  Impact impact{H.transpose() * H, H.transpose() * testing::random_vector(random, 14), {}};
  const ImpactContact contact{.e = 0.4, .mu = friction ? 0.3 : 0.0, .dimension = 3};
  impact.contacts = {contact, {.dimension = 2, .bilateral = true}, contact, contact};
  for (const int row : {0, 5, 8}) impact.u_before[row] = -std::abs(impact.u_before[row]);
  return impact;
}

bool sequential(const ImpactRule& rule) {
  return std::holds_alternative<BinaryCollisions>(rule) ||
         std::holds_alternative<EnergeticRule>(rule);
}

TEST(ImpactInterface, StorageDoesNotMatter) {
  for (const ImpactRule& rule : all_rules) {
    const Impact dense = mixed_impact(!sequential(rule));
    Impact sparse = dense;
    const std::vector<int> sizes{3, 2, 3, 3};
    sparse.W = BlockSparse(sizes, sizes, SparseMatrix(dense.W.to_dense().sparseView()));
    const ImpactResult one = resolve_impact(dense, rule), other = resolve_impact(sparse, rule);
    ASSERT_TRUE(one.success() && other.success()) << name(rule) << ": " << one.message;
    EXPECT_LE((one.u_after - other.u_after).norm(), 1e-9) << name(rule);
    EXPECT_LE(one.u_after.segment(3, 2).norm(), 1e-10) << name(rule) << ": the joint holds";
    EXPECT_GT(one.impulse.segment(3, 2).norm(), 1e-3) << name(rule);
  }
}

TEST(ImpactInterface, RepetitionGivesTheSameBits) {
  ImpactWorkspace workspace;
  ImpactResult again;
  for (const ImpactRule& rule : all_rules) {
    const Impact impact = mixed_impact(!sequential(rule));
    const ImpactResult first = resolve_impact(impact, rule);
    for (int i = 0; i < 3; ++i) {
      resolve_impact(impact, rule, workspace, again);
      EXPECT_EQ(again.impulse, first.impulse) << name(rule);
      EXPECT_EQ(again.status, first.status) << name(rule);
      EXPECT_EQ(again.iterations, first.iterations) << name(rule);
    }
  }
}

TEST(ImpactInterface, SchurComplementOfJointsAgreesWithOneProblem) {
  // one contact and joints: all rules are the same rule
  Impact impact = mixed_impact(false);
  for (const int row : {5, 8}) impact.u_before[row] = 100.0;  // far from touching
  impact.u_before.segment(3, 2).setZero();                    // joints hold before
  const Vector reference = resolve_impact(impact, NewtonRule{}).u_after;
  for (const ImpactRule& rule : all_rules)
    EXPECT_LE((resolve_impact(impact, rule).u_after - reference).norm(), 1e-9) << name(rule);
}

TEST(ImpactInterface, SqueezedBallEndsAtRestOrAtTheLimit) {
  // a ball that touches two opposite walls bounces for ever at one instant, unless it loses energy
  const auto squeezed = [](double e) {
    return Impact{Matrix{{1, -1}, {-1, 1}}, Vector{{-1, 1}}, {{.e = e}, {.e = e}}};
  };
  for (const ImpactRule& rule : std::initializer_list<ImpactRule>{
           BinaryCollisions{.max_collisions = 500}, EnergeticRule{.max_steps = 100'000}}) {
    const ImpactResult lossy = resolve_impact(squeezed(0.7), rule);
    EXPECT_TRUE(lossy.success()) << name(rule) << ": " << lossy.message;
    EXPECT_LE(lossy.u_after.norm(), 1e-11) << name(rule);
    const ImpactResult elastic = resolve_impact(squeezed(1.0), rule);
    EXPECT_EQ(elastic.status, Status::max_iterations) << name(rule);
    EXPECT_LE(elastic.residual, 1e-9) << name(rule);
    EXPECT_FALSE(elastic.gains_energy) << name(rule);
  }
}

}  // namespace
}  // namespace nonsmooth
