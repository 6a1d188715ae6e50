// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/block_lu.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>
#include <Eigen/SparseCholesky>

#include <vector>

namespace nonsmooth {
namespace {

// A random pattern with all diagonal blocks; every row dominated by its diagonal if `dominant`.
BlockSparse random_matrix(int blocks, int size, bool dominant, Random& random) {
  std::vector<BlockSparse::Triplet> triplets;
  const auto block = [&] {
    Matrix B(size, size);
    for (int k = 0; k < B.size(); ++k) B.data()[k] = random.uniform(-1.0, 1.0);
    return B;
  };
  for (int i = 0; i < blocks; ++i) {
    Matrix diagonal = block();
    if (dominant) diagonal.diagonal().array() += 5.0 * size;
    triplets.push_back({i, i, diagonal});
    for (int k = 0; k < 3; ++k)
      if (const int j = random.below(blocks); j != i) triplets.push_back({i, j, block()});
  }
  const std::vector<int> sizes(static_cast<std::size_t>(blocks), size);
  return BlockSparse(sizes, sizes, triplets);
}

TEST(BlockLu, SolvesWithEveryBlockSize) {
  Random random(11);
  for (const int size : {1, 2, 3, 5, 6})
    for (const int blocks : {1, 2, 7, 60}) {
      SCOPED_TRACE(testing::Message() << "size " << size << ", blocks " << blocks);
      const BlockSparse A = random_matrix(blocks, size, true, random);
      ASSERT_TRUE(BlockLu::supports(A));
      BlockLu lu(A);
      ASSERT_TRUE(lu.factorize(A));
      Vector x0(A.rows()), b(A.rows());
      for (double& value : x0) value = random.uniform(-1.0, 1.0);
      A.multiply(x0, b);
      lu.solve(b, b);  // in place
      // condition at most about 3 by dominance: nothing but rounding is lost
      EXPECT_LE((b - x0).norm(), 1e-14 * A.rows() * x0.norm());
    }
}

TEST(BlockLu, AnalysisServesOtherValues) {
  Random random(12);
  const BlockSparse A = random_matrix(40, 3, true, random);
  BlockSparse B = A;
  for (int i = 0; i < B.block_rows(); ++i)
    for (int k = B.row_begin(i); k < B.row_begin(i + 1); ++k) B.block(i, k) *= 1.0 + 0.1 * (k % 3);
  BlockLu lu(A), fresh(B);
  ASSERT_TRUE(lu.factorize(A));
  ASSERT_TRUE(lu.factorize(B));
  ASSERT_TRUE(fresh.factorize(B));
  const Vector b = Vector::Ones(A.rows());
  Vector x(A.rows()), y(A.rows());
  lu.solve(b, x);
  fresh.solve(b, y);
  EXPECT_EQ(x, y);  // the values before leave no trace
}

TEST(BlockLu, PivotsInsideBlocks) {
  // zero diagonal inside the block, regular block
  Matrix swap(2, 2);
  swap << 0.0, 1.0, 1.0, 0.0;
  const std::vector<BlockSparse::Triplet> triplets{{0, 0, swap}, {1, 1, 2.0 * swap}};
  const BlockSparse A(std::vector{2, 2}, std::vector{2, 2}, triplets);
  BlockLu lu(A);
  ASSERT_TRUE(lu.factorize(A));
  Vector b(4);
  b << 1.0, 2.0, 4.0, 6.0;
  lu.solve(b, b);
  EXPECT_EQ(b, Eigen::Vector4d(2.0, 1.0, 3.0, 2.0));
}

TEST(BlockLu, RefusesSingularAndNotFinite) {
  const Matrix one = Matrix::Ones(3, 3), identity = Matrix::Identity(3, 3);
  const auto two_blocks = [&](const Matrix& a, const Matrix& b) {
    const std::vector<BlockSparse::Triplet> triplets{{0, 0, a}, {1, 1, b}};
    return BlockSparse(std::vector{3, 3}, std::vector{3, 3}, triplets);
  };
  const BlockSparse regular = two_blocks(identity, identity);
  BlockLu lu(regular);
  EXPECT_FALSE(lu.factorize(two_blocks(identity, one)));
  EXPECT_FALSE(lu.factorize(two_blocks(identity, infinity * one)));
  EXPECT_FALSE(lu.factorize(two_blocks(std::nan("") * one, identity)));
  // and goes on after that
  EXPECT_TRUE(lu.factorize(regular));
  Vector b = Vector::LinSpaced(6, 1.0, 6.0), x(6);
  lu.solve(b, x);
  EXPECT_EQ(x, b);
}

TEST(BlockLu, ChainFillsNothing) {
  // a chain ordered by minimum degree: the factors hold the entries of the matrix and no more
  const int n = 50;
  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.push_back({i, i, 4.0 * Matrix::Identity(2, 2)});
    if (i > 0) triplets.push_back({i, i - 1, Matrix::Identity(2, 2)});
    if (i > 0) triplets.push_back({i - 1, i, Matrix::Identity(2, 2)});
  }
  const std::vector<int> sizes(n, 2);
  const BlockSparse A(sizes, sizes, triplets);
  EXPECT_EQ(BlockLu(A).factor_blocks(), 3 * n - 2);
}

// nodes of a grid in space, each coupled to its neighbours at a distance below 2 as in a packing
BlockSparse packing(int side, double missing, Random& random) {
  const int n = side * side * side;
  std::vector<BlockSparse::Triplet> triplets;
  const auto place = [&](int i) { return Vec<3>(i % side, i / side % side, i / (side * side)); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j || ((place(i) - place(j)).norm() < 1.5 && random.uniform() > missing))
        triplets.push_back({i, j, Matrix{{i == j ? 30.0 : 1.0}}});
  const std::vector<int> sizes(static_cast<std::size_t>(n), 1);
  return {sizes, sizes, triplets};
}

TEST(BlockLu, FillsNoMoreThanTheOrderingOfEigen) {
  Random random(5);
  for (const double missing : {0.0, 0.3, 0.8, 0.95}) {
    const BlockSparse A = packing(9, missing, random);
    const SparseMatrix both = A.compressed() + SparseMatrix(A.compressed().transpose());
    const Eigen::SimplicialLDLT<SparseMatrix> reference(both);
    const std::ptrdiff_t lower = reference.matrixL().nestedExpression().nonZeros();
    // both are heuristics: 10 % either way is chance
    EXPECT_LT(BlockLu(A).factor_blocks(), 1.1 * (2 * lower + A.block_rows())) << missing;
    Vector x = Vector::LinSpaced(A.rows(), 1.0, 2.0), b(A.rows());
    A.multiply(x, b);
    BlockLu lu(A);
    ASSERT_TRUE(lu.factorize(A));
    lu.solve(b, b);
    EXPECT_LE((b - x).norm(), 1e-12 * x.norm());
  }
}

TEST(BlockLu, SupportsOnlyEqualSquareBlocks) {
  const std::vector<BlockSparse::Triplet> none;
  EXPECT_FALSE(BlockLu::supports(BlockSparse(std::vector{2, 3}, std::vector{2, 3}, none)));
  EXPECT_FALSE(BlockLu::supports(BlockSparse(std::vector{4, 4}, std::vector{4, 4}, none)));
  EXPECT_FALSE(BlockLu::supports(BlockSparse(std::vector{3, 3}, std::vector{3}, none)));
  EXPECT_TRUE(BlockLu::supports(BlockSparse(std::vector{3, 3}, std::vector{3, 3}, none)));
}

TEST(BlockLu, KeptFactorsFollowThePattern) {
  Random random(3);
  KeptBlockLu kept;
  for (const int blocks : {5, 5, 9, 4}) {
    const BlockSparse A = random_matrix(blocks, 2, true, random);
    kept.take_pattern(A);
    kept.matrix() = A;
    ASSERT_TRUE(kept.matrix().same_pattern(A));
    ASSERT_TRUE(kept.factorize());
    const Vector x = Vector::LinSpaced(A.rows(), 1.0, 2.0);
    Vector b(A.rows());
    A.multiply(x, b);
    kept.solve(b, b);
    EXPECT_LE((b - x).norm(), 1e-13 * x.norm());
  }
  const BlockSparse a = random_matrix(6, 1, true, random), b = random_matrix(6, 1, true, random);
  EXPECT_FALSE(a.same_pattern(b));
}

}  // namespace
}  // namespace nonsmooth
