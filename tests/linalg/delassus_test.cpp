// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/delassus.hpp"

#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nonsmooth {
namespace {

// the same operator in both storages; block (0, 2) and (2, 0) are not stored
struct Pair {
  Matrix matrix;
  Delassus dense, blocks;
};

Pair make_pair() {
  Random random(1);
  const std::vector<int> sizes{3, 1, 2};
  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i + j == 2 && i != j) continue;
      Matrix block(sizes[static_cast<std::size_t>(i)], sizes[static_cast<std::size_t>(j)]);
      for (double& value : block.reshaped()) value = random.uniform(-1.0, 1.0);
      triplets.push_back({i, j, block});
    }
  const BlockSparse sparse(sizes, sizes, triplets);
  return {sparse.dense(), Delassus(sparse.dense()), Delassus(sparse)};
}

TEST(Delassus, BothStoragesAnswerAlike) {
  const Pair pair = make_pair();
  EXPECT_TRUE(pair.dense.is_dense());
  EXPECT_FALSE(pair.blocks.is_dense());
  Random random(2);
  Vector r(6);
  for (double& value : r) value = random.uniform(-1.0, 1.0);
  for (const Delassus* w : {&pair.dense, &pair.blocks}) {
    EXPECT_EQ(w->rows(), 6);
    EXPECT_EQ(w->cols(), 6);
    Vector u(6);
    w->multiply(r, u);
    EXPECT_LE((u - pair.matrix * r).norm(), 1e-14);
    EXPECT_EQ(w->to_dense(), pair.matrix);
    EXPECT_EQ(Matrix(w->to_sparse()), pair.matrix);
    EXPECT_EQ(w->to_sparse().nonZeros(), (pair.matrix.array() != 0.0).count());
    EXPECT_EQ(w->max_abs(), pair.matrix.cwiseAbs().maxCoeff());
    Matrix copy = Matrix::Constant(6, 6, -7.0);
    w->copy_dense(copy);
    EXPECT_EQ(copy, pair.matrix);
  }
}

TEST(Delassus, CopyBlockTakesAnyWindow) {
  // windows within a block, across blocks, over blocks that are not stored
  const Pair pair = make_pair();
  for (int row = 0; row < 6; ++row)
    for (int col = 0; col < 6; ++col)
      for (int rows = 1; row + rows <= 6; ++rows)
        for (int cols = 1; col + cols <= 6; ++cols)
          for (const Delassus* w : {&pair.dense, &pair.blocks}) {
            Matrix window = Matrix::Constant(rows, cols, -7.0);
            w->copy_block(row, col, window);
            ASSERT_EQ(window, pair.matrix.block(row, col, rows, cols));
          }
}

TEST(Delassus, EmptyHasNoLargestEntry) {
  EXPECT_EQ(Delassus().max_abs(), 0.0);
  EXPECT_EQ(Delassus(BlockSparse()).max_abs(), 0.0);
  EXPECT_EQ(Delassus().rows(), 0);
}

TEST(Delassus, BecomesDense) {
  const Matrix small{{1, 2}, {3, 4}}, large = Matrix::Constant(3, 3, 5.0);
  const std::vector<int> sizes{1, 1};
  Delassus W(BlockSparse(sizes, sizes, SparseMatrix(small.sparseView())));
  W.assign_dense(large);
  ASSERT_TRUE(W.is_dense());
  EXPECT_EQ(W.dense(), large);
  const double* before = W.dense().data();
  W.assign_dense(2.0 * large);
  EXPECT_EQ(W.dense(), 2.0 * large);
  EXPECT_EQ(W.dense().data(), before);  // the same size stays where it is
}

}  // namespace
}  // namespace nonsmooth
