// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace nonsmooth {
namespace {

TEST(Arena, AlignsEveryPiece) {
  Arena arena;
  const Arena::Scope scope(arena);
  for (const int size : {1, 3, 7, 100, 5000, 1}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.vector(size).data()) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.array<char>(size).data()) % 64, 0u);
  }
}

TEST(Arena, PiecesDoNotOverlapWhileItGrows) {
  Arena arena;
  const Arena::Scope scope(arena);
  std::vector<VectorMap> pieces;
  for (int i = 0; i < 200; ++i) {
    pieces.push_back(arena.vector(1 + 37 * i));
    pieces.back().setConstant(i);
  }
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(pieces[static_cast<std::size_t>(i)].minCoeff(), i);
    EXPECT_EQ(pieces[static_cast<std::size_t>(i)].maxCoeff(), i);
  }
}

TEST(Arena, GivesTheSameMemoryAgain) {
  Arena arena;
  // the first pass grows in several chunks, its end merges them, from then on nothing moves
  const double *first = nullptr, *last = nullptr;
  for (int pass = 0; pass < 4; ++pass) {
    const Arena::Scope scope(arena);
    const double* begin = arena.vector(1000).data();
    const double* end = nullptr;
    for (int i = 0; i < 20; ++i) end = arena.matrix(40, 40).data();
    if (pass >= 2) {
      EXPECT_EQ(begin, first);
      EXPECT_EQ(end, last);
    }
    first = begin;
    last = end;
  }
}

TEST(Arena, InnerScopesGiveBackOnlyTheirOwn) {
  Arena arena;
  const Arena::Scope outer(arena);
  VectorMap kept = arena.vector(100);
  kept.setConstant(1.0);
  const double* inner_memory = nullptr;
  for (int pass = 0; pass < 3; ++pass) {
    const Arena::Scope inner(arena);
    VectorMap piece = arena.vector(100);
    EXPECT_TRUE(inner_memory == nullptr || piece.data() == inner_memory);
    inner_memory = piece.data();
    piece.setConstant(2.0);
    const Arena::Scope innermost(arena);
    arena.vector(100000).setConstant(3.0);  // a chunk of its own
    EXPECT_EQ(piece.maxCoeff(), 2.0);
  }
  EXPECT_EQ(kept.minCoeff(), 1.0);
  EXPECT_EQ(kept.maxCoeff(), 1.0);
}

TEST(Arena, WhatWasTakenBeforeAScopeOutlivesIt) {
  Arena arena;
  VectorMap kept = arena.vector(100);  // without a scope: lives as long as the arena
  kept.setConstant(1.0);
  const double* memory = kept.data();
  {
    const Arena::Scope scope(arena);
    arena.vector(100000).setConstant(2.0);
  }
  // whoever allocates next would get the memory of `kept` if it had been freed
  const std::vector<char> thief(16384 + 64, 7);
  const Arena::Scope scope(arena);
  VectorMap other = arena.vector(100000);
  other.setConstant(3.0);
  EXPECT_TRUE(other.data() >= memory + 100 || other.data() + 100000 <= memory);
  EXPECT_EQ(kept.minCoeff(), 1.0);
  EXPECT_EQ(kept.maxCoeff(), 1.0);
}

TEST(Arena, HandsOutNothing) {
  Arena arena;
  const Arena::Scope scope(arena);
  EXPECT_EQ(arena.vector(0).size(), 0);
  EXPECT_EQ(arena.matrix(0, 5).size(), 0);
  EXPECT_TRUE(arena.array<int>(0).empty());
}

}  // namespace
}  // namespace nonsmooth
