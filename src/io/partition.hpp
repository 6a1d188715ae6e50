// SPDX-License-Identifier: Apache-2.0
// Which blocks the matrix of a problem read from a file gets.
#pragma once

#include "nonsmooth/laws.hpp"

#include <vector>

namespace nonsmooth::io {

/// Block sizes of W: one block per law. Rows of laws beyond 256 components stand alone, because
/// dense blocks of that size would need far more memory than the file that asked for them.
inline std::vector<int> block_partition(const std::vector<AnyLaw>& laws) {
  constexpr int largest_block = 256;
  std::vector<int> sizes;
  for (const AnyLaw& law : laws) {
    if (law.size() <= largest_block)
      sizes.push_back(law.size());
    else
      sizes.insert(sizes.end(), static_cast<std::size_t>(law.size()), 1);
  }
  return sizes;
}

}  // namespace nonsmooth::io
