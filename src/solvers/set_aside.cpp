// SPDX-License-Identifier: Apache-2.0
#include "solvers/set_aside.hpp"

#include <algorithm>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr int least_share = 4;  // one contact in so many; finding them costs about a sweep

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Components {
 public:
  Components(const BlockSparse& W, Arena& scratch) : parent_(scratch.array<int>(W.block_rows())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int i = 0; i < W.block_rows(); ++i)
      for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k) {
        const int a = of(i), b = of(W.block_col(k));
        parent_[at(std::max(a, b))] = std::min(a, b);
      }
  }
  int of(int i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }

 private:
  std::span<int> parent_;
};

bool coulomb_block(const AnyLaw& law, int size) {
  const auto* cone = law.get_if<SecondOrderCone>();
  return cone != nullptr && cone->dimension == size && cone->shift == cone->mu;
}

}  // namespace

int set_aside(const Problem& problem, VectorOut r, std::span<bool> aside, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const BlockSparse& W = problem.W.blocks();
  const int n = W.block_rows(), size = W.uniform_size();
  if (size == 0 || at(n) != problem.laws.size()) return 0;
  auto open = scratch.array<bool>(n);
  int candidates = 0;
  for (int i = 0; i < n; ++i) {
    const bool coulomb = coulomb_block(problem.laws[at(i)], size);
    open[at(i)] = coulomb && problem.q[size * i] >= 0.0 && r.segment(size * i, size).isZero(0.0);
    candidates += open[at(i)] || (coulomb && W.row_begin(i + 1) - W.row_begin(i) == 1) ? 1 : 0;
  }
  if (least_share * candidates < n) return 0;

  Components components(W, scratch);
  auto members = scratch.array<int>(n), closed = scratch.array<int>(n);
  std::fill(members.begin(), members.end(), 0);
  std::fill(closed.begin(), closed.end(), 0);
  for (int i = 0; i < n; ++i) {
    ++members[at(components.of(i))];
    closed[at(components.of(i))] += open[at(i)] ? 0 : 1;
  }
  const auto alone = [&](int i) {
    return members[at(i)] == 1 && W.row_begin(i + 1) > W.row_begin(i) &&
           coulomb_block(problem.laws[at(i)], size);
  };
  int count = 0;
  for (int i = 0; i < n; ++i) {
    aside[at(i)] = closed[at(components.of(i))] == 0 || alone(i);
    count += aside[at(i)] ? 1 : 0;
  }
  if (least_share * count < n) return 0;
  for (int i = 0; i < n; ++i) {
    if (open[at(i)] || !alone(i)) continue;
    const MatrixView diagonal = W.block(i, W.row_begin(i));
    aside[at(i)] = problem.laws[at(i)].solve_block(
        diagonal, problem.q.segment(size * i, size), r.segment(size * i, size), scratch);
    count -= aside[at(i)] ? 0 : 1;
  }
  return count;
}

}  // namespace nonsmooth
