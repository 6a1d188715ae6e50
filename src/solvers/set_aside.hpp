// SPDX-License-Identifier: Apache-2.0
// Contacts that need no sweeps. W falls into components that do not see each other: grains in
// flight, pairs that meet between them. Most are settled before the few that matter:
//
//   r = 0 and q_N >= 0 everywhere                    solved as it is, to the last bit
//   the second of two sweeps changed no bit          solved exactly by the first (a contact alone)
//
// so that the long work is done on what is left.
#pragma once

#include "solvers/block_sweeps.hpp"

#include <optional>
#include <span>

namespace nonsmooth {

/// Sweeps over all that needs them. r may have been swept twice to find out.
class BusySweeps {
 public:
  /// As BlockSweeps.
  BusySweeps(const Problem& problem, const Nsgs& options, VectorOut r, Arena& scratch);

  BlockSweeps& sweeps() { return *sweeps_; }
  /// How many block rows need none, and which; an empty list where there are too few to be worth
  /// it.
  int left_out() const { return left_out_; }
  std::span<const bool> aside() const { return left_out_ > 0 ? marks_ : std::span<const bool>(); }

 private:
  void set_aside(const Problem& problem, const Nsgs& options, VectorOut r, Arena& scratch);

  std::span<bool> marks_;
  int left_out_ = 0;
  std::optional<Arena::Scope> trial_;
  std::optional<BlockSweeps> sweeps_;
};

}  // namespace nonsmooth
