// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/collide/height_field.hpp"

#include "nonsmooth/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nonsmooth {
namespace {

// One cell with corners 0 (0,0), 1 (1,0), 5 (1,1), 2 (0,1): two planes that meet in the diagonal.
TEST(HeightField, TrianglesShareTheDiagonal) {
  const HeightField field(Matrix{{0, 2}, {1, 5}}, 2.0, Vec<2>(10, 20));
  EXPECT_EQ(field.height(10, 20), 0.0);
  EXPECT_EQ(field.height(12, 20), 1.0);
  EXPECT_EQ(field.height(12, 22), 5.0);
  EXPECT_EQ(field.height(10, 22), 2.0);
  EXPECT_EQ(field.height(11, 21), 2.5);
  EXPECT_EQ(field.height(11.5, 20.5), 0.75 + 0.25 * 4);      // x + 4 y below the diagonal
  EXPECT_EQ(field.height(10.5, 21.5), 0.75 * 2 + 0.25 * 3);  // 3 x + 2 y above
  EXPECT_FALSE(field.height(9.999, 21));
  EXPECT_FALSE(field.height(11, 22.001));
  EXPECT_FALSE(field.height(std::nan(""), 21));
  EXPECT_EQ(field.box().lower, Vec<3>(10, 20, 0));
  EXPECT_EQ(field.box().upper, Vec<3>(12, 22, 5));
}

TEST(HeightField, HolesHaveNoSurface) {
  Matrix heights = Matrix::Zero(3, 3);
  heights(0, 0) = std::nan("");
  const HeightField field(heights, 1.0);
  EXPECT_FALSE(field.height(0.5, 0.5));
  EXPECT_FALSE(field.height(0.99, 0.01));
  EXPECT_EQ(field.height(1.5, 0.5), 0.0);
  EXPECT_EQ(field.height(1.01, 1.01), 0.0);
}

TEST(HeightField, WrongDataIsRefused) {
  EXPECT_THROW(HeightField(Matrix::Zero(1, 5), 1.0), Error);
  EXPECT_THROW(HeightField(Matrix::Zero(2, 2), 0.0), Error);
  EXPECT_THROW(HeightField(Matrix::Zero(2, 2), infinity), Error);
  EXPECT_THROW(HeightField(Matrix::Constant(2, 2, infinity), 1.0), Error);
  EXPECT_THROW(HeightField(Matrix::Constant(2, 2, std::nan("")), 1.0), Error);
  EXPECT_THROW(HeightField(Matrix::Zero(2, 2), 1.0, Vec<2>(0, std::nan(""))), Error);
}

}  // namespace
}  // namespace nonsmooth
