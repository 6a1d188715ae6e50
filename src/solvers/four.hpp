// SPDX-License-Identifier: Apache-2.0
// Half of the lanes, from and to any place in memory.
#pragma once

#include "nonsmooth/base/lanes.hpp"

#include <cstring>

namespace nonsmooth {

using Four = Lanes::Four;

inline Four load(const double* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}
inline void store(Four four, double* to) { std::memcpy(to, &four, sizeof four); }

}  // namespace nonsmooth
