// SPDX-License-Identifier: Apache-2.0
// Scratch memory of a solve: a bump allocator that grows to its high-water mark and stays there,
// so that repeated solves of the same or a smaller size allocate nothing.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace nonsmooth {

/// Not thread-safe: one arena per thread. What it hands out is uninitialised and lives until the
/// enclosing Scope ends (as long as the arena where there is none).
class Arena {
 public:
  VectorMap vector(Eigen::Index size) { return {take<double>(size), size}; }
  MatrixMap matrix(Eigen::Index rows, Eigen::Index cols) {
    return {take<double>(rows * cols), rows, cols};
  }
  template <class T>
  std::span<T> array(Eigen::Index count) {
    return {take<T>(count), static_cast<std::size_t>(count)};
  }

  /// Everything taken while the scope lives is given back when it ends. The outermost scope merges
  /// the chunks of a first, growing pass into one.
  class Scope {
   public:
    explicit Scope(Arena& arena) : arena_(arena), chunk_(arena.chunk_), used_(arena.used_) {
      ++arena_.depth_;
    }
    ~Scope() { arena_.release(chunk_, used_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Arena& arena_;
    std::size_t chunk_, used_;
  };

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size = 0;
  };
  template <class T>
  T* take(Eigen::Index count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return static_cast<T*>(take_bytes(static_cast<std::size_t>(count) * sizeof(T)));
  }
  void* take_bytes(std::size_t size);
  void release(std::size_t chunk, std::size_t used);

  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // the chunk being filled
  std::size_t used_ = 0;   // bytes used in it
  int depth_ = 0;
};

}  // namespace nonsmooth
