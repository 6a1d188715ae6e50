// SPDX-License-Identifier: Apache-2.0
#include "solvers/colour_chunks.hpp"

#include <algorithm>

namespace nonsmooth {

void ColourChunks::cut(std::span<const int> colour_end, Arena& scratch) {
  const int owners = threads();
  rounds_ = 0;
  part_begin_ = scratch.array<int>(owners * static_cast<Eigen::Index>(colour_end.size()) + 1);
  const auto walk = [&](auto&& take) {
    int chunks = 0, begin = 0;
    std::size_t part = 0;
    for (const int colour : colour_end) {
      const int needs = chunks, first = begin;
      for (int owner = 0; owner < owners; ++owner) {
        part_begin_[part++] = chunks;
        const int part_end = first + (colour - first) * (owner + 1) / owners;
        while (begin < part_end) {
          const int end = std::min(part_end, begin + std::max((part_end - begin) / 2, least_));
          take(chunks++, Chunk{begin, end, needs, 0});
          begin = end;
        }
      }
    }
    part_begin_[part] = chunks;
    return chunks;
  };
  chunks_ = scratch.array<Chunk>(walk([](int, const Chunk&) {}));
  walk([&](int k, const Chunk& chunk) { chunks_[static_cast<std::size_t>(k)] = chunk; });
}

}  // namespace nonsmooth
