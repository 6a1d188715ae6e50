// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/block_sparse.hpp"
#include "tests/support/message_of.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace nonsmooth {
namespace {

using Triplets = std::vector<BlockSparse::Triplet>;

Matrix random_matrix(int rows, int cols, Random& random) {
  Matrix m(rows, cols);
  for (double& value : m.reshaped()) value = random.uniform(-1.0, 1.0);
  return m;
}

Triplets random_triplets(const std::vector<int>& rows, const std::vector<int>& cols, int count,
                         Random& random) {
  Triplets triplets;
  for (int k = 0; k < count; ++k) {
    const int i = random.below(static_cast<int>(rows.size()));
    const int j = random.below(static_cast<int>(cols.size()));
    triplets.push_back({i, j,
                        random_matrix(rows[static_cast<std::size_t>(i)],
                                      cols[static_cast<std::size_t>(j)], random)});
  }
  return triplets;
}

// the same matrix by plain addition
Matrix dense_of(const std::vector<int>& rows, const std::vector<int>& cols,
                const Triplets& triplets) {
  const auto offset = [](const std::vector<int>& sizes, int i) {
    return std::accumulate(sizes.begin(), sizes.begin() + i, 0);
  };
  Matrix dense = Matrix::Zero(offset(rows, static_cast<int>(rows.size())),
                              offset(cols, static_cast<int>(cols.size())));
  for (const auto& t : triplets)
    dense.block(offset(rows, t.row), offset(cols, t.col), t.block.rows(), t.block.cols()) +=
        t.block;
  return dense;
}

using testing::message_of;

void expect_equals_dense(const std::vector<int>& rows, const std::vector<int>& cols,
                         Random& random) {
  const Triplets triplets =
      random_triplets(rows, cols, 3 * static_cast<int>(rows.size()), random);  // with duplicates
  const BlockSparse sparse(rows, cols, triplets);
  const Matrix dense = dense_of(rows, cols, triplets);
  ASSERT_EQ(sparse.rows(), dense.rows());
  ASSERT_EQ(sparse.cols(), dense.cols());
  EXPECT_TRUE(sparse.dense().isApprox(dense, 1e-15));
  EXPECT_TRUE(Matrix(sparse.compressed()).isApprox(dense, 1e-15));

  const Vector x = random_matrix(sparse.cols(), 1, random);
  const Vector xt = random_matrix(sparse.rows(), 1, random);
  Vector y(sparse.rows()), yt(sparse.cols());
  sparse.multiply(x, y);
  sparse.multiply_transposed(xt, yt);
  const double tolerance = 1e-13 * dense.norm();
  EXPECT_LE((y - dense * x).norm(), tolerance);
  EXPECT_LE((yt - dense.transpose() * xt).norm(), tolerance);
  for (int i = 0; i < sparse.block_rows(); ++i) {
    Vector part(sparse.row_size(i));
    part.setZero();
    sparse.add_row(i, x.data(), part.data());
    EXPECT_EQ(part, y.segment(sparse.row_offset(i), sparse.row_size(i)));
  }
}

TEST(BlockSparse, ProductsEqualDenseForUniformBlocks) {
  Random random(1);
  for (const int size : {1, 2, 3, 4, 5, 6, 7}) {
    SCOPED_TRACE(size);
    expect_equals_dense(std::vector<int>(12, size), std::vector<int>(12, size), random);
    expect_equals_dense(std::vector<int>(12, size), std::vector<int>(5, size), random);
  }
}

TEST(BlockSparse, ProductsEqualDenseForMixedBlocks) {
  Random random(2);
  expect_equals_dense({1, 2, 3, 5, 6, 3, 1}, {1, 2, 3, 5, 6, 3, 1}, random);
  expect_equals_dense({6, 6, 6, 6}, {3, 3, 1, 5, 2}, random);
  expect_equals_dense({3, 3, 3}, {6, 6}, random);
  expect_equals_dense({0, 3, 0, 2}, {2, 0, 3}, random);  // empty blocks hold nothing
}

TEST(BlockSparse, SumsDuplicatesAndKeepsColumnsAscending) {
  const std::vector<int> sizes{2, 2, 2};
  const Matrix one = Matrix::Ones(2, 2);
  const BlockSparse sparse(sizes, sizes, Triplets{{0, 2, one}, {0, 0, one}, {0, 2, 2.0 * one}});
  EXPECT_EQ(sparse.block_count(), 2);
  EXPECT_EQ(sparse.value_count(), 8);
  EXPECT_EQ(sparse.block_col(0), 0);
  EXPECT_EQ(sparse.block_col(1), 2);
  EXPECT_EQ(sparse.block(0, sparse.find(0, 2)), 3.0 * one);
  EXPECT_EQ(sparse.find(0, 1), -1);
  EXPECT_EQ(sparse.find(1, 0), -1);
  EXPECT_EQ(sparse.row_begin(1), sparse.row_begin(3));
}

TEST(BlockSparse, ZerosHasThePatternAndNothingElse) {
  const std::vector<int> rows{1, 2}, cols{2, 3};
  BlockSparse sparse = BlockSparse::zeros(rows, cols, {{1, 1}, {0, 0}, {1, 1}});
  EXPECT_EQ(sparse.block_count(), 2);
  EXPECT_EQ(sparse.dense(), Matrix::Zero(3, 5));
  sparse.block(1, sparse.find(1, 1))(1, 2) = 7.0;
  EXPECT_EQ(sparse.dense()(2, 4), 7.0);
  EXPECT_THROW(BlockSparse::zeros(rows, cols, {{2, 0}}), Error);
  EXPECT_THROW(BlockSparse::zeros(rows, cols, {{0, -1}}), Error);
}

TEST(BlockSparse, BlocksCanBeWritten) {
  const std::vector<int> sizes{1, 3};
  BlockSparse sparse(sizes, sizes, Triplets{{1, 1, Matrix::Identity(3, 3)}});
  sparse.block(1, sparse.find(1, 1))(0, 2) = 7.0;
  EXPECT_EQ(sparse.dense()(1, 3), 7.0);
}

TEST(BlockSparse, ConversionsRoundTrip) {
  Random random(3);
  const std::vector<int> rows{3, 1, 5, 2}, cols{2, 3, 6};
  const BlockSparse sparse(rows, cols, random_triplets(rows, cols, 7, random));
  const BlockSparse again(rows, cols, sparse.compressed());
  EXPECT_EQ(again.block_count(), sparse.block_count());
  EXPECT_EQ(again.dense(), sparse.dense());
}

TEST(BlockSparse, FromScalarEntriesStoresOnlyBlocksThatHoldOne) {
  SparseMatrix scalar(6, 6);
  scalar.insert(0, 5) = 2.0;
  scalar.insert(4, 1) = 3.0;
  const std::vector<int> sizes{3, 3};
  const BlockSparse sparse(sizes, sizes, scalar);
  EXPECT_EQ(sparse.block_count(), 2);
  EXPECT_EQ(sparse.find(0, 0), -1);
  EXPECT_EQ(sparse.dense(), Matrix(scalar));
}

TEST(BlockSparse, EmptyMatrix) {
  const BlockSparse nothing;
  EXPECT_EQ(nothing.rows(), 0);
  EXPECT_EQ(nothing.block_count(), 0);
  const std::vector<int> none;
  EXPECT_EQ(BlockSparse(none, none, Triplets{}).cols(), 0);
  // no block stored: the product is zero, not left alone
  const std::vector<int> sizes{2, 2};
  const BlockSparse zero(sizes, sizes, Triplets{});
  Vector y = Vector::Ones(4);
  zero.multiply(Vector::Ones(4), y);
  EXPECT_EQ(y, Vector::Zero(4));
}

TEST(BlockSparse, ComplaintsNameTheBlockAndBothSizes) {
  const std::vector<int> sizes{2, 3};
  const auto build = [&](int row, int col, int m, int n) {
    return message_of([&] { BlockSparse(sizes, sizes, Triplets{{row, col, Matrix::Zero(m, n)}}); });
  };
  EXPECT_EQ(build(2, 0, 2, 2),
            "BlockSparse: block (2, 0) lies outside the partition of 2 x 2 blocks");
  EXPECT_EQ(build(0, -1, 2, 2),
            "BlockSparse: block (0, -1) lies outside the partition of 2 x 2 blocks");
  EXPECT_EQ(build(0, 1, 2, 2), "BlockSparse: block (0, 1) is 2 x 2 but the partition says 2 x 3");
  EXPECT_EQ(message_of([&] { BlockSparse(sizes, sizes, SparseMatrix(4, 5)); }),
            "BlockSparse: the matrix is 4 x 5 but the blocks add up to 5 x 5");
  const std::vector<int> negative{2, -1};
  EXPECT_EQ(message_of([&] { BlockSparse(negative, sizes, Triplets{}); }),
            "BlockSparse: a row size is -1 but must not be negative");
  const std::vector<int> huge(3, 1 << 30);
  EXPECT_EQ(message_of([&] { BlockSparse(sizes, huge, Triplets{}); }),
            "BlockSparse: the column sizes add up to more than an index of 32 bits can hold");
}

}  // namespace
}  // namespace nonsmooth
