// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/arena.hpp"

#include <algorithm>
#include <cstdint>

namespace nonsmooth {
namespace {
constexpr std::size_t alignment = 64;  // a cache line, and the widest vector register
constexpr std::size_t first_chunk = 16384;
constexpr std::size_t large = 1 << 18;  // bytes, from which memory matters more than calls
}  // namespace

void* Arena::take_bytes(std::size_t size) {
  // every piece starts and ends on an alignment boundary counted from the chunk's aligned base
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  while (chunk_ < chunks_.size() && used_ + rounded > chunks_[chunk_].size) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    std::size_t total = 0;
    for (const Chunk& piece : chunks_) total += piece.size;
    const std::size_t share = std::max(total / 32, std::min(2 * total, large));
    const std::size_t grown = std::max({rounded, share, first_chunk});
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(grown + alignment), grown});
  }
  const auto base = reinterpret_cast<std::uintptr_t>(chunks_[chunk_].memory.get());
  const std::uintptr_t aligned = (base + alignment - 1) / alignment * alignment;
  void* piece = reinterpret_cast<void*>(aligned + used_);
  used_ += rounded;
  return piece;
}

void Arena::release(std::size_t chunk, std::size_t used) {
  chunk_ = chunk;
  used_ = used;
  // what was taken outside of every scope must stay where it is
  const bool in_use = chunk != 0 || used != 0;
  if (--depth_ > 0 || chunks_.size() < 2 || in_use) return;
  // outermost scope of a pass that grew: one chunk of the total size serves the next pass
  std::size_t total = 0;
  for (const Chunk& piece : chunks_) total += piece.size;
  chunks_.clear();
  chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(total + alignment), total});
  chunk_ = used_ = 0;
}

}  // namespace nonsmooth
