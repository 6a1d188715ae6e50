// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/problem.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>

namespace nonsmooth {
namespace {

using testing::message_of;

Matrix random_matrix(int rows, int cols, Random& random) {
  Matrix m(rows, cols);
  for (double& value : m.reshaped()) value = random.uniform(-1.0, 1.0);
  return m;
}

TEST(Problem, KindsAreWhatTheFieldCallsThem) {
  const auto kind_of = [](std::vector<AnyLaw> laws) {
    return name(kind(Problem{Matrix(), Vector(), std::move(laws)}));
  };
  const Box box{Vector::Zero(1), Vector::Ones(1)};
  EXPECT_EQ(kind_of({NonNegative{3}}), "lcp");
  EXPECT_EQ(kind_of({Free{2}, NonNegative{3}}), "mlcp");
  EXPECT_EQ(kind_of({Free{0}, NonNegative{3}}), "lcp");  // nothing is free
  EXPECT_EQ(kind_of({box}), "relay");
  EXPECT_EQ(kind_of({Polytope{Matrix::Ones(1, 2), Vector::Ones(1)}}), "avi");
  EXPECT_EQ(kind_of({SecondOrderCone{4, 1.0}, SecondOrderCone{3, 0.5}}), "soclcp");
  EXPECT_EQ(kind_of({coulomb(0.3, 2)}), "friction_2d");
  EXPECT_EQ(kind_of({coulomb(0.3), coulomb(0.0)}), "friction_3d");
  EXPECT_EQ(kind_of({RollingCone{5, 0.3, 0.1}}), "rolling");
  EXPECT_EQ(kind_of({SecondOrderCone{3, 0.5, 0.2}}), "plasticity");
  EXPECT_EQ(kind_of({coulomb(0.3), Free{1}}), "mixed");
  EXPECT_EQ(kind_of({box, NonNegative{1}}), "mixed");
}

TEST(Problem, ComplaintsComeAllAtOnce) {
  EXPECT_EQ(message_of([] { lcp(Matrix::Zero(2, 2), Vector::Zero(3)); }),
            "Problem: W is 2 x 2 but q has 3 entries");
  EXPECT_EQ(
      message_of([] {
        validate(Problem{Matrix(Matrix::Identity(3, 3)),
                         Vector::Constant(3, std::nan("")),
                         {coulomb(-1.0), Free{1}}});
      }),
      "Problem: q has entries that are not finite; law 0: second_order_cone: mu is -1 but must "
      "be finite and >= 0; law 0: second_order_cone: shift is -1 but must be finite and >= 0; "
      "the laws have 4 components together but the problem has 3");
  EXPECT_EQ(message_of([] { mlcp(Matrix::Zero(2, 2), Vector::Zero(2), 3); }),
            "mlcp: free_count is 3 but q has 2 entries");
}

TEST(Problem, NotFiniteEntriesOfWAreFoundWhereverTheyStand) {
  for (const double bad : {std::nan(""), infinity})
    for (const int n : {1, 2, 5, 9})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          Matrix W = Matrix::Ones(n, n);
          W(i, j) = bad;
          const std::string expected = "Problem: W has entries that are not finite";
          EXPECT_EQ(message_of([&] { lcp(W, Vector::Ones(n)); }), expected);
          const std::vector<int> sizes(static_cast<std::size_t>(n), 1);
          const SparseMatrix sparse = W.sparseView();
          EXPECT_EQ(message_of([&] {
                      validate(Problem{
                          BlockSparse(sizes, sizes, sparse), Vector::Ones(n), {NonNegative{n}}});
                    }),
                    expected);
        }
}

TEST(Problem, MlcpFillsARectangularBlock) {
  // two equations, one unknown
  const Problem p = mlcp(Matrix{{1.0}, {2.0}}, Matrix{{3.0}}, Matrix{{4.0}, {5.0}}, Matrix{{6.0}},
                         Vector{{7, 8}}, Vector{{9}});
  EXPECT_EQ(p.W.dense(), (Matrix{{1, 0, 4}, {2, 0, 5}, {6, 0, 3}}));
  EXPECT_EQ(p.q, (Vector{{7, 8, 9}}));
  EXPECT_EQ(p.laws[0].size(), 2);
}

GlobalProblem random_global(Random& random) {
  const int n = 7, m = 6;
  const Matrix b = random_matrix(n, n, random);
  Matrix H = random_matrix(n, m, random);
  H.leftCols(3).bottomRows(4).setZero();
  const Matrix M = b * b.transpose() + Matrix::Identity(n, n);
  return {M.sparseView(),
          H.sparseView(),
          random_matrix(n, 1, random),
          random_matrix(m, 1, random),
          {coulomb(0.5), NonNegative{1}, coulomb(0.2, 2)}};
}

TEST(GlobalProblem, ReducesToTheDelassusOperator) {
  Random random(1);
  const GlobalProblem global = random_global(random);
  const Problem reduced = reduce(global);
  const Matrix M = global.M, H = global.H, inverse = M.inverse();
  EXPECT_LE((reduced.W.to_dense() - H.transpose() * inverse * H).norm(), 1e-12);
  EXPECT_LE((reduced.q - (H.transpose() * inverse * global.f + global.w)).norm(), 1e-12);
  EXPECT_EQ(reduced.laws.size(), 3u);
}

// Components of the sizes given, their degrees of freedom shuffled; law i acts on components i and
// i + 1 in a chain.
GlobalProblem chain(const std::vector<int>& sizes, Random& random) {
  std::vector<int> dof_component;
  for (std::size_t c = 0; c < sizes.size(); ++c)
    dof_component.insert(dof_component.end(), static_cast<std::size_t>(sizes[c]),
                         static_cast<int>(c));
  const int n = static_cast<int>(dof_component.size()), laws = static_cast<int>(sizes.size()) - 1;
  for (int i = n - 1; i > 0; --i)
    std::swap(dof_component[static_cast<std::size_t>(i)],
              dof_component[static_cast<std::size_t>(random.below(i + 1))]);
  Matrix M = random_matrix(n, n, random) + 2.0 * n * Matrix::Identity(n, n);
  Matrix H = random_matrix(n, 3 * laws, random);
  for (int i = 0; i < n; ++i) {
    const int c = dof_component[static_cast<std::size_t>(i)];
    for (int j = 0; j < n; ++j)
      if (dof_component[static_cast<std::size_t>(j)] != c) M(i, j) = 0.0;
    for (int j = 0; j < 3 * laws; ++j)
      if (c != j / 3 && c != j / 3 + 1) H(i, j) = 0.0;
  }
  return {M.sparseView(), H.sparseView(), random_matrix(n, 1, random),
          random_matrix(3 * laws, 1, random),
          std::vector<AnyLaw>(static_cast<std::size_t>(laws), coulomb(0.5))};
}

TEST(GlobalProblem, ReducesComponentByComponent) {
  Random random(9);
  // above 32 degrees of freedom the factors are sparse
  for (const std::vector<int>& sizes :
       {std::vector<int>{6, 6, 6, 6}, {1, 1, 1, 1, 1, 1, 1}, {40, 3, 50, 1}, {33, 33, 33}}) {
    const GlobalProblem global = chain(sizes, random);
    const Problem reduced = reduce(global);
    const Matrix H = global.H, inverse = Matrix(global.M).inverse();
    const Matrix W = H.transpose() * inverse * H;
    EXPECT_LE((reduced.W.to_dense() - W).norm(), 1e-13 * W.norm());
    EXPECT_LE((reduced.q - (H.transpose() * inverse * global.f + global.w)).norm(), 1e-13);
    // a law meets itself and its neighbours in the chain, and W stores nothing else
    EXPECT_EQ(reduced.W.blocks().block_count(), 3 * (static_cast<int>(sizes.size()) - 1) - 2);
  }
}

TEST(GlobalProblem, OneComponentWithoutMassIsNamed) {
  Random random(10);
  for (const int size : {3, 40}) {
    GlobalProblem global = chain({6, size, 6}, random);
    const Matrix M = global.M;
    // two equal rows in the middle component
    for (int i = 0, first = -1; i < M.rows(); ++i) {
      if ((M.row(i).array() != 0.0).count() != size) continue;
      if (first < 0)
        first = i;
      else {
        Matrix changed = M;
        changed.row(i) = M.row(first);
        global.M = changed.sparseView();
        break;
      }
    }
    EXPECT_NE(message_of([&] { reduce(global); }).find("is singular"), std::string::npos);
  }
}

TEST(GlobalProblem, BothFormsJudgeTheSamePointAlike) {
  Random random(2);
  const GlobalProblem global = random_global(random);
  const Vector r = random_matrix(6, 1, random);
  const Vector v = Matrix(global.M).inverse() * (global.H * r + global.f);
  const Residuals at_global = natural_residual(global, v, r);
  EXPECT_GT(at_global.standard, 1e-2);
  EXPECT_GT(at_global.invariant, 1e-2);
  // a velocity that does not belong to r costs
  EXPECT_GT(natural_residual(global, Vector(v + Vector::Ones(7)), r).standard, 1e-2);
  EXPECT_EQ(natural_residual(global, Vector(v * std::nan("")), r).worst(), infinity);
}

TEST(GlobalProblem, ComplaintsNameTheMatrix) {
  Random random(3);
  GlobalProblem global = random_global(random);
  global.M = SparseMatrix(7, 7);
  EXPECT_EQ(message_of([&] { reduce(global); }),
            "GlobalProblem: M (7 x 7) is singular; every degree of freedom needs mass");
  global.M = SparseMatrix(6, 7);
  EXPECT_EQ(message_of([&] { validate(global); }), "GlobalProblem: M is 6 x 7 but f has 7 entries");
}

TEST(GlobalProblem, LooseStorageIsJudgedByItsEntries) {
  // reserved but unused places of an uncompressed matrix hold anything
  Random random(4);
  GlobalProblem global = random_global(random);
  const SparseMatrix M = global.M;
  global.M = SparseMatrix(7, 7);
  global.M.reserve(Eigen::VectorXi::Constant(7, 20));
  for (int j = 0; j < 7; ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) global.M.insert(it.row(), j) = it.value();
  ASSERT_FALSE(global.M.isCompressed());
  EXPECT_EQ(message_of([&] { validate(global); }), "no exception");
  global.M.coeffRef(6, 6) = std::nan("");
  EXPECT_EQ(message_of([&] { validate(global); }),
            "GlobalProblem: M or H has entries that are not finite");
}

}  // namespace
}  // namespace nonsmooth
